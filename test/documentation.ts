import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { runRankplan } from './command/run-rankplan.ts';
import { fakeMachine } from './native/fake-machine.ts';
import { makeFolder } from './scratch.ts';

/** A command of a page, with what the page shows of its output. */
export interface Shown {
  readonly line: number;
  readonly command: string;
  readonly output: string;
}

const BLOCK = /^( *)```console\n([\s\S]*?)^ *```$/gm;
const HERE_DOCUMENT = /<<-?\s*'?(\w+)'?/;
/** A command without anything that a shell changes but an empty word, or what it says behind it. */
const PLAIN = /^rankplan(?: (?:[\w./:=,@+-]+|""))+(?= *$| +# )/;
/** What asks the machine: the others need not have its name. */
const OF_MACHINE = /^rankplan (init|probe|run|verify)\b/;

/** The commands of a page: after `$ `, with lines that a backslash or a here-document adds. */
export function readPage(markdown: string): readonly Shown[] {
  return [...markdown.matchAll(BLOCK)].flatMap(({ index, 1: indent = '', 2: block = '' }) => {
    const line = markdown.slice(0, index).split('\n').length + 1;
    const lines = block
      .split('\n')
      .map((text) => (text.startsWith(indent) ? text.slice(indent.length) : text));
    return readBlock(lines.slice(0, -1), line);
  });
}

function readBlock(lines: readonly string[], first: number): readonly Shown[] {
  const found: { line: number; command: string[]; output: string[] }[] = [];
  let end: string | null = null;
  for (const [i, text] of lines.entries()) {
    const last = found.at(-1);
    const isContinued = last?.output.length === 0 && (end !== null || last.command.at(-1)?.endsWith('\\'));
    if (last !== undefined && isContinued) {
      last.command.push(text);
      if (text === end) end = null;
    } else if (text.startsWith('$ ')) {
      found.push({ line: first + i, command: [text.slice(2)], output: [] });
      end = HERE_DOCUMENT.exec(text)?.[1] ?? null;
    } else if (last === undefined) {
      throw new Error(
        `line ${first + i}: a block of commands begins with \`$ \`, other output is \`\`\`text`,
      );
    } else last.output.push(`${text}\n`);
  }
  return found.map((shown) => ({
    line: shown.line,
    command: shown.command.join('\n'),
    output: shown.output.join(''),
  }));
}

/** What is printed matches what is shown, where `…` is any text of a line, and alone any lines. */
export function matches(printed: string, shown: string): boolean {
  const quote = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const pattern = shown
    .split(/(?<=\n)/)
    .map((line) => (line.trim() === '…' ? '(?:.*\\n)*?' : quote(line).replaceAll('…', '.*?')));
  return new RegExp(`^${pattern.join('')}$`).test(printed);
}

export interface Surroundings {
  /** Scripts of bash on the PATH. */
  readonly programs?: Readonly<Record<string, string>>;
  /** With it, each command has a network of its own: what makes 127.0.0.1 work there. */
  readonly openNetwork?: string;
}

const PAGES = resolve('test/pages');

/**
 * Where the commands of a page run: a folder with the files that a reader has. test/pages/PAGE/ (of an example,
 * test/pages/examples/NAME/) may have more: files, `setup.sh`, which is run first, and `machine` (a scenario of
 * test/native/scenarios and a host name), as which this machine is seen; further names resolve there.
 */
export function openPage(
  path: string,
  { programs = {}, openNetwork }: Surroundings = {},
): (command: string) => { printed: string; status: number | null } {
  const folder = makeFolder('rankplan-page-');
  const own = join(PAGES, path.startsWith('examples/') ? dirname(path) : basename(path, '.md'));
  const setup = join(own, 'setup.sh');
  const tools = makeFolder('rankplan-tools-');
  const rankplan = `exec '${process.execPath}' '${resolve('dist/rankplan.cjs')}' "$@"`;
  for (const [name, script] of Object.entries({ rankplan, ...programs }))
    writeFileSync(join(tools, name), `#!/bin/bash\n${script}\n`, { mode: 0o755 });
  if (path.startsWith('examples/')) cpSync(join(path, '..'), folder, { recursive: true });
  else {
    const texts = [path, setup].map((name) => (existsSync(name) ? readFileSync(name, 'utf8') : ''));
    for (const [example] of texts.join('\n').matchAll(/\bexamples\/[\w-]+/g))
      if (existsSync(example)) cpSync(example, join(folder, example), { recursive: true });
  }
  if (existsSync(own)) cpSync(own, folder, { recursive: true });
  mkdirSync(join(tools, 'home'));
  const machine = existsSync(join(own, 'machine'))
    ? readFileSync(join(own, 'machine'), 'utf8').trim().split(' ')
    : [];
  const [scenario, ...names] = machine;
  const env: NodeJS.ProcessEnv = {
    ...(scenario === undefined ? process.env : fakeMachine(scenario).env),
    PATH: `${tools}:${process.env['PATH']}`,
    HOME: join(tools, 'home'),
    LC_ALL: 'C.UTF-8',
    TZ: 'UTC',
  };
  for (const name of Object.keys(env))
    if (/^(CI|GITHUB_|VITEST|NODE_|SLURM_|COLUMNS$|GIT_)/.test(name)) delete env[name];
  const run = (command: string) => start(command, { folder, tools, env, names, openNetwork });
  if (existsSync(setup)) {
    const { status, printed } = run('sh -e setup.sh');
    if (status !== 0) throw new Error(`setup.sh of ${path}: ${printed}`);
  }
  return run;
}

interface Page {
  readonly folder: string;
  readonly tools: string;
  readonly env: NodeJS.ProcessEnv;
  readonly names: readonly string[];
  readonly openNetwork: string | undefined;
}

/** Each command has a shell of its own, if it needs one, in the folder where the one before it ended. */
function start(
  command: string,
  { folder, tools, env, names, openNetwork }: Page,
): { printed: string; status: number | null } {
  const place = join(tools, 'place');
  const cwd = existsSync(place) ? readFileSync(place, 'utf8').trimEnd() : folder;
  const plain = PLAIN.exec(command)?.[0].split(' ');
  if (plain !== undefined && (names.length === 0 || !OF_MACHINE.test(command))) {
    const words = plain.slice(1).map((word) => word.replace('""', ''));
    const { stdout, status } = runRankplan(words, { cwd, env, isMerged: true });
    return { printed: stdout, status };
  }
  const script = `exec 2>&1\ntrap 'pwd >"${place}"' EXIT\n${command}\n`;
  const words = names.length === 0 ? [] : asHost(names, tools, openNetwork);
  const [program = 'bash', ...args] = [...words, 'bash', '-c', script];
  const { stdout, status } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  return { printed: stdout, status };
}

/** Under another host name, the first of those that resolve. */
function asHost(names: readonly string[], tools: string, openNetwork?: string): readonly string[] {
  const hosts = join(tools, 'hosts');
  writeFileSync(hosts, `127.0.0.1 localhost ${names.join(' ')}\n`);
  const script = `mount --bind '${hosts}' /etc/hosts && hostname ${names[0]} && ${openNetwork ?? ':'} && exec "$@"`;
  const user = process.getuid?.() === 0 ? [] : ['--map-root-user'];
  const network = openNetwork === undefined ? [] : ['--net'];
  return ['unshare', ...user, ...network, '--uts', '--mount', 'sh', '-c', script, 'sh'];
}
