import type { PlanRank } from '../../../../src/generated/plan.ts';
import { devicesOf, expectedGpus, expectedReport, ownGpus, reportedFacts } from './expected-report.ts';
import type { PlanRun, TaskReport } from './run-plan.ts';

/** Everything that is not as planned, in sentences; nothing: the run is the plan. */
export function findDifferences(run: PlanRun, isConstrained: boolean): readonly string[] {
  const { plan, state, exitCode, log, reports } = run;
  if (state !== 'COMPLETED' || exitCode !== 0) return [`the job is ${state} with status ${exitCode}: ${log}`];
  const ports = new Set(reports.map((report) => report?.['MASTER_PORT']));
  return [
    ...(ports.size === 1 && /^\d+$/.test(String([...ports][0])) ? [] : [`master ports: ${[...ports]}`]),
    ...plan.ranks.flatMap((rank, i) => {
      const report = reports[i];
      if (report == null) return [`rank ${i} reported nothing, or twice`];
      return [...compareFacts(run, rank, report), ...compareDevices(run, rank, report, isConstrained)];
    }),
    ...compareNeighbours(run),
  ];
}

function compareFacts(run: PlanRun, rank: PlanRank, report: TaskReport): readonly string[] {
  const facts = reportedFacts(report);
  return Object.entries(expectedReport(run, rank))
    .filter(([name, value]) => facts[name] !== value)
    .map(([name, value]) => `rank ${rank.rank}: ${name} is ${facts[name]}, not ${value}`);
}

function compareDevices(
  { plan, hostOf }: PlanRun,
  rank: PlanRank,
  report: TaskReport,
  isConstrained: boolean,
): readonly string[] {
  const node = plan.nodes.find(({ name }) => name === rank.node);
  const host = hostOf(rank.node);
  const visible = String(report['CUDA_VISIBLE_DEVICES']);
  const isShared = plan.slurm?.allocation === 'shared';
  const wanted = expectedGpus(plan, rank);
  const found: string[] = [];
  if (isShared ? visible.split(',').filter(Boolean).length !== wanted.length : visible !== wanted.join(',')) {
    found.push(`rank ${rank.rank}: sees ${visible}, not ${isShared ? `${wanted.length} GPUs` : wanted}`);
  }
  // Peers copy to each other directly, so all that the job holds on the node must stay open to each of its ranks.
  // (On one machine a cluster cannot deny what it calls the devices of another node.)
  const own = report.allowed.filter((device) => device.startsWith(`${host}-`));
  const planned = new Set(plan.ranks.filter((other) => other.node === rank.node).flatMap(ownGpus));
  const open = isShared ? planned.size : (node?.gpus.length ?? 0);
  const all = devicesOf(host, node?.gpus.map(({ index }) => index) ?? []);
  if (own.length < open || (isConstrained && own.length !== open)) {
    found.push(`rank ${rank.rank}: may open ${own} of ${all}, not ${open}`);
  }
  return found;
}

/** On shared nodes which GPUs the ranks get is open, but not that they are different ones. */
function compareNeighbours({ plan, reports }: PlanRun): readonly string[] {
  if (plan.visibility === 'ordered') return [];
  const ranksOn = new Map<string, number[]>();
  plan.ranks.forEach(({ node, gpu }, rank) => {
    if (gpu === null) return;
    for (const device of String(reports[rank]?.['CUDA_VISIBLE_DEVICES']).split(',')) {
      const key = `${node} ${device}`;
      ranksOn.set(key, [...(ranksOn.get(key) ?? []), rank]);
    }
  });
  return [...ranksOn]
    .filter(([, ranks]) => ranks.length > plan.mapping.ranksPerGpu)
    .map(([place, ranks]) => `ranks ${ranks} share ${place}`);
}
