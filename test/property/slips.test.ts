import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CATALOG } from '../../src/compiler/diagnostics/catalog.ts';
import { compileText } from '../compile-text.ts';
import { createDice } from '../mutate-document.ts';
import { readBeside } from '../read-beside.ts';
import { runs, some } from '../stage.ts';

/** Topologies that people would write: none of them has a slip in it. */
const FOLDERS = ['test/reasonable', 'examples', 'test/golden/cases'];
const TOPOLOGIES = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(topology|rankplan)\.yaml$/.test(path))
    .map((path) => join(folder, path)),
).map((path) => ({ path, text: readFileSync(path, 'utf8') }));

const ACCUSATIONS = /^(RP10|RP1107|RP1108|RP2004|RP2034|RP2035)/;

const accusations = (text: string, path = 'topology.yaml') =>
  compileText(text, readBeside(dirname(path)))
    .diagnostics.map(({ code }) => code)
    .filter((code) => ACCUSATIONS.test(code));

describe('a sound topology is accused of nothing', () => {
  test('there are some', () => expect(TOPOLOGIES.length).toBeGreaterThan(60));

  test.each(TOPOLOGIES)('$path', ({ path, text }) => {
    expect(accusations(text, path)).toEqual([]);
    expect(accusations(`\ufeff${text.replaceAll('\n', '\r\n')}`, path)).toEqual([]);
  });

  test('nor is a good example of the catalog', () => {
    const good = CATALOG.flatMap((entry) => (entry.good.kind === 'topology' ? [entry.good] : []));
    for (const { text, files } of some(good)) {
      const read = (name: string) =>
        files?.[name] === undefined
          ? ({ kind: 'missing', name } as const)
          : ({ kind: 'bytes', name, bytes: files[name] } as const);
      const codes = compileText(text, read).diagnostics.map(({ code }) => code);
      expect(codes.filter((code) => ACCUSATIONS.test(code))).toEqual([]);
    }
  });
});

/** What fingers, editors and merges put into a text. */
const STRAY = [
  ...` \t\n"'{}[]:,-#&*!|>@%\\\`\u00a0：“\r`,
  ...['  ', ': ', '- ', '<<<<<<< a\n', '=======\n', '>>>>>>> b\n'],
];

test('whatever slips, there is one reason, at a place, and the edit that is offered helps', () => {
  const dice = createDice(12);
  let fixed = 0;
  for (let run = 0; run < runs(1500); run++) {
    const { text } = TOPOLOGIES[dice(TOPOLOGIES.length)] ?? { text: '' };
    const at = dice(text.length);
    const stray = STRAY[dice(STRAY.length)] ?? '';
    const broken = text.slice(0, at) + (dice(3) === 0 ? '' : stray) + text.slice(at + dice(3));
    const found = compileText(broken).diagnostics.filter(({ code }) => code === 'RP1003');
    expect(found.length, broken).toBeLessThanOrEqual(1);
    for (const { primary, help, suggestion } of found) {
      expect(primary.start, broken).toBeLessThanOrEqual(broken.length);
      expect(help, broken).toBeTruthy();
      if (suggestion === null) continue;
      const { span, replacement } = suggestion;
      const offered = broken.slice(0, span.start) + replacement + broken.slice(span.end);
      expect(
        compileText(offered).diagnostics.filter(({ code }) => code === 'RP1003'),
        broken,
      ).toEqual([]);
      fixed++;
    }
  }
  expect(fixed).toBeGreaterThan(runs(1500) / 50);
});
