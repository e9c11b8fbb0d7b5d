import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { findSlurms } from '../slurm/harness/versions.ts';
import { CLIENTS, findVersions, lossesIn, PYTHON, trainUnderTorchrun } from './clients.ts';
import { renderPage } from './frameworks-page.ts';
import { type ClientCluster, LAUNCHERS, type Run, runHere, startClientCluster } from './launchers.ts';
import { type Cell, chooseCells, coveringCells, isRecording, readOutcomes, record } from './outcomes.ts';
import { SHAPES, shapedPlan } from './plans.ts';

/*
 * Programs that people train with run unchanged under each launcher, on even and uneven nodes, with ranks in any order: every
 * loss that they print is, digit for digit, the one that they print under one torchrun with four ranks on one node. What they
 * say where they do not train is what docs/frameworks.md says.
 */
const versions = findVersions();
const slurm = versions === null ? undefined : findSlurms()[0];

describe.runIf(versions !== null)('clients', () => {
  const references = new Map<string, readonly number[]>();
  let cluster: Promise<ClientCluster> | undefined;
  afterAll(async () => (await cluster)?.stop());

  const run = async ({ client, launcher, shape }: Cell): Promise<Run> => {
    if (!launcher.endsWith('.sbatch'))
      return runHere(launcher, shapedPlan(shape, [PYTHON, client.script], 'here'));
    if (slurm === undefined) throw new Error('no Slurm');
    cluster ??= startClientCluster(slurm);
    return (await cluster).runJob(launcher, shape, client.script);
  };

  const cells = chooseCells().filter(({ launcher }) => slurm !== undefined || !launcher.endsWith('.sbatch'));
  test.each(cells.map((cell) => ({ ...cell, name: cell.client.name, on: cell.shape.name })))(
    '$name under $launcher, $on',
    async (cell) => {
      const { client, launcher, shape } = cell;
      if (!references.has(client.name)) references.set(client.name, trainUnderTorchrun(client.script));
      const ended = await run(cell);
      const outcome = tellOutcome(ended);
      if (outcome === 'trains')
        expect(lossesIn(ended.read('rank-0.out'))).toEqual(references.get(client.name));
      const place = SHAPES.indexOf(shape);
      if (isRecording)
        record(({ matrix }) => {
          matrix[client.name] ??= {};
          const rows = matrix[client.name] ?? {};
          rows[launcher] ??= SHAPES.map(() => null);
          (rows[launcher] ?? [])[place] = outcome;
        });
      expect(outcome, `${ended.said}\n${ended.read('rank-0.err')}`).toBe(
        readOutcomes().matrix[client.name]?.[launcher]?.[place],
      );
    },
  );

  test('the versions are those of the page', () => {
    if (isRecording) record((outcomes) => Object.assign(outcomes.versions, versions));
    expect(versions).toEqual(readOutcomes().versions);
  });
});

test('the page says what was seen', () => {
  const page = renderPage(readOutcomes());
  if (isRecording) writeFileSync('docs/frameworks.md', page);
  expect(readFileSync('docs/frameworks.md', 'utf8')).toBe(page);
});

test('what CI tries has been seen, each client, launcher and shape among it', () => {
  const { matrix } = readOutcomes();
  const cells = coveringCells();
  for (const { client, launcher, shape } of cells)
    expect(matrix[client.name]?.[launcher]?.[SHAPES.indexOf(shape)], client.name).toEqual(expect.any(String));
  const pairs = new Set(cells.map(({ launcher, shape }) => `${launcher} ${shape.name}`));
  expect(pairs.size).toBe(LAUNCHERS.length * SHAPES.length);
  expect(new Set(cells.map(({ client }) => client)).size).toBe(CLIENTS.length);
});

/** `trains`; or the code of a refusal; or the exception of the first rank that has one. */
function tellOutcome({ status, refusal, said, read }: Run): string {
  if (refusal !== null) return refusal;
  if (status === 0 && lossesIn(read('rank-0.out')) !== null) return 'trains';
  const logs = [0, 1, 2, 3].map((rank) => read(`rank-${rank}.err`)).join('\n');
  const [exception] = /^(?:\[rank\d\]: )?\w+(Error|Exception): .*/m.exec(logs) ?? [];
  const [reason] = /^(?:launch\.sh|rankplan|\w+\.sbatch): .*/m.exec(said) ?? [];
  return exception?.replace(/^\[rank\d\]: /, '') ?? `status ${status}: ${reason}`;
}
