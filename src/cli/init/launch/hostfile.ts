import type { Reporter } from '../../../compiler/diagnostics/reporter.ts';
import type { SourceFile, Span } from '../../../compiler/source/source-file.ts';
import { isHostName } from '../../../compiler/values/address.ts';
import { MAX_SLOTS } from '../../../compiler/values/budget.ts';
import type { Word } from './options.ts';
import { attempt, refuse, stop } from './refusal.ts';

/** A host with the sum of its lines. */
export interface HostSlots {
  readonly host: string;
  /** One for each line that gives no number. */
  readonly slots: number;
  /** Whether any of its lines gives a number. */
  readonly isCounted: boolean;
}

/**
 * Reads a hostfile of Open MPI (`host slots=4 max_slots=8`), MPICH or Intel MPI (`host:4`) or DeepSpeed (`host slots=4`),
 * or a plain list in which a host stands once for each slot. Hosts come in the order of their first lines. What cannot
 * be understood is refused: a host or a slot that is passed over would be missed only when the job hangs.
 */
export function parseHostfile(file: SourceFile, most: number, report: Reporter): readonly HostSlots[] {
  let start = 0;
  const lines = file.text.split('\n').flatMap((text) => {
    const line = { file, start, text: text.replace(/#.*$/s, '') };
    start += text.length + 1;
    return line.text.trim() === '' ? [] : [attempt(report, () => parseLine(line, most))];
  });
  if (lines.length === 0)
    refuseAt({ file, start: 0, end: 0 }, 'the hostfile names no host', 'write one host on each line');
  const hosts = new Map<string, HostSlots>();
  let total = 0;
  for (const line of lines) {
    const { host, slots } = line ?? stop();
    const before = hosts.get(host.text);
    const sum = (before?.slots ?? 0) + (slots ?? 1);
    total += slots ?? 1;
    if (total > MAX_SLOTS)
      refuseAt(host.span, `the hostfile has more than ${MAX_SLOTS} slots`, 'no topology has so many');
    if (sum > most)
      refuseAt(
        host.span,
        `${host.text} has more than ${most} slots`,
        'a line for each process? With `--gpus 0` slots become CPU ranks',
      );
    const isCounted = before?.isCounted === true || slots !== null;
    hosts.set(host.text, { host: host.text, slots: sum, isCounted });
  }
  return [...hosts.values()];
}

/** A line without its comment. */
interface Line {
  readonly file: SourceFile;
  readonly start: number;
  readonly text: string;
}

const FORMS = 'write `host`, `host slots=4` or `host:4`; comments start with `#`';

const refuseAt = (span: Span, message: string, help: string = FORMS): never =>
  refuse(span, message, help, 'RP5112');

function parseLine(line: Line, most: number): { readonly host: Word; readonly slots: number | null } {
  const [first = ''] = /\S+/.exec(line.text) ?? [];
  const at = line.text.indexOf(first);
  const [all = '', name = '', colon] = /^([^\s:=]+)(?::([^\s=]*))?(?=\s|$)/.exec(line.text.slice(at)) ?? [];
  const host = wordAt(line, at, name === '' ? first : name);
  if (name === '') refuseAt(host.span, `\`${first}\` is no host`);
  if (!isHostName(name)) refuseAt(host.span, `\`${name}\` is no host name`, explainName(name));
  const slots = parseOptions(line, at + all.length, most);
  if (colon === undefined) return { host, slots };
  const count = wordAt(line, at + all.length - colon.length, colon);
  if (slots !== null) refuseAt(count.span, `${name} is given its slots twice on this line`);
  return { host, slots: parseCount(count, host.span, most) };
}

function explainName(name: string): string {
  if (name.includes('[')) return 'a hostfile has no ranges: write each host on a line of its own';
  if (name.includes('@')) return 'leave the user out: rankplan logs in nowhere';
  return 'a name has letters, digits, `.`, `_` and `-`, and starts with a letter or digit';
}

const SLOTS = /^(slots|cpus?|count)$/i;
const LIMIT = /^(max[_-]slots|slots[_-]max)$/i;
/** About logging in and about interfaces: nothing that says how many ranks there may be. */
const PASSED_OVER = /^(user([_-]?name)?|port|ifhn|binding)$/i;

/** The slots that the options behind a host give. */
function parseOptions(line: Line, from: number, most: number): number | null {
  let slots: number | null = null;
  let limit: { readonly count: number; readonly span: Span } | null = null;
  for (const match of line.text.slice(from).matchAll(/([^\s=]+)\s*=\s*([^\s=]*)|(\S+)/g)) {
    const [all, name = '', value = '', other] = match;
    const at = from + match.index;
    const { span } = wordAt(line, at, all);
    if (other !== undefined) refuseAt(span, `\`${other}\` is no option of a hostfile`);
    if (PASSED_OVER.test(name)) continue;
    if (!SLOTS.test(name) && !LIMIT.test(name))
      refuseAt(span, `\`${name}\` is no option that rankplan knows`);
    const count = parseCount(wordAt(line, at + all.length - value.length, value), span, most);
    if (LIMIT.test(name)) limit = { count, span };
    else if (slots === null) slots = count;
    else refuseAt(span, 'the slots are given twice on this line');
  }
  if (limit !== null && slots !== null && slots > limit.count)
    refuseAt(limit.span, `${slots} slots are above the limit of ${limit.count}`, 'correct one of the two');
  return slots;
}

function parseCount({ text, span }: Word, fallback: Span, most: number): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= most) return count;
  return refuseAt(text === '' ? fallback : span, `\`${text}\` is no number of slots from 1 to ${most}`);
}

const wordAt = ({ file, start }: Line, at: number, text: string): Word => ({
  text,
  span: { file, start: start + at, end: start + at + text.length },
});
