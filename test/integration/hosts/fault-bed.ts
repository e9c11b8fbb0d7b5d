import type { ChildProcess } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { until } from '../../patience.ts';
import { type Host, type Hosts, startHosts } from './harness/hosts.ts';
import type { Process } from './harness/processes.ts';

/** Five hosts with two ranks each, and a launcher that has the same directory. */
export interface FaultBed {
  readonly launcher: Host;
  readonly labs: readonly Host[];
  /** The host to which things happen; its ranks are 4 and 5. */
  readonly lab3: Host;
  readonly run: (fault: Fault) => Promise<Outcome>;
  readonly place: (host: Host, compiled?: string) => void;
  readonly stop: () => Promise<void>;
}

export interface Fault {
  /** Of rank.sh. Default: `work`. */
  readonly behaviour?: string;
  readonly options?: readonly string[];
  readonly before?: (bed: FaultBed) => unknown;
  /** Once every rank runs. */
  readonly act?: (bed: FaultBed, launcher: ChildProcess) => unknown;
  /** After what is left has been counted: makes it good again. */
  readonly after?: (bed: FaultBed) => unknown;
}

export interface Outcome {
  readonly status: number | null;
  readonly text: string;
  /** Milliseconds: of the act, or of the start; when the launcher had ended, and the last rank on a host that runs. */
  readonly at: { readonly begin: number; readonly verdict: number; readonly last: number };
}

export const WORK = '/srv/work';
const JOB = `${WORK}/job`;

export async function startFaultBed(compiled: string): Promise<FaultBed> {
  const hosts = await startHosts(5);
  const [lab3] = hosts.labs.filter(({ name }) => name === 'lab3') as [Host];
  const place = (host: Host, from = compiled): void => {
    rmSync(host.path(JOB), { recursive: true, force: true });
    cpSync(from, host.path(JOB), { recursive: true });
    copyFileSync(resolve('test/integration/hosts/rank.sh'), host.path(`${WORK}/rank.sh`));
  };
  for (const host of [hosts.launcher, ...hosts.labs]) place(host);
  const bed: FaultBed = { ...hosts, lab3, place, run: (fault) => runFault(bed, fault) };
  return bed;
}

/** What runs for the job; a session of sshd whose client is gone without a word is the system's. */
export const ranksLeft = (host: Host): readonly Process[] =>
  host.left().filter(({ command }) => !command.startsWith('sshd:'));

async function runFault(bed: FaultBed, fault: Fault): Promise<Outcome> {
  for (const host of bed.labs) forget(host);
  await fault.before?.(bed);
  let begin = Date.now();
  const child = bed.launcher.spawn([
    'bash',
    'job/launch.sh',
    '--all',
    ...(fault.options ?? []),
    '--',
    fault.behaviour ?? 'work',
  ]);
  const ended = endOf(child);
  if (fault.act !== undefined) {
    await until('every rank runs', () => child.exitCode !== null || countRanks(bed) === 10);
    begin = Date.now();
    await fault.act(bed, child);
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

function forget(host: Host): void {
  if (!existsSync(host.path(WORK))) mkdirSync(host.path(WORK));
  for (const name of readdirSync(host.path(WORK)))
    if (name.startsWith('here-') || name === 'go') rmSync(host.path(`${WORK}/${name}`));
  rmSync(host.path(`${JOB}/runs`), { recursive: true, force: true });
}

const countRanks = ({ labs }: FaultBed): number =>
  labs.flatMap((host) => readdirSync(host.path(WORK)).filter((name) => name.startsWith('here-'))).length;

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

/** Sends a signal to what the launcher runs with such a command. */
export function signal({ launcher }: Pick<Hosts, 'launcher'>, command: RegExp, name: NodeJS.Signals): void {
  const found = launcher.left().filter((process) => command.test(process.command));
  if (found.length === 0) throw new Error(`the launcher does not run ${command}`);
  for (const { pid } of found) process.kill(pid, name);
}
