import { gpusOfRank } from '../../compiler/plan/group-ranks.ts';
import { hostsOfJob } from '../../compiler/plan/job-hosts.ts';
import { wordsOfProcess } from '../../compiler/plan/process-environment.ts';
import {
  listReplicas,
  nameReplica,
  portsOfProcess,
  type ReplicaOf,
} from '../../compiler/plan/replica-plan.ts';
import { groupBy, groupNeighbours } from '../../compiler/values/lists.ts';
import { formatRanges } from '../../compiler/values/number-list.ts';
import type { LaunchPlan, PlanRole } from '../../generated/plan.ts';

/** What the page says of each role, in words of shell: `roles.bash` has the functions. */
export function describeRoles(plan: LaunchPlan): readonly object[] {
  const hostOf = hostsOfJob(plan);
  const replicas = groupBy(listReplicas(plan), ({ role }) => role.name);
  return (plan.roles ?? []).map((role) => ({
    name: role.name,
    facts: describeFacts(role),
    setup: role.launch.setup,
    replicas: (replicas.get(role.name) ?? []).map((one) => ({
      title: describeDevices(one),
      place: [describeAddress(one, hostOf), ...describePlaces(one)],
      processes: describeProcesses(plan, one, hostOf),
    })),
  }));
}

/** What differs from the defaults of roles.bash. */
function describeFacts({ end, critical, dependsOn, drainSeconds, readiness, cpus, launch }: PlanRole) {
  const { graceSeconds, workdir, memory } = launch;
  const value = readiness?.value ?? '';
  const isBelow = readiness?.kind === 'file' && workdir !== null && !value.startsWith('/');
  const facts = {
    end: end ? 'yes' : '',
    critical: critical ? '' : 'no',
    after: Object.entries(dependsOn)
      .map(([name, state]) => `${name}:${state}`)
      .join(' '),
    ready: readiness?.kind ?? '',
    value: isBelow ? `${workdir}/${value}` : value,
    count: readiness?.kind === 'log' || readiness?.kind === 'http' ? `${readiness.count}` : '',
    timeout: readiness === null ? '' : `${readiness.timeoutSeconds}`,
    drain: drainSeconds === 0 ? '' : `${drainSeconds}`,
    grace: graceSeconds === 30 ? '' : `${graceSeconds}`,
    cpus: cpus === null ? '' : `${cpus}`,
    memory: memory === 'any' ? 'any' : '',
    workdir: workdir ?? '',
  };
  return Object.entries(facts)
    .filter(([, text]) => text !== '')
    .map(([key, text]) => `${key}=${text}`);
}

function describeAddress({ role, replica }: ReplicaOf, hostOf: (node: string) => string): string {
  const [leader] = replica.processes;
  const port = leader?.ports[role.readiness?.port ?? ''];
  return leader === undefined || port === undefined ? '-' : `${hostOf(leader.node)}:${port}`;
}

function describePlaces({ replica }: ReplicaOf): readonly string[] {
  const numbered = replica.processes.map(({ node }, number) => ({ node, number }));
  return [...groupBy(numbered, ({ node }) => node)].map(
    ([node, members]) => `${node}=${formatRanges(members.map(({ number }) => number))}`,
  );
}

/** `server-1: a GPUs 4-5`, for readers. */
function describeDevices(one: ReplicaOf): string {
  const places = [...groupBy(one.replica.processes, ({ node }) => node)].map(([node, members]) => {
    const gpus = [...new Set(members.flatMap(gpusOfRank))].sort((a, b) => a - b);
    return `${node} ${gpus.length === 0 ? 'CPU' : `GPU${gpus.length === 1 ? '' : 's'} ${formatRanges(gpus)}`}`;
  });
  const more = places.length > 8 ? [`${places.length - 8} nodes more`] : [];
  return `${nameReplica(one)}: ${[...places.slice(0, 8), ...more].join(', ')}`;
}

/** A line for neighbours that have the same words and ports. */
function describeProcesses(plan: LaunchPlan, one: ReplicaOf, hostOf: (node: string) => string) {
  const { role, replica } = one;
  const lines = replica.processes.map((process, number) => {
    const ports = portsOfProcess(role, process).map(({ port }) => port);
    const words = [...(role.launch.wrap ?? []), ...wordsOfProcess(plan, one, number, hostOf)];
    return { number, rest: [formatRanges(ports.sort((a, b) => a - b)) || '-', ...words] };
  });
  return groupNeighbours(lines, ({ rest }) => JSON.stringify(rest)).map(({ members }) => [
    formatRanges(members.map(({ number }) => number)),
    ...(members[0]?.rest ?? []),
  ]);
}
