import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { matches, openPage, readPage } from '../documentation.ts';
import { hasNative } from '../native/fake-machine.ts';

/*
 * Every command that README, docs and examples show is run, and what is shown of its output compared. The examples
 * of docs/diagnostics are run by catalog.test.ts.
 */
const PAGES = [
  '.',
  'docs',
  'docs/first-minutes',
  ...readdirSync('examples').map((name) => `examples/${name}`),
]
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((name) => (folder === '.' ? name : `${folder}/${name}`)))
  .filter((path) => path.endsWith('.md') && path !== 'CHANGELOG.md' && !path.startsWith('docs/diagnostics/'));

/** Commands that need more than a page's folder, with what runs them. */
const ELSEWHERE: readonly (readonly [page: RegExp, command: RegExp, runBy: string])[] = [
  [/^(README|CONTRIBUTING)\.md$/, /^npm (start|test)\b/, '.ci/run'],
  [/^docs\/README\.md$/, /^(npm pack|cd .*npm install|npx rankplan)/, 'test/long/pack.test.ts'],
  [/^docs\/README\.md$/, /^pip install /, 'test/integration/python/wheel.test.ts'],
  [/^docs\/python\.md$/, /^(pip install|python -m|rankplan check)/, 'test/integration/python/wheel.test.ts'],
  [/^examples\/python-place\//, /./, 'test/integration/python/wheel.test.ts'],
  [/^docs\/in-editors\.md$/, /^cp .*npm root/, 'test/long/pack.test.ts'],
  [/^docs\/extending\.md$/, /./, 'test/long/recipes.test.ts'],
  [/^docs\/probe\.md$/, /^npm run build:native/, 'test/native/build.test.ts'],
  [/^docs\/run\.md$/, /^rankplan run out --nodes /, 'test/native/run.test.ts'],
  [/^docs\/scores\.md$/, /^scripts\/gpu-check /, 'test/long/gpu-check.test.ts'],
  [
    /^docs\/from-a-cluster\.md$/,
    /scontrol show|--slurm|--from slurm/,
    'test/integration/slurm/from-cluster.test.ts',
  ],
  [/\.md$/, /^(sbatch|salloc) |--bound /, 'test/integration/slurm/examples.test.ts'],
  [
    /^examples\/(chosen-gpus|device-numbers|uneven-nodes|explicit|mappings|memory-on-gpu-0|cpu-fallback|backends|spawned|parameter-server)\//,
    /\btorchrun |^python |\bbash wrong|^rankplan run |^cat (out\/)?runs/,
    'test/integration/questions/questions.test.ts',
  ],
  [
    /(three-machines\/README|several-hosts)\.md$/,
    /^rankplan run topology\.yaml --all/,
    'test/integration/hosts/three-machines.test.ts',
  ],
  [/^examples\/training/, /^rankplan run/, 'test/integration/training/training.test.ts'],
  [/^examples\/heterogeneous/, /^rankplan run /, 'test/native/run.test.ts'],
  [/^examples\/any-nodes/, /^rankplan run /, 'test/integration/hosts/surroundings.test.ts'],
  [/^examples\/review\//, /^(sh replay\.sh|rankplan diff .*--against)/, 'test/unit/review-example.test.ts'],
];

const isElsewhere = (path: string, command: string): boolean =>
  ELSEWHERE.some(([page, pattern]) => page.test(path) && pattern.test(command));

const shownOn = (path: string) => readPage(readFileSync(path, 'utf8'));

const COUNT = PAGES.flatMap(shownOn).length;

describe.skipIf(!hasNative)(`what ${COUNT} commands of the documentation show is what happens`, () => {
  it.each(PAGES.filter((path) => shownOn(path).some(({ command }) => !isElsewhere(path, command))))(
    '%s',
    (path) => {
      const run = openPage(path, { programs: { python: ':' } }); // the host may have none
      const wrong = shownOn(path)
        .filter(({ command }) => !isElsewhere(path, command))
        .flatMap(({ line, command, output }) => {
          const { printed, status } = run(command);
          const isTrue = output === '' ? status === 0 : matches(printed, output);
          return isTrue
            ? []
            : [`${path}:${line}: $ ${command}\n${printed}status ${status}, shown:\n${output}`];
        });
      if (wrong.length > 0) throw new Error(wrong.join('\n'));
    },
  );
});

it('what runs elsewhere is still shown, and runs there', () => {
  for (const [page, command, runBy] of ELSEWHERE) {
    expect(existsSync(runBy), runBy).toBe(true);
    const shown = PAGES.filter((path) => page.test(path)).flatMap(shownOn);
    expect(
      shown.some((each) => command.test(each.command)),
      `${page} ${command}`,
    ).toBe(true);
  }
});

it('an ellipsis stands for text of a line, or for lines', () => {
  expect(matches('a 1 s\nb\n', 'a … s\nb\n')).toBe(true);
  expect(matches('a\nb\nc\n', 'a\n…\nc\n')).toBe(true);
  expect(matches('a\nb\n', 'a …\n')).toBe(false);
  expect(matches('a\n', 'a\nb\n')).toBe(false);
});
