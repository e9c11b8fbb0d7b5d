import type { Reporter } from '../diagnostics/reporter.ts';
import type { Span } from '../source/source-file.ts';
import { isAddress, isHostName, MAX_HOST_NAME } from '../values/address.ts';
import { type Budget, reportTooMany } from '../values/budget.ts';
import { expandHostList } from '../values/host-list.ts';
import { expandNumbers, type NumberList, parseNumberList } from '../values/number-list.ts';
import { didYouMean, suggestSlip } from '../values/suggest-name.ts';
import { bindFacts } from './bind-facts.ts';
import { decode, decodeEnvironment, Refusal } from './decode.ts';
import { keySpan, textEntries, valueSpan } from './document.ts';
import type { Domain, GpuDocument, GpuEntry, GpuFacts, NodeDocument, NodeEntry } from './topology.ts';

type Models = ReadonlyMap<string, GpuFacts>;

/** `budgets`: how much all entries together may still list, because sizes are checked before anything is expanded. */
export function bindNode(
  node: NodeDocument,
  models: Models,
  budgets: { readonly hosts: Budget; readonly gpus: Budget },
  report: Reporter,
): NodeEntry {
  const bind = node.bind ?? 'name';
  if (bind === 'job') refuseMachineFacts(node, report);
  return {
    source: node,
    ...bindHosts(node, budgets.hosts, report),
    bind,
    address: decode(node, 'address', report.nonBlocking, decodeAddress) ?? '{host}',
    cpus: node.cpus ?? null,
    env: decodeEnvironment(node.env, report.nonBlocking),
    domain: bindDomain(node.domain),
    gpus: bindGpus(node, models, budgets.gpus, report),
    inventory: node.inventory ?? null,
    spare: node.spare ?? false,
    cpuRanks: node.cpuRanks ?? 0,
    cpuSlot: node.cpuSlot === undefined ? null : bindFacts(node.cpuSlot, report),
  };
}

function bindHosts(node: NodeDocument, budget: Budget, report: Reporter) {
  const { hosts } = node;
  const readIn = (span: Span) => (text: string) => readHosts(text, budget, () => reportTooMany(span, report));
  if (typeof hosts === 'string') {
    const whole = valueSpan(node, 'hosts');
    const read = readIn(whole);
    return { hosts: decode(node, 'hosts', report, () => read(hosts)) ?? [], hostSpan: () => whole };
  }
  const lists = hosts.map((_, index) => decode(hosts, index, report, readIn(valueSpan(hosts, index))) ?? []);
  const itemOf = lists.flatMap((list, index) => list.map(() => index));
  return { hosts: lists.flat(), hostSpan: (position: number) => valueSpan(hosts, itemOf[position] ?? 0) };
}

function readHosts(text: string, budget: Budget, refuse: () => void): readonly string[] | Refusal {
  const hosts = expandHostList(text, budget.left());
  if ('message' in hosts && hosts.tooMany === true) {
    budget.take(Number.POSITIVE_INFINITY, refuse);
    return [];
  }
  if ('message' in hosts) {
    const message = `\`${text}\` is no host list: ${hosts.message} at character ${hosts.at + 1}`;
    const { help = 'write names and ranges as Slurm does: dgx[01-08],lab1' } = hosts;
    return new Refusal('RP2001', message, help);
  }
  budget.take(hosts.length, refuse);
  const bad = hosts.find((host) => !isHostName(host));
  if (hosts.length > 0 && bad === undefined) return hosts;
  const message = bad === undefined ? 'the host list is empty' : `\`${bad}\` is no host name`;
  const help = 'a name has letters, digits, `.`, `_` and `-`, and starts with a letter or digit';
  return new Refusal('RP2001', message, help);
}

/** Each name as it is written: `07` is no 7. */
const bindDomain = (domain: NodeDocument['domain']): Domain | null =>
  domain === undefined ? null : new Map(textEntries(domain).map(({ key, text }) => [key, text]));

