import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { selectEmitters } from '../src/emitters/emit-plan.ts';
import type { LaunchPlan } from '../src/generated/plan.ts';

export const CASES = 'test/golden/cases';
const EXAMPLES = 'test/golden/examples';

interface Case {
  readonly name: string;
  readonly topology: string;
  /** Options of `compile`. */
  readonly args: readonly string[];
  readonly expected: string;
}

export const folders = (parent: string): string[] =>
  readdirSync(parent).filter((name) => statSync(join(parent, name)).isDirectory());

export const GOLDEN_CASES: readonly Case[] = [
  ...folders(CASES).map((name) => ({
    name,
    topology: join(CASES, name, 'topology.yaml'),
    args: argsOf(join(CASES, name)),
    expected: join(CASES, name, 'expected'),
  })),
  ...folders(EXAMPLES).map((name) => ({
    name: `example ${name}`,
    topology: join('examples', name, 'topology.yaml'),
    args: [],
    expected: join(EXAMPLES, name, 'expected'),
  })),
];

function argsOf(source: string): string[] {
  const path = join(source, 'args.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
}

/** What git keeps of a file. */
interface File {
  readonly executable: boolean;
  readonly text: string;
}
type Files = Readonly<Record<string, File>>;

/** Every file of a folder, by its path. */
export function readFiles(folder: string): Files {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  return Object.fromEntries(
    paths.sort().map((path) => {
      const file = join(folder, path);
      const executable = (statSync(file).mode & 0o100) !== 0;
      return [path, { executable, text: readFileSync(file, 'utf8') }];
    }),
  );
}

/** What the folder of a new case gets: the plan, and in a case of an emitter what it alone writes. */
const isShownFirst = (name: string, path: string): boolean =>
  path === 'plan.json' ||
  (name.startsWith('emit-') && !/^(hosts$|\.|env\/|(slurm|torchrun)\.bash$)/.test(path));

/** How a page begins that Slurm starts, as one case shows it; in others a line stands for that. */
const BEGINNING = /^case .*?^fi\n(?=\nplan=)/ms;
const WITH_BEGINNING = join(CASES, 'emit-slurm/expected');
const AS_THERE = '# Here is what emit-slurm has from `case` to `fi`.\n'; // with its own names, where they are torchrun's

/** What a case shows of what was compiled of it: the files that its folder has. */
export function selectShown({ name, expected }: Case, written: Files): Files {
  const isShown = (path: string): boolean =>
    existsSync(expected) ? existsSync(join(expected, path)) : isShownFirst(name, path);
  const [beginning = ''] = BEGINNING.exec(readFileSync(join(WITH_BEGINNING, 'job.sbatch'), 'utf8')) ?? [];
  const shorten = (path: string, { executable, text }: File): File => {
    const own =
      path === 'torchrun.sbatch'
        ? beginning.replace(/job(?=\.sbatch)|slurm(?=\.bash)/g, 'torchrun')
        : beginning;
    const isShort = path.endsWith('.sbatch') && expected !== WITH_BEGINNING;
    return { executable, text: isShort ? text.replace(own, () => AS_THERE) : text };
  };
  const shown = Object.entries(written).filter(([path]) => isShown(path));
  return Object.fromEntries(shown.map(([path, file]) => [path, shorten(path, file)]));
}

const SCRIPTS: Readonly<Record<string, readonly string[]>> = {
  shell: ['launch.sh'],
  slurm: ['job.sbatch', 'slurm.bash'],
  torchrun: ['torchrun.bash', 'torchrun.sbatch'],
};

/** The names of all that `compile` writes of a case, and whether each is a script: what the case shows, and what none shows. */
export function listNames({ args, expected }: Case, written: Files): Readonly<Record<string, boolean>> {
  const shown = readFiles(expected);
  const plan: LaunchPlan = JSON.parse(written['plan.json']?.text ?? '');
  const scripted = plan.slurm === null ? 'shell' : 'slurm';
  const asked = args[0] === '--emit' ? args[1]?.split(',') : [plan.roles && !plan.slurm ? 'env' : scripted];
  const emitters = selectEmitters(asked ?? []).map(({ name }) => name);
  const scripts = emitters.flatMap((emitter) => SCRIPTS[emitter] ?? []);
  const data = ['.gitattributes', '.rankplan.json', 'plan.json'];
  if (plan.nodes[0]?.bind !== 'job') data.push('hosts');
  if (emitters.includes('env')) data.push(...listEnvFiles(plan));
  return {
    ...Object.fromEntries(Object.entries(shown).map(([path, { executable }]) => [path, executable])),
    ...Object.fromEntries(data.map((path) => [path, false])),
    ...Object.fromEntries(scripts.map((path) => [path, true])),
  };
}

const listEnvFiles = ({ ranks, roles }: LaunchPlan): readonly string[] => [
  ...ranks.map(({ rank }) => `env/rank-${rank}.env`),
  ...(roles ?? []).flatMap(({ name, replicas }) =>
    replicas.flatMap(({ processes }, replica) =>
      processes.map((_, at) => `env/${name}-${replica}-${at}.env`),
    ),
  ),
];

/** Writes what a case shows as its golden folder. */
export function writeGolden(golden: Case, written: Files): void {
  const shown = selectShown(golden, written);
  rmSync(golden.expected, { recursive: true, force: true });
  for (const [path, { executable, text }] of Object.entries(shown)) {
    mkdirSync(dirname(join(golden.expected, path)), { recursive: true });
    writeFileSync(join(golden.expected, path), text, { mode: executable ? 0o755 : 0o644 });
  }
}
