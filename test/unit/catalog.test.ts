import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compile } from '../../src/compiler/compile.ts';
import {
  CATALOG,
  findEntry,
  type MachineExample,
  type SessionExample,
  type TopologyExample,
} from '../../src/compiler/diagnostics/catalog.ts';
import { createReporter, type Diagnostic } from '../../src/compiler/diagnostics/reporter.ts';
import type { ReadFile } from '../../src/compiler/inventory/read-inventory.ts';
import { EMITTERS } from '../../src/emitters/emit-plan.ts';
import { runRankplan } from '../command/run-rankplan.ts';
import { fakeMachine, hasNative } from '../native/fake-machine.ts';
import { replaySlurm } from '../replay-slurm.ts';
import { makeFolder } from '../scratch.ts';
import { some } from '../stage.ts';

/** The sources by path, the catalog itself and what is made of it left out. */
const SOURCES = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && path !== 'compiler/diagnostics/catalog.ts')
  .filter((path) => !['generated/codes.ts', 'generated/catalog.ts'].includes(path))
  .map((path) => ({ path, text: readFileSync(join('src', path), 'utf8') }));

describe('the catalog', () => {
  const codes = CATALOG.map(({ code }) => code);

  test('has each code once, of form, in order', () => {
    expect(codes.filter((code) => !/^RP[1-6]\d{3}$/.test(code))).toEqual([]);
    expect(codes).toEqual([...new Set(codes)].sort());
  });

  test('has exactly the codes of the sources', () => {
    const mentioned = SOURCES.flatMap(({ text }) => text.match(/\bRP\d{4}\b/g) ?? []);
    expect(codes).toEqual([...new Set(mentioned)].sort());
  });

  test('costs nothing until somebody asks for what only it knows', () => {
    const readers = SOURCES.filter(
      ({ text }) => text.includes('/catalog.ts') && /(?<!import type .*)['"].*\/catalog\.ts/.test(text),
    );
    expect(readers.map(({ path }) => path).sort()).toEqual([
      'api.ts', // which no command imports
      'cli/completion/complete-words.ts',
      'cli/findings/finding-formats.ts',
      'cli/findings/finding-policy.ts',
      'cli/verbs/explain.ts',
    ]);
  });

  test('is the type of what can be reported: tsc refuses any other code', () => {
    const report = createReporter();
    // @ts-expect-error: the catalog has no such code
    report.error('RP9999', { file: { name: 'a', text: '' }, start: 0, end: 0 }, 'x');
    expect(report.errorCount()).toBe(1);
  });

  test('finds an entry by its code', () => {
    expect(findEntry('RP3004')?.title).toBe('a GPU has no value for the metric');
    expect(findEntry('RP9999')).toBeNull();
  });

  test.each(CATALOG)('$code says what is wrong, why it hurts and what to do', ({ title, explanation }) => {
    expect(title).not.toMatch(/^[A-Z][a-z]|\.$/); // it stands in a sentence
    const sentences = explanation.split(/(?<=\.) /);
    expect(sentences.length).toBeGreaterThanOrEqual(2);
    expect(sentences.length).toBeLessThanOrEqual(9);
    expect(sentences.filter((sentence) => !/^[A-Z`0-9].*\.$/.test(sentence))).toEqual([]);
  });
});

/** The files of an example; what lies below a path makes that path a folder. */
const readerOf =
  (files: Readonly<Record<string, string>> = {}): ReadFile =>
  (path) => {
    const bytes = files[path];
    if (bytes !== undefined) return { kind: 'bytes', name: path, bytes };
    const isFolder = Object.keys(files).some((file) => file.startsWith(`${path}/`));
    return { kind: isFolder ? 'not-a-file' : 'missing', name: path };
  };

/** What is compiled where it is too large or too broken to be shown as it is. */
const SOURCES_OF: Readonly<Record<string, () => string | Uint8Array>> = {
  RP1001: () => `version: 1\nname: large\n${'#'.repeat(17 * 2 ** 20)}\n`,
  RP1009: () => Uint8Array.from('# f\u00fcr das Labor\n', (letter) => letter.charCodeAt(0)),
};

const compileExample = ({ text, files }: TopologyExample, source?: () => string | Uint8Array) =>
  compile(source?.() ?? text, { name: 'topology.yaml', read: readerOf(files) });

const topologies = CATALOG.flatMap(({ code, severity, bad, good }) =>
  bad.kind === 'topology' && good.kind === 'topology' ? [{ code, severity, bad, good }] : [],
);

/** At a text that has an extent, or at the start of the file where something as a whole is wrong. */
const hasPlace = ({ primary: { start, end } }: Diagnostic): boolean =>
  end > start || (start === 0 && end === 0);

describe('a topology example', () => {
  test.each(topologies)('$code: the bad one reports it, and nothing else', ({ code, severity, bad }) => {
    const { diagnostics, plan } = compileExample(bad, SOURCES_OF[code]);
    const severities = severity === 'both' ? ['error', 'warning'] : [severity];
    expect([...new Set(diagnostics.map((found) => found.code))]).toEqual([code]);
    expect(diagnostics.filter((found) => !severities.includes(found.severity))).toEqual([]);
    expect(diagnostics.filter((found) => !hasPlace(found) || !found.help)).toEqual([]);
    expect(plan === null).toBe(diagnostics.some((found) => found.severity === 'error'));
  });

  test.each(topologies)('$code: the good one compiles without a finding', ({ good }) => {
    const { diagnostics, plan } = compileExample(good);
    expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
    expect(plan?.ranks.length).toBeGreaterThan(0);
  });
});

/** What needs Slurm needs the emitter, too. */
const hasSlurm = EMITTERS.some(({ name }) => name === 'slurm');
const sessions = CATALOG.flatMap(({ code, severity, bad, good }) =>
  bad.kind === 'session' &&
  good.kind === 'session' &&
  bad.requires !== 'hosts' &&
  (hasSlurm || bad.requires !== 'slurm')
    ? [{ code, severity, bad, good }]
    : [],
);

const machines = CATALOG.flatMap(({ code, severity, bad, good }) =>
  bad.kind === 'machine' && good.kind === 'machine' ? [{ code, severity, bad, good }] : [],
);

test('each entry has two examples of one kind', () => {
  expect(CATALOG.filter(({ bad, good }) => bad.kind !== good.kind)).toEqual([]);
});

describe('a session example', () => {
  const scratch = makeFolder('rankplan-catalog-');
  const bin = join(scratch, 'bin');
  beforeAll(() => {
    mkdirSync(bin);
    symlinkSync(resolve('dist/rankplan.cjs'), join(bin, 'rankplan'));
    replaySlurm(bin, {
      nodes: 'test/data/slurm/22.05-nodes.txt',
      partitions: 'test/data/slurm/22.05-partitions.txt',
      refusedDirective: 'reservation',
      refusal: 'allocation failure: Requested reservation is invalid',
    });
  });
  afterAll(() => rmSync(scratch, { recursive: true }));

  const PATH = [bin, dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter);

  /** Most commands are rankplan and words; others need a shell. */
  function runLine(command: string, cwd: string, env: NodeJS.ProcessEnv) {
    const words = /^rankplan ([\w./:=, -]+)$/.exec(command)?.[1];
    if (words !== undefined) return runRankplan(words.trim().split(/ +/), { cwd, env });
    return spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8', env });
  }

  /** The status and the codes of each command, in order. */
  function play({ files = {}, commands }: SessionExample | MachineExample, env = process.env) {
    const folder = mkdtempSync(join(scratch, 'session-'));
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
    return commands.map((command) => {
      const { status, stdout, stderr } = runLine(command, folder, { ...env, PATH });
      return { status, codes: [...new Set(`${stdout}${stderr}`.match(/RP\d{4}/g) ?? [])] };
    });
  }

  const fine = { status: 0, codes: [] };

  test.each(some(sessions))(
    '$code: the last command of the bad one reports it',
    ({ code, severity, bad }) => {
      const status = severity === 'warning' || severity === 'note' ? 0 : 1;
      const expected = bad.commands.map((_, i) =>
        i < bad.commands.length - 1 ? fine : { status, codes: [code] },
      );
      expect(play(bad)).toEqual(expected);
    },
  );

  test.each(some(sessions))('$code: the good one is fine throughout', ({ good }) => {
    expect(play(good)).toEqual(good.commands.map(() => fine));
  });

  describe.skipIf(!hasNative)('on a machine', () => {
    const playThere = (example: MachineExample) => play(example, fakeMachine(example.scenario).env);

    test.each(some(machines))(
      '$code: the bad one reports it, and nothing else',
      ({ code, severity, bad }) => {
        const [found] = playThere(bad);
        expect(bad.commands.length).toBe(1);
        expect(found?.codes).toEqual([code]);
        expect(found?.status).toBe(severity === 'warning' ? 0 : (bad.status ?? 3));
      },
    );

    test.each(some(machines))('$code: the good one is fine throughout', ({ good }) => {
      expect(playThere(good)).toEqual(good.commands.map(() => fine));
    });
  });
});
