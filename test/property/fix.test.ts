import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixText } from '../../src/cli/fix/fix-text.ts';
import { compile } from '../../src/compiler/compile.ts';
import { errorCodes, planText } from '../compile-text.ts';
import { GOLDEN_CASES } from '../golden-cases.ts';
import { createDice } from '../mutate-document.ts';
import { readBeside } from '../read-beside.ts';
import { runs } from '../stage.ts';

const SEED = Number(process.env['RANKPLAN_SEED'] ?? 12);
const SLIPS = runs(Number(process.env['RANKPLAN_SLIPS'] ?? 60));

/** Values that a schema lists. Others are names, and another name is another plan. */
const CHOICES =
  /(?<=(?<!name): )(?:sequential|performance-ranked|explicit|block|cyclic|ordered|isolated|proportional|nccl|gloo|job)\b/g;

const KEYS =
  /\b(?:nodes|hosts|gpus|cpus|cpuRanks|count|index|uuid|model|models|inventory|mapping|strategy|order|worldSize|exclude|ranks|launch|command|master|port|backend|visibility|workload|globalBatch|multipleOf|slurm|partition)(?=: )/g;

type Dice = (count: number) => number;

/** A word as fingers write it: a letter is lost, doubled, or swapped with its neighbour, or words are joined otherwise. */
function misspell(word: string, dice: Dice): string {
  const at = dice(word.length);
  const [before, letter, behind] = [word.slice(0, at), word.slice(at, at + 1), word.slice(at + 1)];
  const slips = [
    before + behind,
    before + letter + letter + behind,
    before + behind.slice(0, 1) + letter + behind.slice(1),
    word.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
    word.toUpperCase(),
  ];
  return slips[dice(slips.length)] ?? word;
}

/** A text with one to three slips: in keys, in choices, quotes around numbers, no version, other line ends. */
function slip(text: string, dice: Dice): string {
  let slipped = text;
  for (let left = 1 + dice(3); left > 0; left--) {
    const patterns = [KEYS, CHOICES, /(?<=: )\d+(?=[\n, }])/g];
    const kind = dice(patterns.length + 2);
    const pattern = patterns[kind];
    if (pattern === undefined) {
      slipped = kind === 3 ? slipped.replace(/^version: 1\n/m, '') : slipped.replace(/(?<!\r)\n/g, '\r\n');
      continue;
    }
    const places = [...slipped.matchAll(pattern)];
    const place = places[dice(Math.max(1, places.length))];
    if (place === undefined) continue;
    const [word] = place;
    const written = kind === 2 ? `"${word}"` : misspell(word, dice);
    slipped = slipped.slice(0, place.index) + written + slipped.slice(place.index + word.length);
  }
  return slipped;
}

const commentsOf = (text: string) => text.match(/(?:^|(?<=\s))#.*$/gm) ?? [];

describe('of a topology with slips', () => {
  test.each(GOLDEN_CASES)('$name: --fix makes the plan that was meant, or none', ({ topology: path }) => {
    const original = readFileSync(path, 'utf8');
    const compileOne = (text: string) =>
      compile(text, { name: path, read: readBeside(dirname(path)), allowParentPaths: true });
    const meant = planText(compileOne(original).plan);
    const find = (text: string) => compileOne(text).diagnostics;
    const dice = createDice(SEED);
    let fixed = 0;
    for (let n = 0; n < SLIPS; n++) {
      const slipped = slip(original, dice);
      const wasThere = planText(compileOne(slipped).plan);
      const { text, made } = fixText(slipped, { name: path, find });
      if (made.length === 0) {
        expect(text).toBe(slipped);
        continue;
      }
      fixed++;
      const after = compileOne(text);
      expect({ slipped, plan: planText(after.plan) ?? meant }).toEqual({ slipped, plan: wasThere ?? meant });
      expect(errorCodes(after).filter((code) => code.startsWith('RP10'))).toEqual([]);
      expect(commentsOf(text)).toEqual(commentsOf(slipped));
      expect(fixText(text, { name: path, find })).toEqual({ text, made: [] });
    }
    expect(fixed).toBeGreaterThan(SLIPS / 10);
  });
});
