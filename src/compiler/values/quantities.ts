const MEMORY_UNITS: Readonly<Record<string, number>> = {
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
  kB: 1e3,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
};

/** A plain number counts bytes; with fewer than these the user left out the unit. The schema has the number, too. */
export const LEAST_PLAIN_BYTES = 2 ** 20;

/** What is wrong with a number below that, and what to do. */
export const explainPlainBytes = (key: string, value: number) => ({
  message: `a number without a unit counts bytes, and \`${key}\` would be ${value} of them`,
  help: `write the unit: \`${key}: ${value}GiB\` or \`${key}: ${value}MiB\``,
});

/** Bytes of `80GiB` or of a number of bytes; null when it is neither, or not a whole number of bytes. */
export function parseMemory(value: string | number): number | null {
  if (typeof value === 'number') return value;
  const match = /^(\d{1,15})(?:\.(\d{1,9}))? *([A-Za-z]+)$/.exec(value);
  if (match === null) return null;
  const [, whole = '', fraction = '', unit = ''] = match;
  if (!Object.hasOwn(MEMORY_UNITS, unit)) return null;
  const scaled = BigInt(whole + fraction) * BigInt(MEMORY_UNITS[unit] ?? 0);
  const divisor = 10n ** BigInt(fraction.length);
  const bytes = Number(scaled / divisor);
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : null;
}

const DURATION_UNITS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, min: 60, h: 3600 };

/** Between TERM and KILL: a day at most, wherever it is given. */
export const MAX_GRACE_SECONDS = 86_400;

/** Seconds of `15s`, `2m`, `1h` or of a number of seconds; null for any other value. */
export function parseDuration(value: string | number): number | null {
  if (typeof value === 'number') return value;
  const match = /^(\d{1,6})\s*(s|m|min|h|)$/.exec(value);
  return match === null ? null : Number(match[1]) * (DURATION_UNITS[match[2] ?? ''] ?? 0);
}

/** 0.05 of `5%`. */
export const parsePercent = (value: string): number => Number(value.slice(0, -1)) / 100;
