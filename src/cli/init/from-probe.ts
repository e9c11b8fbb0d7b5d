import type { Gpu, InventoryDocument } from '../../generated/inventory.ts';
import { STRATEGY_LINE } from './starter-topology.ts';

/**
 * A topology of one machine: its GPUs one by one, each with what tells it from the others; of one in MIG mode the
 * instances in its place. `schema`: see Draft.
 */
export function draftFromProbe(inventory: InventoryDocument, name: string, schema: string | null): string {
  const { node = 'localhost', cpus, domain, gpus } = inventory;
  const usable = gpus.filter(({ mig }) => mig !== true);
  const lines = [
    ...(schema === null ? [] : [`# yaml-language-server: $schema=${schema}`]),
    '# Written from what the driver of this machine says by `rankplan init --from probe`.',
    '# Look it through before you use it: docs/language.md explains every key.',
    ...gpus
      .filter(({ mig }) => mig === true)
      .map(({ index }) => `# GPU ${index} is in MIG mode: ranks can only be on its instances.`),
    'version: 1',
    `name: ${JSON.stringify(name)}`,
    '',
    'nodes:',
    `  - hosts: ${JSON.stringify(node)}`,
    ...(domain?.['nvlink'] === undefined
      ? []
      : [`    domain: { nvlink: ${JSON.stringify(domain['nvlink'])} }`]),
    ...(cpus === undefined ? [] : [`    cpus: ${cpus}`]),
    ...(usable.length === 0 ? ['    cpuRanks: 1'] : ['    gpus:', ...usable.map(renderGpu)]),
    '',
    'mapping:',
    STRATEGY_LINE,
    '  # worldSize: 8                  # without it, every slot above carries a rank',
    '',
    'launch:',
    '  # command: [python, train.py]   # without it: give the command to the launcher',
    '  master: { port: 29500 }',
  ];
  return `${lines.join('\n')}\n`;
}

function renderGpu({ index, model, memoryBytes, uuid, cpus, parent }: Gpu): string {
  const facts = [
    `index: ${index}`,
    ...(model == null ? [] : [`model: ${JSON.stringify(model)}`]),
    ...(memoryBytes == null ? [] : [`memory: ${formatMemory(memoryBytes)}`]),
    ...(uuid == null ? [] : [`uuid: ${JSON.stringify(uuid)}`]),
    ...(parent == null ? [] : [`parent: ${parent}`]),
    ...(cpus == null ? [] : [`cpus: ${JSON.stringify(cpus)}`]),
  ];
  return `      - { ${facts.join(', ')} }`;
}

/** Drivers count in MiB. */
function formatMemory(bytes: number): string {
  return bytes % 2 ** 20 === 0 ? `${bytes / 2 ** 20}MiB` : String(bytes);
}
