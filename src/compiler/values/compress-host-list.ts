import { compareText } from '../diagnostics/reporter.ts';
import { MAX_RANGE } from './host-list.ts';

interface HostName {
  readonly prefix: string;
  /** The digits at the end, with their zeros; empty when there are none. */
  readonly digits: string;
}

/**
 * Writes host names as a Slurm host list, in order and with repeats, as `scontrol show hostlist` does: neighbours with
 * one prefix share a bracket, ascending neighbours of one width share a range.
 */
export function compressHostList(hosts: readonly string[]): string {
  return joinNames(hosts.map(splitName));
}

/** The same, sorted as `scontrol show hostlistsorted` sorts: by prefix, then by width of the number, then by number. */
export function compressSortedHostList(hosts: readonly string[]): string {
  return joinNames(hosts.map(splitName).sort(compareNames));
}

/** Digits of one width sort by code unit as they do by number. */
function compareNames(a: HostName, b: HostName): number {
  return (
    compareText(a.prefix, b.prefix) || a.digits.length - b.digits.length || compareText(a.digits, b.digits)
  );
}

/** Numbers of up to 15 digits are exact; digits before them are part of the name. */
function splitName(host: string): HostName {
  const digits = /\d{1,15}$/.exec(host)?.[0] ?? '';
  return { prefix: host.slice(0, host.length - digits.length), digits };
}

function joinNames(names: readonly HostName[]): string {
  const groups: string[] = [];
  for (let first = 0; first < names.length; ) {
    const { prefix, digits } = names[first] as HostName;
    let end = first + 1;
    while (digits !== '' && end < names.length && names[end]?.prefix === prefix && names[end]?.digits !== '')
      end++;
    const ranges = joinRanges(names.slice(first, end).map((name) => name.digits));
    groups.push(/[,-]/.test(ranges) ? `${prefix}[${ranges}]` : prefix + ranges);
    first = end;
  }
  return groups.join(',');
}

/** Slurm refuses a range of more than `MAX_RANGE` hosts, so a longer one is written in pieces. */
function joinRanges(numbers: readonly string[]): string {
  const ranges: string[] = [];
  for (let first = 0; first < numbers.length; ) {
    let last = first;
    while (last - first + 1 < MAX_RANGE && follows(numbers[last] as string, numbers[last + 1])) last++;
    ranges.push(last === first ? (numbers[first] as string) : `${numbers[first]}-${numbers[last]}`);
    first = last + 1;
  }
  return ranges.join(',');
}

/** Whether `next` continues a range: one more, and printed at the same width. */
function follows(number: string, next: string | undefined): boolean {
  return (
    next !== undefined && next !== '' && next === String(Number(number) + 1).padStart(number.length, '0')
  );
}
