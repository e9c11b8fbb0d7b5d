import { sayShifts } from './list-shifts.ts';
import { listTold } from './list-told.ts';
import type { Danger, PlanDiff, SettingChange, Unsummed } from './plan-diff.ts';
import { sayCommunication } from './say-communication.ts';
import { sayPace } from './say-pace.ts';
import { listSome, type Quote } from './section.ts';

/** How many settings are named. */
const MAX_NAMES = 2;

/**
 * A comparison in one line, the verdict that everything else is the reason of, in the order of danger: other code, other
 * hosts, what moves, how ranks talk, how long a step takes, and the rest. The same line stands everywhere: text, markdown,
 * JSON, pictures, findings.
 */
export function formatHeadline(diff: Unsummed, quote: Quote): string {
  if (diff.same) return 'no difference';
  const gpus = diff.remeasured.length;
  const anew = gpus === 0 ? [] : [`${gpus} GPU${gpus === 1 ? '' : 's'} re-measured`];
  const slower = sayShifts(diff, quote);
  const [first, inventory, last] = [sayFirst(diff, quote), sayInventory(diff), sayRest(diff, quote)];
  const nameAll = (settings: readonly SettingChange[]) => nameSettings(settings, quote);
  const talk = sayCommunication(diff, settingsOf(diff, 'communication'), nameAll, quote);
  const others = [first, inventory, talk, last, diff.moves, diff.adjusted];
  if (gpus > 0 && others.every((list) => list.length === 0))
    return [
      `re-measured, nothing moves: ${gpus} GPU${gpus === 1 ? ' counts' : 's count'} as before`,
      ...slower,
    ].join('; ');
  const clauses = [
    first,
    [sayMoves(diff)],
    sayShares(diff),
    inventory,
    talk,
    [sayPace(diff, quote)],
    last,
    anew,
    slower,
  ];
  return clauses.flat().join('; ');
}

/** What nobody may overlook, before anything else. */
function sayFirst(diff: Unsummed, quote: Quote): string[] {
  const [code, hosts] = [settingsOf(diff, 'code'), settingsOf(diff, 'hosts')];
  const { added } = diff.nodes;
  const places = [
    ...(hosts.length === 0 ? [] : [nameSettings(hosts, quote)]),
    ...(added.length === 0 ? [] : [`${listSome(added, quote)} ${added.length === 1 ? 'is' : 'are'} new`]),
  ];
  return [
    ...(code.length === 0 ? [] : [`${OTHER.code}: ${nameSettings(code, quote)}`]),
    ...(places.length === 0 ? [] : [`${OTHER.hosts}: ${places.join(', ')}`]),
  ];
}

/** How the verdict begins where it is most dangerous. */
export const OTHER = { code: 'other code runs', hosts: 'other hosts' } as const;

/** Those that no cause of moves has told. */
function settingsOf(diff: Unsummed, ...dangers: readonly Danger[]): readonly SettingChange[] {
  const { leavesSetting } = listTold(diff);
  return diff.settings.filter((change) => dangers.includes(change.danger) && leavesSetting(change));
}

function nameSettings(settings: readonly SettingChange[], quote: Quote): string {
  const names = [...new Set(settings.map(({ path }) => path.join('.')))];
  const more = names.length - MAX_NAMES;
  return `${names.slice(0, MAX_NAMES).map(quote).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function sayMoves({ moves, head }: Pick<Unsummed, 'moves' | 'head'>): string {
  const come = moves.filter(({ from }) => from === null).length;
  const go = moves.filter(({ to }) => to === null).length;
  const moved = moves.length - come - go;
  const of = head.worldSize.old;
  return [
    moved === 0
      ? 'no rank moves'
      : `${moved} of ${of} rank${of === 1 ? '' : 's'} move${moved === 1 ? 's' : ''}`,
    ...(come + go === 0 ? [] : [`${go} go${go === 1 ? 'es' : ''}`, `${come} new`]),
  ].join(', ');
}

function sayShares({ adjusted }: Pick<Unsummed, 'adjusted'>): string[] {
  const others = adjusted.filter(({ share }) => share.old !== share.new).length;
  return others === 0 ? [] : [`${others} rank${others === 1 ? ' gets another share' : 's get other shares'}`];
}

/** What no list of ranks shows: other cards and machines that no rank is on. */
function sayInventory({ facts, head, nodes, gpus, moves }: Unsummed): string[] {
  const cards = countGpus(facts.filter(isCard));
  const inventory = [...Object.values(nodes), ...Object.values(gpus)].some((names) => names.length > 0);
  return [
    ...(cards === 0 ? [] : [cards === 1 ? '1 GPU is another card' : `${cards} GPUs are other cards`]),
    ...(moves.length > 0 || !inventory ? [] : ['other nodes or GPUs']),
    ...(moves.length > 0 || head.master.old === head.master.new ? [] : ['another master']),
  ];
}

const isCard = ({ fact, old, new: next }: PlanDiff['facts'][number]): boolean =>
  (fact === 'uuid' || fact === 'model') && old !== null && next !== null;

const countGpus = (changes: PlanDiff['facts']): number =>
  new Set(changes.flatMap((change) => change.gpus)).size;

function sayRest(diff: Unsummed, quote: Quote): string[] {
  const { facts, head, moves } = diff;
  const changed = countGpus(facts);
  const [program, rest] = [
    settingsOf(diff, 'program'),
    settingsOf(diff, 'placement', 'pace', 'job', 'words'),
  ];
  return [
    ...(moves.length > 0 || changed === countGpus(facts.filter(isCard))
      ? []
      : [`facts of ${changed} GPU${changed === 1 ? ' change' : 's change'}`]),
    ...(program.length === 0 ? [] : [`other arguments or variables: ${nameSettings(program, quote)}`]),
    ...(rest.length === 0
      ? []
      : [
          `${rest.length} setting${rest.length === 1 ? ' changes' : 's change'}: ${nameSettings(rest, quote)}`,
        ]),
    ...(head.name.old === head.name.new ? [] : ['another name']),
  ];
}
