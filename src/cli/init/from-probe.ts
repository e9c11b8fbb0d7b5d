import type { Gpu, InventoryDocument } from '../../generated/inventory.ts';
import { STRATEGY_LINE } from './starter-topology.ts';

/**
 * A topology of one machine: its GPUs one by one, each with what tells it from the others; of one in MIG mode the
 * instances in its place. `schema`: see Draft.
 */
export const draftFromProbe = (inventory: InventoryDocument, name: string, schema: string | null): string =>
  draftMachines(
    [inventory],
    ['Written from what the driver of this machine says by `rankplan init --from probe`.'],
    name,
    schema,
  );

/** The same of several machines; `origin`: lines for the head. */
export function draftMachines(
  machines: readonly InventoryDocument[],
  origin: readonly string[],
  name: string,
  schema: string | null,
): string {
  const lines = [
    ...(schema === null ? [] : [`# yaml-language-server: $schema=${schema}`]),
    ...origin.map((line) => `# ${line}`),
    '# Look it through before you use it: docs/language.md explains every key.',
    'version: 1',
    `name: ${JSON.stringify(name)}`,
    '',
    'nodes:',
    ...machines.flatMap(renderMachine),
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

function renderMachine({ node = 'localhost', cpus, domain, gpus }: InventoryDocument): readonly string[] {
  const usable = gpus.filter(({ mig }) => mig !== true);
  return [
    ...gpus
      .filter(({ mig }) => mig === true)
      .map(({ index }) => `  # GPU ${index} is in MIG mode: ranks can only be on its instances.`),
    `  - hosts: ${JSON.stringify(node)}`,
    ...(domain?.['nvlink'] === undefined
      ? []
      : [`    domain: { nvlink: ${JSON.stringify(domain['nvlink'])} }`]),
    ...(cpus === undefined ? [] : [`    cpus: ${cpus}`]),
    ...(usable.length === 0 ? ['    cpuRanks: 1'] : ['    gpus:', ...usable.map(renderGpu)]),
  ];
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
