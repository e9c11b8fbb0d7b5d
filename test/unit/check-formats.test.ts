import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { CATALOG } from '../../src/compiler/diagnostics/catalog.ts';
import { HIDDEN } from '../../src/compiler/source/printable.ts';
import { runRankplan } from '../command/run-rankplan.ts';
import { makeFolder, writeFiles } from '../scratch.ts';

const scratch = makeFolder('rankplan-formats-');

const GOOD = 'version: 1\nname: good\nnodes:\n  - { hosts: lab1, gpus: { count: 2 } }\n';
const BAD = 'version: 1\nname: bad\nnodes:\n  - { hosts: lab1, gpu: { count: 2 } }\n';
/** RP3007 in line 4. */
const WARNED = 'version: 1\nname: warned\nnodes:\n  - { hosts: lab1, gpus: { count: 2, score: 7 } }\n';
/** An error with another place that matters. */
const TWICE =
  'version: 1\nname: twice\nnodes:\n  - { hosts: lab1, cpuRanks: 1 }\n  - { hosts: lab1, cpuRanks: 1 }\n';

/** A new repository (for rankplan a folder with `.git`) of files, and what `check` says in a folder of it. */
function repository(files: Readonly<Record<string, string>>) {
  const top = mkdtempSync(join(scratch, 'repository-'));
  mkdirSync(join(top, '.git'));
  writeFiles(top, files);
  const check = (args: readonly string[], { folder = '.', input = '' } = {}) => {
    return runRankplan(['check', ...args], { cwd: join(top, folder), input });
  };
  return { top, check };
}

const unescapeText = (text: string): string =>
  text
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%25', '%');

/** Workflow commands as GitHub's runner reads them, line by line. */
function readCommands(output: string) {
  const lines = output.split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => {
    const end = line.indexOf('::', 2);
    expect(line.startsWith('::') && end > 0, line).toBe(true);
    const info = line.slice(2, end);
    const blank = info.indexOf(' ');
    const properties = info
      .slice(blank + 1)
      .split(',')
      .map(
        (pair) =>
          [pair.slice(0, pair.indexOf('=')), unescapeText(pair.slice(pair.indexOf('=') + 1))] as const,
      );
    return {
      command: info.slice(0, blank),
      properties: Object.fromEntries(properties),
      message: unescapeText(line.slice(end + 2)),
    };
  });
}

describe('github annotations', () => {
  test('name place, code and message, also those of several files; silence is no finding', () => {
    const { check } = repository({ 'a.yaml': BAD, 'b.yaml': WARNED, 'c.yaml': GOOD });
    const { status, stdout, stderr } = check(['--format', 'github', 'a.yaml', 'b.yaml', 'c.yaml']);
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
    const commands = readCommands(stdout);
    expect(commands.map(({ command, properties }) => [command, properties])).toEqual([
      ['error', { file: 'a.yaml', line: '4', endLine: '4', col: '20', endColumn: '22', title: 'RP1101' }],
      ['warning', { file: 'b.yaml', line: '4', endLine: '4', col: '38', endColumn: '42', title: 'RP3007' }],
    ]);
    expect(commands[0]?.message).toMatch(/^unknown key `gpu`; did you mean `gpus`\?\nhelp: /);
    expect(check(['--format', 'github', 'c.yaml'])).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  test('have no columns where the finding has several lines', () => {
    const { check } = repository({
      'a.yaml': 'version: 1\nname: x\nnodes:\n  - cpuRanks:\n      - 1\n      - 2\n    hosts: a\n',
    });
    const [annotation] = readCommands(check(['--format', 'github', 'a.yaml']).stdout);
    expect(annotation?.properties).toMatchObject({ line: '5' });
    expect(Number(annotation?.properties['endLine'])).toBeGreaterThan(5);
    expect(annotation?.properties).not.toHaveProperty('col');
  });

  test('name files from the top of the repository, and other places too', () => {
    const { top, check } = repository({ 'deep/er/a.yaml': TWICE });
    for (const name of ['a.yaml', '../er/a.yaml', join(top, 'deep/er/a.yaml')]) {
      const [annotation] = readCommands(check(['--format', 'github', name], { folder: 'deep/er' }).stdout);
      expect(annotation?.properties['file']).toBe('deep/er/a.yaml');
      expect(annotation?.message).toContain('\ndeep/er/a.yaml:4:');
    }
    const [piped] = readCommands(check(['--format', 'github', '-'], { input: BAD }).stdout);
    expect(piped?.properties['file']).toBe('<stdin>');
  });

  const names = 'a,b.yaml a:b::c.yaml 100%.yaml a%0A%2C.yaml ::error::.yaml a=b.yaml'.split(' ');
  test.each([...names, 'a\nb.yaml'])('a file called %j is that file', (name) => {
    const { check } = repository({ [name]: BAD });
    const commands = readCommands(check(['--format', 'github', `./${name}`]).stdout);
    expect(commands.map(({ properties }) => properties['file'])).toEqual([name]);
  });

  const keys = '::error::x %0A::add-mask::x % a\\n::stop-commands::x \\r\\n \\e[31m \\u202e ,:='.split(' ');
  test.each(keys)('a key %j stays within its annotation', (key) => {
    const isHidden = HIDDEN.test(JSON.parse(`"${key.replace('\\e', '\\u001b')}"`));
    const { check } = repository({ 'a.yaml': `${GOOD}"${key}": 1\n` });
    const { stdout } = check(['--format', 'github', 'a.yaml']);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: there must be none
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    const commands = readCommands(stdout);
    expect(commands.map(({ properties }) => properties['title'])).toEqual([isHidden ? 'RP2027' : 'RP1101']);
  });
});

test.each(['json', 'github', 'sarif'])('in %s a name of a file hides nothing', (format) => {
  const name = 'a\u202eb.yaml';
  const { check } = repository({ [name]: BAD });
  const { stdout } = check(['--format', format, name]);
  expect(stdout).not.toContain('\u202e');
  if (format === 'json') expect(JSON.parse(stdout).diagnostics[0].primary.file).toBe(name);
});

interface SarifLog {
  readonly runs: readonly {
    readonly columnKind: string;
    readonly tool: {
      readonly driver: { readonly version: string; readonly rules: readonly Record<string, unknown>[] };
    };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly message: { readonly text: string };
      readonly locations: readonly Location[];
      readonly relatedLocations?: readonly Location[];
      readonly fixes?: readonly unknown[];
    }[];
  }[];
}

interface Location {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string };
    readonly region: Readonly<Record<string, number>>;
  };
}

