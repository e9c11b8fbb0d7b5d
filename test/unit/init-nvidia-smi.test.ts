import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { draftFromAnswers } from '../../src/cli/init/from-nvidia-smi.ts';
import { renderTopology } from '../../src/cli/init/render-topology.ts';
import { positionAt } from '../../src/compiler/source/source-file.ts';
import { runRankplan } from '../command/run-rankplan.ts';
import { compileText } from '../compile-text.ts';
import { expectCpuSeconds } from '../cpu-time.ts';
import { createDice } from '../mutate-document.ts';
import { makeFolder } from '../scratch.ts';
import { runs } from '../stage.ts';

/*
 * Answers of nvidia-smi in the forms that real machines print, of drivers from 2018 on, with made-up identifiers;
 * expected.json says what each means. The first GPU of dgx1.txt has the fields that no other GPU repeats.
 */
const FOLDER = resolve('test/data/nvidia-smi');

interface Expected {
  readonly what: string;
  readonly gpus?: readonly { readonly memory?: number; readonly index?: number }[];
  readonly warnings?: number;
  readonly refused?: string;
}

const EXPECTED = JSON.parse(readFileSync(join(FOLDER, 'expected.json'), 'utf8')) as Record<string, Expected>;
const CASES = Object.entries(EXPECTED).map(([file, expected]) => [file, expected.what, expected] as const);

const init = (...args: readonly string[]) =>
  runRankplan(['init', '--from', 'nvidia-smi', ...args, '-o', '-', '--name', 'lab'], { cwd: FOLDER });

const bytesOf = (file: string) => readFileSync(join(FOLDER, file));
const draft = (bytes: Buffer) => {
  const { draft: found, diagnostics } = draftFromAnswers([{ name: 'lab1.txt', bytes, isPlan: false }]);
  return { text: found && renderTopology(found, 'lab', null), diagnostics };
};

describe('what nvidia-smi printed becomes a topology, or is refused with its place', () => {
  test('each recording has its meaning here', () => {
    expect([...Object.keys(EXPECTED), 'expected.json'].sort()).toEqual(readdirSync(FOLDER).sort());
  });

  test.each(CASES)('%s: %s', (file, _, { gpus, warnings = 0, refused }) => {
    const { text, diagnostics } = draft(bytesOf(file));
    if (gpus === undefined) {
      const places = diagnostics.map(({ code, primary }) => {
        const { line, column } = positionAt(primary.file, primary.start);
        return `${line}:${column} ${code}`;
      });
      expect({ text, places }).toEqual({ text: null, places: [`${refused} RP5122`] });
      return;
    }
    expect(diagnostics.map(({ severity, code }) => `${severity} ${code}`)).toEqual(
      Array.from({ length: warnings }, () => 'warning RP5117'),
    );
    expect(parse(text ?? '').nodes).toEqual([
      {
        hosts: 'lab1',
        gpus: gpus.map(({ memory, ...gpu }, index) => ({
          index,
          ...gpu,
          ...(memory === undefined ? {} : { memory: `${memory}MiB` }),
        })),
      },
    ]);
    expect(compileText(text ?? '').diagnostics).toEqual([]);
  });

  test('several machines, each a file that has its name', () => {
    const folder = makeFolder('rankplan-smi-');
    copyFileSync(join(FOLDER, 'dgx1.txt'), join(folder, 'lab1.txt'));
    copyFileSync(join(FOLDER, 'list.txt'), join(folder, 'lab2.log'));
    const { stdout, status } = init(join(folder, 'lab1.txt'), join(folder, 'lab2.log'));
    expect(status).toBe(0);
    expect(parse(stdout).nodes.map(({ hosts }: { hosts: string }) => hosts)).toEqual(['lab1', 'lab2']);
    expect(stdout).toContain('# Indices count by PCI address.');
    writeFileSync(join(folder, 'my lab.txt'), bytesOf('list.txt'));
    expect(init(join(folder, 'my lab.txt')).status).toBe(2);
    expect(init(join(folder, 'lab1.txt'), join(folder, 'lab1.txt')).status).toBe(2);
    expect(init().status).toBe(2);
  });
});

test('line ends of Windows change nothing', () => {
  const { text } = draft(Buffer.from(bytesOf('dgx1.txt').toString('utf8').replaceAll('\n', '\r\n')));
  expect(text).toBe(draft(bytesOf('dgx1.txt')).text);
});

test('no answer that was damaged is a bug', () => {
  const dice = createDice(3);
  const texts = CASES.map(([file]) => bytesOf(file).toString('utf8'));
  const strangers = [
    '',
    '\t',
    '\n',
    '<',
    '"',
    '\u001b[',
    'GPU 0: ',
    '<mig_devices>',
    'N/A',
    '\u0000',
    '9'.repeat(20),
  ];
  for (let run = 0; run < runs(2000); run++) {
    const text = texts[dice(texts.length)] ?? '';
    const [from, length] = [dice(text.length + 1), dice(3) === 0 ? dice(text.length) : dice(4)];
    const damaged = text.slice(0, from) + strangers[dice(strangers.length)] + text.slice(from + length);
    const { text: drafted, diagnostics } = draft(Buffer.from(damaged));
    expect(diagnostics.every(({ code }) => code === 'RP5122' || code === 'RP5117')).toBe(true);
    expect(drafted === null).toBe(diagnostics.some(({ severity }) => severity === 'error'));
    expect(drafted ?? '').not.toContain('undefined');
  }
});

test.each([
  ['blanks', ' '],
  ['tabs', '\t'],
  ['escapes', '\u001b[4m'],
  ['starts of logs', '<nvidia_smi_log>'],
  ['starts of instances', '<mig_devices><mig_device>'],
  ['GPUs', '<gpu id="00000000:01:00.0"><uuid>GPU-1</uuid></gpu>'],
  ['lines of a list', 'GPU 0: A (UUID: GPU-1)\n'],
  ['instances', 'MIG 1g Device 0: (UUID: MIG-1)\n'],
  ['columns', 'GPU0\tGPU1\t'],
  ['rows', 'GPU0\t X \tNODE\n'],
])('an answer of %s is read in time that grows with its length', (_, piece) => {
  const bytes = Buffer.from(`${piece.repeat(4_000_000 / piece.length)}\n`);
  expectCpuSeconds(5, () => draft(bytes));
});

test('an answer above the bound is refused unread', () => {
  const { text, diagnostics } = draft(Buffer.alloc(16 * 1024 * 1024 + 1, 0x20));
  expect({ text, codes: diagnostics.map(({ code }) => code) }).toEqual({ text: null, codes: ['RP5122'] });
});

test.each(['ERR!', 'Foo &amp; Bar', 'T4, rev. 2'])('`%s` can be no model, and is unknown', (name) => {
  const { text, diagnostics } = draft(
    Buffer.from(`GPU 0: ${name} (UUID: GPU-5a1b2c3d-0000-1111-2222-333344445555)\n`),
  );
  expect(parse(text ?? '').nodes[0].gpus).toEqual([
    { index: 0, uuid: 'GPU-5a1b2c3d-0000-1111-2222-333344445555' },
  ]);
  expect(diagnostics.map(({ help }) => help)).toEqual([
    expect.stringContaining('`nvidia-smi -q -x` and `nvidia-smi topo -m`'),
  ]);
});
