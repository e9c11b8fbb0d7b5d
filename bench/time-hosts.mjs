import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { CLI, ROOT } from './programs.mjs';
import { writeHosts } from './topologies.mjs';

const HARNESS = join(ROOT, 'test/integration/hosts/harness/hosts.ts');
const RANK = join(ROOT, 'bench/rank-mark.sh');
const HANG_SECONDS = 60;

/** Hosts that are network namespaces of this machine, each with a real sshd; they share this machine's /tmp. */
export async function withHosts(folder, count, use) {
  const { startHosts } = await loadHarness(folder);
  const hosts = await startHosts(count);
  try {
    return await use(hosts);
  } finally {
    await hosts.stop();
  }
}

/** The harness of the tests is TypeScript, and finds its scripts beside itself. */
async function loadHarness(folder) {
  const outfile = join(folder, 'harness.mjs');
  const define = { 'import.meta.url': JSON.stringify(pathToFileURL(HARNESS).href) };
  await build({ entryPoints: [HARNESS], outfile, bundle: true, format: 'esm', platform: 'node', define });
  return import(pathToFileURL(outfile).href);
}

/** Commands that run rank-mark.sh with so many ranks on each host, by the folder in which ranks leave their marks. */
const COMMANDS = {
  rankplan: (folder, names, ranks, marks) => [
    ...[process.execPath, CLI, 'run', writeHosts(folder, names, ranks, ['/bin/bash', RANK, marks])],
    ...['--all', '--timeout', String(HANG_SECONDS)],
  ],
  // It sometimes hangs.
  mpirun: (_, names, ranks, marks) => [
    ...[
      'timeout',
      '--kill-after=5',
      String(HANG_SECONDS),
      'mpirun',
      '--allow-run-as-root',
      '--oversubscribe',
    ],
    ...['--mca', 'oob_tcp_if_include', 'eth0', '--mca', 'plm_rsh_args', '-oBatchMode=yes'],
    ...['--host', names.map((name) => `${name}:${ranks}`).join(), '/bin/bash', RANK, marks],
  ],
  ssh(folder, names, ranks, marks) {
    const loop = join(folder, 'loop.sh');
    const remote = `for ((i = 0; i < ${ranks}; i++)); do /bin/bash ${RANK} ${marks} & done; wait`;
    const each = names.map((name) => `ssh -oBatchMode=yes ${name} '${remote}' </dev/null &\n`);
    writeFileSync(loop, `${each.join('')}wait\n`);
    return ['/bin/bash', loop];
  },
};

/**
 * A function that starts all ranks by `launcher`, and resolves with the milliseconds until `what`: the `first` rank ran,
 * or the `verdict`, which is the end of the launcher.
 */
export function prepareHosts(folder, hosts, ranks, launcher, what) {
  const marks = join(folder, `marks-${launcher}`);
  const names = hosts.labs.map(({ name }) => name);
  const command = COMMANDS[launcher](folder, names, ranks, marks);
  return async function once() {
    rmSync(marks, { recursive: true, force: true });
    mkdirSync(marks);
    const begin = Date.now();
    const { status, stderr } = await hosts.launcher.run(command);
    const end = Date.now();
    if (launcher === 'mpirun' && status === 124) {
      process.stderr.write('bench: mpirun hung, and is started again\n');
      return once();
    }
    const seen = readdirSync(marks).map((name) => statSync(join(marks, name)).mtimeMs);
    const ran = new Set(readdirSync(marks).map((name) => name.slice(0, name.lastIndexOf('-'))));
    if (status !== 0 || seen.length !== ranks * names.length || ran.size !== names.length)
      throw new Error(
        `${launcher}: status ${status}, ${seen.length} ranks ran on ${ran.size} hosts: ${stderr}`,
      );
    return (what === 'first' ? Math.min(...seen) : end) - begin;
  };
}
