import { resolve } from 'node:path';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { type Compilation, compile } from '../../compiler/compile.ts';
import type { ReadFile } from '../../compiler/inventory/read-inventory.ts';
import { createReader } from '../input/read-file.ts';
import { pathOfUri } from './file-uri.ts';

/** One state of a topology, compiled. */
export interface Checked {
  readonly uri: string;
  readonly version: number;
  /** How the compiler names the document. */
  readonly name: string;
  readonly compilation: Compilation;
  /** The paths of all inventory files that the topology names, also of those that do not exist. */
  readonly inventories: ReadonlySet<string>;
  /** How long it took. */
  readonly milliseconds: number;
}

/** The text of a file as an editor has it open; undefined if it has not. */
type OpenText = (path: string) => string | undefined;

/** Compiles a document as `rankplan check` would its file, but of texts that are open what is typed counts. */
export function checkDocument(document: TextDocument, root: string | null, openText: OpenText): Checked {
  const { uri, version } = document;
  const path = pathOfUri(uri);
  const name = path ?? uri;
  const inventories = new Set<string>();
  const begin = performance.now();
  const compilation = compile(document.getText(), {
    name,
    read: readOpenFirst(createReader(path ?? '-', root), openText, inventories),
    allowParentPaths: root !== null,
  });
  return { uri, version, name, compilation, inventories, milliseconds: performance.now() - begin };
}

/** The reader of files comes first: what it keeps out (links that lead out of the root) no editor lets in. */
function readOpenFirst(read: ReadFile, openText: OpenText, paths: Set<string>): ReadFile {
  return (inventory) => {
    const result = read(inventory);
    const path = resolve(result.name);
    paths.add(path);
    const isOpen = result.kind === 'bytes' || result.kind === 'missing';
    const text = isOpen ? openText(path) : undefined;
    return text === undefined ? result : { kind: 'bytes', name: result.name, bytes: text };
  };
}
