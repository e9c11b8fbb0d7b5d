import { basename, dirname, isAbsolute, join, posix, resolve } from 'node:path';
import { nameDevices } from '../../compiler/plan/group-ranks.ts';
import type { LaunchPlan, PlanRank } from '../../generated/plan.ts';
import type { ThisHost } from '../run/this-host.ts';
import type { PlanSource } from '../verify/locate-node.ts';
import { locateNode } from '../verify/locate-node.ts';
import { usesNvidia } from '../verify/planned-node.ts';
import { connectHost, type HostLink } from './bootstrap.ts';
import type { Site } from './coordination.ts';
import type { Host } from './host.ts';
import { openLink } from './link.ts';
import { judgeLook, tabulate } from './look.ts';
import { type HostLook, questionsFor } from './look-questions.ts';
import { masterAddressOf } from './place-machines.ts';
import { reachHost, type Transport } from './reach-host.ts';
import type { Programs } from './send-program.ts';

export interface SiteHosts {
  readonly plan: LaunchPlan;
  readonly places: PlanSource;
  readonly hosts: readonly Host[];
  readonly transport: Transport;
  readonly thisHost: ThisHost;
  /** rankplan-exec of this machine. */
  readonly exec: string;
  /** What is sent to the others. */
  readonly programs: Programs;
  readonly command: readonly string[];
  readonly port: number | null;
  /** Names the run. */
  readonly id: string;
  /** Of its logs on this machine. */
  readonly folderHere: string;
  /** Where the launcher was called. */
  readonly cwd: string;
  readonly allowBusy: boolean;
  readonly onlyChecks: boolean;
  /** The GPUs are sampled while ranks run. */
  readonly isAudited: boolean;
  readonly isVerified: boolean;
  readonly patienceMs: number;
  readonly timeoutMs: number;
}

/** What values in the ranks' environment may depend on. */
const VARIABLES = [
  'TORCH_NCCL_ASYNC_ERROR_HANDLING',
  'OMP_NUM_THREADS',
  'SLURM_RESTART_COUNT',
  'SLURM_JOB_ID',
];

const MS = 1000;
const MOST_LOOKS = 5;

/** The hosts of a plan, each reached by ssh or another transport; this machine without one. */
export function siteHosts(site: SiteHosts): Site {
  const { plan } = site;
  const here = new Set<string>();
  const isHere = ({ machine }: Host): boolean => here.has(machine.name);
  const folderOf = (host: Host): string | null =>
    isHere(host) ? site.folderHere : findFolder(site, homeOf(host));
  const describeLook = (host: Host, attempt: number, logs: string): HostLook => ({
    ...{ plan, ranks: host.ranks, node: nodeOf(host), masterAddress: masterOf(site) ?? '', logs, attempt },
    ...{ isMaster: host.node.name === plan.master.node, port: site.port ?? portOf(plan) },
    ...{ directory: resolve(site.cwd, plan.launch.workdir ?? '.'), command: site.command },
    ...{ onlyChecks: site.onlyChecks, allowBusy: site.allowBusy, timeoutMs: site.timeoutMs },
    probe: site.isVerified ? probeOf(site, host, isHere(host)) : null,
    places: locateNode(site.places, plan, nodeOf(host)),
  });
  return {
    isAlone: false,
    transport: basename(site.transport.words[0]),
    async open(host, onBytes) {
      const { name } = host.machine;
      const words = await reachHost(site.transport, describeTarget(host), site.thisHost);
      host.reach = words;
      if (words === null) here.add(name);
      else here.delete(name);
      return words === null
        ? openLink(serve(site, site.exec), { onBytes })
        : connectHost(words, { ...describeConnection(site, host), onBytes });
    },
    questions(host, attempt) {
      const folder = folderOf(host);
      if (folder === null) return ['host']; // its home is not known
      const isFirst = host.facts.every(({ question }) => question === 'host');
      const variables = isFirst ? VARIABLES.map((name) => `variable ${name}`) : [];
      // A plan without a command is compared all the same.
      return [...variables, ...questionsFor(describeLook(host, attempt, folder))].filter(
        (question) => question !== 'command ',
      );
    },
    judge(host, attempt) {
      const folder = folderOf(host);
      if (folder === null || !host.facts.some(({ question }) => question === 'directory'))
        return { ...UNKNOWN, again: folder === null ? [] : (this.questions(host, attempt) ?? []) };
      return judgeLook(describeLook(host, attempt, folder), {
        ...{ facts: host.facts, gpuText: host.gpuText, clockAheadMs: host.clockAheadMs },
        isLastLook: host.looks >= MOST_LOOKS,
      });
    },
    place(host, attempt, port) {
      const folder = folderOf(host) ?? '';
      const inherited = isHere(host) ? process.env : readInherited(host);
      return {
        ...{ node: host.node, ranks: host.ranks, substitute: host.machine.substitute, port, folder, attempt },
        ...{ directory: resolve(site.cwd, plan.launch.workdir ?? '.'), inherited, isHere: isHere(host) },
        masterAddress: movedMaster(site),
        sampler: site.isAudited ? probeOf(site, host, isHere(host)) : null,
        placeOf: (rank) => nameOutputPlace(host.machine.name, rank),
      };
    },
    choosePort: (hosts) =>
      hosts.find(({ node }) => node.name === plan.master.node)?.look?.port ?? Number(plan.master.port),
    wordLoss: () => null,
  };
}

