import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatRanges } from '../../src/compiler/values/number-list.ts';
import { RANK_VARIABLES } from '../../src/compiler/values/planned-variables.ts';

/* What bash and TypeScript both know: each case goes through both. */
const LIBRARY = 'src/emitters/lib';

function runShell(shell: string, script: string, ...words: readonly string[]): string {
  const { stdout, stderr } = spawnSync(shell, ['-c', script, 'test', ...words], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout;
}

describe.each([[[0]], [[7]], [[0, 1]], [[0, 2]], [[3, 4, 5, 9, 11, 12]], [[0, 10, 100, 101, 102, 1000]]])(
  'ranks %j',
  (ranks) => {
    it('are read from their ranges by job.sbatch and launch.sh', () => {
      const script = `. ${LIBRARY}/plan.bash && expand_ranks "$1" && echo "\${ranks[*]}"`;
      expect(runShell('bash', script, formatRanges(ranks))).toBe(`${ranks.join(' ')}\n`);
    });

    it.each(['dash', 'bash'])('are read from their ranges by a task, in %s', (shell) => {
      const script = `RANKPLAN_RANGES=$1 RANKPLAN_HERE=a; shift; . ${LIBRARY}/task.bash
        find_node; echo "$RANKPLAN_NODE_RANKS"`;
      expect(runShell(shell, script, formatRanges(ranks))).toBe(`${ranks.join(',')}\n`);
    });
  },
);

it('torchrun-rank.bash gives each rank of a node what may differ between them', () => {
  const text = readFileSync(`${LIBRARY}/torchrun-rank.bash`, 'utf8');
  const [, names = ''] = /^RANKPLAN_OWN_VARIABLES=\(([^)]*)\)$/m.exec(text) ?? [];
  expect(names.split(/\s+/)).toEqual([...RANK_VARIABLES]);
});

it('bound.json names machines as `rankplan bind` reads them', () => {
  const text = runShell(
    'bash',
    `. ${LIBRARY}/plan.bash && render_binding "$@"`,
    ...['slot1', 'a1', ''],
    ...['slot2', 'b-2.example', ''],
  );
  expect(JSON.parse(text)).toEqual({
    formatVersion: '1.0',
    nodes: [
      { node: 'slot1', host: 'a1' },
      { node: 'slot2', host: 'b-2.example' },
    ],
  });
});

it('bound.json says where a machine is, if it is known', () => {
  const words = ['slot1', 'a1', '/b[0-1]/b0', 'slot2', 'a2', ''];
  expect(JSON.parse(runShell('bash', `. ${LIBRARY}/plan.bash && render_binding "$@"`, ...words))).toEqual({
    formatVersion: '1.1',
    nodes: [
      { node: 'slot1', host: 'a1', domain: ['b[0-1]', 'b0'] },
      { node: 'slot2', host: 'a2' },
    ],
  });
});
