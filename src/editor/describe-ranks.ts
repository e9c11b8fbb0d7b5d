import { createReporter } from '../compiler/diagnostics/reporter.ts';
import { slotName } from '../compiler/inventory/inventory.ts';
import { createResolver, MAX_EXCLUDED } from '../compiler/mapping/resolve-selector.ts';
import { lineAt, type Span } from '../compiler/source/source-file.ts';
import type { Path } from '../compiler/syntax/schema-path.ts';
import { groupBy } from '../compiler/values/lists.ts';
import type { PlanRank } from '../generated/plan.ts';
import { explainPlan, type Question } from '../review/explain/explain-plan.ts';
import type { Explained } from '../review/explain/explanation.ts';
import { renderExplanations } from '../review/explain/render-explanation.ts';
import { nameNumbers } from '../review/list-some.ts';

/** How many nodes or slots a hover lists. */
const MAX_LISTED = 16;

/** The hover text for the value at `path`: its ranks, and why they are there; null if it cannot have ranks. */
export function describeRanks(explained: Explained, path: Path): string | null {
  const [section, at, key, gpu, gpuKey] = path;
  const { topology } = explained;
  if (topology === null) return null;
  if (section === 'nodes' && typeof at === 'number') {
    const { hosts = [], gpus = [] } = topology.nodes[at] ?? {};
    if (key === 'hosts' || (key === 'gpus' && gpu === 'count')) return describeNodes(explained, hosts);
    if (key === 'gpus' && typeof gpu === 'number' && gpuKey === 'index')
      return describeSlots(
        explained,
        hosts.flatMap((host) => (gpus[gpu]?.indices ?? []).map((index) => `${host}:${index}`)),
      );
  }
  if (section === 'mapping' && (at === 'ranks' || at === 'exclude') && typeof key === 'number')
    return describeSlots(explained, listSelected(explained, at, key));
  return null;
}

function describeNodes(explained: Explained, hosts: readonly string[]): string {
  const [host = ''] = hosts;
  if (hosts.length === 1) return explain(explained, { kind: 'node', name: host });
  return listAll(hosts, groupBy(explained.plan.ranks, nodeOf));
}

function describeSlots(explained: Explained, slots: readonly string[]): string | null {
  const [slot] = slots;
  if (slot === undefined) return null;
  return slots.length === 1
    ? explain(explained, { kind: 'slot', name: slot })
    : listAll(slots, groupBy(explained.plan.ranks, slotOf));
}

function listSelected({ topology, decisions }: Explained, key: 'ranks' | 'exclude', at: number): string[] {
  const selector = topology?.mapping[key]?.[at];
  if (selector === undefined || decisions === null) return [];
  const { inventory } = decisions;
  const names: string[] = [];
  const resolve = createResolver(inventory, createReporter(), MAX_EXCLUDED);
  resolve(selector, (slot) => void names.push(slotName(inventory, slot)));
  return names;
}

const nodeOf = ({ node }: PlanRank): string => node;
const slotOf = ({ node, gpu, cpuSlot }: PlanRank): string => `${node}:${gpu ?? `cpu${cpuSlot}`}`;

function listAll(names: readonly string[], ranks: ReadonlyMap<string, readonly PlanRank[]>): string {
  const shown = names.slice(0, MAX_LISTED);
  const width = Math.max(...shown.map((name) => name.length));
  const lines = shown.map((name) => {
    const here = (ranks.get(name) ?? []).map(({ rank }) => rank);
    return `${name.padEnd(width)}  ${here.length === 0 ? 'no rank' : nameNumbers('rank', here)}`;
  });
  const more = names.length - shown.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

function explain(explained: Explained, question: Question): string {
  const answer = explainPlan(explained, question);
  const file = explained.topology?.file;
  const nameOf = (place: Span) => {
    const line = `line ${lineAt(place.file, place.start)}`;
    return place.file === file ? line : `${place.file.name.replace(/^.*[/\\]/, '')}, ${line}`;
  };
  return typeof answer === 'string' ? answer : renderExplanations(answer, nameOf).trimEnd();
}
