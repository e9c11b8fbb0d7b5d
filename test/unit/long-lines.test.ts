import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderDiagnostic } from '../../src/compiler/diagnostics/render-text.ts';
import type { Diagnostic } from '../../src/compiler/diagnostics/reporter.ts';
import { positionAt, type SourceFile } from '../../src/compiler/source/source-file.ts';
import { expectCpuSeconds } from '../cpu-time.ts';
import { runs } from '../stage.ts';

const foundAt = (file: SourceFile, start: number, end: number): Diagnostic => ({
  code: 'RP1101',
  severity: 'error',
  message: 'x',
  primary: { file, start, end },
  labels: [],
  notes: [],
  help: null,
  suggestion: null,
});

test('a thousand findings on one line of eight megabytes do not read it a thousand times', () => {
  const file = { name: 'x.json', text: '[1,\u{1f4a5}],'.repeat(1_200_000) };
  expectCpuSeconds(10, () => {
    for (let n = 0; n < 1000; n++) {
      const start = 8_000_000 - 7 * n;
      expect(positionAt(file, start)).toMatchObject({ line: 1, offset: start });
      expect(renderDiagnostic(foundAt(file, start, start + 3), false)).toContain('^^');
    }
  });
});

/** As it was written first, for short lines: the whole line in code points. */
function naive({ name, text }: SourceFile, start: number, end: number): string {
  const line = text.slice(0, start).split('\n').length;
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const column = [...text.slice(start === 0 ? 0 : from, start)].length + 1;
  const points = [
    ...(text.split('\n')[line - 1] ?? '').replace(line < text.split('\n').length ? /\r$/ : '', ''),
  ];
  const skip = column > 100 ? column - 20 : 0;
  const width = [...(text.slice(start, end).split('\n')[0] ?? '')].length;
  const carets = Math.max(1, Math.min(width, points.length - column + 1, 120 - (column - skip) + 1));
  const indent = ' '.repeat(String(line).length);
  return `${name}:${line}:${column}: error[RP1101]: x
  ${line} | ${points
    .slice(skip, skip + 120)
    .join('')
    .replaceAll('\r', '\ufffd')}
  ${indent} | ${' '.repeat(column - 1 - skip)}${'^'.repeat(carets)}
`;
}

test('places and excerpts are those of code points, wherever a line is cut', () => {
  const piece = fc.constantFrom('a', '\u{1f4a5}', '\n', '\r\n', 'b'.repeat(50), '\u{1f4a5}'.repeat(30));
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 20 }),
      fc.nat(),
      fc.nat(60),
      (pieces, at, length) => {
        const before = pieces.slice(0, at % pieces.length).join('');
        const file = { name: 'x', text: pieces.join('') };
        const [start, end] = [before.length, Math.min(before.length + 2 * length, file.text.length)];
        fc.pre(!/[\ud800-\udbff]$/.test(file.text.slice(0, end)));
        expect(renderDiagnostic(foundAt(file, start, end), false)).toBe(naive(file, start, end));
      },
    ),
    { numRuns: runs(1000, 100) },
  );
});
