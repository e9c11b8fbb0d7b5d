/**
 * How far an amount of memory may lie from what the driver tells, as a part of it. ECC takes 6 %; who writes `80GB` for
 * what is 80 GiB is 7 % below; drivers keep some to themselves. Models that differ in memory alone differ by more.
 */
const TOLERANCE = 0.1;

export const isSameMemory = (planned: number, reported: number): boolean =>
  Math.abs(reported - planned) <= TOLERANCE * planned;
