interface HostName {
  readonly prefix: string;
  /** The digits at the end, with their zeros; empty when there are none. */
  readonly digits: string;
}

/** Slurm keeps suffixes as numbers up to this many digits; longer ones are part of the name. */
const MAX_DIGITS = 15;

/**
 * Writes host names as a Slurm host list, in order and with repeats, as `scontrol show hostlist` does: neighbours with
 * one prefix share a bracket, ascending neighbours of one width share a range.
 */
export function compressHostList(hosts: readonly string[]): string {
  const groups: string[] = [];
  const names = hosts.map(splitName);
  for (let first = 0; first < names.length; ) {
    const { prefix, digits } = names[first] as HostName;
    let end = first + 1;
    while (digits !== '' && end < names.length && names[end]?.prefix === prefix && names[end]?.digits !== '') end++;
    const ranges = joinRanges(names.slice(first, end).map((name) => name.digits));
    groups.push(/[,-]/.test(ranges) ? `${prefix}[${ranges}]` : prefix + ranges);
    first = end;
  }
  return groups.join(',');
}

/** The same, sorted as `scontrol show hostlistsorted` sorts: by prefix, then by width of the number, then by number. */
export function compressSortedHostList(hosts: readonly string[]): string {
  return compressHostList([...hosts].sort((a, b) => compareHosts(splitName(a), splitName(b))));
}

function compareHosts(a: HostName, b: HostName): number {
  if (a.prefix !== b.prefix) return a.prefix < b.prefix ? -1 : 1;
  const [paddedA, paddedB] = [paddedWidth(a.digits), paddedWidth(b.digits)];
  return paddedA - paddedB || Number(a.digits) - Number(b.digits);
}

/** A number without leading zeros has no width of its own: 9 and 10 stand in one range. */
const paddedWidth = (digits: string): number => (/^0\d/.test(digits) ? digits.length : 0);

function splitName(host: string): HostName {
  const digits = new RegExp(`\\d{1,${MAX_DIGITS}}$`).exec(host)?.[0] ?? '';
  return { prefix: host.slice(0, host.length - digits.length), digits };
}

function joinRanges(numbers: readonly string[]): string {
  const ranges: string[] = [];
  for (let first = 0; first < numbers.length; ) {
    let last = first;
    while (follows(numbers[last] as string, numbers[last + 1])) last++;
    ranges.push(last === first ? (numbers[first] as string) : `${numbers[first]}-${numbers[last]}`);
    first = last + 1;
  }
  return ranges.join(',');
}

/** Whether `next` continues a range: one more, and printed at the same width. */
function follows(number: string, next: string | undefined): boolean {
  return next !== undefined && next !== '' && next === String(Number(number) + 1).padStart(number.length, '0');
}