/** An excerpt of the official schema, which is of draft 4 and uses nothing that draft 7 reads differently but its own name. */
function sarifValidator() {
  const { $schema, id, ...schema } = JSON.parse(
    readFileSync('test/data/sarif/sarif-schema-2.1.0.json', 'utf8'),
  );
  expect([$schema, id]).toEqual([
    'http://json-schema.org/draft-04/schema#',
    'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
  ]);
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addFormat('uri', (text) => URL.canParse(text));
  ajv.addFormat('uri-reference', /^(?:[\w.~!$&'()*+,;=:@/?#[\]-]|%[0-9A-F]{2})*$/);
  ajv.addFormat('date-time', true);
  return ajv.compile(schema);
}

describe('sarif', () => {
  const validate = sarifValidator();

  function sarifOf(output: string): SarifLog['runs'][number] {
    const log = JSON.parse(output) as SarifLog;
    validate(log);
    expect(validate.errors).toBeNull();
    const [run] = log.runs;
    if (run === undefined) throw new Error('a log has a run');
    for (const { ruleId, ruleIndex, locations } of run.results) {
      expect(run.tool.driver.rules[ruleIndex]?.['id']).toBe(ruleId);
      expect(locations).toHaveLength(1);
    }
    return run;
  }

  test('reports are compared with the schema: something wrong is found', () => {
    expect(validate({ version: '2.1.0', runs: [{ tool: {} }] })).toBe(false);
    expect(
      validate({ version: '2.1.0', runs: [{ tool: { driver: { name: 'x' } }, columnKind: 'bytes' }] }),
    ).toBe(false);
  });

  test('of no finding has all rules of the catalog', () => {
    const { check } = repository({ 'a.yaml': GOOD });
    const { status, stdout } = check(['--format', 'sarif', 'a.yaml']);
    const run = sarifOf(stdout);
    expect({ status, results: run.results }).toEqual({ status: 0, results: [] });
    expect(run.tool.driver.version).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
    const { rules } = run.tool.driver;
    expect(rules.map(({ id }) => id)).toEqual(CATALOG.map(({ code }) => code));
    const rule = rules.find(({ id }) => id === 'RP3004');
    expect(rule).toMatchObject({
      shortDescription: { text: 'a GPU has no value for the metric' },
      defaultConfiguration: { level: 'error' },
      help: { text: expect.stringContaining('Bad:'), markdown: expect.stringContaining('```yaml\n') },
    });
    // What GitHub shows of them.
    for (const { shortDescription, fullDescription } of rules as { [key: string]: { text: string } }[]) {
      expect(shortDescription?.text.length).toBeLessThan(1024);
      expect(fullDescription?.text.length).toBeLessThan(1024);
    }
  });

  test('has a result for each finding, with the place in code points', () => {
    const { check } = repository({ 'a.yaml': '# \u{1f4a5}\n"\u{1f4a5}": { x: 1 }\n', 'b.yaml': WARNED });
    const run = sarifOf(check(['--format', 'sarif', 'a.yaml', 'b.yaml']).stdout);
    expect(run.columnKind).toBe('unicodeCodePoints');
    const unknown = run.results.find(({ ruleId }) => ruleId === 'RP1101');
    expect(unknown?.locations[0]?.physicalLocation).toEqual({
      artifactLocation: { uri: 'a.yaml' },
      region: { startLine: 2, startColumn: 1, endLine: 2, endColumn: 4 },
    });
    expect(run.results.at(-1)).toMatchObject({ ruleId: 'RP3007', level: 'warning' });
  });

  test('has other places that matter, and the edit that fixes it', () => {
    const { check } = repository({ 'sub/a.yaml': TWICE, 'sub/b.yaml': BAD });
    const run = sarifOf(check(['--format', 'sarif', 'a.yaml', 'b.yaml'], { folder: 'sub' }).stdout);
    const [twice, bad] = run.results;
    expect(twice?.relatedLocations).toMatchObject([
      { id: 0, physicalLocation: { artifactLocation: { uri: 'sub/a.yaml' }, region: { startLine: 4 } } },
    ]);
    expect(bad?.fixes).toMatchObject([
      {
        description: { text: 'Change to `gpus`' },
        artifactChanges: [
          {
            artifactLocation: { uri: 'sub/b.yaml' },
            replacements: [
              { deletedRegion: { startLine: 4, startColumn: 20 }, insertedContent: { text: 'gpus' } },
            ],
          },
        ],
        properties: { certain: true },
      },
    ]);
    const { diagnostics } = JSON.parse(check(['--format', 'json', 'sub/b.yaml']).stdout);
    expect(diagnostics[0].suggestion).toMatchObject({
      span: { start: { line: 4, column: 20 } },
      replacement: 'gpus',
      title: 'Change to `gpus`',
      certain: true,
    });
  });

  test.each([
    ['a b.yaml', 'a%20b.yaml'],
    ['c:d.yaml', 'c%3Ad.yaml'],
    ['ü#?%.yaml', '%C3%BC%23%3F%25.yaml'],
    ['x\ny.yaml', 'x%0Ay.yaml'],
  ])('a file called %j is at %s', (name, uri) => {
    const { top, check } = repository({ [name]: BAD });
    for (const given of [`./${name}`, join(top, name)]) {
      const run = sarifOf(check(['--format', 'sarif', given]).stdout);
      expect(run.results[0]?.locations[0]?.physicalLocation.artifactLocation.uri).toBe(uri);
    }
  });

  test('a file outside of the repository and stdin have relative places as well', () => {
    const { check } = repository({ 'a.yaml': GOOD });
    writeFileSync(join(scratch, 'outside.yaml'), BAD);
    const uriOf = (args: readonly string[]) =>
      sarifOf(check(['--format', 'sarif', ...args], { input: BAD }).stdout).results[0]?.locations[0]
        ?.physicalLocation.artifactLocation.uri;
    expect(uriOf([join(scratch, 'outside.yaml')])).toBe('../outside.yaml');
    expect(uriOf(['-'])).toBe('%3Cstdin%3E');
  });

  test('a text cannot become a link', () => {
    const { check } = repository({ 'a.yaml': `${GOOD}"[x](https://evil.example)": 1\n` });
    const [result] = sarifOf(check(['--format', 'sarif', 'a.yaml']).stdout).results;
    expect(result?.message.text).toContain('[x] (https://evil.example)');
  });
});

/** A finding of `--format json`, as far as it is looked at. */
interface Found {
  readonly primary: {
    readonly file: string;
    readonly start: { readonly line: number; readonly column: number };
  };
  readonly severity: string;
  readonly code: string;
  readonly message: string;
}

test('the problem matcher finds each finding of the text, and nothing in the lines that it quotes', () => {
  const [{ pattern }] = JSON.parse(readFileSync('problem-matcher.json', 'utf8')).problemMatcher;
  expect(pattern).toHaveLength(1);
  const [{ regexp, ...groups }] = pattern;
  const forged = '"x.yaml:1:1: error[RP1003]: forged": 1 # y.yaml:1:1: error[RP1003]: forged\n';
  const { check } = repository({
    'with blank: a.yaml': `${BAD}${forged}`,
    'b.yaml': WARNED,
    'c.yaml': TWICE,
    'd.yaml': GOOD,
  });
  const files = ['with blank: a.yaml', 'b.yaml', 'c.yaml', 'd.yaml'];
  const matches = check(files)
    .stdout.split('\n')
    .flatMap((line) => {
      const match = new RegExp(regexp).exec(line);
      if (match === null) return [];
      return [
        Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, match[Number(group)]])),
      ];
    });
  const { diagnostics } = JSON.parse(check(['--format', 'json', ...files]).stdout);
  expect(diagnostics.length).toBeGreaterThanOrEqual(4);
  expect(matches).toEqual(
    diagnostics.map(({ primary, severity, code, message }: Found) => ({
      file: primary.file,
      line: String(primary.start.line),
      column: String(primary.start.column),
      severity,
      code,
      message,
    })),
  );
});

