import type { Reporter } from '../diagnostics/reporter.ts';
import { isLine } from '../source/printable.ts';
import type { Span } from '../source/source-file.ts';
import { createBudget, MAX_SLOTS } from '../values/budget.ts';
import { expandHostList } from '../values/host-list.ts';
import { expandNumberList } from '../values/number-list.ts';
import { parsePercent } from '../values/quantities.ts';
import { decode, Refusal } from './decode.ts';
import { valueSpan } from './document.ts';
import type { Mapping, MappingDocument, Selector, SelectorPick } from './topology.ts';

/** Decodes `mapping`; what its keys mean together is for the rules. */
export function bindMapping(source: MappingDocument | null, report: Reporter): Mapping {
  const mapping = source ?? {};
  const { ranks, exclude = [], gpusPerRank = 1 } = mapping;
  // What all selectors together may still list is counted before it is expanded.
  const budget = createBudget(MAX_SLOTS);
  const bindList = (list: readonly string[]) =>
    bindSelectors(list, (index) => valueSpan(list, index), report, budget);
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

function decodeTolerance(text: string): number | Refusal {
  const tolerance = parsePercent(text);
  if (tolerance <= 0.5) return tolerance; // beyond it a class would hold cards of half the speed
  const help = 'cards that differ by more are no equals; write `5%`, or what your cards vary by';
  return new Refusal('RP1105', `\`tolerance\` must be at most 50%, not ${text}`, help);
}

/** Decodes selectors; `spanOf` says where each is written. What they list together is taken from `budget`. */
export function bindSelectors(
  list: readonly string[],
  spanOf: (index: number) => Span,
  report: Reporter,
  budget = createBudget(MAX_SLOTS),
): readonly Selector[] {
  const selectors: Selector[] = [];
  for (const [index, text] of list.entries()) {
    const span = () => spanOf(index);
    const refuse = (problem: string) =>
      report.error('RP2019', span(), `\`${text}\` is no selector: ${problem}`, {
        help: 'write host, host:index, host:a-b, host:uuidPrefix or host:cpuN',
      });
    const selector = readSelector(text, budget.left());
    if ('problem' in selector) {
      refuse(selector.problem);
      continue;
    }
    const tooMany = () => refuse('with it the selectors list more than a topology may have');
    if (!budget.take(selector.count, tooMany)) break;
    selectors.push({ text, hosts: selector.hosts, pick: selector.pick, span });
  }
  return selectors;
}

interface Problem {
  readonly problem: string;
}

/** `count` is how many hosts and numbers it lists; more hosts than `limit` are not listed. */
function readSelector(
  text: string,
  limit: number,
): (Pick<Selector, 'hosts' | 'pick'> & { readonly count: number }) | Problem {
  if (!isLine(text)) return { problem: 'it contains a control character' };
  const colon = text.indexOf(':');
  const hosts = expandHostList(colon < 0 ? text : text.slice(0, colon), limit);
  if ('message' in hosts)
    return hosts.tooMany === true
      ? { hosts: [], pick: { kind: 'all' }, count: Number.POSITIVE_INFINITY }
      : { problem: hosts.message };
  if (hosts.length === 0) return { problem: 'it names no host' };
  const pick = colon < 0 ? ({ kind: 'all' } as const) : readPick(text.slice(colon + 1));
  if ('problem' in pick) return pick;
  return { hosts, pick, count: hosts.length + ('numbers' in pick ? pick.numbers.length : 0) };
}

function readPick(text: string): SelectorPick | Problem {
  const cpu = /^cpu(\d.*)$/.exec(text);
  if (cpu === null && /^(GPU|MIG)-/.test(text)) return { kind: 'uuid', prefix: text };
  const numbers = expandNumberList(cpu?.[1] ?? text);
  return 'problem' in numbers ? numbers : { kind: cpu === null ? 'gpus' : 'cpus', numbers };
}
