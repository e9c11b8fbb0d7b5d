import {
  formatPlannedCpus,
  formatPlannedUuids,
  formatRankRanges,
  groupRanks,
} from '../../compiler/plan/group-ranks.ts';
import { type LaunchSpare, listLaunchSpares } from '../../compiler/plan/launch-spares.ts';
import { describeSlurmOnly } from '../../compiler/plan/slurm-only.ts';
import { formatRanges } from '../../compiler/values/number-list.ts';
import type { LaunchPlan, PlanNode, PlanRank } from '../../generated/plan.ts';
import type { Artifact, EmitInput, Emitter } from '../emitter.ts';
import { libraryDigest } from '../library.ts';
import { renderTemplate } from '../render-template.ts';
import { chooseDelimiter, countThings } from '../script-text.ts';

export const shellEmitter: Emitter = {
  name: 'shell',
  summary: "launch.sh: starts a host's ranks without Slurm, and leaves none behind",
  implies: ['env'],
  library: ['launch'],
  refuse: () => null,
  *emit(input) {
    const content = renderTemplate('shell/launch.sh', describeScript(input));
    yield { path: 'launch.sh', executable: true, content } satisfies Artifact;
  },
};

function describeScript({ plan, planDigest }: EmitInput): object {
  const { launch, master } = plan;
  const ranksOf = groupRanks(plan);
  const mapped = plan.nodes.filter((node) => ranksOf.has(node.name));
  return {
    plan,
    planDigest: planDigest.slice(0, 12),
    lib: libraryDigest('launch'),
    size: `${countThings(plan.worldSize, 'rank')} on ${countThings(mapped.length, 'node')}`,
    byJob: mapped[0]?.bind === 'job',
    masterAddress: master.address ?? '',
    masterPort: String(master.port),
    workdir: launch.workdir ?? '',
    remote: listRemoteWords(launch.remote),
    remoteUser: launch.remote?.user ?? '',
    remoteDir: launch.remote?.directory ?? '',
    anyMemory: launch.memory === 'any',
    wrap: launch.wrap,
    command: launch.command ?? [],
    slurmOnly: describeSlurmOnly(plan) ?? '',
    setup: launch.setup.length === 0 ? null : launch.setup,
    delimiter: chooseDelimiter(launch.setup),
    nodes: mapped.map((node) => describeNode(node, ranksOf.get(node.name) ?? [])),
    spares: listLaunchSpares(plan, ranksOf).map((spare) => describeSpare(spare, mapped, ranksOf)),
  };
}

/** What `launch.remote` puts before a host; null where it says nothing of that. */
function listRemoteWords(remote: LaunchPlan['launch']['remote']): readonly string[] | null {
  const { command = null, user = null, port = null } = remote ?? {};
  if (command === null && user === null && port === null) return null;
  return [
    ...(command ?? ['ssh']),
    ...(user === null ? [] : ['-l', user]),
    ...(port === null ? [] : ['-p', `${port}`]),
  ];
}

/** A `place` line: name, address, ranks, then the planned UUIDs and the CPUs of the GPUs that have ranks. */
function describeNode(node: PlanNode, ranks: readonly PlanRank[]): readonly string[] {
  const uuids = formatPlannedUuids(node, ranks);
  const cpus = formatPlannedCpus(node, ranks);
  const facts = [...(uuids === '' && cpus === '' ? [] : [uuids || '-']), ...(cpus === '' ? [] : [cpus])];
  return [node.name, node.address ?? '-', formatRankRanges(ranks), ...facts];
}

/** A `spare` line: name, address, the places that it can take, its UUIDs, whether CPUs are the same; then why not others. */
function describeSpare(
  { node, places, unlike, hasSameCpus }: LaunchSpare,
  mapped: readonly PlanNode[],
  ranksOf: ReadonlyMap<string, readonly PlanRank[]>,
): readonly string[] {
  // Those whose places it can take have the same GPUs, and ranks on the same ones but for uneven plans.
  const ranks = ranksOf.get(mapped[places[0] ?? 0]?.name ?? '') ?? [];
  return [
    node.name,
    node.address ?? node.name,
    formatRanges(places) || '-',
    formatPlannedUuids(node, ranks) || '-',
    hasSameCpus ? 'same' : 'other',
    ...[...unlike].map(([reason, of]) => `${formatRanges(of)}=${reason}`),
  ];
}
