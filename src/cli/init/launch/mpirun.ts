import { readSource } from '../../../compiler/syntax/read-source.ts';
import { isHostName } from '../../../compiler/values/address.ts';
import { MAX_SLOTS } from '../../../compiler/values/budget.ts';
import { readOptions } from '../../../compiler/values/command-options.ts';
import { MPIRUN } from '../../../compiler/values/launcher-options.ts';
import { parseHostfile } from '../parse-hostfile.ts';
import type { Word } from '../shell/scope.ts';
import { chooseGpus } from './choose-gpus.ts';
import {
  commandOf,
  type LaunchMap,
  type LaunchNode,
  numberOf,
  optionNumber,
  refuse,
  type Surroundings,
} from './launch-map.ts';
import { mapOfRankfile } from './rankfile.ts';

/** Options that take two words. */
const PAIRS: ReadonlySet<string> = new Set(['-mca', '--mca', '-genv', '--prtemca', '--pmixmca', '-gmca']);

/** `mpirun`, `mpiexec` and `horovodrun`: ranks fill the slots of a host before the next, or go round. */
export function readMpirun(words: readonly Word[], surroundings: Surroundings): LaunchMap | null {
  const { report, span } = surroundings;
  const { values, program } = readOptions(withoutPairs(words), MPIRUN);
  const other = program.find(({ text }) => text === ':');
  if (other !== undefined)
    return refuse(
      report,
      other.span,
      'several programs in one mpirun',
      'a plan has one command for all ranks',
    );
  const command = commandOf([], program);
  const rankfile = values.get('rankfile');
  if (rankfile !== undefined) {
    const file = readBeside(rankfile, 'rankfile', surroundings);
    const map = file && mapOfRankfile(file, surroundings);
    return map && { ...map, ...command };
  }
  const hosts = readHosts(values, surroundings);
  const placed = hosts && placeRanks(values, hosts.slots, surroundings);
  const nodes = placed && toNodes(placed, surroundings);
  if (hosts === null || placed === null || nodes === null) return null;
  return {
    tool: 'mpirun',
    span,
    nodes,
    isBound: hosts.isBound,
    order: orderOf(values),
    port: null,
    ...command,
  };
}

function withoutPairs(words: readonly Word[]): readonly Word[] {
  const kept: Word[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word;
    if (PAIRS.has(word.text)) at += 2;
    else kept.push(word);
  }
  return kept;
}

function readBeside(word: Word, what: string, { report, read }: Surroundings) {
  if (word.unknown !== null) return refuse(report, word.span, `the ${what} is not known: ${word.unknown}`);
  const found = read(word.text);
  if (found.kind === 'bytes') return readSource(found.name, found.bytes, report);
  return refuse(
    report,
    word.span,
    `the ${what} ${word.text.slice(0, 200)} is not in the folder of the script, nor below it`,
    `put it there, or give it to \`rankplan init --from ${what}\` by itself`,
  );
}

type Slots = ReadonlyMap<string, number>;

/** Hosts and how many ranks each may have; those of the job where none are named. */
function readHosts(
  values: ReadonlyMap<string, Word>,
  surroundings: Surroundings,
): { slots: Slots; isBound: boolean } | null {
  const { report, step } = surroundings;
  const [file, list] = [
    values.get('hostfile') ?? values.get('machinefile') ?? values.get('default-hostfile'),
    values.get('host'),
  ];
  if (list !== undefined) {
    const slots = readHostList(list, surroundings);
    return slots && { slots, isBound: false };
  }
  if (file !== undefined) {
    const errors = report.errorCount();
    const source = readBeside(file, 'hostfile', surroundings);
    const hosts = source === null ? [] : parseHostfile(source, 4096, report);
    return report.errorCount() > errors
      ? null
      : { slots: new Map(hosts.map(({ host, slots }) => [host, slots])), isBound: false };
  }
  const most = optionNumber(values, 'np', 1, surroundings);
  if (most === null) return null;
  if (step === null) return { slots: new Map([['localhost', most]]), isBound: false };
  const each = step.tasksPerNode > 1 ? step.tasksPerNode : Math.ceil(most / step.nodes.length);
  return { slots: new Map(step.nodes.map((host) => [host, each])), isBound: step.isBound };
}

