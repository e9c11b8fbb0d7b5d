import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CLIENTS, type Client } from './clients.ts';
import { LAUNCHERS, type Launcher } from './launchers.ts';
import { SHAPES, type Shape } from './plans.ts';

/** What was seen, for the page: of each client under each launcher, shape by shape. */
export interface Outcomes {
  versions: Record<string, string>;
  /** `trains`, or what was said instead. */
  matrix: Record<string, Record<string, string[]>>;
  /** What launchers say of ranks that fail, by the name of the failure. */
  failures: Record<string, { rankplan: string; torchrun: string; lines: number; status: number }>;
}

const FILE = resolve('test/integration/clients/outcomes.json');

export const readOutcomes = (): Outcomes => JSON.parse(readFileSync(FILE, 'utf8')) as Outcomes;

/** `RANKPLAN_CLIENTS=record`: what is seen of what has no outcome yet is what the page will say. */
export const isRecording = process.env['RANKPLAN_CLIENTS'] === 'record';

export function record(change: (outcomes: Outcomes) => void): void {
  const outcomes = readOutcomes();
  change(outcomes);
  writeFileSync(FILE, `${JSON.stringify(outcomes, null, 2)}\n`);
}

export interface Cell {
  readonly client: Client;
  readonly launcher: Launcher;
  readonly shape: Shape;
}

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/**
 * Each client under three launchers, on three shapes; each launcher on every shape. All of them where RANKPLAN_CLIENTS is
 * `all`, or `record`.
 */
export function chooseCells(): readonly Cell[] {
  const { matrix } = readOutcomes();
  const isNew = ({ client, launcher, shape }: Cell): boolean =>
    !matrix[client.name]?.[launcher]?.[SHAPES.indexOf(shape)];
  if (isRecording) return [...coveringCells(), ...allCells()].filter(isNew);
  return process.env['RANKPLAN_CLIENTS'] === 'all' ? allCells() : coveringCells();
}

const coveringCells = (): readonly Cell[] =>
  CLIENTS.flatMap((client, i) =>
    [0, 1, 2].map((k) => ({
      client,
      launcher: at(LAUNCHERS, i + 2 * k),
      shape: at(SHAPES, i + k + (i < SHAPES.length ? 0 : 2)),
    })),
  );

const allCells = (): readonly Cell[] =>
  CLIENTS.flatMap((client) =>
    LAUNCHERS.flatMap((launcher) => SHAPES.map((shape) => ({ client, launcher, shape }))),
  );
