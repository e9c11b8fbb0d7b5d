import type { Reporter } from '../diagnostics/reporter.ts';
import type { Span } from '../source/source-file.ts';
import { isAddress, isHostName, MAX_HOST_NAME } from '../values/address.ts';
import { type Budget, reportTooMany } from '../values/budget.ts';
import { expandHostList, type HostListProblem } from '../values/host-list.ts';
import { expandNumbers, type NumberList, parseNumberList } from '../values/number-list.ts';
import { didYouMean, suggestSlip } from '../values/suggest-name.ts';
import { bindEnvironment } from './bind-environment.ts';
import { bindFacts } from './bind-facts.ts';
import { keySpan, textEntries, valueSpan } from './document.ts';
import type { Domain, GpuDocument, GpuEntry, GpuFacts, NodeDocument, NodeEntry } from './topology.ts';

type Models = ReadonlyMap<string, GpuFacts>;

/** What all entries together may still list: the sizes are known before anything is expanded. */
export interface NodeBudgets {
  readonly hosts: Budget;
  readonly gpus: Budget;
}

/** Decodes one item of `nodes`. */
export function bindNode(
  node: NodeDocument,
  models: Models,
  budgets: NodeBudgets,
  report: Reporter,
): NodeEntry {
  const bind = node.bind ?? 'name';
  if (bind === 'job') refuseMachineFacts(node, report);
  return {
    source: node,
    ...bindHosts(node, budgets.hosts, report),
    bind,
    address: bindAddress(node, report.nonBlocking),
    cpus: node.cpus ?? null,
    env: bindEnvironment(node.env, report.nonBlocking),
    domain: bindDomain(node.domain),
    gpus: bindGpus(node, models, budgets.gpus, report),
    inventory: node.inventory ?? null,
    spare: node.spare ?? false,
    cpuRanks: node.cpuRanks ?? 0,
    cpuSlot: node.cpuSlot === undefined ? null : bindFacts(node.cpuSlot, report),
  };
}

function bindHosts(
  node: NodeDocument,
  budget: Budget,
  report: Reporter,
): Pick<NodeEntry, 'hosts' | 'hostSpan'> {
  const { hosts } = node;
  const whole = valueSpan(node, 'hosts');
  if (typeof hosts === 'string')
    return { hosts: bindHostList(hosts, whole, budget, report), hostSpan: () => whole };
  const lists = hosts.map((text, index) => bindHostList(text, valueSpan(hosts, index), budget, report));
  const itemOf = lists.flatMap((list, index) => list.map(() => index));
  return { hosts: lists.flat(), hostSpan: (position) => valueSpan(hosts, itemOf[position] ?? 0) };
}

function bindHostList(text: string, span: Span, budget: Budget, report: Reporter): readonly string[] {
  const hosts = expandHostList(text, budget.left());
  if (isProblem(hosts) && hosts.tooMany === true) {
    budget.take(Number.POSITIVE_INFINITY, () => reportTooMany(span, report));
    return [];
  }
  if (isProblem(hosts)) {
    report.error(
      'RP2001',
      span,
      `\`${text}\` is no host list: ${hosts.message} at character ${hosts.at + 1}`,
      {
        help: hosts.help ?? 'write names and ranges as Slurm does: dgx[01-08],lab1',
      },
    );
    return [];
  }
  budget.take(hosts.length, () => reportTooMany(span, report));
  const bad = hosts.find((host) => !isHostName(host));
  if (hosts.length > 0 && bad === undefined) return hosts;
  const message = bad === undefined ? 'the host list is empty' : `\`${bad}\` is no host name`;
  report.error('RP2001', span, message, {
    help: 'a name has letters, digits, `.`, `_` and `-`, and starts with a letter or digit',
  });
  return [];
}

function isProblem(hosts: readonly string[] | HostListProblem): hosts is HostListProblem {
  return !Array.isArray(hosts);
}

/** Each name as it is written: `07` is no 7. */
const bindDomain = (domain: NodeDocument['domain']): Domain | null =>
  domain === undefined ? null : new Map(textEntries(domain).map(({ key, text }) => [key, text]));

