import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCallerOpenFiles } from '../../src/runtime/run/caller-limit.ts';
import { makeFolder } from '../scratch.ts';
import { makePlan, writeOutput } from '../unit/launch-sh-fixture.ts';
import { EXEC, hasExec } from './exec-fixture.ts';
import { findRun, writeJob } from './run-fixture.ts';

/** All that the kernel lets a parent hand down, by a child of bash where bash itself blocks signals now and then. */
const TELL = `cat /proc/self/limits
grep -E '^(Umask|Uid|Gid|Groups|Sig(Blk|Ign|Cgt)|Cap...|NoNewPrivs|Seccomp|THP_enabled|(Cpus|Mems)_allowed_list)' /proc/self/status
cat /proc/self/{oom_score_adj,coredump_filter,cgroup,personality,timerslack_ns,loginuid} 2>/dev/null
read -r stat </proc/$$/stat; read -r -a fields <<<"\${stat##*) }"; echo "nice \${fields[16]} policy \${fields[38]}"
for fd in 0 1 2; do read -r _ flags < <(grep flags /proc/$$/fdinfo/$fd); echo "nonblocking $fd: $((flags & 04000))"; done
for fd in /proc/$$/fd/*; do [[ \${fd##*/} == 255 || ! -e $fd ]] || echo "open: \${fd##*/}"; done`;

const CLI = resolve(process.env['RANKPLAN_CLI'] ?? 'dist/rankplan.cjs');

/** Calls a command from a shell that has limits and such of its own, and tells how that left the shell's own output. */
function callFromShell(words: readonly string[], cwd: string) {
  const flags = 'grep flags /proc/$$/fdinfo/1 >&2';
  const script = `ulimit -Sn 777; ulimit -Sc 0; umask 027; ${flags}; "$@" </dev/null; echo $? >&2; ${flags}`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script, 'shell', ...words], {
    cwd,
    encoding: 'utf8',
  });
  const [before, status, after] = stderr.split('\n');
  expect({ stderr, status, after }).toMatchObject({ status: '0', after: before });
  return stdout;
}

const tell = ['bash', '-c', TELL];
const told = (folder: string) => readFileSync(join(folder, 'rank-0.out'), 'utf8');

describe.skipIf(!hasExec)('a rank has of its caller what a program has that is started in its place', () => {
  const bare = () => callFromShell(tell, tmpdir());

  it('under run', () => {
    const job = writeJob({ launch: { command: tell } });
    callFromShell(['env', `RANKPLAN_EXEC=${EXEC}`, process.execPath, CLI, 'run', job.topology], job.folder);
    expect(told(findRun(job.folder))).toBe(bare());
    expect(bare()).toMatch(/^Max open files +777 /m);
  });

  it('under launch.sh', () => {
    const directory = writeOutput(makePlan({ launch: { command: tell } }));
    callFromShell([join(directory, 'launch.sh')], directory);
    expect(told(findRun(directory))).toBe(bare());
  });
});

describe('the limit that Node has raised', () => {
  const limits = (soft: number, hard: number) => `Max open files            ${soft}  ${hard}  files \n`;
  it.each([
    { name: 'is that of the caller', own: [4096, 4096], theirs: [1024, 4096], expected: 1024 },
    {
      name: 'is none where the caller has the same',
      own: [4096, 4096],
      theirs: [4096, 4096],
      expected: null,
    },
    { name: 'is none where somebody changed it', own: [4096, 4096], theirs: [1024, 8192], expected: null },
    { name: 'is never more than our own', own: [512, 4096], theirs: [1024, 4096], expected: null },
    { name: 'is none where the caller cannot be seen', own: [4096, 4096], theirs: null, expected: null },
  ])('$name', ({ own, theirs, expected }) => {
    const proc = makeFolder('rankplan-proc-');
    for (const [name, values] of [
      ['self', own],
      ['7', theirs],
    ] as const) {
      if (values === null) continue;
      spawnSync('mkdir', [join(proc, name)]);
      writeFileSync(join(proc, name, 'limits'), limits(values[0] ?? 0, values[1] ?? 0));
    }
    writeFileSync(join(proc, 'self/status'), 'Name:\tnode\nPPid:\t7\n');
    expect(readCallerOpenFiles(proc)).toBe(expected);
  });
});
