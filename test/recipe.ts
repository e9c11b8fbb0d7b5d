import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * One thing that a recipe (docs/extending.md) says to do: a new file, a change of one, a command with what it prints.
 * A block of code belongs to the last path in backquotes of the sentence before it; a second change to the same.
 */
export type Step =
  | { readonly kind: 'file' | 'change'; readonly path: string; readonly text: string }
  | { readonly kind: 'command'; readonly command: string; readonly output: string };

/** A page with blocks of its own stands between longer marks. */
const BLOCK = /^(`{3,})(\w+)\n([\s\S]*?)^\1$/gm;
const PATH = /`((?:src|schemas|test|bench|build|docs)\/[^`*<>]+\.\w+)`/g;

/** The recipes of the page: `## A strategy`, `## An emitter` and so on. */
export const splitRecipes = (markdown: string) =>
  markdown
    .split(/^(?=## An? )/m)
    .slice(1)
    .map((text) => ({ name: text.slice(3, text.indexOf('\n')), text }));

export function readRecipe(markdown: string): readonly Step[] {
  const steps: Step[] = [];
  let end = 0;
  let path = '';
  for (const { index, 0: block, 2: language = '', 3: text = '' } of markdown.matchAll(BLOCK)) {
    const sentence = markdown.slice(end, index).trimEnd().split('\n\n').at(-1) ?? '';
    end = index + block.length;
    path = [...sentence.matchAll(PATH)].at(-1)?.[1] ?? path;
    if (language === 'console') steps.push(...readCommands(text));
    else if (language === 'diff') steps.push({ kind: 'change', path, text });
    else if (sentence.endsWith(`\`${path}\`:`)) steps.push({ kind: 'file', path, text });
    else throw new Error(`it is not said what to do with:\n${block}`);
  }
  return steps;
}

const readCommands = (text: string): readonly Step[] =>
  text
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = '', ...output] = part.split('\n');
      return { kind: 'command', command, output: output.join('\n') };
    });

/** A clone after its set-up: the files of the checkout, with the changes in it, what is generated of them, and the packages. */
export function copyTree(to: string): void {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' });
  for (const path of stdout.split('\n').filter((path) => path !== '' && existsSync(path)))
    cpSync(path, join(to, path), { recursive: true });
  for (const path of ['src/generated', 'man', 'dist/native'].filter((path) => existsSync(path)))
    cpSync(path, join(to, path), { recursive: true });
  // No link to the folder: bundlers name modules by where they really are.
  const packages = join(to, 'node_modules');
  if (spawnSync('cp', ['-al', 'node_modules', packages]).status !== 0)
    cpSync('node_modules', packages, { recursive: true });
}

/** Does a step in a copy of the tree; a text where that does not go as the recipe says. */
export function follow(step: Step, tree: string): string | null {
  if (step.kind === 'command') return run(step.command, step.output, tree);
  const file = join(tree, step.path);
  if (step.kind === 'change') return change(file, step.text);
  if (existsSync(file)) return `${step.path} is there already`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, step.text);
  return null;
}

/** Lines of a diff without their places: what it removes must be there once. */
function change(file: string, diff: string): string | null {
  const lines = diff.split('\n').slice(0, -1);
  const side = (sign: string) =>
    lines
      .filter((line) => line[0] === ' ' || line[0] === sign || line === '')
      .map((line) => line.slice(1))
      .join('\n');
  const text = readFileSync(file, 'utf8');
  const parts = text.split(side('-'));
  if (parts.length !== 2) return `${parts.length - 1} places of ${file} match:\n${side('-')}`;
  writeFileSync(file, parts.join(side('+')));
  return null;
}

/** Where the recipe shows no output, only the status counts. */
function run(command: string, output: string, cwd: string): string | null {
  const env = { ...process.env };
  for (const name of ['NODE_OPTIONS', 'VITEST', 'CI', 'RANKPLAN_TEST_STAGE']) delete env[name];
  const { stdout, stderr, status } = spawnSync('sh', ['-c', command], { cwd, env, encoding: 'utf8' });
  const shown = `${stdout}${stderr}`;
  if (output.trim() === '') return status === 0 ? null : `${command} ends with ${status}:\n${shown}`;
  return shown.trimEnd() === output.trimEnd() ? null : `${command} prints:\n${shown}`;
}