function decodeAddress(address: string): string | Refusal {
  // With the longest host name it must still be one that a plan takes, which has 512 characters at most.
  if (address.replaceAll('{host}', 'h'.repeat(MAX_HOST_NAME)).length > 512) {
    const help = 'write `{host}` once, where the host name belongs';
    return new Refusal('RP2026', 'the address is too long for a host name', help);
  }
  if (isAddress(address.replaceAll('{host}', 'h'))) return address;
  const help = 'write a host name or an IP address; only `{host}` is replaced';
  return new Refusal('RP2026', `\`${address}\` is no address`, help);
}

/** Under `bind: job` nothing is known of the machine that a slot will be bound to. */
function refuseMachineFacts(node: NodeDocument, report: Reporter): void {
  const refuse = (owner: object, key: string) => {
    const help = 'name facts of the kind of node only (count, model, memory, gres), or bind by name';
    report.error('RP2017', keySpan(owner, key), `\`${key}\` cannot be known under \`bind: job\``, { help });
  };
  for (const key of ['address', 'domain', 'inventory'] as const)
    if (node[key] !== undefined) refuse(node, key);
  if (node.spare === true) refuse(node, 'spare');
  for (const gpu of Array.isArray(node.gpus) ? node.gpus : []) {
    for (const key of ['uuid', 'score'] as const) if (gpu[key] !== undefined) refuse(gpu, key);
  }
}

function bindGpus(node: NodeDocument, models: Models, budget: Budget, report: Reporter): readonly GpuEntry[] {
  const { gpus } = node;
  if (gpus === undefined) return [];
  if (Array.isArray(gpus)) return gpus.map((gpu) => bindGpu(gpu, models, budget, report));
  if (node.inventory !== undefined) {
    const message = '`gpus: {count}` and `inventory` both say which GPUs there are';
    const help = 'keep one; to override facts of the inventory, list GPUs by `index`';
    report.error('RP2018', keySpan(node, 'gpus'), message, { help });
  }
  checkModel(gpus, gpus.model, models, report);
  if (!budget.take(gpus.count, () => reportTooMany(valueSpan(gpus, 'count'), report)))
    return [{ indices: [], facts: {}, source: gpus }];
  const indices = Array.from({ length: gpus.count }, (_, index) => index);
  return [{ indices, facts: bindFacts(gpus, report), source: gpus }];
}

function bindGpu(gpu: GpuDocument, models: Models, budget: Budget, report: Reporter): GpuEntry {
  checkModel(gpu, gpu.model, models, report);
  const facts = bindFacts(gpu, report);
  const numbers = decode(gpu, 'index', report, decodeIndex);
  if (numbers === null) return { indices: [], facts, source: gpu };
  if (numbers.count > 1 && gpu.uuid !== undefined) {
    const help = 'list the GPUs one by one, each with its own uuid';
    report.error('RP2004', valueSpan(gpu, 'uuid'), `one uuid is given to ${numbers.count} GPUs`, { help });
  }
  const fits = budget.take(numbers.count, () => reportTooMany(valueSpan(gpu, 'index'), report));
  return { indices: fits ? expandNumbers(numbers) : [], facts, source: gpu };
}

function decodeIndex(index: number | string): NumberList | Refusal {
  if (typeof index === 'number') return { ranges: [{ first: index, last: index }], count: 1 };
  const numbers = parseNumberList(index);
  if (!('problem' in numbers)) return numbers;
  const message = `\`${index}\` is no list of GPU indices: ${numbers.problem}`;
  return new Refusal('RP1105', message, 'write numbers and ranges, such as 0-3 or 0,2,4-7');
}

/** Models are optional, but if some are described, any other name is most likely a mistake. */
function checkModel(gpus: object, model: string | undefined, models: Models, report: Reporter): void {
  if (model === undefined || models.size === 0 || models.has(model)) return;
  const message = () => `no model is named \`${model}\`${didYouMean(model, models.keys())}`;
  report.error('RP2007', valueSpan(gpus, 'model'), message, {
    help: 'describe it under `models:`, or write the name of one that is',
    suggestion: () => suggestSlip(valueSpan(gpus, 'model'), model, models.keys(), 'name'),
  });
}
