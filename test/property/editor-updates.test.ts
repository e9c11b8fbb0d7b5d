import { expect, test } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { updateDocument } from '../../src/cli/lsp/update-document.ts';
import { rangeIn } from '../../src/editor/ranges.ts';
import { createDice } from '../mutate-document.ts';
import { runs } from '../stage.ts';

const PIECES = ['\r', '\n', '\r\n', '\n\r', '😀', '\ud83d', '\ude00', 'é', 'a: b', '  ', '- { x: 1 }', ''];

const ofPieces = (dice: (count: number) => number, most: number): string =>
  Array.from({ length: dice(most + 1) }, () => PIECES[dice(PIECES.length)]).join('');

const fresh = (text: string) => TextDocument.create('file:///t.yaml', 'yaml', 0, text);

/** Lines as the protocol has them: CRLF, LF and CR alone end one. */
const countLines = (text: string): number => text.split(/\r\n|[\r\n]/).length;

test('after any edits a document is what the editor has', () => {
  const dice = createDice(1);
  for (let run = 0; run < runs(1000); run++) {
    let text = ofPieces(dice, 12);
    let document = fresh(text);
    for (let version = 1; version <= 8; version++) {
      const changes = Array.from({ length: 1 + dice(2) }, () => {
        const added = ofPieces(dice, 3);
        if (dice(10) === 0) {
          text = added;
          return { text: added };
        }
        const before = fresh(text);
        const range = {
          start: before.positionAt(dice(text.length + 1)),
          end: before.positionAt(dice(text.length + 1)),
        };
        const [from = 0, to = 0] = [range.start, range.end]
          .map((at) => before.offsetAt(at))
          .sort((a, b) => a - b);
        text = text.slice(0, from) + added + text.slice(to);
        return { range, text: added };
      });
      document = updateDocument(document, changes, version);
      expect({ text: document.getText(), version: document.version }).toEqual({ text, version });
      expect(document.lineCount).toBe(countLines(text));
      const placesIn = (of: TextDocument) => Array.from(text, (_, at) => of.positionAt(at));
      expect(placesIn(document)).toEqual(placesIn(fresh(text)));
    }
  }
});

test('no range ends inside a character, and none is smaller than what it is of', () => {
  const dice = createDice(2);
  for (let run = 0; run < runs(1000); run++) {
    const text = ofPieces(dice, 12);
    const document = fresh(text);
    const [start = 0, end = 0] = [dice(text.length + 1), dice(text.length + 1)].sort((a, b) => a - b);
    const range = rangeIn(document, start, end);
    for (const at of [range.start, range.end].map((position) => document.offsetAt(position)))
      expect(/[\ud800-\udbff]$/.test(text.slice(0, at)) && /^[\udc00-\udfff]/.test(text.slice(at))).toBe(
        false,
      );
    const isCut = (at: number) => text.slice(0, at).endsWith('\r') && text[at] === '\n';
    if (!isCut(start) && !/[\r\n]$/.test(text.slice(start, end)))
      expect(document.getText(range)).toContain(text.slice(start, end));
  }
});
