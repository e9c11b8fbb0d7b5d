import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Nodes with every GPU and every fact written out, about 1 kB each: the largest input for a parser. */
export function writeNodesInFull(folder, nodeCount) {
  const parts = ['version: 1\nname: in-full\nnodes:\n'];
  for (let node = 0; node < nodeCount; node++) {
    parts.push(`  - hosts: node${String(node).padStart(5, '0')}\n    gpus:\n`);
    for (let gpu = 0; gpu < 8; gpu++) {
      const uuid = `GPU-5f2a${pad(node, 4)}-0001-0002-0003-${pad(node * 8 + gpu, 12)}`;
      parts.push(
        `      - { index: ${gpu}, model: H100-SXM5, memory: 80GiB, score: ${100 + ((node + gpu) % 40)}, uuid: ${uuid} }\n`,
      );
    }
  }
  parts.push('mapping: { strategy: performance-ranked, order: block }\n');
  return write(folder, `in-full-${nodeCount}.yaml`, parts.join(''));
}

/** Two ranges of hosts of eight GPUs each: as short as a topology of that many ranks can be. */
export function writeRanges(folder, rankCount) {
  const half = rankCount / 16;
  const text = `version: 1
name: ranges
models:
  A100: { memory: 80GiB, score: 100 }
  H100: { memory: 80GiB, score: 140 }
nodes:
  - hosts: a[000001-${String(half).padStart(6, '0')}]
    gpus: { count: 8, model: A100 }
  - hosts: h[000001-${String(half).padStart(6, '0')}]
    gpus: { count: 8, model: H100 }
mapping: { strategy: performance-ranked, order: block }
`;
  return write(folder, `ranges-${rankCount}.yaml`, text);
}

/** Writes a topology with these keys as JSON, which is valid YAML. */
export function writeTopology(folder, name, facts) {
  return write(folder, `${name}.yaml`, JSON.stringify({ version: 1, name, ...facts }));
}

function write(folder, name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const pad = (number, length) => number.toString(16).padStart(length, '0');
