import { countsAs, formatPercent } from '../estimate-cost.ts';
import { count, listSome, type Quote, say } from '../list-some.ts';
import { sayEnds, sayNewRoles, sayRoles } from './format-roles.ts';
import { listRemaining } from './list-remaining.ts';
import type { Danger, PlanDiff, SettingChange, Unsummed } from './plan-diff.ts';
import { sayCommunication } from './say-communication.ts';

/** How many settings are named. */
const MAX_NAMES = 2;

/** How the verdict begins where it is most dangerous. */
export const OTHER = { code: 'other code runs', hosts: 'other hosts' } as const;

type SettingsOf = (...dangers: readonly Danger[]) => readonly SettingChange[];

/**
 * A comparison in one line, the verdict that everything else is the reason of, in the order of danger: other code, other
 * hosts, what moves, how ranks talk, how long a step takes, and the rest. The same line stands everywhere: text, markdown,
 * JSON, findings.
 */
export function formatHeadline(diff: Unsummed, quote: Quote): string {
  if (diff.same) return 'no difference';
  const { settings } = listRemaining(diff);
  const of: SettingsOf = (...dangers) => settings.filter(({ danger }) => dangers.includes(danger));
  const talk = of('communication').filter(({ path }) => path[0] !== 'domain');
  const first = sayFirst(diff, of, quote);
  const changed = [...sayInventory(diff), ...sayCommunication(diff, nameAll(talk, quote), quote)];
  const rest = sayRest(diff, of, quote);
  const slower = diff.machines.filter(({ change }) => change < 0).map(({ node }) => node);
  const machines = `${listSome(slower, quote)} ${slower.length === 1 ? 'is' : 'are'} slower as a whole`;
  const gpus = diff.remeasured.length;
  const others = [first, changed, rest, diff.moves, diff.adjusted, diff.roles?.processes ?? []];
  const clauses =
    gpus > 0 && others.every((list) => list.length === 0)
      ? [`re-measured, nothing moves: ${count(gpus, 'GPU')} count${gpus === 1 ? 's' : ''} as before`]
      : [
          ...first,
          ...(diff.roles ? sayRoles(diff.roles) : say(sayMoves(diff), sayShares(diff))),
          ...changed,
          ...say(diff.roles ? null : sayPace(diff, quote)),
          ...rest,
          ...(diff.roles ? sayNewRoles(diff.roles, quote) : []),
          ...say(gpus === 0 ? null : `${count(gpus, 'GPU')} re-measured`),
        ];
  return [...clauses, ...say(slower.length === 0 ? null : machines)].join('; ');
}

