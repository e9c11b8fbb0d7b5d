import { slotName } from '../compiler/inventory/inventory.ts';
import { listReplicas, nameReplica } from '../compiler/plan/replica-plan.ts';
import { lineAt, type Span } from '../compiler/source/source-file.ts';
import type { Path } from '../compiler/syntax/schema-path.ts';
import { groupBy } from '../compiler/values/lists.ts';
import type { PlanProcess } from '../generated/plan.ts';
import { nameSlots } from '../review/device-name.ts';
import { explainPlan } from '../review/explain/explain-plan.ts';
import { type Explained, type Question, renderExplanations } from '../review/explain/explanation.ts';
import { slotsOfSelector } from '../review/explain/find-places.ts';
import { nameNumbers } from '../review/list-some.ts';
import { selectorAt } from './offer-values.ts';

/** How many nodes or slots a hover lists. */
const MAX_LISTED = 16;

/** The hover text for the value at `path`: its ranks, and why they are there; null if it cannot have ranks. */
export function describeRanks(explained: Explained, path: Path): string | null {
  const [section, at, key, gpu, gpuKey] = path;
  const { topology, decisions } = explained;
  if (topology === null) return null;
  if (section === 'nodes' && typeof at === 'number') {
    const { hosts = [], gpus = [] } = topology.nodes[at] ?? {};
    if (key === 'hosts' || (key === 'gpus' && gpu === 'count')) return describeAll(explained, 'node', hosts);
    if (key === 'gpus' && typeof gpu === 'number' && gpuKey === 'index')
      return describeAll(
        explained,
        'slot',
        hosts.flatMap((host) => (gpus[gpu]?.indices ?? []).map((index) => `${host}:${index}`)),
      );
  }
  const selector = selectorAt(topology, path);
  if (selector === null || decisions === null) return null;
  const { inventory } = decisions;
  const slots = slotsOfSelector(selector, inventory).map((slot) => slotName(inventory, slot));
  return describeAll(explained, 'slot', slots, section === 'roles' ? String(at) : null);
}

/** The hover text for the name of a role; null if there is none. */
export function describeRole(explained: Explained, role: string): string | null {
  const isRole = explained.plan.roles?.some(({ name }) => name === role) === true;
  return isRole ? explain(explained, { kind: 'plan' }, role) : null;
}

type Kind = 'node' | 'slot';

/** One is explained, several are listed with their ranks. */
function describeAll(explained: Explained, kind: Kind, names: readonly string[], role: string | null = null) {
  const [name] = names;
  if (name === undefined) return null;
  if (names.length === 1) return explain(explained, { kind, name }, role);
  const nameNode = ({ node }: Place) => [node];
  return listAll(names, carriedBy(explained, kind === 'node' ? nameNode : nameSlots));
}

type Place = Omit<PlanProcess, 'ports' | 'rank'>;

/** By node or slot the ranks there, or of roles the replicas, in words. */
function carriedBy({ plan }: Explained, keysOf: (place: Place) => readonly string[]) {
  const carried: { readonly name: string | number; readonly place: Place }[] =
    plan.roles === null
      ? plan.ranks.map((place) => ({ name: place.rank, place }))
      : listReplicas(plan).flatMap((one) =>
          one.replica.processes.map((place) => ({ name: nameReplica(one), place })),
        );
  const pairs = carried.flatMap(({ name, place }) => keysOf(place).map((key) => ({ key, name })));
  return new Map(
    [...groupBy(pairs, ({ key }) => key)].map(([key, here]): [string, string] => {
      const names = [...new Set(here.map(({ name }) => name))];
      return [key, plan.roles === null ? nameNumbers('rank', names.map(Number)) : names.join(', ')];
    }),
  );
}

function listAll(names: readonly string[], carried: ReadonlyMap<string, string>): string {
  const shown = names.slice(0, MAX_LISTED);
  const width = Math.max(...shown.map((name) => name.length));
  const lines = shown.map((name) => `${name.padEnd(width)}  ${carried.get(name) ?? 'no rank'}`);
  const more = names.length - shown.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

function explain(explained: Explained, question: Question, role: string | null = null): string {
  const answer = explainPlan(explained, question, role);
  const file = explained.topology?.file;
  const nameOf = (place: Span) => {
    const line = `line ${lineAt(place.file, place.start)}`;
    return place.file === file ? line : `${place.file.name.replace(/^.*[/\\]/, '')}, ${line}`;
  };
  return typeof answer === 'string' ? answer : renderExplanations(answer, nameOf).trimEnd();
}
