import { oneLine } from '../../compiler/source/printable.ts';
import { expandHostList, MAX_RANGE } from '../../compiler/values/host-list.ts';
import type { ClusterReservation, ClusterSettings, MemoryLimits } from './cluster.ts';

/** The fields of one line of `scontrol`. */
export type Fields = ReadonlyMap<string, string>;

/** Of each pair Slurm prints one, and `UNLIMITED` of the node where neither is set. */
export function readMemoryLimits(fields: Fields): MemoryLimits {
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
export function readSettings([first = '', ...lines]: readonly string[]): ClusterSettings {
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

export function readReservation(fields: Fields): ClusterReservation {
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
export function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
