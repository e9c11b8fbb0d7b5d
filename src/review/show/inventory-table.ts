import { printable } from '../../compiler/source/printable.ts';
import type { Gpu, InventoryDocument } from '../../generated/inventory.ts';
import { count, say } from '../list-some.ts';
import { renderColumns, type TextColumn } from './columns.ts';

/** A machine's GPUs as a table under a summary, and the paths between them where there are several. */
export function renderInventoryTable({ node, cpus, driver, cuda, domain, gpus }: InventoryDocument): string {
  const whole = gpus.filter(({ parent }) => parent == null);
  const instances = gpus.length - whole.length;
  const facts = say(
    count(whole.length, 'GPU'),
    instances === 0 ? null : count(instances, 'MIG instance'),
    cpus === undefined ? null : `${cpus} CPUs`,
    driver == null ? null : `driver ${printable(driver)}`,
    cuda == null ? null : `CUDA up to ${printable(cuda)}`,
  );
  const nvlink = domain?.['nvlink'];
  const summary = `${node ?? 'this machine'}: ${facts.join(', ')}\n`;
  const parts = [summary];
  if (gpus.length > 0) parts.push(renderColumns(COLUMNS, gpus));
  if (whole.length > 1) parts.push(renderLinks(whole));
  if (nvlink !== undefined) parts.push(`NVLink domain, which may span machines: ${printable(nvlink)}\n`);
  return parts.join('\n');
}

const COLUMNS: readonly TextColumn<Gpu>[] = [
  { title: 'GPU', cell: ({ index }) => String(index), right: true },
  { title: 'OF', cell: ({ parent }) => (parent == null ? '' : String(parent)), right: true },
  { title: 'MODEL', cell: ({ model }) => model ?? '-' },
  {
    title: 'MEMORY',
    cell: ({ memoryBytes: bytes }) => (bytes == null ? '-' : `${(bytes / 2 ** 30).toFixed(1)} GiB`),
    right: true,
  },
  { title: 'CC', cell: ({ computeCapability }) => computeCapability ?? '-' },
  { title: 'PCI', cell: ({ pci }) => pci ?? '-' },
  { title: 'NUMA', cell: ({ numaNode }) => (numaNode == null ? '-' : String(numaNode)), right: true },
  { title: 'CPUS', cell: ({ cpus }) => cpus ?? '-' },
  { title: 'UUID', cell: ({ uuid }) => uuid ?? '-' },
];

function renderLinks(whole: readonly Gpu[]): string {
  const columns: readonly TextColumn<Gpu>[] = [
    { title: 'LINKS', cell: ({ index }) => String(index), right: true },
    ...whole.map(({ index }, i) => ({ title: String(index), cell: ({ links }: Gpu) => links?.[i] ?? '?' })),
  ];
  return renderColumns(columns, whole);
}

/** The measured figures of a machine's GPUs, one column a metric; empty when there are none. */
export function renderScoresTable({ gpus }: InventoryDocument): string {
  const scored = gpus.filter(({ scores }) => Object.keys(scores ?? {}).length > 0);
  const names = [...new Set(scored.flatMap(({ scores }) => Object.keys(scores ?? {})))];
  if (names.length === 0) return '';
  const columns: readonly TextColumn<Gpu>[] = [
    { title: 'SCORE', cell: ({ index }) => String(index), right: true },
    ...names.map((name) => ({
      title: titleOf(name, scored),
      cell: ({ scores }: Gpu) => {
        const { value, quality = 'ok' } = scores?.[name] ?? {};
        return value === undefined ? '-' : `${value}${MARKS[quality]}`;
      },
      right: true,
    })),
  ];
  return `${renderColumns(columns, scored)}${formatMarks(scored, names)}`;
}

function titleOf(name: string, gpus: readonly Gpu[]): string {
  const unit = gpus.map(({ scores }) => scores?.[name]?.unit).find((found) => found !== undefined);
  return printable(unit === undefined ? name : `${name} ${unit}`);
}

const MARKS = { ok: '', noisy: '~', throttled: '!', busy: '*' } as const;

/** Explains the marks that occur. */
function formatMarks(gpus: readonly Gpu[], names: readonly string[]): string {
  const found = new Set(gpus.flatMap(({ scores }) => names.map((name) => scores?.[name]?.quality ?? 'ok')));
  const marks = Object.entries(MARKS).flatMap(([quality, mark]) =>
    mark !== '' && found.has(quality as keyof typeof MARKS) ? [`${mark} ${quality}`] : [],
  );
  return marks.length === 0 ? '' : `${marks.join(', ')}\n`;
}
