import type { Reporter } from '../diagnostics/reporter.ts';
import { remember } from '../source/remember.ts';
import type { Span } from '../source/source-file.ts';
import { keySpan, valueSpan } from '../syntax/document.ts';
import type { Domain } from '../syntax/topology.ts';
import { findTwoParents } from './domains.ts';
import type { PlacedNode } from './places.ts';

/** What a node says itself, and then what only its inventory file knows: that is further inside. */
export function joinDomains(
  own: Domain | null,
  file: Readonly<Record<string, string>> | undefined,
): Domain | null {
  if (file === undefined) return own;
  const joined = new Map(own);
  for (const [level, name] of Object.entries(file)) if (!joined.has(level)) joined.set(level, name);
  return joined.size === 0 ? null : joined;
}

/** Gives each node its domains, at the levels on which the nodes agree. */
export function placeNodes(nodes: readonly PlacedNode[], report: Reporter) {
  const levels = nodes.every(({ said }) => said === null) ? null : agreeOnLevels(nodes, report);
  if (levels === null) return { nodes, levels: [] };
  const isWhole = requireLevels(nodes, levels, report);
  const listOf = remember((domain: Domain | null) => levels.map((level) => domain?.get(level) ?? null));
  const placed = nodes.map((node) => ({ ...node, domain: listOf(node.said) }));
  if (isWhole) reportTwoParents(placed, levels, report);
  return { nodes: placed, levels };
}

/** The levels that some nodes give, and the first of these nodes. */
interface LevelList {
  readonly list: readonly string[];
  readonly node: PlacedNode;
}

/** The levels of a whole topology; that many are a mistake of a program. */
const MAX_LEVELS = 32;

/** All levels, in an order that agrees with the order on every node; null if no order does. */
function agreeOnLevels(nodes: readonly PlacedNode[], report: Reporter): readonly string[] | null {
  const lists = new Map<string, LevelList>();
  for (const node of nodes) {
    const list = [...(node.said?.keys() ?? [])];
    const key = list.join();
    if (list.length > 0 && !lists.has(key)) lists.set(key, { list, node });
  }
  const levels: string[] = [];
  for (const { list, node } of lists.values()) {
    insertLevels(levels, list);
    if (levels.length <= MAX_LEVELS) continue;
    const help = 'a level is a kind of domain, such as rack: its name is the same on every node';
    report.error('RP3034', domainSpan(node), `the nodes have more than ${MAX_LEVELS} levels`, { help });
    return null;
  }
  const turned = [...lists.values()].find(({ list }) => isTurned(levels, list));
  if (turned === undefined) return levels;
  const other = [...lists.values()].find(({ list }) => isTurned(list, turned.list)) ?? turned;
  reportTwoOrders(turned, other, report);
  return null;
}

/** Inserts a level after the one that it follows in the list, or else before one that it precedes. */
function insertLevels(levels: string[], list: readonly string[]): void {
  for (const [i, level] of list.entries()) {
    if (levels.includes(level)) continue;
    const next = levels.findIndex((other) => list.includes(other, i + 1));
    const behind = levels.indexOf(list[i - 1] ?? '') + 1;
    levels.splice(behind > 0 ? behind : next < 0 ? levels.length : next, 0, level);
  }
}

function reportTwoOrders(here: LevelList, there: LevelList, report: Reporter): void {
  const message = `the levels are ${here.list.join(', ')} here, and ${there.list.join(', ')} on ${there.node.name}`;
  report.error('RP3034', domainSpan(here.node), message, {
    labels: [{ span: domainSpan(there.node), message: 'the other order' }],
    help: 'give the levels of every node in one order, from outside to inside',
  });
}

/** Whether two levels that both lists have stand the other way round. */
function isTurned(one: readonly string[], other: readonly string[]): boolean {
  const shared = other.map((level) => one.indexOf(level)).filter((position) => position >= 0);
  return shared.some((position, i) => i > 0 && position < (shared[i - 1] ?? 0));
}

/** A level that people write has to be on every node; one that only inventory files know is on those that have it. */
function requireLevels(nodes: readonly PlacedNode[], levels: readonly string[], report: Reporter): boolean {
  const errorsBefore = report.errorCount();
  for (const level of levels) {
    const writer = nodes.find(({ entry }) => entry.domain?.has(level) === true);
    if (writer === undefined) continue;
    const entries = new Set<number>();
    for (const node of nodes) {
      if (node.said?.has(level) === true || entries.has(node.entryIndex)) continue;
      entries.add(node.entryIndex); // one line fixes all of its hosts
      const message = `\`${node.name}\` has no \`${level}\`, which \`${writer.name}\` has`;
      report.error('RP3034', domainSpan(node), message, {
        labels: [{ span: levelSpan(writer, level), message: `the ${level} of ${writer.name}` }],
        help: `give \`${level}\` under \`domain\` of every node; a node that shares it with no other gets a name of its own`,
      });
    }
  }
  return report.errorCount() === errorsBefore;
}

function reportTwoParents(nodes: readonly PlacedNode[], levels: readonly string[], report: Reporter): void {
  for (const { level, node: index, first: firstIndex } of findTwoParents(nodes, levels.length)) {
    const [node, first] = [nodes[index], nodes[firstIndex]];
    if (node === undefined || first === undefined) continue;
    const [own, outer] = [levels[level] ?? '', levels[level - 1] ?? ''];
    const name = node.domain[level];
    const parent = ({ domain, name: host }: PlacedNode): string => {
      const within = domain[level - 1] ?? null;
      return within === null ? `in no ${outer} (${host})` : `in ${outer} \`${within}\` (${host})`;
    };
    const message = `${own} \`${name}\` is ${parent(node)}, and ${parent(first)}`;
    report.error('RP3034', levelSpan(node, own), message, {
      labels: [{ span: levelSpan(first, own), message: `the same ${own}` }],
      help: `a ${own} is in one ${outer}: correct the ${outer}, or give the two names of their own`,
    });
  }
}

const domainSpan = ({ entry, position }: PlacedNode): Span =>
  entry.source.domain === undefined ? entry.hostSpan(position) : keySpan(entry.source, 'domain');

function levelSpan(node: PlacedNode, level: string): Span {
  const { domain } = node.entry.source;
  return domain === undefined || !Object.hasOwn(domain, level) ? domainSpan(node) : valueSpan(domain, level);
}
