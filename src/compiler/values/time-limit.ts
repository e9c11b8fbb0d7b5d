/**
 * Minutes of a time limit in any of Slurm's forms (minutes, M:S, H:M:S, D-H, D-H:M, D-H:M:S), begun minutes counted in
 * full as Slurm does; Infinity for no limit; null for anything else (`NONE`, `n/a`).
 */
export function parseTimeLimit(text: string): number | null {
  if (/^(unlimited|infinite)$/i.test(text)) return Number.POSITIVE_INFINITY;
  const match = /^(?:(\d{1,9})-)?(\d{1,9})(?::(\d{1,9}))?(?::(\d{1,9}))?$/.exec(text);
  if (match === null) return null;
  const [, days, ...written] = match;
  const parts = written.filter((part) => part !== undefined).map(Number);
  const [first = 0, second = 0, third = 0] = parts;
  if (days === undefined && parts.length < 3) return first + Math.ceil(second / 60);
  return Number(days ?? 0) * 1440 + first * 60 + second + Math.ceil(third / 60);
}

/** `1:30:00`, `2-00:00:00`: minutes as Slurm prints them. */
export function renderTimeLimit(minutes: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const days = Math.floor(minutes / 1440);
  const rest = `${two(Math.floor((minutes % 1440) / 60))}:${two(minutes % 60)}:00`;
  return days === 0 ? rest : `${days}-${rest}`;
}