const UNKNOWN = {
  ...{ refusals: [], warnings: [], findings: [], port: null, freeMb: 0, identity: null, path: null },
  program: null,
} as const;

const serve = ({ patienceMs }: SiteHosts, exec: string): [string, ...string[]] => [
  exec,
  ...['--serve', '--patience', `${patienceMs / MS}`],
];

const portOf = ({ master }: LaunchPlan): number | 'auto' =>
  master.port === 'auto' ? 'auto' : Number(master.port);

/** What the machine is like that has the node's ranks. */
const nodeOf = ({ node, machine }: Host) => machine.substitute ?? node;

const describeTarget = ({ node, machine }: Host) => ({
  ...{ name: machine.name, address: machine.address, bindsByName: node.bind === 'name' },
});

const describeConnection = (site: SiteHosts, host: Host) => ({
  ...{ patience: site.patienceMs / MS, timeout: site.timeoutMs / MS },
  ...{ programs: site.programs, wantsProbe: wantsProbe(site, host) },
  directory: site.plan.launch.remote?.directory ?? null,
});

const wantsProbe = ({ isAudited, isVerified }: SiteHosts, host: Host): boolean =>
  isAudited || (isVerified && usesNvidia({ node: nodeOf(host), ranks: host.ranks }));

function probeOf(site: SiteHosts, host: Host, isHere: boolean): string | null {
  if (!wantsProbe(site, host)) return null;
  return isHere
    ? join(dirname(site.exec), 'rankplan-probe')
    : ((host.link as HostLink | null)?.probe ?? null);
}

const homeOf = ({ facts }: Host): string | null => tabulate(facts).value('host', 'home');

/** Under `launch.remote.directory`, else where the ranks work; null while it is not known which that is. */
function findFolder({ plan: { launch }, cwd, id }: SiteHosts, home: string | null): string | null {
  const directory = launch.remote?.directory ?? null;
  if (directory === null) return posix.join(resolve(cwd, launch.workdir ?? '.'), 'runs', id);
  if (isAbsolute(directory)) return posix.join(directory, 'runs', id);
  return home === null ? null : posix.join(home, directory.replace(/^~\//, ''), 'runs', id);
}

/** Where rank 0 is now. */
const masterOf = ({ plan, hosts }: SiteHosts): string | null =>
  masterAddressOf(
    plan,
    hosts.map(({ node, ranks, machine: { address } }) => ({ node, ranks, address })),
    hosts.map(({ machine }) => machine),
  );

/** Null where it is as the plan has it. */
function movedMaster(site: SiteHosts): string | null {
  const { plan, hosts } = site;
  const host = hosts.find(({ node }) => node.name === plan.master.node);
  return host?.node.bind === 'job' || host?.machine.substitute != null ? masterOf(site) : null;
}

function readInherited({ facts }: Host): Record<string, string | undefined> {
  const table = tabulate(facts);
  return Object.fromEntries(VARIABLES.map((name) => [name, table.value('variable', name) ?? undefined]));
}
/** ` lab2:0`, or ` lab2` of a rank without GPU: behind a rank's number in its output. */
function nameOutputPlace(machine: string, rank: PlanRank): string {
  const devices = nameDevices(rank);
  return devices === 'CPU' ? ` ${machine}` : ` ${machine}:${devices.replace(/^GPUs? /, '')}`;
}
