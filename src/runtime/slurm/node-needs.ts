import type { Reporter, Severity } from '../../compiler/diagnostics/reporter.ts';
import type { Span } from '../../compiler/source/source-file.ts';
import { compressHostList } from '../../compiler/values/compress-host-list.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import { countCpuShares } from '../../compiler/values/slurm-cpus.ts';
import type { Code } from '../../generated/codes.ts';
import type { PlanNode, PlanRank } from '../../generated/plan.ts';
import { type Comparison, tallyGpus, totalOf } from './cluster.ts';

/** What a plan wants of one of its nodes. */
export interface NodeNeeds {
  /** GPUs by their type in Slurm's GRES; under null those of which the topology does not say it. */
  readonly gpus: ReadonlyMap<string | null, number>;
  /** What the topology counts on. */
  readonly cpus: number;
  /** Without so many Slurm refuses the job. */
  readonly requiredCpus: number;
  readonly requiresTypes: boolean;
}

/** Slurm does not count a GPU that is divided into MIG instances: it counts the instances. */
export function needsOf(
  { plan: { slurm }, requests }: Pick<Comparison, 'plan' | 'requests'>,
  node: PlanNode,
  { length: ranks }: readonly PlanRank[],
): NodeNeeds {
  const divided = new Set(node.gpus.map(({ parent }) => parent));
  const own = node.gpus.filter(({ index }) => !divided.has(index));
  const gpus = tallyGpus(own.map(({ gres }) => ({ type: gres, count: 1 })));
  const shares = countCpuShares(slurm?.cpusPerTask ?? null, ranks, node.cpus);
  const cpus = Math.max(node.cpus ?? 0, (slurm?.cpusPerTask ?? 1) * shares);
  const request = requests.get(node.name) ?? { cpus, isTyped: true };
  return { gpus, cpus, requiredCpus: request.cpus ?? 0, requiresTypes: request.isTyped };
}

/** `4 GPUs (1 a100, 3 of no type)`. */
export function renderGpus(tally: ReadonlyMap<string | null, number>): string {
  const total = totalOf(tally);
  const kinds = [...tally].map(([type, count]) => `${count} ${type ?? 'of no type'}`);
  const detail = total === 0 || (tally.size === 1 && tally.has(null)) ? '' : ` (${kinds.join(', ')})`;
  return `${total} GPU${total === 1 ? '' : 's'}${detail}`;
}

/** One finding about one node; `text` continues its name. */
export interface NodeFinding {
  readonly code: Code;
  readonly severity: Severity;
  readonly span: Span;
  readonly host: string;
  readonly text: string;
  readonly help: string;
}

/** How many names a message spells out. */
const MAX_NAMES = 64;

/** Reports findings; one that is the same of many nodes of one place is reported once, with all their names. */
export function reportNodes(findings: readonly NodeFinding[], report: Reporter): void {
  const groups = groupBy(findings, ({ code, severity, span, text }) =>
    [code, severity, span.start, text].join('\n'),
  );
  for (const alike of groups.values()) {
    const { severity, code, span, text, help } = alike[0];
    const names = compressHostList(alike.slice(0, MAX_NAMES).map(({ host }) => host));
    const rest = alike.length > MAX_NAMES ? ` and ${alike.length - MAX_NAMES} more` : '';
    report[severity](code, span, `${names}${rest}: ${text}`, { help });
  }
}
