import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import { expandNumberList, formatRanges } from '../../compiler/values/number-list.ts';
import { type Coverage, mappedGpus, type PlannedNode } from './planned-node.ts';

/** The CPUs of this machine, and of this process. Null if the kernel does not say. */
export interface HostCpus {
  readonly count: number;
  readonly online: ReadonlySet<number> | null;
  /** By cgroup, `taskset` or Slurm. */
  readonly allowed: ReadonlySet<number> | null;
}

/**
 * Reports which CPUs of the planned GPUs are not available: an error if the machine has none of them, else a warning,
 * because ranks then run on the CPUs that they may use.
 */
export function compareCpus(planned: PlannedNode, host: HostCpus, coverage: Coverage, report: Reporter) {
  const { node, places } = planned;
  if (node.cpus !== null && host.count < node.cpus) {
    const text = `${node.name} should have ${node.cpus} CPUs and has ${host.count}`;
    report.warning('RP5235', places.cpus(), text, { help: COUNT_HELP });
  }
  const gpus = mappedGpus(planned).filter(({ cpus }) => cpus !== null);
  let isWhole = gpus.length > 0 && host.allowed !== null;
  for (const [list, same] of groupBy(gpus, ({ cpus }) => cpus ?? '')) {
    const lack = findLack(list, host);
    if (lack === null) continue;
    isWhole = false;
    const indices = same.map(({ index }) => index);
    const { severity, text, help } = lack;
    const message = `GPU ${node.name}:${formatRanges(indices)} has CPUs ${list}, and ${text}`;
    report[severity]('RP5235', places.gpu(indices[0] ?? 0, 'cpus'), message, { help });
  }
  if (isWhole) coverage.verified.push("the GPUs' CPUs");
}

function findLack(list: string, { online, allowed }: HostCpus) {
  const numbers = expandNumberList(list);
  if ('problem' in numbers) return null;
  const there = numbers.filter((cpu) => online?.has(cpu) !== false);
  if (there.length === 0)
    return { severity: 'error' as const, text: 'this machine has none of them', help: MACHINE_HELP };
  const usable = there.filter((cpu) => allowed?.has(cpu) !== false);
  const severity = 'warning' as const;
  if (usable.length < there.length)
    return { severity, text: `this process may use ${formatCpus(usable)}`, help: PROCESS_HELP };
  if (there.length === numbers.length) return null;
  return { severity, text: `this machine has ${formatCpus(there)}`, help: MACHINE_HELP };
}

const formatCpus = (cpus: readonly number[]): string =>
  cpus.length === 0 ? 'none of them' : `${formatRanges(cpus.toSorted((a, b) => a - b))} only`;

const COUNT_HELP = 'correct `cpus:` in the topology, or see why the kernel has fewer (`lscpu`)';
const MACHINE_HELP =
  'correct `cpus` in the topology or its inventory file (`rankplan probe` tells them), or bring the CPUs online';
const PROCESS_HELP =
  'see `taskset -cp $$` and the cpuset of the cgroup or the job: ask for these CPUs, or start where they are allowed';