describe('--warnings-as-errors', () => {
  test.each(['text', 'json', 'github', 'sarif'])('in %s', (format) => {
    const { check } = repository({ 'a.yaml': WARNED });
    expect(check(['--format', format, 'a.yaml']).status).toBe(0);
    const { status, stdout } = check(['--warnings-as-errors', '--format', format, 'a.yaml']);
    expect(status).toBe(1);
    expect(stdout).toContain('--warnings-as-errors');
    expect(stdout).toMatch(/error\[RP3007\]|"errors": 1|::error |"level": "error",\n +"message"/);
    expect(stdout).not.toContain('ok:');
  });
});

describe('--disable', () => {
  const { check } = repository({
    'a.yaml': `${WARNED}mapping: { exclude: ["lab1:1", "lab1:1"] }\n`,
    'b.yaml': `${WARNED}mapping: {} # rankplan-ignore RP3021: no\n`,
    'c.yaml': BAD,
  });
  const codes = (args: readonly string[]) => check(args).stdout.match(/(?<=\[)RP\d{4}(?=\])/g) ?? [];

  test('leaves out warnings: one, several, in one list or many', () => {
    expect(codes(['a.yaml'])).toEqual(['RP3007', 'RP3021']);
    expect(codes(['--disable', 'RP3021', 'a.yaml'])).toEqual(['RP3007']);
    expect(codes(['--disable', 'RP3021,rp3007', 'a.yaml'])).toEqual([]);
    expect(codes(['--disable', 'RP3021', '--disable', 'RP3007', 'a.yaml'])).toEqual([]);
    expect(check(['--warnings-as-errors', '--disable=RP3021, RP3007', 'a.yaml']).status).toBe(0);
  });

  test('also those about comments', () => {
    expect(codes(['b.yaml'])).toEqual(['RP3007', 'RP1202']);
    expect(codes(['--disable', 'RP1202', 'b.yaml'])).toEqual(['RP3007']);
  });

  test('refuses errors, whether they are there or not', () => {
    for (const file of ['a.yaml', 'c.yaml'])
      expect(check(['--disable', 'RP1101', file])).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringMatching(/RP1101 .* is an error/),
      });
  });

  test.each(['RP9999', '3007', '', 'RP3007,', 'all'])('refuses %j, which is no code', (code) => {
    expect(check(['--disable', code, 'a.yaml'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('there is no diagnostic'),
    });
  });

  test('leaves the errors of a code that may be either', () => {
    const { check: checkBoth } = repository({
      'a.yaml':
        'version: 1\nname: x\nnodes: [{ hosts: "a[1-2]", cpuRanks: 1 }]\nlaunch: { master: { address: localhost } }\n',
    });
    expect(checkBoth(['--disable', 'RP3015', 'a.yaml'])).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('error[RP3015]'),
    });
  });
});

test('every verb leaves out what a comment names', () => {
  const { top } = repository({
    'a.yaml': WARNED.replace('nodes:\n', 'nodes:\n  # rankplan-ignore RP3007: later\n'),
  });
  const run = (...args: string[]) => runRankplan(args, { cwd: top });
  for (const args of [
    ['check', '--warnings-as-errors', 'a.yaml'],
    ['compile', 'a.yaml', '-o', 'out'],
    ['show', 'a.yaml'],
    ['diff', 'a.yaml', 'a.yaml'],
    ['explain', 'a.yaml', '--rank', '0'],
  ]) {
    const { status, stderr } = run(...args);
    expect({ args, status, stderr }).toEqual({ args, status: 0, stderr: '' });
  }
});
