import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CLIENTS, type Client } from './clients.ts';
import { LAUNCHERS, type Launcher } from './launchers.ts';
import { SHAPES, type Shape } from './plans.ts';

/** What was seen, for the page: of each client under each launcher, shape by shape. */
export interface Outcomes {
  versions: Record<string, string>;
  /** `trains`, or what was said instead; null: not tried yet. */
  matrix: Record<string, Record<string, (string | null)[]>>;
  /** What `rankplan run` says of a rank that fails, its status, and how many lines torchrun prints. */
  failures: Record<string, { rankplan: string; lines: number; status: number }>;
}

const FILE = resolve('test/integration/clients/outcomes.json');

export const readOutcomes = (): Outcomes => JSON.parse(readFileSync(FILE, 'utf8')) as Outcomes;

/** `RANKPLAN_CLIENTS=record`: what is seen of what has no outcome yet is what the page will say. */
export const isRecording = process.env['RANKPLAN_CLIENTS'] === 'record';

export function record(change: (outcomes: Outcomes) => void): void {
  const outcomes = readOutcomes();
  change(outcomes);
  const text = JSON.stringify(outcomes, null, 2);
  // What a client does under a launcher is one line.
  const rows = text.replace(/\[\s+([^\]]*?)\s+\]/g, (_, cells: string) => `[${cells.replace(/\s+/g, ' ')}]`);
  writeFileSync(FILE, `${rows}\n`);
}

export interface Cell {
  readonly client: Client;
  readonly launcher: Launcher;
  readonly shape: Shape;
}

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** All of them where RANKPLAN_CLIENTS is `all`, and of those that have no outcome yet where it is `record`. */
export function chooseCells(): readonly Cell[] {
  const { matrix } = readOutcomes();
  const isNew = ({ client, launcher, shape }: Cell): boolean =>
    !matrix[client.name]?.[launcher]?.[SHAPES.indexOf(shape)];
  if (isRecording) return [...coveringCells(), ...allCells()].filter(isNew);
  return process.env['RANKPLAN_CLIENTS'] === 'all' ? allCells() : coveringCells();
}

/** What CI tries: each client on one shape, under a launcher of this machine and one of Slurm; each launcher on every shape. */
export const coveringCells = (): readonly Cell[] =>
  Array.from({ length: 2 * SHAPES.length }).flatMap((_, i) =>
    [0, 2].map((other) => ({
      client: at(CLIENTS, i),
      launcher: at(LAUNCHERS, i + other),
      shape: at(SHAPES, i),
    })),
  );

const allCells = (): readonly Cell[] =>
  CLIENTS.flatMap((client) =>
    LAUNCHERS.flatMap((launcher) => SHAPES.map((shape) => ({ client, launcher, shape }))),
  );
