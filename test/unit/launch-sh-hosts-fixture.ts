// Hosts that are all this machine, through a transport that starts a shell.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlanLaunch, PlanNode } from '../../src/generated/plan.ts';
import { HANG_MS } from '../patience.ts';
import { makeFolder } from '../scratch.ts';
import { makeMarker, makePlan, writeOutput } from './launch-sh-fixture.ts';

export const LAB = ['lab1', 'lab2', 'lab3'].map((name) => ({ name, address: '127.0.0.1' }));

/** Of ssh's words the last two count. */
export const VIA = '#!/bin/bash\ncd /; exec bash -c "${@: -1}"\n';

/** Hosts answer late on a busy machine: their heartbeat is not what is tried there. */
export const PATIENT = ['--all', '--patience', '60', '--timeout', '120'];

export const HOSTS_MS = 3 * HANG_MS;

export interface HostsOptions {
  readonly via?: string;
  readonly launch?: Partial<PlanLaunch>;
  readonly nodes?: readonly Partial<PlanNode>[];
  /** In what they differ from the first node. */
  readonly spares?: readonly Partial<PlanNode>[];
}

/** A plan of two ranks a host, each `script` in bash, and the words that start it. */
export function writeHosts(
  script: string,
  { via = VIA, launch = {}, nodes = LAB, spares = [] }: HostsOptions = {},
) {
  const marker = makeMarker();
  const command = ['bash', '-c', script, marker];
  const plan = makePlan({ ranks: 2, nodes, launch: { command, graceSeconds: 5, ...launch } });
  const [first] = plan.nodes;
  if (first === undefined) throw new Error('a plan has nodes');
  const kept = spares.map((spare) => ({ ...first, nodeRank: null, spare: true, ...spare }));
  const directory = writeOutput({ ...plan, nodes: [...plan.nodes, ...kept] });
  const transport = join(makeFolder('via-'), 'via');
  writeFileSync(transport, via, { mode: 0o755 });
  return { directory, marker, words: [...PATIENT, '--via', transport] };
}
