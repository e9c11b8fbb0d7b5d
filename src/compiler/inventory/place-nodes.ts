import type { Reporter } from '../diagnostics/reporter.ts';
import { remember } from '../source/remember.ts';
import type { Span } from '../source/source-file.ts';
import { keySpan, valueSpan } from '../syntax/document.ts';
import type { Domain } from '../syntax/topology.ts';
import { findTwoParents } from './domains.ts';
import type { PlacedNode } from './places.ts';

/** What a node says itself, and then what only its inventory file knows: that is further inside. */
export function joinDomains(own: Domain | null, file: Readonly<Record<string, string>> | undefined) {
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

/** The levels of the node that has most; null if another has other ones, or has them in another order. */
function agreeOnLevels(nodes: readonly PlacedNode[], report: Reporter): readonly string[] | null {
  const levelsOf = ({ said }: PlacedNode): readonly string[] => [...(said?.keys() ?? [])];
  const whole = nodes.reduce((most, node) => ((node.said?.size ?? 0) > (most.said?.size ?? 0) ? node : most));
  const levels = levelsOf(whole);
  const other = nodes.find((node) => {
    const positions = levelsOf(node).map((level) => levels.indexOf(level));
    return !positions.every((position, i) => position > (positions[i - 1] ?? -1));
  });
  if (other === undefined) return levels;
  const message = `the levels are ${levelsOf(other).join(', ')} here, and ${levels.join(', ')} on ${whole.name}`;
  report.error('RP3034', domainSpan(other), message, {
    labels: [{ span: domainSpan(whole), message: 'the other levels' }],
    help: 'give the same levels on every node, in one order, from outside to inside',
  });
  return null;
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
