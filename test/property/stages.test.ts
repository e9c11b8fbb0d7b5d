import { expect, test } from 'vitest';
import { divideLayers, type Pipeline } from '../../src/compiler/sharing/divide-layers.ts';
import { createDice } from '../mutate-document.ts';
import { listDivisions, timesOf } from '../naive-stages.ts';
import { runs } from '../stage.ts';

const pick = <T>(dice: (count: number) => number, list: readonly T[]): T => list[dice(list.length)] as T;

/** A pipeline of up to five stages and eleven layers; a third of them know memory. */
function drawPipeline(dice: (count: number) => number): Pipeline {
  const stages = 1 + dice(5);
  const layers = stages + dice(7);
  const equal = dice(2) === 0;
  const isBounded = dice(3) === 0;
  const pipeline = {
    costs: Float64Array.from({ length: layers }, () => (equal ? 1 : pick(dice, [0.4, 1, 1, 2.5, 3.1]))),
    extra: new Float64Array(stages),
    speed: Float64Array.from({ length: stages }, () => pick(dice, [60, 100, 140, 140, 98.7])),
    most: Float64Array.from({ length: stages }, () => (isBounded ? 1 + dice(6) : Number.POSITIVE_INFINITY)),
  };
  if (dice(2) === 0) pipeline.extra[0] = dice(30) / 10;
  pipeline.extra[stages - 1] = (pipeline.extra[stages - 1] ?? 0) + dice(30) / 10;
  return pipeline;
}

const square = (times: readonly number[]): number => times.reduce((sum, time) => sum + time ** 2, 0);

test('the slowest stage is as fast as in the best of all divisions, and the others are as even', () => {
  let solved = 0;
  for (let seed = 0; seed < runs(15_000); seed++) {
    const pipeline = drawPipeline(createDice(seed));
    const all = listDivisions(pipeline.costs.length, [...pipeline.most]);
    if (all.length === 0) continue; // what cannot be is refused before
    solved++;
    const best = Math.min(...all.map((counts) => Math.max(...timesOf(pipeline, counts))));
    const equals = all.filter((counts) => Math.max(...timesOf(pipeline, counts)) <= best * (1 + 1e-9));
    const evenest = Math.min(...equals.map((counts) => square(timesOf(pipeline, counts))));
    const found = divideLayers(pipeline);
    const times = timesOf(pipeline, found);
    expect(all, `seed ${seed}`).toContainEqual(found);
    expect(Math.max(...times), `seed ${seed}`).toBeCloseTo(best, 12);
    expect(square(times), `seed ${seed}`).toBeCloseTo(evenest, 9);
  }
  expect(solved).toBeGreaterThan(runs(12_000));
});

test.each([
  { layers: 40, speed: [140, 140, 60, 60], counts: [14, 14, 6, 6] },
  { layers: 61, speed: [1, 1, 1, 1], counts: [15, 15, 15, 16] },
  { layers: 4, speed: [1, 9, 1, 1], counts: [1, 1, 1, 1] },
])('$layers layers on $speed: $counts', ({ layers, speed, counts }) => {
  const pipeline: Pipeline = {
    costs: new Float64Array(layers).fill(1),
    extra: new Float64Array(speed.length),
    speed: Float64Array.from(speed),
    most: new Float64Array(speed.length).fill(Number.POSITIVE_INFINITY),
  };
  expect(divideLayers(pipeline)).toEqual(counts);
});