/** Null if there is none. */
function nameAll(settings: readonly SettingChange[], quote: Quote): string | null {
  const names = [...new Set(settings.map(({ path }) => path.join('.')))];
  const more = names.length - MAX_NAMES;
  if (names.length === 0) return null;
  return `${names.slice(0, MAX_NAMES).map(quote).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Other code and other hosts, before anything else. */
function sayFirst({ nodes: { added } }: Unsummed, of: SettingsOf, quote: Quote): readonly string[] {
  const code = nameAll(of('code'), quote);
  const isNew = `${listSome(added, quote)} ${added.length === 1 ? 'is' : 'are'} new`;
  const hosts = say(nameAll(of('hosts'), quote), added.length === 0 ? null : isNew);
  return say(
    code === null ? null : `${OTHER.code}: ${code}`,
    hosts.length === 0 ? null : `${OTHER.hosts}: ${hosts.join(', ')}`,
  );
}

function sayMoves({ moves, head }: Unsummed): string {
  const moved = moves.filter(({ from, to }) => from !== null && to !== null).length;
  const of = count(head.worldSize.old, 'rank');
  const words = moved === 0 ? 'no rank moves' : `${moved} of ${of} move${moved === 1 ? 's' : ''}`;
  return [words, ...sayEnds(moves)].join(', ');
}

function sayShares({ adjusted }: Unsummed): string | null {
  const others = adjusted.filter(({ share }) => share.old !== share.new).length;
  if (others === 0) return null;
  return others === 1 ? '1 rank gets another share' : `${others} ranks get other shares`;
}

/** What no list of ranks shows: other cards and machines that no rank is on. */
function sayInventory({ facts, head, nodes, gpus, moves, roles }: Unsummed): readonly string[] {
  const cards = countGpus(facts.filter(isCard));
  const inventory = [...Object.values(nodes), ...Object.values(gpus)].some((names) => names.length > 0);
  return say(
    cards === 0 ? null : cards === 1 ? '1 GPU is another card' : `${cards} GPUs are other cards`,
    moves.length > 0 || !inventory ? null : 'other nodes or GPUs',
    moves.length > 0 || roles || head.master.old === head.master.new ? null : 'another master',
  );
}

const isCard = ({ fact, old, new: next }: PlanDiff['facts'][number]): boolean =>
  (fact === 'uuid' || fact === 'model') && old !== null && next !== null;

const countGpus = (changes: PlanDiff['facts']): number =>
  new Set(changes.flatMap((change) => change.gpus)).size;

function sayRest({ facts, head, moves }: Unsummed, of: SettingsOf, quote: Quote): readonly string[] {
  const changed = countGpus(facts);
  const program = nameAll(of('program'), quote);
  const others = of('placement', 'pace', 'job', 'words');
  const changes = `${count(others.length, 'setting')} change${others.length === 1 ? 's' : ''}`;
  const isSaid = moves.length > 0 || changed === countGpus(facts.filter(isCard));
  return say(
    isSaid ? null : `facts of ${count(changed, 'GPU')} change`,
    program === null ? null : `other arguments or variables: ${program}`,
    others.length === 0 ? null : `${changes}: ${nameAll(others, quote)}`,
    head.name.old === head.name.new ? null : 'another name',
  );
}

/** Throughput only where it says more: it is the inverse of the step time, unless the work of a step is another. */
function sayPace(diff: Unsummed, quote: Quote): string {
  const { old, new: next, compared } = diff.consequences;
  if (compared.stepTime === null || compared.throughput === null) return sayNoPace(diff.consequences, quote);
  const [stepTime, throughput] = [formatRatio(compared.stepTime), formatRatio(compared.throughput)];
  const saysMore = old.work !== next.work && stepTime !== throughput;
  return [
    `step time ${stepTime}`,
    saysMore ? `, throughput ${throughput}` : '',
    stepTime === 'unchanged' ? '' : sayReason(diff, quote),
  ].join('');
}

function sayNoPace({ old, new: next, compared }: Unsummed['consequences'], quote: Quote): string {
  if (old.stepTime === null && next.stepTime === null) return 'step time unknown';
  if (compared.unlike === null) return 'step time not comparable';
  const what = compared.unlike === 'mapping.by' ? 'another' : 'only one plan has';
  return `step time not comparable (${what} ${quote(compared.unlike)})`;
}

/** ` (slowest GPU lab1:2, 61 → 48)`: what sets the pace, or how much a step does, or else how much of it is waiting. */
function sayReason({ consequences, settings }: Unsummed, quote: Quote): string {
  const { old, new: next } = consequences;
  const [a, b] = [old.slowest, next.slowest];
  if (a !== null && b !== null && countsAs(a) !== countsAs(b))
    return a.gpu === b.gpu
      ? ` (slowest GPU ${quote(a.gpu)}, ${countsAs(a)} → ${countsAs(b)})`
      : ` (slowest GPU ${quote(a.gpu)} ${countsAs(a)} → ${quote(b.gpu)} ${countsAs(b)})`;
  if (settings.some(({ path }) => path.join(' ') === 'launch parallel dp'))
    return ` (dp ${old.work} → ${next.work})`;
  const [before, after] = [old.idleShare, next.idleShare].map((share) => formatPercent(share ?? 0));
  return before === after ? '' : ` (idle share ${before} → ${after})`;
}

function formatRatio(ratio: number): string {
  const change = 100 * (ratio - 1);
  if (Math.abs(change) < 0.05) return 'unchanged';
  return `${change > 0 ? '+' : '−'}${Math.abs(change).toFixed(1)} %`;
}
