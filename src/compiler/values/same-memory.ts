/**
 * Whether a planned amount of memory is near enough to what the driver reports. ECC takes 6 %; `80GB` is 7 % below 80 GiB;
 * drivers reserve some. Models that differ only in memory differ by more.
 */
export const isSameMemory = (planned: number, reported: number): boolean =>
  Math.abs(reported - planned) <= 0.1 * planned;
