import { isAlias, isMap, isScalar, isSeq } from 'yaml';
import type { Reporter } from '../diagnostics/reporter.ts';
import { clip, HIDDEN, nameCharacter } from '../source/printable.ts';
import type { SourceFile, Span } from '../source/source-file.ts';
import { nodeText, rangeSpan, type SourceNode, setOrigin } from './document.ts';
import { MAX_ALIASED_VALUES, MAX_DEPTH } from './limits.ts';

/** Copies composed nodes into plain values; resolves aliases itself, in linear time and within bounds. */
export function createConverter(file: SourceFile, report: Reporter) {
  const hasEscapes = file.text.includes('\\');
  const anchors = new Map<
    string,
    { readonly node: SourceNode; readonly value: unknown; readonly size: number }
  >();
  let size = 0;
  let aliased = 0;

  const spanOf = (node: SourceNode): Span => rangeSpan(file, node);

  function convert(node: SourceNode | null, depth: number): unknown {
    if (node === null) return null;
    if (isAlias(node)) return resolve(node.source, node);
    const before = size++;
    const value = convertOwn(node, depth);
    const { anchor, tag } = node as { anchor?: string; tag?: string };
    if (tag !== undefined && !CORE_TAG.test(tag)) {
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
      const list = node.items.map((item) => convert(item as SourceNode, depth + 1));
      setOrigin(list, file, node as SourceNode);
      return list;
    }
    return isMap(node) ? convertMap(node as SourceNode, depth) : null;
  }

  /** Only an escape can make text with hidden characters: those that are written are refused before. */
  function checkText(node: SourceNode): void {
    const hidden = hasEscapes && typeof node.value === 'string' ? HIDDEN.exec(node.value) : null;
    if (hidden === null) return;
    const help = 'remove the escape that makes it: a reviewer of what is written would not see it';
    const message = `the text contains ${nameCharacter(hidden[0])}, which cannot be seen`;
    report.error('RP2027', spanOf(node), message, { help });
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
          help: 'keep one of the two, or write a dash before it if it begins another item of a list; YAML would silently take the last',
        });
      }
      map[name] = converted;
    }
    setOrigin(map, file, node);
    return map;
  }

  function keyName(key: SourceNode | null, map: SourceNode): string | null {
    if (key === null || !isScalar(key)) {
      const message = 'a key must be a plain word';
      report.error('RP1007', spanOf(key ?? map), message, { help: 'quote the key if it is text' });
      return null;
    }
    checkText(key as SourceNode);
    const name = nodeText(key as SourceNode);
    if (name === '<<' || name === '__proto__') {
      const help = 'choose another name; YAML 1.2 has no merge keys: shared facts go under `models:`';
      report.error('RP1007', spanOf(key as SourceNode), `the key \`${name}\` is not supported`, { help });
      return null;
    }
    return name;
  }

  function resolve(name: string, node: SourceNode): unknown {
    const target = anchors.get(name);
    if (target === undefined) {
      const shown = clip(name, 60);
      report.error('RP1005', spanOf(node), `the alias *${shown} has no anchor before it`, {
        help: `quote it if it is meant as text: "*${shown}"; else write \`&${shown}\` at the value it stands for`,
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

const CORE_TAG = /^tag:yaml\.org,2002:(?:str|int|float|bool|null|map|seq)$/;

export function reportDepth(report: Reporter, span: Span): void {
  const help = 'a topology needs no more than ten';
  report.error('RP1001', span, `the file nests deeper than ${MAX_DEPTH} levels`, { help });
}
