import { formatPlannedUuids, formatRankRanges, groupRanks } from '../../compiler/plan/group-ranks.ts';
import { describeSlurmOnly } from '../../compiler/plan/slurm-values.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { type Artifact, type EmitInput, type Emitter, type Refusal, refuseRoles } from '../emitter.ts';
import { chooseDelimiter, countThings, renderTemplate } from '../render-template.ts';

export const shellEmitter: Emitter = {
  name: 'shell',
  summary: "launch.sh: a page of bash that starts a host's ranks",
  implies: ['env'],
  refuse,
  *emit(input) {
    const content = renderTemplate('shell/launch.sh', describePage(input));
    yield { path: 'launch.sh', executable: true, content } satisfies Artifact;
  },
};

/** Only what starts all nodes knows which machine is which node. */
function refuse({ nodes, roles }: LaunchPlan): Refusal | null {
  if (roles !== null) return refuseRoles('launch.sh starts one program');
  const mapped = nodes.filter(({ nodeRank }) => nodeRank !== null);
  if (mapped.length < 2 || mapped[0]?.bind !== 'job') return null;
  const message = `launch.sh starts one machine's ranks, and which of the ${mapped.length} nodes that is, \`bind: job\` leaves open`;
  const help = 'leave `shell` out of `--emit`, and start the ranks with `rankplan run --nodes h1,h2`';
  return { code: 'RP4301', key: 'nodes', message, help };
}

function describePage({ plan, planDigest }: EmitInput): object {
  const { launch, master, nodes } = plan;
  const ranksOf = groupRanks(plan);
  const mapped = nodes.filter((node) => ranksOf.has(node.name));
  // A single node of a `bind: job` plan is the machine on which launch.sh is called.
  const byJob = mapped[0]?.bind === 'job';
  const facts = mapped.map(({ name, address }) => [name, byJob ? 'localhost' : (address ?? name)]);
  const ranks = mapped.map((node) => ranksOf.get(node.name) ?? []);
  const uuids = mapped.map((node, index) => formatPlannedUuids(node, ranks[index] ?? []));
  const places = facts.map((words, index) =>
    [...words, formatRankRanges(ranks[index] ?? []), uuids[index]].join(' ').trimEnd(),
  );
  return {
    plan,
    planDigest,
    size: `${countThings(plan.worldSize, 'rank')} on ${countThings(mapped.length, 'node')}`,
    byJob,
    masterAddress: byJob ? 'localhost' : (master.address ?? ''),
    masterPort: String(master.port),
    workdir: launch.workdir ?? '',
    command: [...(launch.wrap ?? []), ...(launch.command ?? [])],
    hasCommand: launch.command !== null,
    wrapWords: launch.wrap?.length ?? 0,
    slurmOnly: describeSlurmOnly(plan) ?? '',
    setup: launch.setup.length === 0 ? null : launch.setup,
    delimiter: chooseDelimiter(launch.setup),
    places,
    uuids: uuids.some((list) => list !== ''),
  };
}
