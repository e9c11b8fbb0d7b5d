// `npm start`: compiles examples/quickstart and runs it on this machine, as a user would by hand.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const example = join('examples', 'quickstart');
const output = join('build', 'quickstart');
process.chdir(root);

run('dist/rankplan.cjs', ['check', `${example}/topology.yaml`]);
run('dist/rankplan.cjs', ['show', `${example}/topology.yaml`]);
run('dist/rankplan.cjs', ['compile', `${example}/topology.yaml`, '-o', output]);
// The worker is `node worker.mjs`: this very node, whatever PATH says, in the example's folder.
const PATH = `${dirname(process.execPath)}:${process.env.PATH ?? ''}`;
run(join(root, output, 'launch.sh'), [], { cwd: example, env: { ...process.env, PATH } });
printLogs(join(output, 'runs'));

console.log(`
Each rank printed its planned place, after a real all-reduce over TCP. Next:
  ls ${output}                       what was written; ${output}/launch.sh --help
  cat ${output}/env/rank-0.env       what a rank finds in its environment
  cat examples/heterogeneous/README.md          uneven GPUs: scores 100, 90, 80, 110 give GPUs 3, 0, 1, 2
  dist/rankplan.cjs init                        write a topology of your own`);

function run(command, args, options = {}) {
  console.log(`\n$ ${[command, ...args].map((word) => word.replace(`${root}/`, '')).join(' ')}`);
  const [program, ...rest] = command.endsWith('.cjs')
    ? [process.execPath, command, ...args]
    : [command, ...args];
  const { status, error } = spawnSync(program, rest, { stdio: 'inherit', ...options });
  if (error !== undefined) console.error(error.message);
  if (status !== 0) process.exit(status ?? 1);
}

/** The logs of the newest run, rank by rank. */
function printLogs(runs) {
  const [newest] = readdirSync(runs)
    .map((id) => ({ id, time: statSync(join(runs, id)).mtimeMs }))
    .sort((a, b) => b.time - a.time);
  const folder = join(runs, newest.id);
  console.log(`\n$ cat ${folder}/rank-*.out`);
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith('.out'))
    .sort()) {
    process.stdout.write(readFileSync(join(folder, name), 'utf8'));
  }
}
