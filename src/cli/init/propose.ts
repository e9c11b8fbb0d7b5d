import { printable } from '../../compiler/source/printable.ts';
import { describeInventory } from '../../runtime/probe/describe-inventory.ts';
import { oneLine } from '../../runtime/slurm/describe-node.ts';
import { discoverMachine } from '../machine/driver-access.ts';
import { EnvironmentError, UsageError } from '../verb.ts';
import { draftFrom } from './draft-from.ts';
import { draftFromProbe } from './from-probe.ts';
import { type FoundFile, isInstalled, lookForFiles } from './look-here.ts';
import { renderTopology } from './render-topology.ts';

/** The first topology for this place. */
export interface Proposal {
  /** What was found, a line each. */
  readonly lines: readonly string[];
  /** What the topology is made from; null where nothing was found. */
  readonly from: string | null;
  readonly render: ((name: string, schema: string | null) => string) | null;
  /** A name that the job has already. */
  readonly name: string | null;
  readonly outcome: FoundFile['outcome'] | null;
}

/** Whoever waits for a first file does not wait for a driver that hangs. */
const DRIVER_SECONDS = 10;
const MAX_LINES = 8;

/** Looks what is here: a launch in this folder, Slurm, GPUs. The first of them that gives a topology is proposed. */
export async function propose(gpus: number | null): Promise<Proposal> {
  const files = lookForFiles(gpus);
  const lines = describeFiles(files);
  const [best] = files;
  const entries = best?.outcome.entries;
  if (best !== undefined && entries != null) {
    const render = (name: string, schema: string | null) => renderTopology({ ...entries, name, schema });
    return { lines, from: printable(best.path), render, name: best.outcome.name, outcome: best.outcome };
  }
  const slurm = proposeSlurm();
  if (typeof slurm !== 'string') return { ...slurm, lines: [...lines, ...slurm.lines] };
  const machine = await proposeMachine();
  if (typeof machine !== 'string') return { ...machine, lines: [...lines, slurm, ...machine.lines] };
  const none = files.length === 0 ? ['no launch script, hostfile or rankfile in this folder'] : lines;
  return { lines: [...none, slurm, machine], from: null, render: null, name: null, outcome: null };
}

function describeFiles(files: readonly FoundFile[]): readonly string[] {
  const lines = files.slice(0, MAX_LINES).map(({ path, outcome, problem }) => {
    const name = oneLine(printable(path), 60);
    return problem === null ? `${name}: ${outcome.summary}` : `${name}: no map: ${oneLine(problem)}`;
  });
  return files.length > MAX_LINES ? [...lines, `and ${files.length - MAX_LINES} more files`] : lines;
}

function proposeSlurm(): Proposal | string {
  if (!isInstalled('scontrol')) return 'no Slurm';
  try {
    const outcome = draftFrom('slurm', {
      path: null,
      gpus: null,
      partition: null,
      classes: false,
      domains: null,
    });
    const { entries } = outcome;
    if (entries === null) return 'Slurm: its answer cannot be read (`rankplan init --from slurm`)';
    const render = (name: string, schema: string | null) => renderTopology({ ...entries, name, schema });
    return { lines: ['Slurm: a cluster'], from: 'what Slurm says of its nodes', render, name: null, outcome };
  } catch (error) {
    if (error instanceof EnvironmentError || error instanceof UsageError)
      return 'Slurm, which does not answer (`rankplan init --from slurm` tells why)';
    throw error;
  }
}

async function proposeMachine(): Promise<Proposal | string> {
  const { machine } = await discoverMachine(DRIVER_SECONDS);
  if (machine === null || machine.gpus.length === 0) return 'no GPU that a driver tells of';
  if (machine.sick.length > 0) return 'GPUs, and not all of them can be used (`rankplan probe`)';
  const inventory = describeInventory(machine);
  const render = (name: string, schema: string | null) => draftFromProbe(inventory, name, schema);
  const count = machine.gpus.length;
  const line = `this machine: ${count} GPU${count === 1 ? '' : 's'} (\`rankplan probe --score\` measures them)`;
  return { lines: [line], from: 'the GPUs of this machine', render, name: null, outcome: null };
}
