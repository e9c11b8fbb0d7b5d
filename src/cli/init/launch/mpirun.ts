import { isHostName } from '../../../compiler/values/address.ts';
import { MAX_SLOTS } from '../../../compiler/values/budget.ts';
import { readOptions } from '../../../compiler/values/command-options.ts';
import { MPIRUN } from '../../../compiler/values/launcher-options.ts';
import { chooseGpus } from './choose-gpus.ts';
import { readSlots } from './hostfile.ts';
import { numberOf, optionNumber, type Placement, readNamed, type Surroundings } from './launch.ts';
import { Options, type Word } from './options.ts';
import { placeByRankfile } from './rankfile.ts';
import { refuse } from './refusal.ts';

/** `mpirun`, `mpiexec` and `horovodrun`: ranks fill the slots of a host before the next, or go round. */
export function readMpirun(
  words: readonly Word[],
  around: Surroundings,
): Placement & { readonly program: readonly Word[] } {
  const { rest, pairs } = takePairs(words);
  const { values, program } = readOptions(rest, MPIRUN);
  const other = program.find(({ text }) => text === ':');
  if (other !== undefined) refuse(other.span, 'several programs in one mpirun, and a plan has one command');
  const before = rest.slice(0, rest.length - program.length).map(({ text }) => text);
  const exported = before.flatMap((text, at) => (text === '-x' ? [before[at + 1] ?? ''] : []));
  const options = new Options(values);
  return {
    ...placeRanks(options, around),
    ranksAreTasks: true,
    program,
    env: new Map([
      ...exported.flatMap(readSetting),
      ...pairs.flatMap(([option, name, value]) => (option === '-genv' ? [[name, value] as const] : [])),
    ]),
    leftOut: [
      ...options.unread().map((name) => `--${name}`),
      ...exported.filter((text) => !text.includes('=')).map((name) => `-x ${name}`),
      ...pairs.filter(([option]) => option !== '-genv').map(([option, name]) => `${option} ${name}`),
    ],
  };
}

const PAIRS: ReadonlySet<string> = new Set(['-mca', '--mca', '-genv', '--prtemca', '--pmixmca', '-gmca']);

type Pair = readonly [option: string, name: string, value: string];

function takePairs(words: readonly Word[]): { rest: readonly Word[]; pairs: readonly Pair[] } {
  const rest: Word[] = [];
  const pairs: Pair[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word;
    if (!PAIRS.has(word.text)) rest.push(word);
    else pairs.push([word.text, words[++at]?.text ?? '', words[++at]?.text ?? '']);
  }
  return { rest, pairs };
}

const readSetting = (text: string): readonly (readonly [string, string])[] => {
  const [, name, value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  return name === undefined ? [] : [[name, value]];
};

type Slots = ReadonlyMap<string, number>;

function placeRanks(options: Options, around: Surroundings): Placement {
  const rankfile = options.get('rankfile');
  if (rankfile !== undefined) return placeByRankfile(readNamed(rankfile, 'rankfile', around), around);
  const hosts = readHosts(options, around);
  const orders = [options.get('map-by'), options.get('rank-by')];
  const isCyclic = options.has('bynode') || orders.some((by) => /^node\b/.test(by?.text ?? ''));
  const room = makeRoom(options, hosts.slots);
  const total = [...room.values()].reduce((sum, count) => sum + count, 0);
  const ranks = optionNumber(options, 'np', total);
  if (ranks > total || total > MAX_SLOTS)
    refuse(options.get('np')?.span ?? around.span, `${ranks} ranks, and the hosts have ${total} slots`);
  const placed = fill(room, ranks, isCyclic);
  return {
    nodes: [...placed].flatMap(([host, count]) =>
      count === 0 ? [] : [{ host, ...chooseGpus(count, around), ranks: count }],
    ),
    isBound: hosts.isBound,
    order: isCyclic ? 'cyclic' : 'block',
  };
}

/** Hosts and how many ranks each may have; those of the job where none are named. */
function readHosts(options: Options, around: Surroundings): { slots: Slots; isBound: boolean } {
  const { step } = around;
  const list = options.get('host');
  if (list !== undefined) return { slots: readHostList(list), isBound: false };
  const file = options.get('hostfile') ?? options.get('machinefile') ?? options.get('default-hostfile');
  if (file !== undefined) return { slots: readSlots(file, around), isBound: false };
  const most = optionNumber(options, 'np', 1);
  if (step === null) return { slots: new Map([['localhost', most]]), isBound: false };
  const each = step.tasksPerNode > 1 ? step.tasksPerNode : Math.ceil(most / step.nodes.length);
  return { slots: new Map(step.nodes.map((host) => [host, each])), isBound: step.isBound };
}

/** `a:4,b:4`; a host that stands there twice has the sum. */
function readHostList({ text, span }: Word): Slots {
  const slots = new Map<string, number>();
  for (const part of text.split(',')) {
    const [, host = '', count = '1'] = /^([^:]+)(?::(\d{1,6}))?$/.exec(part.trim()) ?? [];
    if (!isHostName(host)) refuse(span, `\`${part.slice(0, 80)}\` is no host`);
    slots.set(host, (slots.get(host) ?? 0) + Number(count));
  }
  return slots;
}

/** How many ranks each host may have, by its slots or by the options that say how many go on a node. */
function makeRoom(options: Options, slots: Slots): Slots {
  const ppr = /^ppr:(\d{1,6}):node\b/.exec(options.get('map-by')?.text ?? '')?.[1];
  const onEach = options.get('npernode') ?? options.get('ntasks-per-node');
  const given = onEach === undefined ? null : numberOf(onEach, 'the ranks of a node');
  const limit = options.has('pernode') ? 1 : ppr === undefined ? given : Number(ppr);
  return limit === null ? slots : new Map([...slots.keys()].map((host) => [host, limit]));
}

/** Fills the hosts one after another, or gives one rank to each that has room, again and again. */
function fill(room: Slots, ranks: number, isCyclic: boolean): Slots {
  const placed = new Map([...room.keys()].map((host) => [host, 0]));
  const open = new Map(room);
  for (let left = ranks; left > 0; )
    for (const [host, most] of open) {
      const taken = Math.min(isCyclic ? 1 : most, left);
      placed.set(host, (placed.get(host) ?? 0) + taken);
      left -= taken;
      if (placed.get(host) === room.get(host)) open.delete(host);
    }
  return placed;
}
