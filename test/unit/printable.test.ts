import { expect, test } from 'vitest';
import { renderDiagnostic } from '../../src/compiler/diagnostics/render-text.ts';
import { printable } from '../../src/compiler/source/printable.ts';

/** Every code point, halves of pairs included, of one of these kinds. */
function listCodePoints(...kinds: readonly RegExp[]): readonly string[] {
  const found: string[] = [];
  for (let point = 0; point <= 0x10ffff; point++) {
    const text = String.fromCodePoint(point);
    if (kinds.some((kind) => kind.test(text))) found.push(text);
  }
  return found;
}

const UNSEEN = listCodePoints(
  /^\p{Cc}$/u,
  /^\p{Cf}$/u,
  /^\p{Bidi_Control}$/u,
  /^\p{Cs}$/u,
  /^[\p{Zl}\p{Zp}]$/u,
  /^\p{Default_Ignorable_Code_Point}$/u,
);

test('no control, format, bidi or ignorable character of Unicode is left', () => {
  expect(UNSEEN.length).toBeGreaterThan(6000);
  for (const text of '\u0007\u200b\u202e\u2066\ufeff\u00ad\u3164\ud800\u{e0041}')
    expect(UNSEEN).toContain(text);
  expect(UNSEEN.filter((text) => printable(`a${text}b`) !== 'a\ufffdb')).toEqual([]);
});

test('what can be seen stays', () => {
  const text = 'Größe 模型 😀 a\u0301 → `x`';
  expect(printable(text)).toBe(text);
});

test('a finding about a key with a zero-width space shows that it is there', () => {
  const text = 'na\u200bme: x';
  const shown = renderDiagnostic(
    {
      code: 'RP1101',
      severity: 'error',
      message: 'unknown key `na\u200bme`',
      primary: { file: { name: 't\u200b.yaml', text }, start: 0, end: 5 },
      labels: [{ span: { file: { name: 't.yaml', text }, start: 0, end: 5 }, message: 'la\u200bbel' }],
      notes: ['no\u200bte'],
      help: 'he\u200blp',
      suggestion: null,
    },
    false,
  );
  expect(shown).not.toContain('\u200b');
  expect(shown.match(/\ufffd/g)?.length).toBe(7);
});
