import { groupBy } from '../../compiler/values/lists.ts';

/** One level of a network: the domain of each machine there; machines that it does not know are left out. */
export interface NetworkLevel {
  readonly name: string;
  readonly domainOf: ReadonlyMap<string, string>;
}

/** Where machines are, as others have written it down; from outside to inside. */
export interface Network {
  readonly levels: readonly NetworkLevel[];
}

/** A text that says nothing of a network; the message continues "the network …". */
export interface NetworkProblem {
  readonly problem: string;
  /** Where in the text, in UTF-16 units. */
  readonly at?: number;
}

/** A line of topology.conf, or of `scontrol show topology`, which also writes what is made of several blocks. */
export const isNetworkLine = (line: string): boolean =>
  /^(?:SwitchName|BlockName|AggregatedBlock|BlockSizes)=/i.test(line);

const TIERS = ['leaf', 'spine', 'core'];

/** Tiers of switches, counted from the machine. */
export const tierName = (tier: number): string => TIERS[tier] ?? `switch${tier}`;

/** A node has no more in a topology. */
export const MAX_LEVELS = 16;

export type Domain = readonly (readonly [level: string, name: string])[];

/**
 * The domains of machines as a topology can have them: every machine has a name at each level. One that hangs further
 * out than others, or is not known, has names of its own there. Outer levels that all machines share say nothing and are
 * left out.
 */
export function domainsOf({ levels }: Network, hosts: readonly string[]): readonly Domain[] {
  const known = levels.filter(({ domainOf }) => hosts.some((host) => domainOf.has(host)));
  const columns: string[][] = [];
  for (const { domainOf } of known.toReversed()) {
    const inner = columns[0] ?? hosts;
    const names = nameDomains([...domainOf.values()]);
    columns.unshift(hosts.map((host, i) => names.get(domainOf.get(host) ?? '') ?? inner[i] ?? host));
  }
  const isShared = (column: readonly string[]) => column.every((name) => name === column[0]);
  const first = columns.findIndex((column, i) => i === columns.length - 1 || !isShared(column));
  return hosts.map((_, i) =>
    columns.flatMap((column, level) =>
      level < first ? [] : [[known[level]?.name ?? '', column[i] ?? ''] as const],
    ),
  );
}

/** Names as a topology takes them: `b[0-1]` is `b0-1`; two that would be one get numbers. */
function nameDomains(names: readonly string[]): ReadonlyMap<string, string> {
  const plain = (name: string): string =>
    name
      .replaceAll(/[[\]]/g, '')
      .replaceAll(/[^A-Za-z0-9._:-]/g, '.')
      .replace(/^[^A-Za-z0-9]+/, '')
      .slice(0, 120) || 'domain';
  return new Map(
    [...groupBy(new Set(names), plain)].flatMap(([text, same]) =>
      same.map((name, i): [string, string] => [name, i === 0 ? text : `${text}-${i + 1}`]),
    ),
  );
}
