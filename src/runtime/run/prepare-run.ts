import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { LaunchPlan } from '../../generated/plan.ts';
import { attempt } from '../try-read.ts';
import { bindNodes, chooseNode, findMasterAddress, type MappedNode } from './choose-node.ts';
import { choosePort } from './choose-port.ts';
import { RunRefusal } from './run-refusal.ts';
import { checkAddress, identifyThisHost } from './this-host.ts';

interface RunOptions {
  readonly plan: LaunchPlan;
  /** Which node this machine is, where several match. */
  readonly node: string | null;
  /** The machines of a `bind: job` plan. */
  readonly hosts: readonly string[] | null;
  readonly port: number | null;
  /** The command where the plan has none, else what is appended to it. */
  readonly words: readonly string[];
}

/** Everything decided that a plan leaves to the moment of its start. */
export interface PreparedRun {
  readonly nodes: readonly MappedNode[];
  /** This machine. */
  readonly mapped: MappedNode;
  readonly masterAddress: string;
  readonly port: number;
  /** Wrap, command and the caller's words. */
  readonly command: readonly string[];
  /** Absolute. */
  readonly directory: string;
}

/** Checks everything before the first rank starts; throws a RunRefusal that says what is wrong. */
export async function prepareRun(options: RunOptions): Promise<PreparedRun> {
  const { plan } = options;
  const nodes = bindNodes(plan, options.hosts);
  const mapped = chooseNode(nodes, options.node, identifyThisHost());
  const isMaster = mapped.node.name === plan.master.node;
  const masterAddress = findMasterAddress(plan, nodes) ?? '';
  const port = await choosePort(options.port ?? plan.master.port, nodes.length, isMaster);
  await checkAddress(masterAddress);
  const directory = checkDirectory(plan.launch.workdir ?? '.');
  const command = chooseCommand(options, mapped, directory);
  return { nodes, mapped, masterAddress, port, command, directory };
}

/** The path that `execvp` searches if PATH is not set. */
const DEFAULT_PATH = '/bin:/usr/bin';

/** After `setup` only its shell may find the program: then exec reports a missing one, with status 127. */
function chooseCommand({ plan: { launch }, words }: RunOptions, { node }: MappedNode, directory: string) {
  const own = [...(launch.command ?? []), ...words];
  if (own.length === 0) throw new RunRefusal('there is no command', 'the plan has none, so give it after --');
  const command = [...(launch.wrap ?? []), ...own];
  const path = launch.env['PATH'] ?? node.env['PATH'] ?? process.env['PATH'] ?? DEFAULT_PATH;
  const [program = ''] = command;
  // Check it now: the other ranks would learn late that one cannot start.
  if (launch.setup.length === 0 && !isCommand(program, directory, path))
    throw new RunRefusal(
      `'${program}' is not a command on this host`,
      program.includes('/')
        ? `it must be a file, executable, seen from ${directory}`
        : `check PATH (${path})`,
    );
  return command;
}

function checkDirectory(directory: string): string {
  const path = resolve(directory);
  if (examine(path)?.isDirectory() === true) return path;
  const problem = `the working directory '${directory}' cannot be entered`;
  const isBroken = path.includes('\ufffd'); // Node.js gives that for bytes that are not UTF-8
  throw new RunRefusal(
    problem,
    isBroken ? `${path} is not UTF-8: rename it` : 'make it, or change launch.workdir',
  );
}

/** Whether it is a program that can be executed, by its path or on PATH. */
export const isCommand = (command: string, directory: string, path: string): boolean =>
  (command.includes('/')
    ? [resolve(directory, command)]
    : path.split(':').map((folder) => join(resolve(directory, folder), command))
  ).some((path) => examine(path)?.isFile() === true);

/** The file or folder at a path, if it may be executed or entered. */
const examine = (path: string): Stats | null =>
  attempt(() => {
    accessSync(path, constants.X_OK);
    return statSync(path);
  });
