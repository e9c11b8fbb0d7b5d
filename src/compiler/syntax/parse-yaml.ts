import { Composer, CST, type Document, isScalar, Lexer, Parser } from 'yaml';
import type { Reporter } from '../diagnostics/reporter.ts';
import type { SourceFile } from '../source/source-file.ts';
import { createConverter, reportDepth } from './convert-yaml.ts';
import { nodeText, type SourceNode } from './document.ts';
import { MAX_DEPTH, MAX_TOKENS } from './limits.ts';
import { createDepthGauge } from './measure-depth.ts';
import { type Comment, isIgnore, readIgnores } from './read-ignores.ts';

/** Parses one YAML 1.2 document into plain values that know their places, or reports why not. */
export function parseYaml(file: SourceFile, report: Reporter): { readonly value: unknown } | null {
  const tokens = tokenize(file, report);
  if (tokens === null) return null;
  const errorsBefore = report.errorCount();
  const composer = new Composer({ uniqueKeys: false, prettyErrors: false, logLevel: 'silent' });
  const documents: Document.Parsed[] = [];
  for (const document of composer.compose(tokens, true, file.text.length)) {
    documents.push(document);
    if (documents.length > 1) break;
  }
  const [document, second] = documents;
  // One mistake makes the parser report several; the first is the one to mend.
  const [problem] = [...(document?.errors ?? []), ...(document?.warnings ?? [])].sort(
    (a, b) => a.pos[0] - b.pos[0],
  );
  if (problem !== undefined) {
    const [start, end] = problem.pos;
    const { message, help } = explainSyntax(problem.code, problem.message, lineAround(file.text, start));
    const at = Math.min(start, file.text.length);
    report.error(
      problem.code === 'TAG_RESOLVE_FAILED' ? 'RP1007' : 'RP1003',
      { file, start: at, end: Math.max(Math.min(end, file.text.length), at) },
      message,
      { help },
    );
  }
  if (second !== undefined) {
    const at = tokens.filter((token) => token.type === 'document')[1]?.offset ?? 0;
    report.error('RP1006', { file, start: at, end: at + 3 }, 'the file holds more than one YAML document', {
      help: 'keep one topology per file',
    });
  }
  if (report.errorCount() > errorsBefore || document === undefined) return null;
  if (document.contents === null || nodeText(document.contents as SourceNode) === '') {
    if (document.contents === null || isScalar(document.contents)) {
      report.error('RP1006', { file, start: 0, end: 0 }, 'the file is empty', {
        help: '`rankplan init` writes a topology to start from',
      });
      return null;
    }
  }
  const value = createConverter(file, report)(document.contents as SourceNode, 1);
  return report.errorCount() > errorsBefore ? null : { value };
}

/** Runs the parser, which is iterative, over all lexemes. */
function tokenize(file: SourceFile, report: Reporter): CST.Token[] | null {
  const lexemes = lex(file, report);
  if (lexemes === null) return null;
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  // `%YAML 1.1` would turn 12:00:00 into a number and `no` into false: a topology is YAML 1.2, whatever it says.
  const keep = (token: CST.Token) => {
    if (token.type !== 'directive') tokens.push(token);
  };
  for (const lexeme of lexemes) for (const token of parser.next(lexeme)) keep(token);
  for (const token of parser.end()) keep(token);
  return tokens;
}

/**
 * Runs the lexer, and gives up before the composer, which recurses, sees too deep a nesting. The parser, which takes
 * most of the time, sees nothing of a file with too many tokens.
 */
function lex(file: SourceFile, report: Reporter): readonly string[] | null {
  const gauge = createDepthGauge();
  const lexemes: string[] = [];
  const ignores: Comment[] = [];
  let offset = 0;
  let previous = '';
  for (const lexeme of new Lexer().lex(file.text)) {
    if (gauge(lexeme) > MAX_DEPTH) {
      reportDepth(report, { file, start: offset, end: offset + 1 });
      return null;
    }
    if (lexemes.length >= MAX_TOKENS) {
      report.error(
        'RP1001',
        { file, start: offset, end: offset },
        `the file has more than ${MAX_TOKENS} tokens`,
        {
          help: 'use host ranges, `count:` and `models:` instead of writing every GPU out',
        },
      );
      return null;
    }
    lexemes.push(lexeme);
    // As the parser has it: what follows this mark is a scalar, whatever it begins with.
    if (previous !== CST.SCALAR && isIgnore(lexeme)) ignores.push({ offset, text: lexeme });
    previous = lexeme;
    if (!isMarker(lexeme)) offset += lexeme.length;
  }
  readIgnores(file, ignores, report);
  return lexemes;
}

/** The lexer's own control characters take no room in the source. */
const isMarker = (lexeme: string): boolean =>
  lexeme === CST.BOM || lexeme === CST.DOCUMENT || lexeme === CST.FLOW_END || lexeme === CST.SCALAR;

function explainSyntax(code: string, message: string, line: string): { message: string; help: string } {
  const first = message.split('\n')[0] ?? message;
  const text = first.charAt(0).toLowerCase() + first.slice(1);
  // Within { } or [ ] the bracket of a bare host list starts a YAML list.
  if (/[\w.-]\[[\d,-]+\]/.test(line))
    return { message: text, help: 'quote host lists within braces: "dgx[01-02]"' };
  return {
    message: text,
    help: SYNTAX_HELP[code] ?? 'check the indentation, the colons and the quotes on this line',
  };
}

function lineAround(text: string, offset: number): string {
  const end = text.indexOf('\n', offset);
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, end < 0 ? text.length : end).slice(0, 1000);
}

const SYNTAX_HELP: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'indent with blanks: YAML does not allow tabs',
  BAD_INDENT: 'line the keys of one map up in one column',
  MISSING_CHAR: 'close the bracket or the quote',
  BLOCK_AS_IMPLICIT_KEY: 'put a nested map on lines of its own, indented',
  MULTILINE_IMPLICIT_KEY: 'put the key and its colon on one line',
  UNEXPECTED_TOKEN: 'quote the text if it contains `: `, `#`, `[`, `{`, `*`, `&` or `@`',
  TAG_RESOLVE_FAILED: 'remove the tag',
};
