import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { readScript } from '../../src/cli/init/shell/read-script.ts';
import { createScope } from '../../src/cli/init/shell/scope.ts';
import { createReporter } from '../../src/compiler/diagnostics/reporter.ts';
import { runRankplan } from '../command/run-rankplan.ts';
import { cpuSecondsOf, expectCpuSeconds } from '../cpu-time.ts';
import { makeFolder } from '../scratch.ts';

function read(text: string) {
  const report = createReporter();
  const commands = readScript({ name: 'script', text }, createScope(new Map()), report);
  return { commands, errors: report.diagnostics() };
}

/** The words of each command `show …`. */
const shown = (text: string): readonly (readonly string[])[] =>
  read(text)
    .commands.filter(({ words }) => words[0]?.text === 'show')
    .map(({ words }) => words.slice(1).map((word) => (word.unknown === null ? word.text : '?')));

/** Scripts whose values are all known: bash itself says what their words are. */
const KNOWN = [
  'show a b\\ c "d e" \'f $x\' g"h"\'i\'',
  'x=1; show $x "$x" ${x}2 "a$x"b \'$x\'',
  'x="a b  c"; show $x "$x" -$x- "$x"y',
  'x=; show $x "$x" a$x',
  'show a \\\n  b \\\n\tc # d\nshow e',
  'show $\'a b\' "a\\"b" "a\\$b" "a\\\\b" a\\$b',
  'x=(a "b c" d); show ${x[@]} "${x[@]}" "${x[*]}" ${#x[@]} ${x[1]} "${x[2]}" $x',
  'x=(a); x+=(b c); y=a; y+=b; show "${x[@]}" $y',
  'x=( # one\n a\n b ) ; show "${x[@]}"',
  'n=4; m=2; show $((n*m)) $(($n * ($m + 1))) $((7 / 2)) $((7 % 4)) $((n-m-1)) $((-n + 5))',
  'x=5; show ${x:-4} ${y:-4} ${y-3} ${z:=7} $z ${x:+s} ${y:+s} "${y:-a b}" ${#x}',
  ': "${x:=6}"; show $x',
  'show "a\nb" \'c\nd\'',
  'show a; show b && show c || show d; show e | show f\nshow g & show h',
  'if true; then show a; fi; for i in 1; do show b; done; { show c; }; (show d)',
  'f() { show in; }; function g { show too; }\nshow after',
  'case x in a) show a;; "x") show x;; *) show z;; esac',
  'x="--a 1 --b 2"; y="$x --c"; show $y; eval show $y; eval "show \'p q\' $x"',
  'show a > out 2>&1 < in; show b 2> err &> all; show c <<< word',
  'show a <<END\nshow not\n"quote\nEND\nshow b',
  "show a <<-'END'\n\tshow not $(\n\tEND\nshow b",
  '[[ a == a && b < c ]] && show a; (( 1 + 1 )); show b',
  'x=1 show a; show b',
  'export x=3 y="4 5"; declare -i n=2; readonly k=v; show $x "$y" $n $k; unset x; show a${x}b',
  'show a\u00e9 "\u{1f600}" *.none ~no {a}',
  'time show a; ! show b; while false; do show c; done',
  'x=$(expr 2 \\* 4); show $x',
  'bash -c "show inner"; show a',
];

/** `show` prints its words, each between brackets; in both, branches that are not taken are read, so nothing is skipped. */
const PRELUDE = 'show() { printf "<"; printf "[%s]" "$@"; printf ">"; }; export -f show\n';

describe('words are those of bash', () => {
  const asked = new Map(
    KNOWN.map((script) => {
      const { stdout } = spawnSync('bash', ['-c', `touch in && ${PRELUDE}${script}\nwait`], {
        encoding: 'utf8',
        cwd: makeFolder('rankplan-words-'),
      });
      return [script, [...stdout.matchAll(/<((?:\[[^\]]*\])*)>/g)].map(([, words = '']) => words)];
    }),
  );

  test.each(KNOWN)('%j', (script) => {
    const printed = new Set(asked.get(script));
    const inner = read(script).commands.flatMap((command) => [command, ...(command.inner ?? [])]);
    const own = inner.filter(({ words }) => words[0]?.text === 'show');
    const words = own.map((command) =>
      command.words
        .slice(1)
        .map(({ text }) => `[${text}]`)
        .join(''),
    );
    expect(own.flatMap((command) => command.words.filter((word) => word.unknown !== null))).toEqual([]);
    expect(printed.size).toBeGreaterThan(0);
    for (const line of printed) if (line !== '[in]') expect(words).toContain(line);
  });
});