/** `a:4,b:4`; a host that stands there twice has the sum. */
function readHostList(word: Word, { report }: Surroundings): Slots | null {
  if (word.unknown !== null) return refuse(report, word.span, `the hosts are not known: ${word.unknown}`);
  const slots = new Map<string, number>();
  for (const part of word.text.split(',')) {
    const [, host = '', count = '1'] = /^([^:]+)(?::(\d{1,6}))?$/.exec(part.trim()) ?? [];
    if (!isHostName(host))
      return refuse(report, word.span, `\`${part.slice(0, 80)}\` is no host`, 'write host:slots,host:slots');
    slots.set(host, (slots.get(host) ?? 0) + Number(count));
  }
  return slots;
}

const orderOf = (values: ReadonlyMap<string, Word>): 'block' | 'cyclic' =>
  values.has('bynode') ||
  /^node\b/.test(values.get('map-by')?.text ?? '') ||
  /^node\b/.test(values.get('rank-by')?.text ?? '')
    ? 'cyclic'
    : 'block';

/** How many ranks each host gets. */
function placeRanks(
  values: ReadonlyMap<string, Word>,
  slots: Slots,
  surroundings: Surroundings,
): Slots | null {
  const { report, span } = surroundings;
  const ppr = /^ppr:(\d{1,6}):node\b/.exec(values.get('map-by')?.text ?? '')?.[1];
  const onEach = values.get('npernode') ?? values.get('ntasks-per-node');
  const limit = values.has('pernode')
    ? 1
    : ppr !== undefined
      ? Number(ppr)
      : onEach === undefined
        ? null
        : numberOf(onEach, 'the ranks of a node', surroundings);
  if (limit === null && onEach !== undefined) return null;
  const room = new Map([...slots].map(([host, count]) => [host, limit ?? count]));
  const total = [...room.values()].reduce((sum, count) => sum + count, 0);
  const ranks = optionNumber(values, 'np', total, surroundings);
  if (ranks === null) return null;
  if (ranks > total || total > MAX_SLOTS)
    return refuse(
      report,
      values.get('np')?.span ?? span,
      `${ranks} ranks, and the hosts have ${total} slots`,
      'give hosts more slots (`host:4`, `slots=4`)',
    );
  return orderOf(values) === 'block' ? fill(room, ranks) : deal(room, ranks);
}

function fill(room: Slots, ranks: number): Slots {
  let left = ranks;
  return new Map(
    [...room].map(([host, count]) => {
      const taken = Math.min(count, left);
      left -= taken;
      return [host, taken];
    }),
  );
}

/** One to each host that has room, again and again. */
function deal(room: Slots, ranks: number): Slots {
  const dealt = new Map([...room.keys()].map((host) => [host, 0]));
  let open = [...room].filter(([, count]) => count > 0);
  for (let left = ranks; left > 0; open = open.filter(([host, count]) => (dealt.get(host) ?? 0) < count)) {
    const round = open.slice(0, left);
    for (const [host] of round) dealt.set(host, (dealt.get(host) ?? 0) + 1);
    left -= round.length;
  }
  return dealt;
}

function toNodes(placed: Slots, surroundings: Surroundings): readonly LaunchNode[] | null {
  const nodes: LaunchNode[] = [];
  for (const [host, ranks] of placed) {
    if (ranks === 0) continue;
    const gpus = chooseGpus(ranks, surroundings);
    if (gpus === null) return null;
    nodes.push({ host, ...gpus, ranks });
  }
  return nodes;
}
