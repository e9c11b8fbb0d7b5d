import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';

/** A step that cannot be done here, and is no failure. */
export class Absent extends Error {}

/** After KILL: what sleeps in a driver never ends, and holds its pipes. */
const LAST_WAIT_MS = 5000;
const running = new Set();

/** Ends everything that runs, with all that it started. */
export function endPrograms() {
  for (const child of running) killGroup(child);
}

/**
 * `run(program, args, options)` resolves to what the program said, and rejects when it ends badly (unless `mayFail`) or is
 * not done at `deadline`, a time in milliseconds; then it is killed with all that it started. The Python that was found
 * is the first on the PATH, as where its environment is active.
 */
export function createProgramRunner({ root, found }, deadline) {
  const run = async (program, args, { mayFail = false, env = {}, cwd = root } = {}) => {
    const start = Date.now();
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...activate(found.python), ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const words = [program, ...args].join(' ');
    const ended = await waitFor(child, deadline).catch((error) => {
      throw error.code === 'ENOENT' ? new Absent(`${program} is not there`) : error;
    });
    if (ended === null) throw new Error(`${words} took too long`);
    if (ended.status !== 0 && !mayFail)
      throw new Error(`${words}: ${ended.signal ?? `status ${ended.status}`}: ${lastLines(ended)}`);
    return { ...ended, seconds: (Date.now() - start) / 1000 };
  };
  /** The command line of this clone. */
  run.rankplan = (args, options) =>
    run(process.execPath, [join(root, 'dist/rankplan.cjs'), ...args], options);
  return run;
}

/** Null when the time is over before the child. */
function waitFor(child, deadline) {
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'])
    child[name].setEncoding('utf8').on('data', (piece) => {
      texts[name] += piece;
    });
  running.add(child);
  const timers = [];
  const ended = new Promise((resolve, reject) => {
    const giveUp = () => {
      child.unref();
      for (const stream of child.stdio) stream?.destroy();
      resolve(null);
    };
    const end = () => {
      killGroup(child);
      timers.push(setTimeout(giveUp, LAST_WAIT_MS));
    };
    timers.push(setTimeout(end, Math.max(0, deadline - Date.now())));
    child.on('error', reject);
    child.on('close', (status, signal) =>
      resolve(signal === 'SIGKILL' && Date.now() >= deadline ? null : { status, signal, ...texts }),
    );
  });
  return ended.finally(() => {
    running.delete(child);
    for (const timer of timers) clearTimeout(timer);
  });
}

const activate = (python) =>
  python?.includes('/') ? { PATH: `${dirname(python)}:${process.env['PATH'] ?? '/bin:/usr/bin'}` } : {};

function killGroup({ pid }) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
}

const lastLines = ({ stdout, stderr }) => (stderr.trim() || stdout.trim()).split('\n').slice(-6).join(' | ');
