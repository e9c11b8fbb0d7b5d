import { printable } from '../../compiler/source/printable.ts';
import { isHostName } from '../../compiler/values/address.ts';
import { MAX_SLOTS } from '../../compiler/values/budget.ts';
import { expandHostList } from '../../compiler/values/host-list.ts';
import type { PlanNode } from '../../generated/plan.ts';
import { attempt } from '../../runtime/try-read.ts';
import { UsageError } from '../verb.ts';
import { MAX_PLAN_BYTES, readInput } from './read-file.ts';

/** The hosts of `--nodes`, a Slurm host list. */
export function parseHosts(list: string): readonly string[] {
  const hosts = expandHostList(list, MAX_SLOTS);
  if ('message' in hosts) throw new UsageError(`--nodes is no host list: ${hosts.message}`);
  const odd = hosts.find((host) => !isHostName(host));
  if (odd !== undefined) throw new UsageError(`--nodes names ${JSON.stringify(odd)}, which is no host name`);
  return hosts;
}

export interface Replacement {
  readonly from: string;
  readonly to: string;
}

export const parseReplacements = (text: string): readonly Replacement[] =>
  text.split(',').map((pair) => {
    const [from = '', to = '', ...more] = pair.split('=');
    if (isHostName(from) && isHostName(to) && more.length === 0) return { from, to };
    throw new UsageError(
      `--replace '${printable(pair)}' is no pair of machines: write the node, =, and the machine that takes its place`,
    );
  });

/** The hosts that a run recorded in its `bound.json`, in the order of the plan's mapped nodes. */
export function parseBinding(
  path: string,
  plan: { readonly nodes: readonly Pick<PlanNode, 'name' | 'nodeRank'>[] },
): readonly string[] {
  const hosts = new Map(readRecord(path).map(({ node, host }) => [node, host]));
  return plan.nodes
    .filter(({ nodeRank }) => nodeRank !== null)
    .map(({ name }) => {
      const host = hosts.get(name);
      if (host === undefined || !isHostName(host))
        throw new UsageError(`${path} does not say which machine ${name} was: it is of another plan`);
      return host;
    });
}

function readRecord(path: string): readonly { node: string; host: string }[] {
  const text = readInput(path, MAX_PLAN_BYTES).bytes.toString('utf8');
  const record: { readonly formatVersion?: unknown; readonly nodes?: unknown } | null = attempt(() =>
    JSON.parse(text),
  );
  const { formatVersion, nodes } = record ?? {};
  if (typeof formatVersion === 'string' && !formatVersion.startsWith('1.'))
    throw new UsageError(`${path} has format ${formatVersion}, which only the rankplan that wrote it reads`);
  if (Array.isArray(nodes) && nodes.every(isEntry)) return nodes;
  throw new UsageError(`${path} is no bound.json of a run`);
}

const isEntry = (entry: unknown): entry is { node: string; host: string } =>
  typeof (entry as { node?: unknown } | null)?.node === 'string' &&
  typeof (entry as { host?: unknown }).host === 'string';
