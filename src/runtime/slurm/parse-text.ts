import { oneLine } from '../../compiler/source/printable.ts';
import { expandHostList, MAX_RANGE } from '../../compiler/values/host-list.ts';
import { parseTimeLimit } from '../../compiler/values/time-limit.ts';
import { isNetworkLine } from '../network/network.ts';
import type {
  Cluster,
  ClusterNode,
  ClusterPartition,
  ClusterProblem,
  ClusterReservation,
  ClusterSettings,
  MemoryLimits,
} from './cluster.ts';
import { parseGres } from './parse-gres.ts';

/**
 * Reads what `scontrol show node`, `partition`, `topology`, `reservation` and `config` print, one after the other if need
 * be, in several lines or in one line a record (`-o`).
 *
 * A reason is free text and may look like fields or like another node. It cannot pass for one: a record starts at the
 * beginning of a line, where Slurm writes no other text, what follows `Reason=` on its line is never read as fields, and
 * of a field that comes twice the first counts (`-o` puts the reason after all that is read here).
 */
export function parseText(text: string): Cluster | ClusterProblem {
  const nodes: ClusterNode[] = [];
  const partitions: ClusterPartition[] = [];
  const network: string[] = [];
  const reservations: ClusterReservation[] = [];
  const settings: string[] = [];
  for (const [start = '', ...more] of splitRecords(text)) {
    const fields = readFields([start, ...more]);
    if (BEGINS_SETTINGS.test(start) || (settings.length > 0 && !RECORD.test(start))) settings.push(start);
    else if (start.startsWith('ReservationName=')) reservations.push(readReservation(fields));
    else if (fields.has('NodeName')) nodes.push(toNode(fields));
    else if (fields.has('PartitionName')) partitions.push(toPartition(fields));
    else if (isNetworkLine(start)) network.push(start);
    else if (start !== 'No reservations in the system')
      return { problem: `has a line that \`scontrol show node\` never prints: \`${oneLine(start)}\`` };
  }
  return {
    nodes,
    partitions: partitions.length === 0 ? null : partitions,
    ...(network.length === 0 ? {} : { network: network.join('\n') }),
    ...(settings.length === 0 ? {} : { settings: readSettings(settings) }),
    ...(reservations.length === 0 ? {} : { reservations }),
  };
}

/** Other versions print other lines and sections of the configuration: unknown ones are skipped. */
const BEGINS_SETTINGS = /^Configuration data as of /;
const RECORD = /^([A-Z][A-Za-z]+=|No reservations )/;

/** The lines of each record; indented ones belong to the record above. */
function splitRecords(text: string): string[][] {
  const records: string[][] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const current = records.at(-1);
    if (current !== undefined && /^\s/.test(line)) current.push(line);
    else records.push([line]);
  }
  return records;
}

/** Fields whose value is free text up to the end of the line. */
const FREE_TEXT = /(?:^|\s)(Reason|Comment|Extra)=/;

/** Slurm indents a field by three blanks, and what continues a free text by more. */
const CONTINUES = /^ {4}/;

function readFields(lines: readonly string[]): Fields {
  const fields = new Map<string, string>();
  const set = (name: string, value: string) => fields.has(name) || fields.set(name, value);
  let open: string | null = null;
  for (const line of lines) {
    if (open !== null && CONTINUES.test(line)) {
      fields.set(open, `${fields.get(open) ?? ''} ${line.trim()}`);
      continue;
    }
    const free = FREE_TEXT.exec(line);
    const plain = free === null ? line : line.slice(0, free.index);
    for (const [, name = '', value = ''] of plain.matchAll(/(?:^|\s)([A-Za-z][A-Za-z0-9_/]*)=(\S*)/g))
      set(name, value);
    open = free?.[1] ?? null;
    if (free !== null && open !== null) set(open, line.slice(free.index + free[0].length));
  }
  return fields;
}

