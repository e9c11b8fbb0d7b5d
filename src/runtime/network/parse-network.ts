import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import type { SourceFile } from '../../compiler/source/source-file.ts';
import { parseDocument } from '../../compiler/syntax/parse-document.ts';
import { isRecord } from '../try-read.ts';
import { type Branch, networkOfBlocks, networkOfTree } from './build-network.ts';
import type { Network, NetworkProblem } from './network.ts';

/** Whether a text is one that `parseNetwork` reads. */
export const isNetwork = (text: string): boolean =>
  /^[ \t]*(?:SwitchName|BlockName)=/im.test(text) || /^[ \t]*-[ \t]*topology[ \t]*:/m.test(text);

/** Reads topology.conf, topology.yaml, or an answer of scontrol. */
export function parseNetwork(file: SourceFile, report: Reporter): Network | NetworkProblem | null {
  const { text } = file;
  if (!/^[ \t]*-[ \t]*topology[ \t]*:/m.test(text)) return parseNetworkText(text);
  const document = parseDocument(file, report);
  return document && networkOfDocument(document.value);
}

/** Lines of Slurm. Where a file has switches and blocks, as for two clusters, the switches count. */
export function parseNetworkText(text: string): Network | NetworkProblem {
  const switches: Branch[] = [];
  const blocks: Branch[] = [];
  const sizes: number[] = [];
  for (const { line, at } of linesOf(text)) {
    const fields = readFields(line);
    const branch = (name: string): Branch => ({
      name,
      nodes: fields.get('nodes') ?? '',
      children: fields.get('switches') ?? '',
      at,
    });
    const [switchName, blockName] = [fields.get('switchname'), fields.get('blockname')];
    if (switchName !== undefined) switches.push(branch(switchName));
    if (blockName !== undefined) blocks.push(branch(blockName));
    sizes.push(
      ...`${fields.get('blocksizes') ?? ''},${fields.get('blocksize') ?? ''}`.split(',').map(Number),
    );
  }
  if (switches.length > 0) return networkOfTree(switches);
  return blocks.length > 0 ? networkOfBlocks(blocks, sizes) : { problem: 'has no switch and no block' };
}

/** Lines and where they begin. As in Slurm, one that a backslash continues goes on without a blank: so may a list of nodes. */
const linesOf = (text: string): readonly { readonly line: string; readonly at: number }[] =>
  [...text.matchAll(/(?:[^\n]*\\\r?\n)*[^\n]+/g)].map(({ 0: line, index: at }) => ({
    line: line.replaceAll(/\\\r?\n/g, ''),
    at,
  }));

function readFields(line: string): ReadonlyMap<string, string> {
  const plain = line.replace(/#.*$/s, '');
  const pairs = plain.matchAll(/(?:^|\s)([A-Za-z]+)=(\S*)/g);
  return new Map([...pairs].map(([, name = '', value = '']) => [name.toLowerCase(), value]));
}

/** topology.yaml: what the cluster takes by default, else the first. */
function networkOfDocument(document: unknown): Network | NetworkProblem {
  const topologies = list(document);
  const chosen = topologies.find((each) => each['cluster_default'] === true) ?? topologies[0];
  const { tree, block } = chosen ?? {};
  if (isRecord(tree)) return networkOfTree(list(tree['switches']).map((each) => toBranch(each, 'switch')));
  if (!isRecord(block))
    return { problem: 'has neither `tree` nor `block` in the topology that the cluster takes' };
  const blocks = list(block['blocks']).map((each) => toBranch(each, 'block'));
  const sizes = Array.isArray(block['block_sizes']) ? block['block_sizes'].map(Number) : [];
  return networkOfBlocks(blocks, sizes);
}

const list = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

const toBranch = (each: Readonly<Record<string, unknown>>, key: string): Branch => ({
  name: String(each[key] ?? ''),
  nodes: String(each['nodes'] ?? ''),
  children: String(each['children'] ?? ''),
});
