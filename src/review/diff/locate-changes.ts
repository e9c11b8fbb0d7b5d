import { positionAt, type Span } from '../../compiler/source/source-file.ts';
import { type Container, keySpan, valueSpan } from '../../compiler/syntax/document.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import type { Explained } from '../explain/explanation.ts';
import { findPlaces, type Places } from '../explain/find-places.ts';
import { isFigure } from './measured-figures.ts';
import type { ChangeKind, MappingChange, PlanDiff, SettingChange } from './plan-diff.ts';

/** To look for thousands takes long. */
const MAX_LOOKED_FOR = 16;

/**
 * The positions of the differences in the topology of NEW, each line once: the change that moved the most ranks comes
 * first. Empty for a saved plan; a difference that is not written anywhere is left out.
 */
export function locateChanges(diff: PlanDiff, next: Explained): readonly Span[] {
  if (next.topology === null) return [];
  const source: Container = next.topology.source;
  const places = findPlaces(next);
  const causes = diff.causes.flatMap(({ changes }) => changes.flatMap((i) => diff.changes[i] ?? []));
  const changes = [...new Set([...causes, ...diff.changes])].slice(0, MAX_LOOKED_FOR);
  const remodelled = new Set(diff.facts.flatMap(({ fact, gpus }) => (fact === 'model' ? gpus : [])));
  // Another model brings its score: what changed is the GPU, and not what is known of the model.
  const locate = (change: MappingChange): Span | null =>
    isFigure(change.kind) && remodelled.has(change.what[0] ?? '')
      ? locateSlot(change.what[0] ?? '', next.plan, places)
      : locateChange(change, next, places);
  const spans = [
    ...changes.map(locate),
    ...diff.settings.slice(0, MAX_LOOKED_FOR).map((change) => locateSetting(change, source, places)),
    ...diff.facts.slice(0, MAX_LOOKED_FOR).map(({ gpus: [gpu = ''] }) => locateSlot(gpu, next.plan, places)),
    ...(diff.roles?.added ?? []).map((role) => locatePath(source, ['roles', role])),
    ...(diff.roles?.slots ?? [])
      .slice(0, MAX_LOOKED_FOR)
      .map(({ new: [role = ''] }) => locatePath(source, ['roles', role, 'slots'])),
    diff.head.name.old === diff.head.name.new ? null : locatePath(source, ['name']),
    diff.head.master.old === diff.head.master.new ? null : locatePath(source, ['launch', 'master']),
  ];
  const known = spans.filter((span) => span !== null);
  return [...groupBy(known, lineOf).values()].map(([first]) => first);
}

const lineOf = ({ file, start }: Span): string => `${file.name}:${positionAt(file, start).line}`;

/** The key of each change that is a setting; a list of ranks is one, too; the strategy itself is found as a setting. */
const SECTION_OF: Readonly<Partial<Record<ChangeKind, readonly ['mapping' | 'launch', string]>>> = {
  strategy: ['mapping', 'ranks'],
  'ranks-per-gpu': ['mapping', 'ranksPerGpu'],
  'gpus-per-rank': ['mapping', 'gpusPerRank'],
  'world-size': ['mapping', 'worldSize'],
  'group-size': ['launch', 'groupSize'],
};

function locateChange({ kind, what }: MappingChange, next: Explained, places: Places): Span | null {
  const { plan, topology } = next;
  const [first = ''] = what;
  const source: Container = topology?.source ?? {};
  const section = SECTION_OF[kind];
  if (section !== undefined) return places.section(...section);
  const [node, position, index] = splitSlot(first, plan);
  switch (kind) {
    case 'levels':
    case 'domain': {
      const isThere = plan.nodes.some(({ name }) => name === first);
      return places.node(isThere ? first : (plan.nodes[0]?.name ?? ''), 'domain');
    }
    case 'excluded':
      return places.selector('exclude', node, position)?.span() ?? places.section('mapping', 'exclude');
    case 'included':
      return locatePath(source, ['mapping', 'exclude']);
    case 'score':
    case 'pace':
      return places.figure(node, index)?.place ?? null;
    case 'node-removed':
    case 'order':
      return keySpan(source, 'nodes');
    case 'replaced':
      return places.node(what[what.length / 2] ?? '', 'spare');
    case 'slots-added':
    case 'slots-removed':
      return locateSlot(first, plan, places);
    default:
      return places.node(first);
  }
}

/** `lab1:2` as node, position among its slots, and index; of `build1:cpu1` the index is that of no GPU. */
function splitSlot(slot: string, { nodes }: LaunchPlan): [node: string, position: number, index: number] {
  const colon = slot.indexOf(':');
  const [name, number] = [slot.slice(0, colon), slot.slice(colon + 1)];
  const gpus = nodes.find((node) => node.name === name)?.gpus ?? [];
  if (number.startsWith('cpu')) return [name, gpus.length + Number(number.slice('cpu'.length)), -1];
  return [name, gpus.findIndex(({ index }) => index === Number(number)), Number(number)];
}

/** The GPU, or the node of one that was removed. */
function locateSlot(slot: string, plan: LaunchPlan, places: Places): Span | null {
  const [node, position, index] = splitSlot(slot, plan);
  return position < 0 || index < 0 ? places.node(node) : places.gpu(node, index);
}

/** A setting of the job, or of nodes; what a plan has at its top is written in `launch`. */
function locateSetting({ path, nodes }: SettingChange, source: Container, places: Places): Span | null {
  const [node] = nodes;
  if (node !== undefined) return places.node(node);
  const [first = ''] = path;
  return locatePath(source, ['backend', 'visibility'].includes(first) ? ['launch', ...path] : path);
}

/** The value at the end of a path of keys, or the last of its keys that there is; null if there is none. */
function locatePath(source: Container, path: readonly string[]): Span | null {
  let span: Span | null = null;
  let container: unknown = source;
  for (const key of path) {
    if (typeof container !== 'object' || container === null || !Object.hasOwn(container, key)) return span;
    const value = (container as Readonly<Record<string, unknown>>)[key];
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
    span = isMap ? keySpan(container, key) : valueSpan(container, key);
    container = value;
  }
  return span;
}