function toNode(fields: Fields): ClusterNode {
  const gres = isNothing(fields.get('Gres') ?? '') ? '' : (fields.get('Gres') ?? '');
  // Behind a reason stands who gave it, and when.
  const reason = oneLine((fields.get('Reason') ?? '').replace(/ \[[^[\]\s@]*@[^[\]]+\](?=\s|$)/, ''));
  const states = (fields.get('State') ?? '').split(/[+,]/).flatMap(expandState);
  return {
    name: fields.get('NodeName') ?? '',
    cpus: wholeNumber(fields.get('CPUEfctv')) ?? wholeNumber(fields.get('CPUTot')),
    memoryMib: wholeNumber(fields.get('RealMemory')),
    gpus: parseGres(gres),
    gres: oneLine(gres),
    states: states.map((state) => oneLine(state).toUpperCase()).filter((state) => state !== ''),
    reason: isNothing(reason) ? null : reason,
    partitions: (fields.get('Partitions') ?? '').split(',').filter((partition) => !isNothing(partition)),
  };
}

/** Slurm's words for nothing. */
const isNothing = (text: string): boolean => text === '' || /^(\(null\)|n\/a|none)$/i.test(text);

/** Flags that a state may end in: `DOWN*` does not answer. Others say what keeps no job from the node. */
const SUFFIXES: Readonly<Record<string, string>> = {
  '*': 'NOT_RESPONDING',
  '%': 'POWERING_DOWN',
  '!': 'POWER_DOWN',
  '^': 'REBOOT_ISSUED',
  $: 'MAINTENANCE',
};

function expandState(state: string): readonly string[] {
  const name = state.replace(/[^A-Z_a-z].*$/, '');
  return [name, ...[...state.slice(name.length)].flatMap((suffix) => SUFFIXES[suffix] ?? [])];
}

function toPartition(fields: Fields): ClusterPartition {
  const limit = parseTimeLimit(fields.get('MaxTime') ?? 'UNLIMITED');
  const usual = parseTimeLimit(fields.get('DefaultTime') ?? 'NONE');
  return {
    name: fields.get('PartitionName') ?? '',
    isDefault: fields.get('Default') === 'YES',
    state: fields.get('State') ?? 'UP',
    maxMinutes: limit === Number.POSITIVE_INFINITY ? null : limit,
    ...(usual === null ? {} : { defaultMinutes: usual }),
    ...readMemoryLimits(fields),
  };
}

/** The fields of one line of `scontrol`. */
type Fields = ReadonlyMap<string, string>;

/** Slurm prints one of each pair, and `UNLIMITED` for the node if neither is set. */
function readMemoryLimits(fields: Fields): MemoryLimits {
  const perNode = wholeNumber(fields.get('MaxMemPerNode'));
  const perCpu = wholeNumber(fields.get('MaxMemPerCPU'));
  const usual = fields.get('DefMemPerNode');
  return {
    ...(perNode === null ? {} : { maxMemoryMib: perNode }),
    ...(perCpu === null ? {} : { maxMemoryPerCpuMib: perCpu }),
    ...(usual === undefined ? {} : { defaultMemoryMib: wholeNumber(usual) }),
  };
}

/** Lines of `scontrol show config`, such as `MaxTasksPerNode         = 512`, the first of them with the time. */
function readSettings([first = '', ...lines]: readonly string[]): ClusterSettings {
  const fields = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = /^(\w+) += (\S+)/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) fields.set(name, value);
  }
  return {
    asOf: first.split(' ').at(-1) ?? '',
    maxTasksPerNode: wholeNumber(fields.get('MaxTasksPerNode')),
    ...readMemoryLimits(fields),
  };
}

function readReservation(fields: Fields): ClusterReservation {
  const nodes = expandHostList(fields.get('Nodes') ?? '', MAX_RANGE);
  return {
    name: oneLine(fields.get('ReservationName') ?? ''),
    nodes: new Set('message' in nodes ? [] : nodes),
    isWhole: !fields.has('CoreIDs'),
    isActive: fields.get('State') === 'ACTIVE',
    isMagnetic: (fields.get('Flags') ?? '').split(',').includes('MAGNETIC'),
    start: oneLine(fields.get('StartTime') ?? ''),
    end: oneLine(fields.get('EndTime') ?? ''),
  };
}

/** A number as Slurm prints it; null for its words (`UNLIMITED`, `(null)`), and for what is not there. */
const wholeNumber = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;
