import { CST, Lexer } from 'yaml';
import { lineAt, type SourceFile } from '../../source/source-file.ts';
import { findBracketSlips } from './brackets.ts';
import { findCharacterSlips } from './characters.ts';
import { findQuoteSlips } from './quotes.ts';
import { apply, type Broken, type Lexeme, type Slip, splitLines } from './slip.ts';

/** What came of a text: where the parser gave up (Infinity: nowhere), and how many findings its shape has then. */
export interface Outcome {
  readonly problemAt: number;
  readonly errors: number;
}

/** A slip that the parser, its edit made, gets past. */
export interface Found {
  readonly slip: Slip;
  /** The text then parses to its end. */
  readonly isWhole: boolean;
  /** And has the shape that it should have. */
  readonly isSound: boolean;
}

/** The text is parsed again for each experiment. Limits: size of the text, number of tries, and size in all. */
const MAX_TEXT = 256 * 1024;
const MAX_TRIES = 120;
const MAX_WORK = 2 * 1024 * 1024;

/**
 * The slip that most likely broke the text. Each candidate is an experiment: its edit is made and the text is parsed
 * again, so the edit of the result does let the parser go on. Null if no edit did.
 */
export function findSlip({ text }: SourceFile, at: number, attempt: (text: string) => Outcome): Found | null {
  if (text.length > MAX_TEXT) return null;
  const broken = describe(text, at);
  let best: (Found & { readonly reach: number; readonly errors: number }) | null = null;
  let left = Math.min(MAX_TRIES, Math.ceil(MAX_WORK / (text.length + 1)));
  for (const finder of [findCharacterSlips, findQuoteSlips, findBracketSlips]) {
    for (const slip of finder(broken)) {
      if (left-- <= 0) break;
      const { edit } = slip;
      const { problemAt, errors } = attempt(apply(text, edit));
      // How far the parser came, counted in the text before the edit.
      const reach = problemAt - (edit.text.length - (edit.end - edit.start));
      if (!isProgress(slip, reach, at, text)) continue;
      const isWhole = reach === Number.POSITIVE_INFINITY;
      if (best === null || reach > best.reach || (reach === best.reach && errors < best.errors))
        best = { slip, reach, errors, isWhole, isSound: isWhole && errors === 0 };
      if (best.isSound) return best;
    }
  }
  return best;
}

/** Two quotes that are not closed are both missed at the end of the text. */
const isProgress = ({ edit, closes }: Slip, reach: number, at: number, text: string): boolean =>
  closes === true ? reach > edit.end && (reach !== at || at === text.length) : reach > at;

function describe(text: string, at: number): Broken {
  const lexemes: Lexeme[] = [];
  let start = 0;
  for (const lexeme of new Lexer().lex(text)) {
    lexemes.push({ start, text: lexeme });
    if (!MARKERS.includes(lexeme)) start += lexeme.length;
  }
  return { text, at, lexemes, lines: splitLines(text), line: lineAt({ name: '', text }, at) - 1 };
}

/** The lexer's own control characters take no room in the source. */
const MARKERS: readonly string[] = [CST.BOM, CST.DOCUMENT, CST.FLOW_END, CST.SCALAR];
