import { basename, dirname, isAbsolute, join, posix, resolve } from 'node:path';
import { nameDevices } from '../../compiler/plan/group-ranks.ts';
import { planNetworkCheck } from '../../compiler/plan/plan-network-check.ts';
import type { LaunchPlan, PlanRank } from '../../generated/plan.ts';
import { areOnOneMachine } from '../reach/network.ts';
import type { ThisHost } from '../run/this-host.ts';
import { locateNode, type PlanSource } from '../verify/locate-node.ts';
import { usesNvidia } from '../verify/planned-node.ts';
import { connectHost, type HostLink } from './bootstrap.ts';
import type { Site } from './coordination.ts';
import type { Host } from './host.ts';
import { openLink } from './link.ts';
import { judgeLook, type LookJudgement, networkOf } from './look.ts';
import { tabulate } from './look-facts.ts';
import { type HostLook, questionsFor } from './look-questions.ts';
import { masterAddressOf } from './place-machines.ts';
import { reachHost, type Transport } from './reach-host.ts';
import type { Programs } from './send-program.ts';

export interface SiteHosts {
  readonly plan: LaunchPlan;
  readonly places: PlanSource;
  readonly hosts: readonly Host[];
  /** Null: all ranks are on this machine. */
  readonly transport: Transport | null;
  readonly thisHost: ThisHost;
  /** rankplan-exec of this machine. */
  readonly exec: string;
  /** What is sent to the others. */
  readonly programs: Programs;
  readonly command: readonly string[];
  readonly port: number | null;
  /** Names the run. */
  readonly id: string;
  /** The folder of its logs on this machine. */
  readonly folder: string;
  readonly allowBusy: boolean;
  readonly onlyChecks: boolean;
  /** The GPUs are sampled while ranks run. */
  readonly isAudited: boolean;
  readonly isVerified: boolean;
  readonly isNetworkChecked: boolean;
  /** Ports besides that of rank 0 on which ranks of the node will listen. */
  readonly portsOf: (node: string) => readonly number[];
  /** The node, and the file on it, that will show that the role is ready. */
  readonly readyFile: { readonly node: string; readonly path: string } | null;
  readonly patienceMs: number;
  readonly timeoutMs: number;
}

/** Variables on which values in the ranks' environment may depend. */
const VARIABLES =
  'TORCH_NCCL_ASYNC_ERROR_HANDLING OMP_NUM_THREADS PYTHONPATH SLURM_RESTART_COUNT SLURM_JOB_ID'.split(' ');

const MOST_LOOKS = 5;

/** The hosts of a plan, each reached by ssh or another transport; this machine without one. */
export function siteHosts(site: SiteHosts): Site {
  const { plan, hosts, transport } = site;
  const { master } = plan;
  return {
    isAlone: false,
    transport: transport && basename(transport.words[0]),
    async open(host, onBytes) {
      const { node, machine } = host;
      const target = { name: machine.name, address: machine.address, bindsByName: node.bind === 'name' };
      host.reach = transport && (await reachHost(transport, target, site.thisHost));
      const patience = site.patienceMs / 1000;
      if (host.reach === null)
        return openLink([site.exec, '--serve', '--patience', `${patience}`], { onBytes });
      return connectHost(host.reach, {
        ...{ patience, timeout: site.timeoutMs / 1000, onBytes },
        ...{ programs: site.programs, wantsProbe: wantsProbe(site, host) },
        directory: plan.launch.remote?.directory ?? null,
      });
    },
    checks: {
      questions: (host, attempt) => questionsOf(site, host, attempt),
      judge: (host, attempt) => judgeHost(site, host, attempt),
      network: describeNetwork(site),
    },
    place(host) {
      const isMoved = hosts.some(
        (of) => of.node.name === master.node && (of.node.bind === 'job' || of.machine.substitute !== null),
      );
      return {
        ...{ folder: folderOf(site, host) ?? '', directory: directoryOf(plan) },
        inherited: isHere(host) ? process.env : readInherited(host),
        masterAddress: isMoved ? masterAddressOf(plan, hosts) : null,
        sampler: site.isAudited ? probeOf(site, host) : null,
        placeOf: (rank) => nameOutputPlace(host.machine.name, rank),
      };
    },
    choosePort: () => hosts.find(({ node }) => node.name === master.node)?.look?.port ?? Number(master.port),
  };
}

function describeNetwork(site: SiteHosts): NonNullable<Site['checks']>['network'] {
  const { plan, hosts, places } = site;
  const check = networkCheckOf(site);
  return (
    check && {
      check,
      masterAddress: () => masterAddressOf(plan, hosts) ?? '',
      questionOf: (host) => networkOf(describeLook(site, host, 0, ''), host.facts),
      placesOf: (host) => locateNode(places, plan, nodeOf(host)),
    }
  );
}

