import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { planOf } from '../compile-text.ts';
import { makeFolder } from '../scratch.ts';
import { writeDirectory } from '../write-directory.ts';

/*
 * job.sbatch without Slurm: srun is a stand-in that starts one task on b1, of the words before a colon, as the real one
 * does for a component; scontrol is one that writes down its words, and does with them what a test says. What Slurm itself
 * makes of it is in test/integration/slurm.
 */
const SRUN = `#!/bin/bash
env >>"$RECORD"
while [[ $1 == --* ]]; do shift; done
case "$LACKING $*" in
  yes*'[ -r'*) echo b1; exit ;;
  yes*|srun*) echo 'srun: error: no task' >&2; exit 2 ;;
esac
task_words=()
for word; do
  [[ $word != : ]] || break
  task_words+=("$word")
done
export SLURMD_NODENAME=b1 SLURM_NTASKS=1 SLURM_PROCID=0 SLURM_LOCALID=0
exec "\${task_words[@]}"
`;

export interface JobOptions {
  /** Default: the script itself. */
  readonly call?: readonly string[];
  readonly slurm?: object;
  readonly nodes?: readonly object[];
  readonly env?: NodeJS.ProcessEnv;
  readonly launch?: object;
  /** What scontrol does with its words, in bash. */
  readonly scontrol?: string;
  /** Default: the test's folder. */
  readonly cwd?: string;
  readonly prepare?: (out: string) => void;
}

export function runJob({
  call = [],
  slurm = {},
  nodes = [{ hosts: 'b1', cpuRanks: 1 }],
  env = {},
  launch: more = {},
  scontrol = 'exit 1',
  cwd,
  prepare,
}: JobOptions) {
  const folder = join(makeFolder('job'), 'a case');
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'srun'), SRUN, { mode: 0o755 });
  const asked = join(folder, 'asked');
  // How signals reach tasks is for signals.test.ts.
  const config = `[[ $* == 'show config' ]] && echo 'ProctrackType = proctrack/linuxproc' && exit`;
  const lines = `#!/bin/bash\n${config}\necho "$*" >>'${asked}'\n${scontrol}\n`;
  writeFileSync(join(bin, 'scontrol'), lines, { mode: 0o755 });
  const launch = { command: ['echo', 'ran'], backend: 'gloo', ...more };
  const out = join(folder, 'out');
  writeDirectory(out, planOf({ version: 1, name: 'case', nodes, launch, slurm }));
  prepare?.(out);
  const record = join(folder, 'record');
  const { status, stderr } = spawnSync('env', [...call, join(out, 'job.sbatch')], {
    encoding: 'utf8',
    cwd: cwd ?? folder,
    env: {
      PATH: `${bin}:${process.env['PATH']}`,
      SLURM_JOB_ID: '9',
      SLURM_JOB_NODELIST: 'b1',
      RECORD: record,
      LACKING: '',
      ...env,
    },
  });
  const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null);
  const [run = ''] = existsSync(join(out, 'runs')) ? readdirSync(join(out, 'runs')) : [];
  const [log, health] = ['rank-0.out', 'health/b1.log'].map((name) => read(join(out, 'runs', run, name)));
  return { status, stderr, run, log, given: read(record), health, asked: read(asked) ?? '' };
}
