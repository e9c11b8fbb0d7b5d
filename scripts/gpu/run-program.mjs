import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** A step that cannot be done here, and is no failure. */
export class Absent extends Error {}

/**
 * `run(program, args, options)` resolves to what the program said, and rejects when it ends badly (unless `mayFail`) or is
 * not done at `deadline`, a time in milliseconds; then it is killed with all that it started.
 */
export function createProgramRunner(root, deadline) {
  const run = (program, args, { mayFail = false, env = {}, cwd = root } = {}) =>
    new Promise((resolve, reject) => {
      const start = Date.now();
      const child = spawn(program, args, {
        cwd,
        env: { ...process.env, ...env },
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const timer = setTimeout(() => killGroup(child), Math.max(0, deadline - start));
      const texts = { stdout: '', stderr: '' };
      for (const name of ['stdout', 'stderr'])
        child[name].setEncoding('utf8').on('data', (piece) => {
          texts[name] += piece;
        });
      child.on('error', (error) => {
        clearTimeout(timer);
        reject(error.code === 'ENOENT' ? new Absent(`${program} is not there`) : error);
      });
      child.on('close', (status, signal) => {
        clearTimeout(timer);
        const seconds = (Date.now() - start) / 1000;
        if (signal === 'SIGKILL' && Date.now() >= deadline) reject(new Error(`${program} took too long`));
        else if (status === 0 || mayFail) resolve({ status, signal, seconds, ...texts });
        else
          reject(
            new Error(`${program} ${args.join(' ')}: ${signal ?? `status ${status}`}: ${lastLines(texts)}`),
          );
      });
    });
  /** The command line of this clone. */
  run.rankplan = (args, options) =>
    run(process.execPath, [join(root, 'dist/rankplan.cjs'), ...args], options);
  return run;
}

function killGroup({ pid }) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
}

const lastLines = ({ stdout, stderr }) => (stderr.trim() || stdout.trim()).split('\n').slice(-6).join(' | ');
