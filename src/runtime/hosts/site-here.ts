import { constants } from 'node:os';
import { pickFreePort } from '../run/choose-port.ts';
import type { PreparedRun } from '../run/prepare-run.ts';
import type { Site } from './coordination.ts';
import { createHost, type Host } from './host.ts';
import { openLink } from './link.ts';

const SIGNAL_STATUS = 128;

export interface SiteHere {
  /** rankplan-exec. */
  readonly exec: string;
  readonly prepared: PreparedRun;
  /** Of the run's logs. */
  readonly folder: string;
  readonly inherited: NodeJS.ProcessEnv;
}

/** The ranks of this machine, whose checks were made: its guard needs no heartbeat, its lifeline is a pipe. */
export function siteHere({ exec, prepared, folder, inherited }: SiteHere): Site {
  const { mapped, directory, masterAddress } = prepared;
  const { node, ranks } = mapped;
  return {
    isAlone: true,
    transport: null,
    open: (_, onBytes) => openLink([exec, '--serve'], { onBytes, env: inherited, readsToTheEnd: true }),
    questions: () => null,
    judge() {
      throw new Error('the checks of this machine were made before');
    },
    place: (_, attempt, port) => ({
      ...{ node, ranks, substitute: null, port, folder, directory, inherited, attempt, sampler: null },
      ...{ isHere: true, placeOf: () => '', masterAddress: node.bind === 'job' ? masterAddress : null },
    }),
    choosePort: (_, attempt) => (attempt === 0 ? prepared.port : pickFreePort()),
    wordLoss({ end }) {
      const signal = end?.signal ?? null;
      if (signal === null) return null;
      return { kind: 'killed', status: SIGNAL_STATUS + constants.signals[signal], at: Date.now() };
    },
  };
}

export const hostHere = ({ mapped: { node, ranks, address } }: PreparedRun): Host =>
  createHost({ index: 0, node, ranks, machine: { name: node.name, address, substitute: null } });
