import type { Decisions } from '../../compiler/compile.ts';
import type { Suggestion } from '../../compiler/diagnostics/suggestion.ts';
import type { PlacedGpu, PlacedNode } from '../../compiler/inventory/places.ts';
import { normalizeScores, roundFigure } from '../../compiler/mapping/normalize-scores.ts';
import type { Container } from '../../compiler/syntax/document.ts';
import type { Metric, Topology } from '../../compiler/syntax/topology.ts';
import { type Group, groupBy } from '../../compiler/values/lists.ts';
import type { Metric as FileMetric } from '../../generated/inventory.ts';
import { renderColumns, type TextColumn } from '../../review/show/columns.ts';
import type { SlotSpeed } from '../../runtime/rescore/slot-speeds.ts';
import { withUsual } from '../../runtime/score/remember-figures.ts';
import { setKeys } from './set-keys.ts';

/** The figure of a slot now, and the proposed one. */
export interface Proposal {
  readonly speed: SlotSpeed;
  readonly model: string | null;
  /** The current figure; null if there is none. */
  readonly was: number | null;
  /** The proposed figure, by the rule of docs/scores.md. */
  readonly becomes: number;
}

export type Proposals = ReturnType<typeof proposeScores>;

export interface Request {
  readonly topology: Topology;
  readonly decisions: Decisions;
  readonly slots: readonly SlotSpeed[];
  /** The metric by which the topology will rank. */
  readonly metric: string;
  /** Names what was timed: figures of two methods never mix. */
  readonly method: string;
  readonly date: string;
}

/** The map of a text in which the figure of a slot stands. */
interface Place {
  readonly container: Container;
  readonly kind: 'model' | 'gpu' | 'inventory' | 'cpuSlot' | 'node';
}

/**
 * The edits that write the figures where the figures of today stand. `singled` are GPUs that are faster or slower than
 * those with which they share one score.
 */
export function proposeScores(request: Request) {
  const { topology, decisions, slots, metric } = request;
  const { inventory } = decisions;
  const countsAs = createCounter(request);
  const singled: Proposal[] = [];
  const placed = slots.flatMap((speed) => {
    const node = inventory.nodes[inventory.nodeByName.get(speed.node) ?? -1];
    if (node === undefined) return [];
    const gpu = node.gpus.find(({ index }) => index === speed.gpu) ?? null;
    const was = (gpu ?? node.cpuSlot)?.metrics.get(topology.mapping.by)?.value ?? null;
    const proposal: Proposal = { speed, model: gpu?.model ?? null, was, becomes: countsAs(speed) };
    return [{ proposal, place: findPlace(topology, node, gpu, metric) }];
  });
  const places = [...groupBy(placed, ({ place }) => place.container).values()];
  const edits = places.flatMap((group) => editPlace(group, request, singled));
  const { mapping } = topology;
  const ranksBy = mapping.by === metric ? [] : setKeys(mapping.source ?? {}, { by: metric });
  const proposals = placed.map(({ proposal }) => proposal);
  return { proposals, edits: [...edits, ...ranksBy], singled };
}

/** The figure as which a measured one would count if `probe` had measured it. */
function createCounter({ topology, decisions: { inventory }, slots, metric, method }: Request) {
  const { tolerance } = topology.mapping;
  const found = new Map(slots.map((slot) => [`${slot.node}:${slot.gpu}`, slot.speed]));
  const measured = inventory.nodes.map((node) => ({
    ...node,
    gpus: node.gpus.map((gpu) => {
      const value = found.get(`${node.name}:${gpu.index}`);
      const known = gpu.metrics.get(metric);
      const metrics = new Map<string, Metric>(
        value === undefined ? [] : [[metric, withUsual({ value, method }, known)]],
      );
      return { ...gpu, pace: null, metrics };
    }),
  }));
  const settled = normalizeScores({ ...inventory, nodes: measured }, topology.models, {
    by: metric,
    tolerance,
  });
  return ({ node: name, gpu: index, speed }: SlotSpeed): number => {
    const node = settled.nodes[inventory.nodeByName.get(name) ?? -1];
    const pace = node?.gpus.find((gpu) => gpu.index === index)?.pace ?? null;
    return pace ?? (index === null && tolerance > 0 ? roundFigure(speed, tolerance) : round(speed));
  };
}

const round = (figure: number): number => Number(figure.toPrecision(5));

/** The place where the figure of a slot is written now; else the place where it belongs. */
function findPlace(topology: Topology, { entry }: PlacedNode, gpu: PlacedGpu | null, metric: string): Place {
  if (gpu === null) {
    const { cpuSlot } = entry.source;
    return cpuSlot === undefined
      ? { container: entry.source, kind: 'node' }
      : { container: cpuSlot, kind: 'cpuSlot' };
  }
  const own = entry.gpus.find(({ source }) => source === gpu.source);
  const hasOwn =
    own?.facts.metrics?.has(metric) === true || own?.facts.metrics?.has(topology.mapping.by) === true;
  if (own !== undefined && (hasOwn || entry.inventory !== null))
    return { container: own.source, kind: 'gpu' };
  if (own === undefined) return { container: gpu.source, kind: 'inventory' };
  const model = gpu.model === null ? undefined : topology.source.models?.[gpu.model];
  return model === undefined || model === null
    ? { container: own.source, kind: 'gpu' }
    : { container: model, kind: 'model' };
}

