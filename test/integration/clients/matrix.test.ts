import { afterAll, describe, expect, test } from 'vitest';
import { findSlurms } from '../slurm/harness/versions.ts';
import { CLIENTS, findVersions, lossesIn, PYTHON, trainUnderTorchrun } from './clients.ts';
import { type ClientCluster, LAUNCHERS, type Run, runHere, startClientCluster } from './launchers.ts';
import { type Cell, chooseCells, isRecording, readOutcomes, record } from './outcomes.ts';
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
          const row = (matrix[client.name] as Record<string, string[]>)[launcher] ?? [];
          row[place] = outcome;
          (matrix[client.name] as Record<string, string[]>)[launcher] = row;
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

test('every client, launcher and shape has an outcome', () => {
  const { matrix } = readOutcomes();
  expect(Object.keys(matrix)).toEqual(CLIENTS.map(({ name }) => name));
  for (const rows of Object.values(matrix)) {
    expect(Object.keys(rows)).toEqual(LAUNCHERS);
    for (const row of Object.values(rows))
      expect(row.filter((outcome) => outcome)).toHaveLength(SHAPES.length);
  }
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
