import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import type { Compiled } from './compile-program.ts';
import { withinCpuSeconds } from './cpu-time.ts';
import { HANG_MS } from './patience.ts';

const run = promisify(execFile);

const PROGRAM = fileURLToPath(new URL('compile-program.ts', import.meta.url));

/** Bundles the compiler into one program in `folder`; returns its path. */
export async function bundleProgram(folder: string): Promise<string> {
  const outfile = join(folder, 'compile.cjs');
  await build({
    entryPoints: [PROGRAM],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
  });
  return outfile;
}

export interface ProcessOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cpuSeconds?: number;
  readonly maxHeapMib?: number;
}

/** Compiles `file` in a process of its own; rejects when that throws, takes too long or runs out of memory. */
export async function compileApart(
  program: string,
  file: string,
  options: ProcessOptions = {},
): Promise<Compiled> {
  const { cwd, env = {}, cpuSeconds = 60, maxHeapMib = 3000 } = options;
  const args = [`--max-old-space-size=${maxHeapMib}`, program, file];
  const { stdout } = await run(...withinCpuSeconds(cpuSeconds, process.execPath, args), {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, ...env },
    timeout: HANG_MS,
    killSignal: 'SIGKILL',
    maxBuffer: 1 << 26,
  });
  return JSON.parse(stdout) as Compiled;
}
