import { dirname, join } from 'node:path';
import { pickFreePort } from '../run/choose-port.ts';
import type { PreparedRun } from '../run/prepare-run.ts';
import type { Site } from './coordination.ts';
import { createHost, type Host } from './host.ts';
import { openLink } from './link.ts';

/**
 * The ranks of this machine, whose checks were made: its guard needs no heartbeat, its lifeline is a pipe. `folder` is that of
 * the run's logs.
 */
export function siteHere(
  exec: string,
  { mapped: { node, ranks }, ...prepared }: PreparedRun,
  folder: string,
  isAudited: boolean,
): Site {
  const { directory, masterAddress } = prepared;
  const sampler = isAudited ? join(dirname(exec), 'rankplan-probe') : null;
  return {
    isAlone: true,
    transport: null,
    open: (_, onBytes) => openLink([exec, '--serve'], { onBytes, readsToTheEnd: true }),
    checks: null,
    place: (_, attempt, port) => ({
      ...{ node, ranks, substitute: null, port, folder, directory, attempt, sampler },
      ...{ inherited: process.env, isHere: true, placeOf: () => '' },
      masterAddress: node.bind === 'job' ? masterAddress : null,
    }),
    choosePort: (attempt) => (attempt === 0 ? prepared.port : pickFreePort()),
  };
}

export const hostHere = ({ mapped: { node, ranks, address } }: PreparedRun): Host =>
  createHost({ index: 0, node, ranks, machine: { name: node.name, address, substitute: null } });
