import type { Reporter } from '../../../compiler/diagnostics/reporter.ts';
import type { SourceFile, Span } from '../../../compiler/source/source-file.ts';
import { isHostName } from '../../../compiler/values/address.ts';
import { MAX_SLOTS } from '../../../compiler/values/budget.ts';
import { MAX_GPUS, type Placement, readLines, readNamed, type Surroundings, upTo } from './launch.ts';
import type { Word } from './options.ts';
import { refuse, stop } from './refusal.ts';

/** A host with the sum of its lines. */
interface HostSlots {
  readonly host: string;
  /** One for each line that gives no number. */
  readonly slots: number;
  readonly isCounted: boolean;
}

/**
 * Reads a hostfile of Open MPI (`host slots=4 max_slots=8`), MPICH or Intel MPI (`host:4`) or DeepSpeed (`host slots=4`),
 * or a plain list in which a host stands once for each slot. Hosts come in the order of their first lines. What cannot
 * be understood is refused: a host or a slot that is passed over would be missed only when the job hangs.
 */
function parseHostfile(file: SourceFile, most: number, report: Reporter): readonly HostSlots[] {
  const lines = readLines(file, report, (line) => parseLine(line, most));
  if (lines.length === 0) refuseAt({ file, start: 0, end: 0 }, 'the hostfile names no host');
  const hosts = new Map<string, HostSlots>();
  let total = 0;
  for (const line of lines) {
    const { host, slots } = line ?? stop();
    const before = hosts.get(host.text);
    const sum = (before?.slots ?? 0) + (slots ?? 1);
    total += slots ?? 1;
    if (total > MAX_SLOTS) refuseAt(host.span, `the hostfile has more than ${MAX_SLOTS} slots`);
    const help = 'a line for each process? With `--gpus 0` slots become CPU ranks';
    if (sum > most) refuseAt(host.span, `${host.text} has more than ${most} slots`, help);
    const isCounted = before?.isCounted === true || slots !== null;
    hosts.set(host.text, { host: host.text, slots: sum, isCounted });
  }
  return [...hosts.values()];
}

/** What a topology takes for one node. */
const MAX_CPU_RANKS = 65_536;

/**
 * A rank for each slot. A slot is a GPU; with `gpus` 0 it is a CPU rank, and another number of `gpus` is for the hosts that no
 * line gives a number.
 */
export function placeSlots(file: SourceFile, around: Pick<Surroundings, 'gpus' | 'report'>): Placement {
  const { gpus, report } = around;
  const isCpu = gpus === 0;
  const hosts = parseHostfile(file, isCpu ? MAX_CPU_RANKS : MAX_GPUS, report);
  const nodes = hosts.map(({ host, slots, isCounted }) => {
    const ranks = isCpu || isCounted ? slots : (gpus ?? slots);
    return { host, gpus: isCpu ? [] : upTo(ranks), type: null, ranks };
  });
  return { nodes, isBound: false, order: 'block' };
}

/** The slots of each host of a hostfile that a launch names. */
export function readSlots(word: Word, around: Surroundings): ReadonlyMap<string, number> {
  const hosts = parseHostfile(readNamed(word, 'hostfile', around), MAX_GPUS, around.report);
  return new Map(hosts.map(({ host, slots }) => [host, slots]));
}

const FORMS =
  'write one host on each line, without user and ranges: `host`, `host slots=4` or `host:4`; comments start with `#`';

const refuseAt = (span: Span, message: string, help = FORMS): never => refuse(span, message, help, 'RP5119');

const SLOTS = /^(slots|cpus?|count)$/i;
/** About logging in, interfaces and limits: nothing that says how many ranks there are. */
const PASSED_OVER = /^(user([_-]?name)?|port|ifhn|binding|max[_-]slots|slots[_-]max)$/i;

function parseLine(line: Word, most: number): { readonly host: Word; readonly slots: number | null } {
  const [first = ''] = /^\S+/.exec(line.text) ?? [];
  const [all = '', name = '', colon] = /^([^\s:=]+)(?::([^\s=]*))?(?=\s|$)/.exec(line.text) ?? [];
  const host = wordAt(line, 0, name === '' ? first : name);
  if (!isHostName(name)) refuseAt(host.span, `\`${host.text}\` is no host name`);
  const counts = readOptions(line, all.length, most);
  if (colon !== undefined)
    counts.unshift(parseCount(wordAt(line, all.length - colon.length, colon), host.span, most));
  if (counts.length > 1) refuseAt(host.span, `${name} is given its slots twice on this line`);
  return { host, slots: counts[0] ?? null };
}

function readOptions(line: Word, from: number, most: number): number[] {
  return [...line.text.slice(from).matchAll(/([^\s=]+)\s*=\s*([^\s=]*)|\S+/g)].flatMap((match) => {
    const [all, name = '', value = ''] = match;
    const { span } = wordAt(line, from + match.index, all);
    if (PASSED_OVER.test(name)) return [];
    if (!SLOTS.test(name)) refuseAt(span, `\`${name === '' ? all : name}\` is no option that rankplan knows`);
    return [parseCount(wordAt(line, from + match.index + all.length - value.length, value), span, most)];
  });
}

function parseCount({ text, span }: Word, fallback: Span, most: number): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= most) return count;
  return refuseAt(text === '' ? fallback : span, `\`${text}\` is no number of slots from 1 to ${most}`);
}

const wordAt = ({ span: { file, start } }: Word, at: number, text: string): Word => ({
  text,
  span: { file, start: start + at, end: start + at + text.length },
});
