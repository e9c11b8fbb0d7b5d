import { existsSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { makeFolders } from '../make-folders.ts';
import type { MappedNode } from './choose-node.ts';
import { RunRefusal } from './run-refusal.ts';

/** Makes the folder of one run's logs. Machines may share it: the first log says whether this one's ranks had it before. */
export function makeRunFolder(folder: string, firstRank: number): void {
  try {
    makeFolders(folder);
    writeFileSync(rankFile(folder, firstRank, 'out'), '', { flag: 'wx' });
  } catch {
    const advice = 'is its folder writable, and the disk not full? --logs or RANKPLAN_RUN_ID chooses another';
    throw new RunRefusal(`${folder} cannot be made, or has a run already`, advice);
  }
}

export function checkRunId(id: string): void {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(id))
    throw new RunRefusal(`RANKPLAN_RUN_ID '${id}' is not a name`, 'it takes letters, digits, ._-');
}

const MOST_NAMESAKES = 100;

/** Containers with one name and one disk have the same process ids at the same time. */
export function nameFreeRun(runs: string): string {
  const name = nameRun(new Date());
  const names = [name, ...Array.from({ length: MOST_NAMESAKES }, (_, i) => `${name}-${i + 1}`)];
  return names.find((free) => !existsSync(join(runs, free))) ?? name;
}

/** As launch.sh names runs: local time, short host name, pid. */
export function nameRun(now: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`;
  const time = `${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`;
  return `${day}-${time}-${hostname().split('.')[0]}-${process.pid}`;
}

type RankFile = 'out' | 'err' | 'steps' | 'error.json';

export const rankFile = (folder: string, rank: number, kind: RankFile): string =>
  `${folder}/rank-${rank}.${kind}`;

/** Machines that are launched one by one may share the folder: then each has records of its own. */
export const nameRecord = (kind: 'audit' | 'verdict', node: string, isOnlyNode: boolean): string =>
  isOnlyNode ? `${kind}.json` : `${kind}-${node}.json`;

/** What was run: `rankplan rescore` learns from it which GPU a rank was on. */
export function recordPlan(folder: string, planText: Iterable<string>): void {
  writeFileSync(join(folder, 'plan.json'), [...planText].join(''));
}

/** Which machines a `bind: job` plan was bound to: `rankplan bind --bound` reads it. */
export function recordBinding(folder: string, nodes: readonly Pick<MappedNode, 'node' | 'address'>[]): void {
  const bound = nodes.map(({ node, address }) => ({ node: node.name, host: address }));
  writeFileSync(join(folder, 'bound.json'), `${JSON.stringify({ formatVersion: '1.0', nodes: bound })}\n`);
}
