import type { Reporter } from '../diagnostics/reporter.ts';
import { type Budget, createBudget, MAX_SLOTS } from '../inventory/budget.ts';
import { expandHostList } from '../inventory/host-list.ts';
import { expandNumberList } from '../inventory/number-list.ts';
import type { Span } from '../source/source-file.ts';
import { valueSpan } from './document.ts';
import type { Mapping, MappingDocument, Selector, SelectorPick } from './topology.ts';

/** Decodes `mapping`; what its keys mean together is for the rules. */
export function bindMapping(mapping: MappingDocument | null, report: Reporter): Mapping {
  const {
    strategy = 'sequential',
    by = 'score',
    order = null,
    ranksPerGpu = 1,
    worldSize = null,
  } = mapping ?? {};
  const budget = createBudget(MAX_SLOTS);
  return {
    source: mapping,
    strategy,
    by,
    order,
    ranksPerGpu,
    worldSize,
    ranks: mapping?.ranks === undefined ? null : bindSelectors(mapping.ranks, budget, report),
    exclude: bindSelectors(mapping?.exclude ?? [], budget, report),
  };
}

function bindSelectors(list: readonly string[], budget: Budget, report: Reporter): readonly Selector[] {
  return list.flatMap((text, index) => {
    const span = () => valueSpan(list, index);
    const selector = parseSelector(text, budget, span);
    if ('hosts' in selector) return [selector];
    report.error('RP2021', span(), `\`${text}\` is no selector: ${selector.problem}`, {
      help: 'write host, host:index, host:a-b, host:uuidPrefix or host:cpuN',
    });
    return [];
  });
}

function parseSelector(
  text: string,
  budget: Budget,
  span: () => Span,
): Selector | { readonly problem: string } {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the purpose
  if (/[\u0000-\u001f\u007f]/.test(text)) return { problem: 'it contains a control character' };
  const colon = text.indexOf(':');
  const hostText = colon < 0 ? text : text.slice(0, colon);
  const hosts = expandHostList(hostText, budget.left());
  if (!Array.isArray(hosts)) return { problem: (hosts as { message: string }).message };
  if (hosts.length === 0) return { problem: 'it names no host' };
  budget.take(hosts.length);
  const pick = colon < 0 ? ({ kind: 'all' } as const) : parsePick(text.slice(colon + 1));
  return 'problem' in pick ? pick : { text, hosts, pick, span };
}

function parsePick(text: string): SelectorPick | { readonly problem: string } {
  const cpu = /^cpu(\d.*)$/.exec(text);
  if (cpu !== null) {
    const numbers = expandNumberList(cpu[1] ?? '');
    return 'problem' in numbers ? numbers : { kind: 'cpus', numbers };
  }
  if (/^(GPU|MIG)-/.test(text)) return { kind: 'uuid', prefix: text };
  const indices = expandNumberList(text);
  return 'problem' in indices ? indices : { kind: 'gpus', indices };
}
