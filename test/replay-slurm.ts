import { chmodSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { quoteShell } from '../src/compiler/plan/shell-quote.ts';

/** Recorded answers, by the files that hold them. */
export interface Recording {
  readonly nodes: string;
  readonly partitions: string;
  /** The answer to `scontrol show topology`; without it Slurm knows no network. */
  readonly network?: string;
  /** sbatch refuses a script with this directive, in these words. */
  readonly refusedDirective?: string;
  readonly refusal?: string;
}

/** Writes programs to `folder` that answer as Slurm's did when they were recorded. */
export function replaySlurm(folder: string, recording: Recording): void {
  const { nodes, partitions, network, refusedDirective = 'none', refusal = 'none' } = recording;
  const print = (path: string) => `cat ${quoteShell(resolve(path))}`;
  write(
    join(folder, 'scontrol'),
    `case "$*" in
*node*) ${print(nodes)} ;;
*partition*) ${print(partitions)} ;;
*topology*) ${network === undefined ? 'echo "scontrol: error: No topology information available" >&2' : print(network)} ;;
*) exit 1 ;;
esac`,
  );
  write(
    join(folder, 'sbatch'),
    `if grep -q -e ${quoteShell(`--${refusedDirective}=`)} job.sbatch; then
  echo ${quoteShell(refusal)} >&2
  exit 1
fi
echo "sbatch: Job 1 to start at 2026-01-01T00:00:00" >&2`,
  );
}

function write(path: string, script: string): void {
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}
