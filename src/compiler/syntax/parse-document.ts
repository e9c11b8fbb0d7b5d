import { Composer, CST, type Document, isScalar, Lexer, Parser } from 'yaml';
import { createReporter, type Reporter } from '../diagnostics/reporter.ts';
import type { Suggestion } from '../diagnostics/suggestion.ts';
import type { SourceFile } from '../source/source-file.ts';
import { createConverter, reportDepth } from './convert-yaml.ts';
import { nodeText, type SourceNode } from './document.ts';
import { isTooDeep, MAX_DEPTH, MAX_TOKENS } from './limits.ts';
import { parseJson } from './parse-json.ts';
import { type Comment, isIgnore, readIgnores } from './read-ignores.ts';
import { type Found, findSlip, type Outcome } from './slips/find-slip.ts';
import { reportConflicts } from './slips/merge-conflict.ts';

/** Counts the findings about the shape of a value: with them an edit of the text is judged. */
type Judge = (file: SourceFile, value: unknown) => number;

type Parsed = { readonly value: unknown } | null;

/**
 * Parses one document of YAML 1.2 or JSON into plain values with known positions, or reports why not. JSON is YAML too,
 * but its own parser is a hundred times faster.
 */
export function parseDocument(file: SourceFile, report: Reporter, judge: Judge = () => 0): Parsed {
  const json = /^\s*[{[]/.test(file.text) ? parseJson(file) : null;
  if (json !== null) return json;
  if (reportConflicts(file, report)) return null;
  return parse(file, report, (problem) => reportProblem(file, problem, judge, report));
}

interface Problem {
  /** The code of the parser's error. */
  readonly code: string;
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

function parse(file: SourceFile, report: Reporter, refuse: (problem: Problem) => void): Parsed {
  const tokens = readTokens(file, report);
  if (tokens === null) return null;
  const errorsBefore = report.errorCount();
  const documents: Document.Parsed[] = [];
  // The library's own check for equal keys is quadratic.
  const composer = new Composer({ uniqueKeys: false, prettyErrors: false, logLevel: 'silent' });
  withoutStacks(() => {
    for (const document of composer.compose(tokens, true, file.text.length)) {
      documents.push(document);
      if (documents.length > 1) break;
    }
  });
  const [document, second] = documents;
  // One mistake makes the parser report several; the first is the one to fix.
  const [problem] = [...(document?.errors ?? []), ...(document?.warnings ?? [])].sort(
    (a, b) => a.pos[0] - b.pos[0],
  );
  if (problem !== undefined) {
    const start = Math.min(problem.pos[0], file.text.length);
    const end = Math.max(Math.min(problem.pos[1], file.text.length), start);
    refuse({ code: problem.code, message: problem.message, start, end });
    return null;
  }
  if (second !== undefined) {
    const at = tokens.filter((token) => token.type === 'document')[1]?.offset ?? 0;
    report.error('RP1006', { file, start: at, end: at + 3 }, 'the file holds more than one YAML document', {
      help: 'keep one topology per file; where what follows belongs to this one, remove the line that divides them',
    });
  }
  if (report.errorCount() > errorsBefore || document === undefined) return null;
  const { contents } = document;
  if (contents === null || (isScalar(contents) && nodeText(contents as SourceNode) === '')) {
    const help = '`rankplan init` writes a topology to start from';
    report.error('RP1006', { file, start: 0, end: 0 }, 'the file is empty', { help });
    return null;
  }
  const value = createConverter(file, report)(contents as SourceNode, 1);
  return report.errorCount() > errorsBefore ? null : { value };
}

/** The library makes an error for each token that it does not expect, which may be millions. */
function withoutStacks(work: () => void): void {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Says what was most likely meant, where an experiment bears it out; else what the parser says. */
function reportProblem(file: SourceFile, problem: Problem, judge: Judge, report: Reporter): void {
  const code = problem.code === 'TAG_RESOLVE_FAILED' ? 'RP1007' : 'RP1003';
  const found = findSlip(file, problem.start, (text) => attempt({ name: file.name, text }, judge));
  if (found === null) {
    const { start, end } = problem;
    const { message, help } = explainSyntax(problem);
    report.error(code, { file, start, end }, message, { help });
    return;
  }
  const { start, end, message, help } = found.slip;
  report.error(code, { file, start, end }, message, {
    help,
    suggestion: found.isWhole ? suggestFix(file, found) : null,
  });
}

const suggestFix = (file: SourceFile, { slip: { edit, help, isPlain }, isSound }: Found): Suggestion => ({
  span: { file, start: edit.start, end: edit.end },
  replacement: edit.text.replaceAll('\r\n', '\n'),
  title: `${help.charAt(0).toUpperCase()}${help.slice(1)}`,
  isCertain: isSound && isPlain === true,
});

/** Parses an edited text without reporting anything. */
function attempt(file: SourceFile, judge: Judge): Outcome {
  const report = createReporter();
  let problemAt: number | null = null;
  const parsed = parse(file, report, ({ start }) => {
    problemAt = start;
  });
  if (parsed !== null) return { problemAt: Number.POSITIVE_INFINITY, errors: judge(file, parsed.value) };
  return { problemAt: problemAt ?? report.diagnostics()[0]?.primary.start ?? 0, errors: 0 };
}

/** Runs the parser, which is iterative, and gives up before the composer, which recurses, sees too deep a nesting. */
function readTokens(file: SourceFile, report: Reporter): CST.Token[] | null {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let hasError = false;
  // `%YAML 1.1` would turn 12:00:00 into a number and `no` into false: a topology is YAML 1.2, whatever it says.
  const keep = (token: CST.Token) => {
    const isLater = hasError && token.type === 'error'; // the first counts, and there may be millions
    hasError ||= token.type === 'error';
    if (token.type !== 'directive' && !isLater) tokens.push(token);
  };
  const ignores: Comment[] = [];
  let count = 0;
  let offset = 0;
  let previous = '';
  const brackets: string[] = [];
  for (const lexeme of new Lexer().lex(file.text)) {
    for (const token of parser.next(lexeme)) keep(token);
    if (previous !== CST.SCALAR) countBracket(brackets, lexeme);
    if (isTooDeep(parser) || brackets.length > MAX_DEPTH) {
      reportDepth(report, { file, start: offset, end: offset + 1 });
      return null;
    }
    if (++count > MAX_TOKENS) {
      const message = `the file has more than ${MAX_TOKENS} tokens`;
      const help = 'use host ranges, `count:` and `models:` instead of writing every GPU out';
      report.error('RP1001', { file, start: offset, end: offset }, message, { help });
      return null;
    }
    // As the parser has it: what follows this mark is a scalar, whatever it begins with.
    if (previous !== CST.SCALAR && isIgnore(lexeme)) ignores.push({ offset, text: lexeme });
    previous = lexeme;
    offset = parser.offset;
  }
  for (const token of parser.end()) keep(token);
  readIgnores(file, ignores, report);
  return tokens;
}

const CLOSING: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

/** A bracket of the other kind closes nothing, though the parser ends a collection there. */
function countBracket(open: string[], lexeme: string): void {
  const closing = CLOSING[lexeme];
  if (closing !== undefined) open.push(closing);
  else if (open.at(-1) === lexeme) open.pop();
}

/** What remains when no slip explains it. */
function explainSyntax({ code, message }: Problem): { readonly message: string; readonly help: string } {
  const first = message.split('\n')[0] ?? message;
  return {
    message: SYNTAX_MESSAGES[code] ?? first.charAt(0).toLowerCase() + first.slice(1),
    help: SYNTAX_HELP[code] ?? 'check the indentation, the colons and the quotes on this line',
  };
}

/** Plain messages for errors that the parser describes in terms of a grammar. */
const SYNTAX_MESSAGES: Readonly<Record<string, string>> = {
  BAD_DQ_ESCAPE: 'this is no escape of YAML',
  BAD_INDENT: 'this stands in a column that no line before it has opened',
  BLOCK_AS_IMPLICIT_KEY: 'a value on the line of its key cannot be a map or a list without brackets',
  BLOCK_IN_FLOW: 'within brackets a map or a list needs brackets of its own',
  MULTILINE_IMPLICIT_KEY: 'this line is neither `key: value` nor an item of a list',
  UNEXPECTED_TOKEN: 'nothing is expected here: the value before it has ended',
};

const SYNTAX_HELP: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'indent with blanks: YAML does not allow tabs',
  BAD_DQ_ESCAPE: 'write `\\\\` for a backslash, or put the text into single quotes',
  BAD_INDENT: 'line the keys of one map up in one column',
  MISSING_CHAR: 'look for a bracket, a quote or a comma that is missing, or for a line in a wrong column',
  BLOCK_AS_IMPLICIT_KEY: 'put a nested map on lines of its own, indented; quote a text with `: ` in it',
  BAD_SCALAR_START: 'quote the value',
  MULTILINE_IMPLICIT_KEY: 'write the key, a colon and a blank, all on one line',
  UNEXPECTED_TOKEN:
    'quote the whole text; write a quote within single quotes twice, within double quotes as `\\"`',
  TAG_RESOLVE_FAILED: 'remove the tag',
};
