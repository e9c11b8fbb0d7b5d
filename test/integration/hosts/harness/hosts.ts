import type { ChildProcess } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../../../patience.ts';
import { requireTool } from '../../require-tool.ts';
import { type RunOptions, type RunResult, runInside, spawnInside } from '../../slurm/harness/commands.ts';
import { keep } from '../../slurm/harness/keeper.ts';
import { type Process, processesIn } from './processes.ts';
import { writeIdentities } from './write-identities.ts';

export interface HostOptions extends RunOptions {
  /** Default: root. Each host also knows `alice`, who is nobody special. */
  readonly user?: 'root' | 'alice';
}

/** A machine of its own: network, host name, processes, users, an sshd, and a disk at `/srv`. */
export interface Host {
  readonly name: string;
  readonly address: string;
  readonly run: (argv: readonly string[], options?: HostOptions) => Promise<RunResult>;
  readonly spawn: (argv: readonly string[], options?: HostOptions) => ChildProcess;
  /** Where this process finds a path of the host. */
  readonly path: (path: string) => string;
  /** What runs there beside what ran when the host was started. */
  readonly left: () => readonly Process[];
  /** The cable is pulled: nobody is told. */
  readonly cut: () => Promise<void>;
  readonly mend: () => Promise<void>;
  /** A rate as `tc` takes it, towards the host: `1mbit`. */
  readonly slow: (rate: string) => Promise<void>;
  /** A cable that delays each frame, and loses some; until `mend`. */
  readonly worsen: (delayMs: number, loss: number) => Promise<void>;
  /** All of its processes are stopped; the kernel still answers. */
  readonly freeze: () => Promise<void>;
  readonly thaw: () => Promise<void>;
  /** Pulls the plug. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
}

export interface Hosts {
  /** Where the terminal is; it has an sshd too. */
  readonly launcher: Host;
  readonly labs: readonly Host[];
  readonly stop: () => Promise<void>;
}

const scriptOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const addressOf = (index: number): string => `10.77.${(index + 1) >> 8}.${(index + 1) & 255}`;

/** Starts the launcher and so many hosts, `lab1`, `lab2` …; resolves when every sshd listens. */
export async function startHosts(count: number): Promise<Hosts> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'rankplan-hosts-'));
  const names = ['launcher', ...Array.from({ length: count }, (_, i) => `lab${i + 1}`)];
  writeIdentities(
    folder,
    names.map((name, i) => ({ name, address: addressOf(i) })),
  );
  const keeper = await keep(scriptOf('keep-hosts.sh'), [folder]);
  const [launcher, ...labs] = names.map((name, i) => hostOf(folder, keeper.pid, name, addressOf(i)));
  if (launcher === undefined) throw new Error('there is always a launcher');
  const stop = async (): Promise<void> => {
    await keeper.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const host of [launcher, ...labs]) await host.start();
    return { launcher, labs, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function hostOf(folder: string, keeper: number, name: string, address: string): Host {
  const pidFile = join(folder, `${name}.pid`);
  let pid = 0;
  let own: ReadonlySet<number> = new Set();
  const switchboard = { pid: keeper, chroot: null, workDir: '/', env: {}, hasNetwork: true };
  const onSwitch = async (argv: readonly string[]): Promise<void> => must(argv, runInside(switchboard, argv));
  const inside = () => ({ ...switchboard, pid, workDir: '/srv/work' });
  const signal = async (word: string): Promise<void> => {
    // -1: every process that the sender can see but itself; the first one ignores it.
    await must([word], runInside(inside(), ['bash', '-c', `kill -${word} -1; kill -${word} -1`]));
  };
  const start = async (): Promise<void> => {
    await until(`${name} is up`, () => existsSync(pidFile));
    pid = Number(readFileSync(pidFile, 'utf8'));
    own = new Set(processesIn(pid).map((process) => process.pid));
  };
  return {
    name,
    address,
    run: (argv, options) => runInside(inside(), ...as(argv, options)),
    spawn: (argv, options) => spawnInside(inside(), ...as(argv, options)),
    path: (path) => `/proc/${pid}/root${path}`,
    left: () => processesIn(pid).filter((process) => !own.has(process.pid)),
    cut: () => onSwitch(['ip', 'link', 'set', `port-${name}`, 'down']),
    mend: () => onSwitch(['bash', '-c', MEND, 'mend', name]),
    slow: (rate) => {
      const limit = ['rate', rate, 'burst', '32kbit', 'latency', '400ms'];
      return onSwitch(['tc', 'qdisc', 'replace', 'dev', `port-${name}`, 'root', 'tbf', ...limit]);
    },
    worsen: (delayMs, loss) =>
      onSwitch(['bash', '-c', WORSEN, scriptOf('worsen-link.py'), name, String(delayMs), String(loss)]),
    freeze: () => signal('STOP'),
    thaw: () => signal('CONT'),
    kill: async () => {
      rmSync(pidFile);
      process.kill(pid, 'SIGKILL');
      await until(`${name} is gone`, () => !existsSync(`/proc/${pid}/ns/pid`));
    },
    start: async () => {
      const words = [scriptOf('start-host.sh'), folder, String(keeper), name, address];
      if (pid !== 0) await onSwitch(['bash', '-c', SWITCH_ON, ...words]);
      await start();
    },
  };
}

const SWITCH_ON = 'setsid bash "$0" "$@" </dev/null >"$1/$3.log" 2>&1 &';

/** The port leaves the switch; the relay carries between it and another cable into the switch. */
const WORSEN = `set -e
ip link set "port-$1" nomaster
ip link add "way-$1" type veth peer name "end-$1"
ip link set "way-$1" up
ip link set "end-$1" master switch up
setsid python3 "$0" "port-$1" "way-$1" "$2" "$3" </dev/null >/dev/null 2>&1 &`;

const MEND = `ip link set "port-$1" up
tc qdisc del dev "port-$1" root 2>/dev/null
! ip link del "way-$1" 2>/dev/null || ip link set "port-$1" master switch`;

function as(
  argv: readonly string[],
  { user = 'root', ...options }: HostOptions = {},
): [readonly string[], RunOptions] {
  const env = { HOME: `/srv/home/${user}`, USER: user, ...options.env };
  const become = user === 'root' ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups'];
  return [[...become, ...argv], { ...options, env }];
}

async function must(argv: readonly string[], result: Promise<RunResult>): Promise<void> {
  const { status, stderr } = await result;
  if (status !== 0) throw new Error(`${argv.join(' ')}: status ${status}: ${stderr}`);
}

function canHaveHosts(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/sbin/sshd')) return false;
  try {
    execFileSync('unshare', ['--net', '--pid', '--fork', 'ip', 'link', 'add', 'x', 'type', 'bridge'], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

/** Whether this machine can have hosts; in CI it must. */
export const hasHosts = requireTool('sshd', canHaveHosts(), 'apt-get install openssh-server, and be root');
