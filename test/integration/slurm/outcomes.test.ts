import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { planOf } from '../../compile-text.ts';
import { useCluster } from './harness/use-cluster.ts';
import { findSlurms } from './harness/versions.ts';
import { OUTCOMES } from './outcomes/cases.ts';
import { runOutcome } from './outcomes/run-outcome.ts';
import { findTable, renderRow, renderTable } from './outcomes/table.ts';
import { outcomeTopology } from './outcomes/topology.ts';

/*
 * What happens when something goes wrong, on every Slurm; docs/slurm.md holds the table of what was seen.
 * UPDATE_DOCS=1 writes it again.
 */
const DOCUMENT = 'docs/slurm.md';

describe.each(findSlurms())('Slurm $fullVersion', (slurm) => {
  const rows: string[] = [];
  const cluster = useCluster(planOf(outcomeTopology()).nodes, { slurm });

  test.each(OUTCOMES)('$situation', async (outcome) => {
    const seen = await runOutcome(cluster(), outcome);
    expect(seen.state, seen.log).toBe(outcome.state);
    if (outcome.exitCode !== null) expect(seen.exitCode).toBe(outcome.exitCode);
    if (outcome.says !== undefined) expect(seen.log).toMatch(outcome.says);
    rows.push(renderRow(outcome, seen));
  });

  test('the documentation tells what was seen', () => {
    const { before, table, after } = findTable(readFileSync(DOCUMENT, 'utf8'));
    if (process.env['UPDATE_DOCS'] === '1')
      writeFileSync(DOCUMENT, `${before}\n\n${renderTable(rows)}\n\n${after}`);
    else expect(renderTable(rows)).toBe(table);
  });
});
