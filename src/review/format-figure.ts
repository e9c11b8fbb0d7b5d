/** The figure by which GPUs are ranked, exactly: bytes with their unit, everything else as a number. */
export function formatFigure(figure: number, by: string): string {
  return by === 'memory' ? formatBytes(figure) : String(figure);
}

/** The same where there is little room: four digits. */
export function shortenFigure(figure: number, by: string): string {
  if (by !== 'memory') return String(Number(figure.toPrecision(4)));
  const gibibytes = figure / 2 ** 30;
  return gibibytes < 0.1 ? formatBytes(figure) : `${Number(gibibytes.toPrecision(3))} GiB`;
}

/** In the largest unit in which it is a whole number. */
export function formatBytes(bytes: number): string {
  const units = ['GiB', 'MiB', 'KiB'] as const;
  for (const [i, unit] of units.entries()) {
    const size = 2 ** (30 - 10 * i);
    if (bytes >= size && bytes % size === 0) return `${bytes / size} ${unit}`;
  }
  return `${bytes} bytes`;
}
