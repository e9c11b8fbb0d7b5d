import type { Environment } from '../syntax/topology.ts';
import type { Mapped } from './placement-facts.ts';

/** A setting of a variable: for all nodes (`node` is null), which overrides that of a node, or for a node. */
interface Setting {
  readonly node: number | null;
  readonly name: string;
  readonly value: string;
}

/** The values that ranks get of a variable, each once, with the first node that has it. */
export function listSettings(
  { launch, inventory, ranks }: Omit<Mapped, 'facts'> & { readonly launch: { readonly env: Environment } },
  name: string,
): readonly Setting[] {
  const common = launch.env[name];
  if (common !== undefined) return [{ node: null, name, value: common }];
  const settings = new Map<string, Setting>();
  for (const [node, { env }] of inventory.nodes.entries()) {
    const value = env[name];
    if (value === undefined || ranks.nodeRank[node] === -1 || settings.has(value)) continue;
    settings.set(value, { node, name, value });
  }
  return [...settings.values()];
}
