import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Nodes with every GPU and every fact written out, about 1 kB each; the worst that a parser is given. */
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

/** Ranks of this machine that do nothing. */
export function writeIdleRanks(folder, rankCount) {
  const text = `version: 1
name: idle
nodes:
  - hosts: localhost
    cpuRanks: ${rankCount}
launch:
  command: [/bin/true]
  master: { port: auto }
`;
  return write(folder, `idle-${rankCount}.yaml`, text);
}

/** Ranks of one command on each of several hosts. */
export function writeHosts(folder, names, ranks, command) {
  const text = `version: 1
name: hosts
nodes:
${names.map((name) => `  - { hosts: ${name}, cpuRanks: ${ranks} }\n`).join('')}launch:
  command: ${JSON.stringify(command)}
`;
  return write(folder, 'hosts.yaml', text);
}

/** Ranks of four nodes of a Slurm cluster, dealt to the nodes in turn. */
export function writeSlurmRanks(folder, rankCount) {
  const text = `version: 1
name: slurm
nodes:
  - hosts: n[1-4]
    cpus: ${rankCount / 4}
    gpus: { count: ${rankCount / 4}, model: A100 }
mapping: { order: cyclic }
slurm: { time: 5 }
`;
  return write(folder, `slurm-${rankCount}.yaml`, text);
}

function write(folder, name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const pad = (number, length) => number.toString(16).padStart(length, '0');
