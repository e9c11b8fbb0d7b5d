import { join } from 'node:path';
import { createProcessEnvironments, wordsOfProcess } from '../../compiler/plan/process-environment.ts';
import { listPorts, nameReplica, planOfReplica, type ReplicaOf } from '../../compiler/plan/replica-plan.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import type { Audience, RunRequest } from '../../runtime/hosts/coordination.ts';
import { createHost } from '../../runtime/hosts/host.ts';
import { createSpares, placeMachines } from '../../runtime/hosts/place-machines.ts';
import { type SiteHosts, siteHosts } from '../../runtime/hosts/site-hosts.ts';
import { makeFolders } from '../../runtime/make-folders.ts';
import { readyFileOf } from '../../runtime/roles/await-ready.ts';
import type { PlanSource } from '../input/plan-source.ts';
import { type AuditOptions, type RunCall, readGrace } from './read-run-options.ts';

type UsedOption = 'allowBusy' | 'grace' | 'network' | 'record' | 'tee' | 'verify';

type UsedOfSite = 'plan' | 'id' | 'exec' | 'programs' | 'thisHost' | 'transport' | 'timeoutMs' | 'patienceMs';

export interface RolesScene extends Pick<SiteHosts, UsedOfSite> {
  readonly source: PlanSource;
  readonly options: Pick<RunCall['options'], UsedOption>;
  /** Of the logs of all replicas, on this machine. */
  readonly folder: string;
  readonly planDigest: string;
  /** The machine of each node, by the node's name. */
  readonly bound: ReadonlyMap<string, string>;
  /** The machines were given with `--nodes`. */
  readonly isBound: boolean;
  readonly hostOf: (node: string) => string;
  readonly audit: AuditOptions | null;
}

/** The request of a run of one replica, which `onlyChecks` makes to start nothing. */
export function describeRequest(
  scene: RolesScene,
  one: ReplicaOf,
  audience: Audience,
  onlyChecks: boolean,
): RunRequest {
  const { options, planDigest, id, folder: parent, source, hostOf } = scene;
  const name = nameReplica(one);
  const plan = withoutFalseAlarms(planOfReplica(scene.plan, one), one);
  const folder = join(parent, name);
  const { places } = placeMachines(plan, scene.isBound ? hostsOf(scene, plan) : null);
  const hosts = places.map(createHost);
  const command = [...(plan.launch.wrap ?? []), ...wordsOfProcess(scene.plan, one, 0, hostOf)];
  const isAudited = scene.audit !== null && isAlone(scene.plan, one);
  const site = siteHosts({
    ...scene,
    ...{ plan, hosts, command, places: source.loaded, isAudited, folder, id: `${id}/${name}`, port: null },
    ...{ allowBusy: options.allowBusy || !isAlone(scene.plan, one), onlyChecks },
    ...{
      isVerified: options.verify,
      isNetworkChecked: options.network,
      portsOf: (node) => listPorts(one).flatMap((own) => (own.node === node ? own.port : [])),
    },
    readyFile: readyFileOf(one),
  });
  const master = one.replica.master?.port;
  return {
    ...{ hosts, audience, onlyChecks, folder, timeoutMs: scene.timeoutMs, patienceMs: scene.patienceMs },
    site: {
      ...site,
      choosePort: (attempt) => (master === undefined ? site.choosePort(attempt) : Number(master)),
    },
    spares: createSpares(hosts, []),
    settings: {
      ...{ plan, planDigest, command, restarts: one.role.restarts, lines: false, record: options.record },
      graceSeconds: readGrace(options, plan),
      tee: options.tee || one.role.readiness?.kind === 'log',
      process: {
        environmentOf: createProcessEnvironments(scene.plan, one, hostOf),
        wordsOf: ({ rank }) => wordsOfProcess(scene.plan, one, rank, hostOf),
        hasWorld: one.role.world !== 'none',
        name,
      },
    },
    logs: () => folder,
    onBegin: () => makeFolders(folder), // of those on other hosts only the verdict is here
  };
}

/** A server that waits for requests does nothing, and that is as it should be. */
const withoutFalseAlarms = (plan: LaunchPlan, { role }: ReplicaOf): LaunchPlan =>
  role.world === 'none' ? { ...plan, launch: { ...plan.launch, watch: 'off' } } : plan;

/** The machines of the replica's nodes, in their order. */
const hostsOf = ({ bound }: RolesScene, { nodes }: LaunchPlan): readonly string[] =>
  nodes.filter(({ nodeRank }) => nodeRank !== null).map(({ name }) => bound.get(name) ?? name);

/** Whether no other role uses its GPUs in turns. */
export const isAlone = ({ roles }: LaunchPlan, { role }: ReplicaOf): boolean =>
  role.colocate === null && (roles ?? []).every(({ colocate }) => colocate !== role.name);