const networkCheckOf = ({ plan, isNetworkChecked }: SiteHosts) => planNetworkCheck(plan, isNetworkChecked);

const isHere = ({ reach }: Host): boolean => reach === null;

/** The node entry of the machine that has the node's ranks. */
const nodeOf = ({ node, machine }: Host) => machine.substitute ?? node;

/** The working directory of the ranks: by default that in which the launcher was called. */
const directoryOf = ({ launch }: LaunchPlan): string => resolve(launch.workdir ?? '.');

function describeLook(site: SiteHosts, host: Host, attempt: number, logs: string): HostLook {
  const { plan, command, onlyChecks, allowBusy, timeoutMs } = site;
  const { master } = plan;
  const node = nodeOf(host);
  const masterAddress = masterAddressOf(plan, site.hosts) ?? '';
  return {
    ...{ plan, node, ranks: host.ranks, places: locateNode(site.places, plan, node) },
    ...{ command, logs, attempt, onlyChecks, allowBusy, timeoutMs, directory: directoryOf(plan) },
    ...{
      network: networkCheckOf(site),
      others: site.hosts.length === 1 || areOnOneMachine(masterAddress) ? 'none' : 'unknown',
      machine: host.machine.name,
    },
    masterAddress,
    isMaster: host.node.name === master.node,
    ports: site.portsOf(host.node.name),
    readyFile: site.readyFile?.node === host.node.name ? site.readyFile.path : null,
    port: site.port ?? (master.port === 'auto' ? 'auto' : Number(master.port)),
    probe: site.isVerified ? probeOf(site, host) : null,
  };
}

function questionsOf(site: SiteHosts, host: Host, attempt: number): readonly string[] {
  const folder = folderOf(site, host);
  if (folder === null) return ['host']; // its home is not known
  const isFirst = host.facts.every(({ question }) => question === 'host');
  const variables = isFirst ? VARIABLES.map((name) => `variable ${name}`) : [];
  // A plan without a command is compared all the same.
  return [...variables, ...questionsFor(describeLook(site, host, attempt, folder))].filter(
    (question) => question !== 'command ',
  );
}

function judgeHost(site: SiteHosts, host: Host, attempt: number): LookJudgement {
  const folder = folderOf(site, host);
  if (folder === null || !host.facts.some(({ question }) => question === 'directory'))
    return { ...UNKNOWN, again: folder === null ? [] : questionsOf(site, host, attempt) };
  const { facts, gpuText, clockAheadMs, looks } = host;
  const answer = { facts, gpuText, clockAheadMs, isLastLook: looks >= MOST_LOOKS };
  return judgeLook(describeLook(site, host, attempt, folder), answer);
}

const UNKNOWN = {
  ...{ refusals: [], warnings: [], findings: [], port: null, freeMb: 0, identity: null, program: null },
} as const;

const wantsProbe = ({ isAudited, isVerified }: SiteHosts, host: Host): boolean =>
  isAudited || (isVerified && usesNvidia({ node: nodeOf(host), ranks: host.ranks }));

function probeOf(site: SiteHosts, host: Host): string | null {
  if (!wantsProbe(site, host)) return null;
  return isHere(host)
    ? join(dirname(site.exec), 'rankplan-probe')
    : ((host.link as HostLink | null)?.probe ?? null);
}

/**
 * The folder of the run's logs on a host: below `launch.remote.directory`, else where the ranks work; null while the
 * home folder there is not known.
 */
function folderOf({ plan, folder, id }: SiteHosts, host: Host): string | null {
  const directory = plan.launch.remote?.directory ?? null;
  if (isHere(host)) return folder;
  if (directory === null) return posix.join(directoryOf(plan), 'runs', id);
  if (isAbsolute(directory)) return posix.join(directory, 'runs', id);
  const home = tabulate(host.facts).value('host', 'home');
  return home === null ? null : posix.join(home, directory.replace(/^~\//, ''), 'runs', id);
}

function readInherited({ facts }: Host): Record<string, string | undefined> {
  const table = tabulate(facts);
  return Object.fromEntries(VARIABLES.map((name) => [name, table.value('variable', name) ?? undefined]));
}

/** ` lab2:0`, or ` lab2` of a rank without GPU: after a rank's number in its output. */
function nameOutputPlace(machine: string, rank: PlanRank): string {
  const devices = nameDevices(rank);
  return devices === 'CPU' ? ` ${machine}` : ` ${machine}:${devices.replace(/^GPUs? /, '')}`;
}
