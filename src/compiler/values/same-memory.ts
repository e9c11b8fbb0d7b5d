/**
 * How far an amount of memory may be from what the driver reports, as a part of the planned one. ECC takes 6 %; `80GB`
 * is 7 % below 80 GiB; drivers reserve some. Models that differ only in memory differ by more.
 */
const TOLERANCE = 0.1;

export const isSameMemory = (planned: number, reported: number): boolean =>
  Math.abs(reported - planned) <= TOLERANCE * planned;
