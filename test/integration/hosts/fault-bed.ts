import { type ChildProcess, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { until } from '../../patience.ts';
import { makeFolder } from '../../scratch.ts';
import { type Host, type Hosts, startHosts } from './harness/hosts.ts';
import type { Process } from './harness/processes.ts';
import { launch, placeTopology } from './launch.ts';

/** Five hosts with two ranks each, and a launcher that has the topology. */
export interface FaultBed {
  readonly launcher: Host;
  readonly labs: readonly Host[];
  /** The host to which things happen; its ranks are 4 and 5. */
  readonly lab3: Host;
  /** A folder that all hosts could share. */
  readonly shared: string;
  readonly run: (fault: Fault) => Promise<Outcome>;
  /** Brings the program of the ranks to a host. */
  readonly place: (host: Host) => void;
  readonly stop: () => Promise<void>;
}

export interface Fault {
  /** Of rank.sh. Default: `work`. */
  readonly behaviour?: string;
  readonly options?: readonly string[];
  /** What is run, for the words of `rankplan run job.yaml --all`. Default: these. */
  readonly command?: (launch: readonly string[]) => readonly string[];
  readonly before?: (bed: FaultBed) => unknown;
  /** Default: every rank runs. */
  readonly when?: (bed: FaultBed) => boolean;
  readonly act?: (bed: FaultBed) => unknown;
  /** After what is left has been counted: makes it good again. */
  readonly after?: (bed: FaultBed) => unknown;
}

export interface Row extends Fault {
  readonly name: string;
  /** Null: killed. */
  readonly status: number | null;
  readonly says: RegExp;
  /** No rank may have run on any host. */
  readonly isRefused?: boolean;
}

export interface Outcome {
  readonly status: number | null;
  readonly text: string;
  /** Milliseconds: of the act, or of the start; when the launcher had ended, and the last rank on a host that runs. */
  readonly at: { readonly begin: number; readonly verdict: number; readonly last: number };
}

export const WORK = '/srv/work';
const TOPOLOGY = `nodes: [{ hosts: 'lab[1-5]', cpuRanks: 2 }]
launch: { command: [${WORK}/rank.sh], grace: 2, master: { port: 29555 } }
`;
/** Where the programs of the launcher lie on a host. */
export const CACHE = '/srv/home/root/.cache/rankplan';

/** What launches. */
export const LEADER = /^\S*node \S*rankplan\.cjs run \S+ --all/;

export async function startFaultBed(): Promise<FaultBed> {
  const hosts = await startHosts(5);
  const [lab3] = hosts.labs.filter(({ name }) => name === 'lab3') as [Host];
  const place = (host: Host): void =>
    copyFileSync(resolve('test/integration/hosts/rank.sh'), host.path(`${WORK}/rank.sh`));
  for (const host of [hosts.launcher, ...hosts.labs]) place(host);
  placeTopology(hosts, `${WORK}/job.yaml`, TOPOLOGY);
  const shared = makeFolder('rankplan-shared-');
  const bed: FaultBed = { ...hosts, lab3, shared, place, run: (fault) => runFault(bed, fault) };
  return bed;
}

/** What runs for the job; a session of sshd whose client is gone without a word is the system's. */
export const ranksLeft = (host: Host): readonly Process[] =>
  host.left().filter(({ command }) => !command.startsWith('sshd:'));

async function runFault(bed: FaultBed, fault: Fault): Promise<Outcome> {
  for (const host of [bed.launcher, ...bed.labs]) forget(host);
  await fault.before?.(bed);
  let begin = Date.now();
  const words = [...launch('job.yaml'), ...(fault.options ?? []), '--', fault.behaviour ?? 'work'];
  const child = bed.launcher.spawn(fault.command?.(words) ?? words);
  const ended = endOf(child);
  if (fault.act !== undefined) {
    const { when = everyRankRuns } = fault;
    await until('it is time', () => child.exitCode !== null || when(bed));
    begin = Date.now();
    await fault.act(bed);
    child.kill('SIGCONT'); // nsenter stops with what it has started, and does not go on with it
  }
  const { status, text } = await ended;
  const verdict = Date.now();
  const count = (hosts: readonly Host[]) => () => hosts.flatMap(ranksLeft).length === 0;
  // What `before` did may run on until `after`.
  if (fault.before === undefined || fault.act !== undefined)
    await until(
      `nothing is left: ${text}`,
      count([bed.launcher, ...bed.labs.filter((host) => !isFrozen(host))]),
    );
  const last = Date.now();
  await fault.after?.(bed);
  await until(`nothing is left at last: ${text}`, count([bed.launcher, ...bed.labs]));
  return { status, text, at: { begin, verdict, last } };
}

/** Programs that are on their way to a host. */
export const findUnfinished = (host: Host): readonly string[] =>
  existsSync(host.path(CACHE))
    ? readdirSync(host.path(CACHE)).filter((name) => !/^rankplan-(exec|probe)-\w+$/.test(name))
    : [];

function forget(host: Host): void {
  if (!existsSync(host.path(WORK))) mkdirSync(host.path(WORK));
  for (const name of readdirSync(host.path(WORK)))
    if (name.startsWith('here-') || name === 'go') rmSync(host.path(`${WORK}/${name}`));
  rmSync(host.path(`${WORK}/runs`), { recursive: true, force: true });
}

const everyRankRuns = ({ labs }: FaultBed): boolean =>
  labs.flatMap((host) => readdirSync(host.path(WORK)).filter((name) => name.startsWith('here-'))).length ===
  10;

/** Lets ranks that wait for it go on. */
export const letGo = ({ labs }: FaultBed): void => {
  for (const host of labs) writeFileSync(host.path(`${WORK}/go`), '');
};

const frozen = new WeakSet<Host>();
const isFrozen = (host: Host): boolean => frozen.has(host);

export async function freeze(host: Host): Promise<void> {
  frozen.add(host);
  await host.freeze();
}

export async function thaw(host: Host): Promise<void> {
  frozen.delete(host);
  await host.thaw();
}

function endOf(child: ChildProcess): Promise<{ status: number | null; text: string }> {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (more: string) => {
      text += more;
    });
  return new Promise((done) => child.on('close', (status) => done({ status, text })));
}

/** Sends a signal to all that the launcher runs with such a command; one may end with the one before it. */
export function signal(bed: Pick<Hosts, 'launcher'>, command: RegExp, name: NodeJS.Signals): void {
  spawnSync('kill', ['-s', name.slice('SIG'.length), ...find(bed, command).map(String)]);
}

function find({ launcher }: Pick<Hosts, 'launcher'>, command: RegExp): readonly number[] {
  const found = launcher.left().filter((process) => command.test(process.command));
  if (found.length === 0) throw new Error(`the launcher does not run ${command}`);
  return found.map(({ pid }) => pid);
}