/** The edits of one map, with the slots whose figure stands in it. */
function editPlace(
  group: Group<{ readonly proposal: Proposal; readonly place: Place }>,
  request: Request,
  singled: Proposal[],
): readonly Suggestion[] {
  const [{ proposal, place }] = group;
  const { container, kind } = place;
  if (kind === 'inventory') return setKeys(...withMetric(container, proposal, request));
  const members = group.map(({ proposal }) => proposal);
  const usual = usualOf(members);
  const slot = { score: figureBeside(undefined, usual, request.metric), ...fixedOf(usual) };
  const edits =
    kind === 'node' ? setKeys(container, { cpuSlot: slot }) : giveFigure(container, usual, request);
  const apart = members.filter(({ becomes }) => becomes !== usual.becomes);
  return [...edits, ...apart.flatMap((one) => editAlone(one, kind, request, singled))];
}

/** A card that stands for itself gets a score of its own, where an entry describes that card and no other. */
function editAlone(proposal: Proposal, kind: Place['kind'], request: Request, singled: Proposal[]) {
  const { inventory } = request.decisions;
  const node = inventory.nodes[inventory.nodeByName.get(proposal.speed.node) ?? -1];
  const own = node?.entry.gpus.find(({ indices }) => indices.includes(proposal.speed.gpu ?? -1));
  const isAlone = kind === 'model' && own?.indices.length === 1 && node?.entry.hosts.length === 1;
  if (own !== undefined && isAlone) return giveFigure(own.source, proposal, request);
  singled.push(proposal);
  return [];
}

/** The one that most of them agree with; of as many the slower one. */
function usualOf(members: readonly Proposal[]): Proposal {
  const countOf = (one: Proposal) => members.filter(({ becomes }) => becomes === one.becomes).length;
  const sorted = members.toSorted((a, b) => a.becomes - b.becomes);
  return sorted.reduce((best, one) => (countOf(one) > countOf(best) ? one : best));
}

/** `score: 140`, or `score: { "bench:steps": 140 }` beside what else stands there. */
function giveFigure(container: Container, proposal: Proposal, { metric }: Request): readonly Suggestion[] {
  const { score } = container as { readonly score?: number | Container };
  const fixed = fixedOf(proposal);
  if (typeof score === 'object')
    return [...setKeys(score, { [metric]: proposal.becomes }), ...setKeys(container, fixed)];
  return setKeys(container, { score: figureBeside(score, proposal, metric), ...fixed });
}

function figureBeside(score: number | undefined, { becomes }: Proposal, metric: string) {
  if (metric === 'score') return becomes;
  return { ...(score === undefined ? {} : { score }), [metric]: becomes };
}

const fixedOf = ({ speed: { fixedSeconds } }: Proposal): Readonly<Record<string, number>> =>
  fixedSeconds === null ? {} : { fixedSeconds: Number(fixedSeconds.toPrecision(3)) };

/** An inventory file gets the measured figure: the plan's rule computes from it the figure that counts. */
function withMetric(
  container: Container,
  proposal: Proposal,
  { metric, method, date }: Request,
): readonly [Container, Readonly<Record<string, unknown>>] {
  const { speed } = proposal;
  const { scores } = container as { readonly scores?: Readonly<Record<string, FileMetric>> };
  const figure = withUsual(
    {
      value: round(speed.speed),
      unit: speed.samples === 0 ? 'steps/s' : 'samples/s',
      method,
      quality: speed.spread >= NOISY_FROM ? 'noisy' : 'ok',
      date,
      variation: Number(speed.spread.toPrecision(2)),
      seconds: round(speed.seconds),
      ...fixedOf(proposal),
      runs: speed.steps,
    },
    scores?.[metric],
  );
  return scores === undefined
    ? [container, { scores: { [metric]: figure } }]
    : [scores, { [metric]: figure }];
}

const NOISY_FROM = 0.05;

export const nameSpeed = ({ node, gpu }: SlotSpeed): string =>
  gpu === null ? `${node}:cpu` : `${node}:${gpu}`;

const four = (figure: number): string => String(Number(figure.toPrecision(4)));

const COLUMNS: readonly TextColumn<Proposal>[] = [
  { title: 'GPU', cell: ({ speed }) => nameSpeed(speed) },
  { title: 'MODEL', cell: ({ model }) => model ?? '' },
  { title: 'SAMPLES', cell: ({ speed }) => String(speed.samples), right: true },
  { title: 'STEPS', cell: ({ speed }) => String(speed.steps), right: true },
  { title: 'MEDIAN s', cell: ({ speed }) => four(speed.seconds), right: true },
  { title: 'SPREAD', cell: ({ speed }) => `${(100 * speed.spread).toFixed(1)} %`, right: true },
  {
    title: 'FIXED s',
    cell: ({ speed: { fixedSeconds } }) => (fixedSeconds === null ? '' : four(fixedSeconds)),
    right: true,
  },
  { title: 'SAMPLES/s', cell: ({ speed }) => four(speed.speed), right: true },
  { title: 'COUNTS AS', cell: ({ becomes }) => String(becomes), right: true },
  { title: 'WAS', cell: ({ was }) => (was === null ? '-' : String(was)), right: true },
];

/** What was measured of each GPU, and what it means. */
export const renderProposals = (proposals: readonly Proposal[]): string =>
  proposals.length === 0 ? '' : renderColumns(COLUMNS, proposals);
