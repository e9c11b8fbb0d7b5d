import { Composer, CST, type Document, isAlias, isMap, isScalar, isSeq, Lexer, Parser } from 'yaml';
import type { Reporter } from '../diagnostics/reporter.ts';
import type { SourceFile, Span } from '../source/source-file.ts';
import { nodeText, type SourceNode, setOrigin } from './document.ts';
import { isPlainText, MAX_ALIASED_VALUES, MAX_DEPTH, MAX_TOKENS } from './limits.ts';
import { createDepthGauge } from './measure-depth.ts';

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

/** Runs lexer and parser, both iterative, and gives up before the composer, which recurses, sees too deep a nesting. */
function tokenize(file: SourceFile, report: Reporter): CST.Token[] | null {
  const parser = new Parser();
  const gauge = createDepthGauge();
  const tokens: CST.Token[] = [];
  // `%YAML 1.1` would turn 12:00:00 into a number and `no` into false: a topology is YAML 1.2, whatever it says.
  const keep = (token: CST.Token) => {
    if (token.type !== 'directive') tokens.push(token);
  };
  let offset = 0;
  let count = 0;
  for (const lexeme of new Lexer().lex(file.text)) {
    if (gauge(lexeme) > MAX_DEPTH) {
      reportDepth(report, { file, start: offset, end: offset + 1 });
      return null;
    }
    if (++count > MAX_TOKENS) {
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
    for (const token of parser.next(lexeme)) keep(token);
    if (!isMarker(lexeme)) offset += lexeme.length;
  }
  for (const token of parser.end()) keep(token);
  return tokens;
}

/** The lexer's own control characters take no room in the source. */
const isMarker = (lexeme: string): boolean =>
  lexeme === CST.BOM || lexeme === CST.DOCUMENT || lexeme === CST.FLOW_END || lexeme === CST.SCALAR;

function reportDepth(report: Reporter, span: Span): void {
  report.error('RP1002', span, `the file nests deeper than ${MAX_DEPTH} levels`, {
    help: 'a topology needs no more than ten',
  });
}

/** Copies composed nodes into plain values; resolves aliases itself, in linear time and within bounds. */
function createConverter(file: SourceFile, report: Reporter) {
  const hasEscapes = file.text.includes('\\');
  const anchors = new Map<
    string,
    { readonly node: SourceNode; readonly value: unknown; readonly size: number }
  >();
  let size = 0;
  let aliased = 0;

  const spanOf = (node: SourceNode): Span => {
    const start = node.range?.[0] ?? 0;
    return { file, start, end: node.range?.[1] ?? start };
  };

  function convert(node: SourceNode | null, depth: number): unknown {
    if (node === null) return null;
    if (isAlias(node)) return resolve(node.source, node);
    const before = size++;
    const value = convertOwn(node, depth);
    const { anchor, tag } = node as { anchor?: string; tag?: string };
    if (tag !== undefined && !CORE_TAGS.has(tag)) {
      report.error('RP1007', spanOf(node), `the tag ${tag} is not supported`, { help: 'remove the tag' });
    }
    if (anchor !== undefined) anchors.set(anchor, { node, value, size: size - before });
    return value;
  }

  function convertOwn(node: SourceNode, depth: number): unknown {
    if (isScalar(node)) {
      checkText(node as SourceNode);
      return node.value;
    }
    if (depth > MAX_DEPTH) {
      reportDepth(report, spanOf(node));
      return null;
    }
    if (isSeq(node)) {
      const list: unknown[] = [];
      for (const item of node.items) list.push(convert(item as SourceNode, depth + 1));
      setOrigin(list, file, node as SourceNode);
      return list;
    }
    return isMap(node) ? convertMap(node as SourceNode, depth) : null;
  }

  /** Only an escape can make text that no program can be given. */
  function checkText(node: SourceNode): void {
    if (!hasEscapes || typeof node.value !== 'string' || isPlainText(node.value)) return;
    report.error('RP2027', spanOf(node), 'the text contains a NUL or half a surrogate pair', {
      help: 'remove the escape that makes it: no program can be given such text',
    });
  }

  function convertMap(node: SourceNode, depth: number): object {
    const map: Record<string, unknown> = {};
    for (const { key, value } of node.items as readonly {
      key: SourceNode | null;
      value: SourceNode | null;
    }[]) {
      const converted = convert(value, depth + 1);
      const name = keyName(key, node);
      if (name === null) continue;
      if (Object.hasOwn(map, name)) {
        report.error('RP1004', spanOf(key ?? node), `the key \`${name}\` is given twice`, {
          help: 'keep one of the two; YAML would silently take the last',
        });
      }
      map[name] = converted;
    }
    setOrigin(map, file, node);
    return map;
  }

  function keyName(key: SourceNode | null, map: SourceNode): string | null {
    if (key === null || !isScalar(key)) {
      report.error('RP1007', spanOf(key ?? map), 'a key must be a plain word', {
        help: 'quote the key if it is text',
      });
      return null;
    }
    checkText(key as SourceNode);
    const name = nodeText(key as SourceNode);
    if (name === '<<' || name === '__proto__') {
      const help =
        name === '<<'
          ? 'YAML 1.2 has no merge keys: put shared facts under `models:`'
          : 'choose another name';
      report.error('RP1007', spanOf(key as SourceNode), `the key \`${name}\` is not supported`, { help });
      return null;
    }
    return name;
  }

  function resolve(name: string, node: SourceNode): unknown {
    const target = anchors.get(name);
    if (target === undefined) {
      report.error('RP1005', spanOf(node), `the alias *${name} has no anchor before it`, {
        help: `write \`&${name}\` at the value it stands for`,
      });
      return null;
    }
    aliased += target.size;
    size += target.size;
    if (aliased > MAX_ALIASED_VALUES) {
      if (aliased - target.size <= MAX_ALIASED_VALUES) {
        report.error('RP1005', spanOf(node), `aliases stand for more than ${MAX_ALIASED_VALUES} values`, {
          help: 'use host ranges, `count:` and `models:` instead of aliases',
        });
      }
      return null;
    }
    // From here on the alias is a scalar of its own place with the text of its target.
    if (isScalar(target.node))
      Object.assign(node, { source: nodeText(target.node as SourceNode), value: target.value });
    return target.value;
  }

  return convert;
}

const CORE_TAGS = new Set(
  ['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((tag) => `tag:yaml.org,2002:${tag}`),
);

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