describe('what only running tells is unknown', () => {
  test.each([
    ['show $1 "$@" $#', [['?', '?', '?']]],
    ['show $(nproc) `nproc` $((n)) ${x%%.*} ${x[$i]}', [['?', '?', '?', '?', '?']]],
    ['x=1; if a; then x=2; show $x; else show $x; fi; show $x', [['2'], ['1'], ['?']]],
    ['x=1; for i in 1 2; do x=2; show $i $x; done; show $x', [['?', '2'], ['?']]],
    ['x=1; f() { x=2; }; show $x', [['?']]],
    ['x=1; { x=2; }; show $x', [['2']]],
    ['x=1; case $1 in a) x=2;; b) show $x;; esac; show $x', [['1'], ['?']]],
    ['read x; mapfile -t y < f; show $x ${y[0]}', [['?', '?']]],
    ['x="a $(b) c"; show $x', [['a', '?', 'c']]],
    ['show <(ls) a', [['?', 'a']]],
  ])('%j', (script, words) => {
    expect(shown(script)).toEqual(words);
  });

  test('each reason is told', () => {
    const reasons = (text: string) =>
      read(text).commands.flatMap(({ words }) => words.map((word) => word.unknown));
    expect(reasons('show $1')[1]).toContain('arguments of the script');
    expect(reasons('show $x')[1]).toContain('not set');
    expect(reasons('show $(ls -l)')[1]).toContain('`$(ls -l)` is the output');
    expect(reasons('if a; then x=1; fi; show $x').at(-1)).toContain('only in some cases');
  });

  test('what is open at the end has a place', () => {
    for (const [text, at] of [
      ['show "a', 5],
      ["show 'a", 5],
      ['x=(a', 2],
      ['show ${x', 5],
      ['show $(a', 6],
    ] as const)
      expect(read(text).errors).toMatchObject([{ code: 'RP5119', primary: { start: at } }]);
  });
});

/** Scripts that grow by one number, and are read in time that does, too. */
const HOSTILE: readonly (readonly [name: string, make: (size: number) => string])[] = [
  ['quotes in quotes', (n) => '"$("'.repeat(n)],
  ['parentheses', (n) => `show ${'$('.repeat(n)}`],
  ['braces', (n) => `show ${'${x:-'.repeat(Math.min(n, 2000))}${'}'.repeat(2000)} ${'${x'.repeat(n)}`],
  ['arithmetic', (n) => `show $((${'('.repeat(n)}`],
  ['a doubling variable', (n) => `x=aaaaaaaa\n${'x=$x$x\n'.repeat(40)}${'show $x\n'.repeat(n / 10)}`],
  [
    'a doubling array',
    (n) => `x=(a b)\n${'x=("${x[@]}" "${x[@]}")\n'.repeat(40)}${'show "${x[@]}"\n'.repeat(n / 10)}`,
  ],
  ['appending', (n) => 'x+=(a)\n'.repeat(n / 10)],
  ['eval of eval', (n) => `x='eval "$x"'\neval "$x"\n${'eval eval eval show a\n'.repeat(n / 10)}`],
  ['open blocks', (n) => 'if a; then x=1; '.repeat(n)],
  ['case patterns', (n) => `case a in ${'a|'.repeat(n)}`],
  ['here-documents', (n) => 'show <<E\n'.repeat(n)],
  ['directives', (n) => `#SBATCH --nodes=2 ${'"a" '.repeat(n)}\n`],
  ['one long word', (n) => `torchrun ${'a'.repeat(10 * n)} -- ${'\\\\'.repeat(n)}`],
];

test.each(HOSTILE)('linear time: %s', (_, make) => {
  const small = cpuSecondsOf(() => read(make(2000)));
  expectCpuSeconds(2 + 60 * small, () => read(make(20_000)));
});

test('no text of a script becomes shell or YAML of the topology', () => {
  const evil = `torchrun --nproc_per_node=2 --master_port=29501 'a.py' '"; - evil: 1' $'x\n  - hosts: evil' '$(touch x)'`;
  const input = `#!/bin/bash\n#SBATCH --nodes=1 --gres=gpu:2 --partition='x: evil' --comment="a: {b"\n#SBATCH --job-name='a b'\nsrun ${evil}\n`;
  const { status, stdout } = runRankplan(['init', '--from', '-', '-o', '-', '--name', 'job'], { input });
  expect(status).toBe(0);
  expect(
    stdout.split('\n').filter((line) => /evil|touch/.test(line) && !/^\s*(#|- "|command:)/.test(line)),
  ).toEqual([]);
  expect(runRankplan(['check', '-'], { input: stdout })).toMatchObject({ status: 0 });
  const hidden = runRankplan(['init', '--from', '-', '-o', '-'], {
    input: input.replace('x: evil', 'x\u2028evil'),
  });
  expect(hidden).toMatchObject({ status: 1, stdout: '' });
  expect(hidden.stderr).toContain('RP1009');
});
