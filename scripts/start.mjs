// `npm start`: runs examples/quickstart on this machine in both ways, as a user would by hand.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const example = join('examples', 'quickstart');
const output = join('build', 'quickstart');
const page = join(output, 'launch.sh');
const RANKPLAN = join('dist', 'rankplan.cjs');
process.chdir(root);
// The worker is `node worker.mjs`: this very node, whatever PATH says, in the example's folder.
const PATH = `${dirname(process.execPath)}:${process.env.PATH ?? ''}`;
const named = (what) => ({ ...process.env, PATH, RANKPLAN_RUN_ID: `${what}-${process.pid}` });
const up = (path) => join('..', '..', path);

run(RANKPLAN, ['check', `${example}/topology.yaml`]);
run(RANKPLAN, ['show', `${example}/topology.yaml`]);
run(RANKPLAN, ['compile', `${example}/topology.yaml`, '-o', output]);
if (existsSync(`dist/native/${process.platform}-${process.arch}/rankplan-exec`))
  run(up(RANKPLAN), ['run', up(output), '--tee'], { cwd: example, env: named('run') });
else console.log('\n`rankplan run` needs the native part, and so a C++ compiler: only launch.sh is run.');
run(up(page), [], { cwd: example, env: named('page') });
printLogs(join(output, 'runs', named('page').RANKPLAN_RUN_ID));

console.log(`
Each rank printed its planned place, after a real all-reduce over TCP. Next:
  cat ${page}           the same launch as one page of bash, which needs no rankplan
  cat ${output}/env/rank-0.env       what a rank finds in its environment
  cat examples/heterogeneous/README.md          uneven GPUs: scores 100, 90, 80, 110 give GPUs 3, 0, 1, 2
  cat examples/three-machines/README.md         three machines, one command
  dist/rankplan.cjs init                        write a topology of your own`);

function run(command, args, options = {}) {
  const place = options.cwd === undefined ? '' : `cd ${options.cwd} && `;
  console.log(`\n$ ${place}${[command, ...args].join(' ')}`);
  const words = command.endsWith('.cjs') ? [process.execPath, command, ...args] : [command, ...args];
  const { status, error } = spawnSync(words[0], words.slice(1), { stdio: 'inherit', ...options });
  if (error !== undefined) console.error(error.message);
  if (status !== 0) process.exit(status ?? 1);
}

/** What the ranks printed, rank by rank. */
function printLogs(folder) {
  console.log(`\n$ cat ${folder}/rank-*.out`);
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith('.out'))
    .sort()) {
    process.stdout.write(readFileSync(join(folder, name), 'utf8'));
  }
}
