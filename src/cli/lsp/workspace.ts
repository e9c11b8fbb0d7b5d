import { resolve } from 'node:path';
import type { Diagnostic } from 'vscode-languageserver-protocol';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { type Compilation, compile } from '../../compiler/compile.ts';
import type { ReadFile } from '../../compiler/inventory/read-inventory.ts';
import { isTopology } from '../../editor/is-topology.ts';
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

/** The pause after typing before a text is checked; what takes longer to check waits longer. */
const PAUSE_MS = 150;
const MAX_PAUSE_MS = 5000;

/** A longer text, or one of more inventory files, is not checked for a hover: that takes a second. */
const MAX_AT_ONCE = { length: 262_144, inventories: 1000 };

export interface WorkspaceOptions {
  readonly root: string | null;
  readonly documents: () => readonly TextDocument[];
  readonly publish: (uri: string, diagnostics: readonly Diagnostic[]) => void;
  /** The findings of a check by the URIs of their files; the topology's own is always among them. */
  readonly toDiagnostics: (checked: Checked) => ReadonlyMap<string, readonly Diagnostic[]>;
  /** Called with an error that is a bug. */
  readonly failed: (error: unknown) => void;
}

export type Workspace = ReturnType<typeof createWorkspace>;

/** The topologies that an editor has open, and what was found in them. */
export function createWorkspace(options: WorkspaceOptions) {
  const checks = new Map<string, Checked>();
  const lastSound = new Map<string, Compilation>();
  const pending = new Map<string, NodeJS.Timeout>();
  const replaceFindings = createFindings(options.publish);

  const check = (document: TextDocument): Checked | null => {
    const { uri, version, languageId } = document;
    const known = checks.get(uri);
    if (known?.version === version) return known;
    if (!isTopology({ languageId, name: pathOfUri(uri) ?? uri, text: document.getText() })) return null;
    const open = new Map(options.documents().map((other) => [pathOfUri(other.uri), other]));
    const checked = checkDocument(document, options.root, (path) => open.get(path)?.getText());
    checks.set(uri, checked);
    remember(uri, checked.compilation);
    return checked;
  };

  /** The document, compiled; as it is now, unless that takes long. Null if it is no topology. */
  const look = (document: TextDocument): Checked | null => {
    const last = checks.get(document.uri);
    const isLarge =
      document.getText().length > MAX_AT_ONCE.length ||
      (last?.inventories.size ?? 0) > MAX_AT_ONCE.inventories;
    return last !== undefined && isLarge ? last : check(document);
  };

  /** GPUs of inventory files are known only of a text that was mapped: the last one that was, while it is not. */
  const remember = (uri: string, compilation: Compilation) => {
    const decisions = compilation.decisions ?? lastSound.get(uri)?.decisions ?? null;
    if (compilation.topology !== null) lastSound.set(uri, { ...compilation, decisions });
  };

  const forget = (uri: string) => {
    clearTimeout(pending.get(uri));
    pending.delete(uri);
    checks.delete(uri);
    lastSound.delete(uri);
    replaceFindings(uri, new Map());
  };

  const report = (document: TextDocument) => {
    pending.delete(document.uri);
    const checked = check(document);
    if (checked === null) return forget(document.uri);
    replaceFindings(document.uri, options.toDiagnostics(checked));
  };

  /** A new change restarts the pause: only the last state of what is typed is checked. */
  const schedule = (document: TextDocument, pause: number) => {
    clearTimeout(pending.get(document.uri));
    const attempt = () => {
      try {
        report(document);
      } catch (error) {
        options.failed(error);
      }
    };
    pending.set(document.uri, setTimeout(attempt, pause));
  };

  const recheck = (changed: readonly string[]) => {
    for (const [uri, { inventories, milliseconds }] of [...checks]) {
      const document = options.documents().find((open) => open.uri === uri);
      if (document === undefined || !changed.some((path) => inventories.has(path))) continue;
      checks.delete(uri);
      schedule(document, pauseAfter(milliseconds));
    }
  };
  const recheckReadersOf = (uri: string) => recheck([pathOfUri(uri) ?? '']);

  return {
    look,
    /** What is known of a topology while a line of it is half written: of the last state in which it was one. */
    known: ({ uri, compilation }: Checked): Compilation => lastSound.get(uri) ?? compilation,
    /** All topologies that are open and known as they are now. */
    all: (): readonly Checked[] =>
      options.documents().flatMap((document) => {
        const checked = look(document);
        return checked?.version === document.version ? [checked] : [];
      }),
    /** A document was opened, or its text changed. */
    changed(document: TextDocument): void {
      const before = checks.get(document.uri);
      schedule(document, before === undefined ? 0 : pauseAfter(before.milliseconds));
      recheckReadersOf(document.uri);
    },
    closed({ uri }: TextDocument): void {
      forget(uri);
      recheckReadersOf(uri);
    },
    /** A topology that is saved reads its inventories again, as not every editor watches files. */
    saved({ uri }: TextDocument): void {
      recheckReadersOf(uri);
      recheck([...(checks.get(uri)?.inventories ?? [])]);
    },
    /** Files changed on disk. */
    filesChanged: recheck,
  };
}

/** A check of a huge text must leave time for other requests of the editor. */
const pauseAfter = (milliseconds: number): number =>
  Math.min(MAX_PAUSE_MS, Math.max(PAUSE_MS, 2 * milliseconds));

/** An inventory file has the findings of all topologies that read it; each is published once. */
function createFindings(publish: WorkspaceOptions['publish']) {
  const byTopology = new Map<string, ReadonlyMap<string, readonly Diagnostic[]>>();
  return (topology: string, found: ReadonlyMap<string, readonly Diagnostic[]>): void => {
    const before = byTopology.get(topology);
    if (found.size === 0 && before === undefined) return;
    byTopology.set(topology, found);
    if (found.size === 0) byTopology.delete(topology);
    for (const uri of new Set([...(before?.keys() ?? []), ...found.keys()])) {
      const all = [...byTopology.values()].flatMap((of) => of.get(uri) ?? []);
      const different = new Map(all.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic]));
      publish(uri, [...different.values()]);
    }
  };
}

/** The text of a file as an editor has it open; undefined if it has not. */
type OpenText = (path: string) => string | undefined;

/** Compiles a document as `rankplan check` would its file, but of texts that are open what is typed counts. */
function checkDocument(document: TextDocument, root: string | null, openText: OpenText): Checked {
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
