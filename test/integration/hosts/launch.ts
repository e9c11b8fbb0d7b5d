import { writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Host } from './harness/hosts.ts';

/** As people run it; Node and the bundle are the machine's. */
export const RANKPLAN = [process.execPath, resolve('dist/rankplan.cjs')];

export const launch = (topology: string): readonly string[] => [...RANKPLAN, 'run', topology, '--all'];

/** Writes a topology where it is launched: all that any host has of a plan. */
export function placeTopology({ launcher }: { readonly launcher: Host }, path: string, text: string): void {
  writeFileSync(
    launcher.path(path),
    `version: 1\nname: ${basename(path, '.yaml').replace(' ', '-')}\n${text}`,
  );
}