/** Of the address with its host names, in characters. */
const MAX_ADDRESS = 512;

function bindAddress(node: NodeDocument, report: Reporter): string {
  const { address = '{host}' } = node;
  // With the longest host name it must still be one that a plan takes.
  if (address.replaceAll('{host}', 'h'.repeat(MAX_HOST_NAME)).length > MAX_ADDRESS) {
    report.error('RP2026', valueSpan(node, 'address'), 'the address is too long for a host name', {
      help: 'write `{host}` once, where the host name belongs',
    });
    return '{host}';
  }
  if (isAddress(address.replaceAll('{host}', 'h'))) return address;
  report.error('RP2026', valueSpan(node, 'address'), `\`${address}\` is no address`, {
    help: 'write a host name or an IP address; only `{host}` is replaced',
  });
  return '{host}';
}

/** Under `bind: job` nothing is known of the machine that a slot will be bound to. */
function refuseMachineFacts(node: NodeDocument, report: Reporter): void {
  const refuse = (owner: object, key: string) => {
    report.error('RP2017', keySpan(owner, key), `\`${key}\` cannot be known under \`bind: job\``, {
      help: 'name facts of the kind of node only (count, model, memory, gres), or bind by name',
    });
  };
  if (node.address !== undefined) refuse(node, 'address');
  if (node.domain !== undefined) refuse(node, 'domain');
  if (node.inventory !== undefined) refuse(node, 'inventory');
  if (node.spare === true) refuse(node, 'spare');
  for (const gpu of Array.isArray(node.gpus) ? node.gpus : []) {
    if (gpu.uuid !== undefined) refuse(gpu, 'uuid');
    if (gpu.score !== undefined) refuse(gpu, 'score');
  }
}

function bindGpus(node: NodeDocument, models: Models, budget: Budget, report: Reporter): readonly GpuEntry[] {
  const { gpus } = node;
  if (gpus === undefined) return [];
  if (Array.isArray(gpus)) return gpus.map((gpu) => bindGpu(gpu, models, budget, report));
  if (node.inventory !== undefined) {
    report.error(
      'RP2018',
      keySpan(node, 'gpus'),
      '`gpus: {count}` and `inventory` both say which GPUs there are',
      {
        help: 'keep one; to override facts of the inventory, list GPUs by `index`',
      },
    );
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
  const numbers = typeof gpu.index === 'number' ? only(gpu.index) : parseNumberList(gpu.index);
  if ('problem' in numbers) {
    report.error(
      'RP2006',
      valueSpan(gpu, 'index'),
      `\`${gpu.index}\` is no list of GPU indices: ${numbers.problem}`,
      {
        help: 'write numbers and ranges, such as 0-3 or 0,2,4-7',
      },
    );
    return { indices: [], facts, source: gpu };
  }
  if (numbers.count > 1 && gpu.uuid !== undefined) {
    report.error('RP2005', valueSpan(gpu, 'uuid'), `one uuid is given to ${numbers.count} GPUs`, {
      help: 'list the GPUs one by one, each with its own uuid',
    });
  }
  const fits = budget.take(numbers.count, () => reportTooMany(valueSpan(gpu, 'index'), report));
  return { indices: fits ? expandNumbers(numbers) : [], facts, source: gpu };
}

const only = (index: number): NumberList => ({ ranges: [{ first: index, last: index }], count: 1 });

/** Models are optional, but where some are described, a name that is none of them is most likely a slip. */
function checkModel(gpus: object, model: string | undefined, models: Models, report: Reporter): void {
  if (model === undefined || models.size === 0 || models.has(model)) return;
  const message = () => `no model is named \`${model}\`${didYouMean(model, models.keys())}`;
  report.error('RP2007', valueSpan(gpus, 'model'), message, {
    help: 'describe it under `models:`, or write the name of one that is',
    suggestion: () => suggestSlip(valueSpan(gpus, 'model'), model, models.keys(), 'name'),
  });
}
