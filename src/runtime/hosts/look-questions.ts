import type { NetworkCheck } from '../../compiler/plan/plan-network-check.ts';
import type { LaunchPlan, PlanNode, PlanRank } from '../../generated/plan.ts';
import type { NetworkQuestion } from '../reach/judge-network.ts';
import { rankFile } from '../run/run-folder.ts';
import { normalizeAddress } from '../run/this-host.ts';
import type { NodePlaces } from '../verify/locate-node.ts';
import { usesNvidia } from '../verify/planned-node.ts';
import { askNetwork } from './network-answer.ts';

/** What is checked on a host before ranks start there. All paths are paths on that host. */
export interface HostLook {
  readonly plan: LaunchPlan;
  /** The name of the host in messages. */
  readonly machine: string;
  /** The node whose ranks this host runs; if a spare replaces it, the node of the spare. */
  readonly node: PlanNode;
  readonly ranks: readonly PlanRank[];
  readonly places: NodePlaces;
  readonly masterAddress: string;
  /** Rank 0 is there. */
  readonly isMaster: boolean;
  readonly port: number | 'auto';
  /** Ports besides, which must be free, too. */
  readonly ports: readonly number[];
  /** The file that will show that the role is ready; null: none does, or not here. */
  readonly readyFile: string | null;
  /** The working directory of the ranks. */
  readonly directory: string;
  /** All words: wrap, the plan's and the caller's. */
  readonly command: readonly string[];
  /** The folder of this run's logs. */
  readonly logs: string;
  /** 0: the first attempt. */
  readonly attempt: number;
  /** Start nothing and create nothing. */
  readonly onlyChecks: boolean;
  /** rankplan-probe; null if it must not look (no GPU, `--no-verify`) or could not be copied there. */
  readonly probe: string | null;
  readonly allowBusy: boolean;
  /** The time limit for the driver. */
  readonly timeoutMs: number;
  /** What is checked of the network between hosts; null: nothing. */
  readonly network: NetworkCheck | null;
  readonly others: NetworkQuestion['others'];
}

/** The words of `look` for a host. */
export function questionsFor(look: HostLook): readonly string[] {
  const path = plannedPath(look);
  const [program = ''] = look.command;
  const { masterAddress: address } = look;
  const isName = address !== 'localhost' && normalizeAddress(address) === null;
  const port = isPortOpen(look) ? 'free-port' : `port ${look.port}`;
  return [
    'host',
    'variable PATH',
    ...(isName ? [`resolve ${address}`] : []),
    ...(path === null ? [] : [`path ${path}`]),
    `directory ${look.directory}`,
    ...(look.plan.launch.setup.length > 0 ? [`command ${SETUP_SHELL}`] : [`command ${program}`]),
    ...(look.onlyChecks ? [`writable ${look.logs}`] : [`logs ${look.logs}`]),
    ...(look.attempt === 0 && !look.onlyChecks ? [`fresh ${firstLogOf(look)}`] : []),
    ...(look.isMaster ? [port] : []),
    ...(look.readyFile === null ? [] : [`fresh ${look.readyFile}`]),
    ...(look.attempt === 0 ? look.ports.map((own) => `port ${own}`) : []),
    ...(look.network === null ? [] : askNetwork(look.masterAddress)),
    ...askGpus(look),
  ];
}

/** Hosts that share the folder share a run's id; this log says whether these ranks had it before. */
export const firstLogOf = ({ logs, ranks }: HostLook): string => rankFile(logs, ranks[0]?.rank ?? 0, 'out');

/** It runs the lines of launch.setup (compiler/plan/setup-command.ts). */
export const SETUP_SHELL = '/bin/bash';

export const plannedPath = ({ plan: { launch }, node }: HostLook): string | null =>
  launch.env['PATH'] ?? node.env['PATH'] ?? null;

/** A later attempt takes a new port: connections of the previous one may still hold the old port. */
export const isPortOpen = ({ port, attempt }: HostLook): boolean => port === 'auto' || attempt > 0;

export const askGpus = (look: HostLook): readonly string[] =>
  look.probe !== null && usesNvidia(look) ? [`gpus ${look.probe}`] : [];
