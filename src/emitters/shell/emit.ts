import {
  formatPlannedCpus,
  formatPlannedUuids,
  formatRankRanges,
  groupRanks,
} from '../../compiler/plan/group-ranks.ts';
import { renderSetup } from '../../compiler/plan/setup-command.ts';
import { describeSlurmOnly } from '../../compiler/plan/slurm-only.ts';
import type { LaunchPlan, PlanNode, PlanRank } from '../../generated/plan.ts';
import type { Artifact, EmitInput, Emitter } from '../emitter.ts';
import { renderParts } from '../render-template.ts';

/** The script reads from top to bottom: what is this plan's, then what is the same in every launch.sh. */
const PARTS = [
  'shell/launch.sh',
  'shell/caller.sh',
  'shell/plan.sh',
  'shell/arguments.sh',
  'shell/this-host.sh',
  'shell/checks.sh',
  'shell/gpus.sh',
  'shell/exec.sh',
  'shell/ranks.sh',
  'shell/status.sh',
  'shell/leftovers.sh',
  'shell/show-logs.sh',
  'shell/follower.sh',
] as const;

export const shellEmitter: Emitter = {
  name: 'shell',
  summary: "launch.sh: starts a host's ranks without Slurm, and leaves none behind",
  implies: ['env'],
  refuse: () => null,
  *emit(input) {
    const view = describeScript(input);
    const content = renderParts(PARTS, view);
    yield { path: 'launch.sh', executable: true, content } satisfies Artifact;
  },
};

function describeScript({ plan, planDigest }: EmitInput): object {
  const { launch, master } = plan;
  const ranksOf = groupRanks(plan);
  const mapped = plan.nodes.filter((node) => ranksOf.has(node.name));
  return {
    plan,
    planDigest,
    nodeCount: mapped.length,
    binding: mapped[0]?.bind ?? 'name',
    masterAddress: master.address ?? '',
    masterPort: String(master.port),
    workdir: launch.workdir ?? '',
    anyMemory: launch.memory === 'any',
    wrap: launch.wrap ?? [],
    command: launch.command ?? [],
    slurmOnly: describeSlurmOnly(plan) ?? '',
    setup: launch.setup.length === 0 ? '' : renderSetup(launch.setup),
    pathIsKnown: isPathKnown(plan) ? 'yes' : '',
    nodes: mapped.map((node) => describeNode(node, ranksOf.get(node.name) ?? [])),
  };
}

/** A rank finds its command where launch.sh does, unless something may change PATH on the way. */
function isPathKnown({ launch, nodes }: LaunchPlan): boolean {
  const mayChangePath = [launch.env, ...nodes.map((node) => node.env)].some((env) =>
    Object.hasOwn(env, 'PATH'),
  );
  return launch.setup.length === 0 && !mayChangePath;
}

/** A line of the table of nodes: name, address, ranks, then the planned UUIDs and the CPUs of the GPUs that have ranks. */
function describeNode(node: PlanNode, ranks: readonly PlanRank[]): string {
  const uuids = formatPlannedUuids(node, ranks);
  const cpus = formatPlannedCpus(node, ranks);
  const facts = cpus === '' ? uuids : `${uuids === '' ? '-' : uuids} ${cpus}`;
  return `${node.name} ${node.address ?? '-'} ${formatRankRanges(ranks)} ${facts}`.trimEnd();
}
