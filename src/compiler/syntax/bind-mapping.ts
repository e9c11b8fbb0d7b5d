import type { Reporter } from '../diagnostics/reporter.ts';
import { isLine } from '../source/printable.ts';
import type { Span } from '../source/source-file.ts';
import { type Budget, createBudget, MAX_SLOTS } from '../values/budget.ts';
import { expandHostList } from '../values/host-list.ts';
import { expandNumbers, type NumberList, parseNumberList } from '../values/number-list.ts';
import { parsePercent } from '../values/quantities.ts';
import { decode, Refusal } from './decode.ts';
import { valueSpan } from './document.ts';
import type { Mapping, MappingDocument, Selector, SelectorPick } from './topology.ts';

/** Decodes `mapping`; what its keys mean together is for the rules. */
export function bindMapping(source: MappingDocument | null, report: Reporter): Mapping {
  const mapping = source ?? {};
  const { ranks, exclude = [], gpusPerRank = 1 } = mapping;
  // What all selectors together may still list is counted before it is expanded.
  const budgets = createBudgets();
  const bindList = (list: readonly string[]) =>
    bindSelectors(list, (index) => valueSpan(list, index), report, budgets);
  return {
    source,
    strategy: mapping.strategy ?? 'sequential',
    by: mapping.by ?? 'score',
    tolerance: decode(mapping, 'tolerance', report, decodeTolerance) ?? 0.05,
    order: mapping.order ?? null,
    ranksPerGpu: mapping.ranksPerGpu ?? 1,
    // The schema knows no other text.
    gpusPerRank: typeof gpusPerRank === 'number' ? gpusPerRank : 'node',
    worldSize: mapping.worldSize ?? null,
    ranks: ranks === undefined ? null : bindList(ranks),
    exclude: bindList(exclude),
  };
}

/** Beyond it a class would hold cards of half the speed. */
const MAX_TOLERANCE = 0.5;

function decodeTolerance(text: string): number | Refusal {
  const tolerance = parsePercent(text);
  if (tolerance <= MAX_TOLERANCE) return tolerance;
  const help = 'cards that differ by more are no equals; write `5%`, or what your cards vary by';
  return new Refusal('RP1105', `\`tolerance\` must be at most 50%, not ${text}`, help);
}

interface SelectorBudgets {
  readonly hosts: Budget;
  readonly numbers: Budget;
}

interface Problem {
  readonly problem: string;
}

const createBudgets = (): SelectorBudgets => ({
  hosts: createBudget(MAX_SLOTS),
  numbers: createBudget(MAX_SLOTS),
});

/** Decodes selectors; `spanOf` says where each is written. */
export function bindSelectors(
  list: readonly string[],
  spanOf: (index: number) => Span,
  report: Reporter,
  budgets = createBudgets(),
): readonly Selector[] {
  const selectors: Selector[] = [];
  for (const [index, text] of list.entries()) {
    const span = () => spanOf(index);
    const refuse = ({ problem }: Problem) =>
      report.error('RP2019', span(), `\`${text}\` is no selector: ${problem}`, {
        help: 'write host, host:index, host:a-b, host:uuidPrefix or host:cpuN',
      });
    const selector = parseSelector(text, budgets, refuse, span);
    if (selector === null) break; // too much is listed, which was reported
    if ('problem' in selector) refuse(selector);
    else selectors.push(selector);
  }
  return selectors;
}

const TOO_MANY: Problem = { problem: 'with it the selectors list more than a topology may have' };

/** Null if there is too much of it. */
function parseSelector(
  text: string,
  budgets: SelectorBudgets,
  refuse: (problem: Problem) => void,
  span: () => Span,
): Selector | Problem | null {
  if (!isLine(text)) return { problem: 'it contains a control character' };
  const colon = text.indexOf(':');
  const hosts = expandHostList(colon < 0 ? text : text.slice(0, colon), budgets.hosts.left());
  if ('message' in hosts && hosts.tooMany !== true) return { problem: hosts.message };
  const hostCount = 'message' in hosts ? Number.POSITIVE_INFINITY : hosts.length;
  if (!budgets.hosts.take(hostCount, () => refuse(TOO_MANY)) || 'message' in hosts) return null;
  if (hosts.length === 0) return { problem: 'it names no host' };
  const pick = colon < 0 ? ({ kind: 'all' } as const) : parsePick(text.slice(colon + 1));
  if ('problem' in pick) return pick;
  if (!('list' in pick)) return { text, hosts, pick, span };
  const { kind, list } = pick;
  if (!budgets.numbers.take(list.count, () => refuse(TOO_MANY))) return null;
  return { text, hosts, pick: { kind, numbers: expandNumbers(list) }, span };
}

type Pick =
  | Exclude<SelectorPick, { readonly numbers: unknown }>
  | { readonly kind: 'gpus' | 'cpus'; readonly list: NumberList };

function parsePick(text: string): Pick | Problem {
  const cpu = /^cpu(\d.*)$/.exec(text);
  if (cpu === null && /^(GPU|MIG)-/.test(text)) return { kind: 'uuid', prefix: text };
  const list = parseNumberList(cpu?.[1] ?? text);
  return 'problem' in list ? list : { kind: cpu === null ? 'gpus' : 'cpus', list };
}
