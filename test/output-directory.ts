import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import type { OutputFile } from '../src/runtime/output-file.ts';
import { compareArtifacts, writeArtifacts } from '../src/runtime/write-artifacts.ts';
import { makeFolder } from './scratch.ts';

export const MANIFEST = '.rankplan.json';
export const STAGE = '.rankplan-stage';

/** A folder for each test. */
export let top: string;
/** The output directory in it, which does not exist yet. */
export let out: string;

/** Makes them new for each test of the file that calls it. */
export function useOutputDirectory(): void {
  beforeEach(() => {
    top = makeFolder('rankplan-write-');
    out = join(top, 'out');
  });
  afterEach(() => fs.rmSync(top, { recursive: true, force: true }));
}

export function* output(version: string, ranks: number): Generator<OutputFile> {
  yield { path: 'plan.json', executable: false, content: ['{"plan":', `"${version}é"`, '}\n'] };
  yield { path: 'launch.sh', executable: true, content: '#!/bin/sh\n' };
  for (let rank = 0; rank < ranks; rank += 1) {
    yield {
      path: `env/rank-${rank}.env`,
      executable: false,
      content: `export RANK='${rank}' V='${version}'\n`,
    };
  }
}

/** How the output directory differs from these files: `PATH STATE` of each. */
export function statesOf(files: Iterable<OutputFile>): readonly string[] {
  return compareArtifacts(out, files).map(({ path, state }) => `${path} ${state}`);
}

export function textOf({ content }: OutputFile): string {
  return typeof content === 'string' ? content : content.join('');
}

export function sha256(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

/** The files that lie in the directory after these were written. */
export function expected(files: Iterable<OutputFile>): Record<string, string> {
  const texts = new Map([...files].map((file) => [file.path, textOf(file)]));
  const lines = [...texts.keys()].sort().map((path) => `    "${path}": "${sha256(texts.get(path) ?? '')}"`);
  texts.set(MANIFEST, `{\n  "formatVersion": "1.0",\n  "artifacts": {\n${lines.join(',\n')}\n  }\n}\n`);
  return Object.fromEntries(texts);
}

/** Every file below the folder with its text; a link as `-> target`; an empty folder as `(empty)`. */
export function snapshot(folder: string, prefix = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const name = `${prefix}${entry.name}`;
    if (entry.isSymbolicLink()) found[name] = `-> ${fs.readlinkSync(path)}`;
    else if (entry.isFile()) found[name] = fs.readFileSync(path, 'utf8');
    else if (fs.readdirSync(path).length === 0) found[name] = '(empty)';
    else Object.assign(found, snapshot(path, `${name}/`));
  }
  return found;
}

export function put(path: string, text: string): void {
  fs.mkdirSync(join(out, path, '..'), { recursive: true });
  fs.writeFileSync(join(out, path), text);
}

export function putManifest(artifacts: Record<string, string>): void {
  put(MANIFEST, JSON.stringify({ formatVersion: '1.0', artifacts }));
}

export function refused(...conflicts: [path: string, reason: string][]) {
  return { kind: 'refused', conflicts: conflicts.map(([path, reason]) => ({ path, reason })) };
}

/** Expects a refusal, and that it changed nothing. */
export function expectRefusal(
  files: Iterable<OutputFile>,
  ...conflicts: [path: string, reason: string][]
): void {
  const before = snapshot(top);
  expect(writeArtifacts(out, files)).toEqual(refused(...conflicts));
  expect(snapshot(top)).toEqual(before);
}
