import { parse } from 'parse5';
import { SaxesParser } from 'saxes';

/** An element with its attributes, in the order of the document. */
export interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface Markup {
  readonly tags: readonly Tag[];
  /** The text of each element of that name, in order; their children's included. */
  readonly textsOf: (name: string) => readonly string[];
}

/** Parses SVG as strictly as XML demands: whatever is not well-formed throws. */
export function parseSvg(text: string): Markup {
  const tags: Tag[] = [];
  const texts: { readonly name: string; text: string }[] = [];
  const open: { readonly name: string; text: string }[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  for (const event of ['comment', 'cdata', 'doctype'] as const) {
    parser.on(event, () => {
      throw new Error(`there is a ${event}`);
    });
  }
  parser.on('processinginstruction', () => {
    throw new Error('there is a processing instruction');
  });
  parser.on('opentag', ({ name, attributes }) => {
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value]);
    tags.push({ name, attributes: Object.fromEntries(values) });
    const entry = { name, text: '' };
    texts.push(entry);
    open.push(entry);
  });
  parser.on('text', (piece) => {
    for (const entry of open) entry.text += piece;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(text).close();
  return { tags, textsOf: (name) => texts.filter((entry) => entry.name === name).map((entry) => entry.text) };
}

interface DomNode {
  readonly nodeName: string;
  readonly value?: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly DomNode[];
}

/** Parses a page as browsers do; what a browser would have to guess is an error. */
export function parseHtml(text: string): Markup {
  const root: DomNode = parse(text, {
    onParseError: ({ code, startLine, startCol }) => {
      throw new Error(`${code} at ${startLine}:${startCol}`);
    },
  }) as DomNode;
  const nodes: DomNode[] = [];
  const collect = (node: DomNode) => {
    if (node.nodeName === '#comment') throw new Error('there is a comment');
    if (!node.nodeName.startsWith('#')) nodes.push(node);
    for (const child of node.childNodes ?? []) collect(child);
  };
  collect(root);
  return {
    tags: nodes.map(({ nodeName, attrs }) => ({
      name: nodeName,
      attributes: Object.fromEntries((attrs ?? []).map(({ name, value }) => [name, value])),
    })),
    textsOf: (name) => nodes.filter(({ nodeName }) => nodeName === name).map(textOf),
  };
}

function textOf(node: DomNode): string {
  return node.nodeName === '#text' ? (node.value ?? '') : (node.childNodes ?? []).map(textOf).join('');
}
