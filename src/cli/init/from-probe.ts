import type { Gpu, InventoryDocument } from '../../generated/inventory.ts';

/** A topology of one machine: its GPUs one by one, each with what tells it from the others. `schema`: see Draft. */
export function draftFromProbe(inventory: InventoryDocument, name: string, schema: string | null): string {
  const { node = 'localhost', cpus, gpus } = inventory;
  const parents = [...new Set(gpus.flatMap(({ parent }) => parent ?? []))];
  const lines = [
    ...(schema === null ? [] : [`# yaml-language-server: $schema=${schema}`]),
    '# Written from what the driver of this machine says by `rankplan init --from probe`.',
    '# Look it through before you use it: docs/language.md explains every key.',
    'version: 1',
    `name: ${JSON.stringify(name)}`,
    '',
    'nodes:',
    `  - hosts: ${JSON.stringify(node)}`,
    ...(cpus === undefined ? [] : [`    cpus: ${cpus}`]),
    ...(gpus.length === 0 ? ['    cpuRanks: 1'] : ['    gpus:', ...gpus.map(renderGpu)]),
    '',
    'mapping:',
    '  strategy: sequential            # or explicit, or performance-ranked (needs scores)',
    ...renderExclude(node, parents),
    '  # worldSize: 8                  # without it, every slot above carries a rank',
    '',
    'launch:',
    '  # command: [python, train.py]   # without it: give the command to the launcher',
    '  master: { port: 29500 }',
  ];
  return `${lines.join('\n')}\n`;
}

/** A GPU under MIG cannot be used beside its instances. */
function renderExclude(node: string, parents: readonly number[]): readonly string[] {
  if (parents.length === 0) return [];
  const selectors = parents.map((index) => JSON.stringify(`${node}:${index}`));
  return [
    `  exclude: [${selectors.join(', ')}]`.padEnd(33).concat(' # GPUs under MIG: their instances are used'),
  ];
}

function renderGpu({ index, model, memoryBytes, uuid, cpus, parent }: Gpu): string {
  const facts = [
    `index: ${index}`,
    ...(model == null ? [] : [`model: ${JSON.stringify(model)}`]),
    ...(memoryBytes == null ? [] : [`memory: ${wordMemory(memoryBytes)}`]),
    ...(uuid == null ? [] : [`uuid: ${JSON.stringify(uuid)}`]),
    ...(parent == null ? [] : [`parent: ${parent}`]),
    ...(cpus == null ? [] : [`cpus: ${JSON.stringify(cpus)}`]),
  ];
  return `      - { ${facts.join(', ')} }`;
}

/** Drivers count in MiB. */
function wordMemory(bytes: number): string {
  return bytes % 2 ** 20 === 0 ? `${bytes / 2 ** 20}MiB` : String(bytes);
}
