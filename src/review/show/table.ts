import { compressHostList } from '../../compiler/plan/compress-host-list.ts';
import type { LaunchPlan, PlanGpu, PlanRank } from '../../generated/plan.ts';
import { seenAs } from '../seen-as.ts';

interface Column {
  readonly title: string;
  readonly cell: (rank: PlanRank) => string;
  readonly right?: boolean;
}

/** The mapping as a table, one rank per line, under a summary of the job. */
export function renderTable(plan: LaunchPlan): string {
  const columns = chooseColumns(plan);
  const rows = plan.ranks.map((rank) => columns.map(({ cell }) => cell(rank)));
  const widths = columns.map(({ title }, i) =>
    rows.reduce((width, row) => Math.max(width, (row[i] ?? '').length), title.length),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) =>
        columns[i]?.right === true ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0),
      )
      .join('  ')
      .trimEnd();
  const body = [line(columns.map(({ title }) => title)), ...rows.map(line)];
  return `${summarize(plan)}\n${body.join('\n')}\n${listIdle(plan)}`;
}

function summarize({
  name,
  worldSize,
  nodes,
  master,
  backend,
  visibility,
  mapping,
  workload,
}: LaunchPlan): string {
  const mapped = nodes.filter((node) => node.nodeRank !== null).map((node) => node.name);
  const order = mapping.order === null ? '' : ` (${mapping.order})`;
  const lines = [
    `${name}: ${worldSize} ranks on ${compressHostList(mapped)}`,
    `strategy ${mapping.strategy}${order}, backend ${backend}, visibility ${visibility}`,
    `master ${master.address ?? `the machine of ${master.node}`}:${master.port}`,
  ];
  if (workload !== null) lines.push(`global batch ${workload.globalBatch}, shares ${workload.shares}`);
  return `${lines.join('\n')}\n`;
}

function chooseColumns(plan: LaunchPlan): readonly Column[] {
  const gpuOf = indexGpus(plan);
  const has = (fact: (gpu: PlanGpu) => unknown) =>
    plan.nodes.some((node) => node.gpus.some((gpu) => fact(gpu) !== null));
  const figure = (rank: PlanRank) => String(gpuOf(rank)?.score ?? '-');
  return [
    { title: 'RANK', cell: ({ rank }) => String(rank), right: true },
    { title: 'NODE', cell: ({ node }) => node },
    { title: 'GPU', cell: ({ gpu, cpuSlot }) => (gpu === null ? `cpu${cpuSlot}` : String(gpu)), right: true },
    ...(has(({ model }) => model)
      ? [{ title: 'MODEL', cell: (rank: PlanRank) => gpuOf(rank)?.model ?? '-' }]
      : []),
    ...(has(({ score }) => score)
      ? [{ title: plan.mapping.by.toUpperCase(), cell: figure, right: true }]
      : []),
    { title: 'LOCAL', cell: ({ localRank }) => String(localRank), right: true },
    { title: 'SEES', cell: (rank) => seenAs(plan, rank, gpuOf(rank)) },
    ...(plan.workload === null
      ? []
      : [{ title: 'SHARE', cell: ({ share }: PlanRank) => String(share), right: true }]),
    { title: 'WHY', cell: ({ why }) => why },
  ];
}

function indexGpus(plan: LaunchPlan): (rank: PlanRank) => PlanGpu | null {
  const byNode = new Map(
    plan.nodes.map((node) => [node.name, new Map(node.gpus.map((gpu) => [gpu.index, gpu]))]),
  );
  return ({ node, gpu }) => (gpu === null ? null : (byNode.get(node)?.get(gpu) ?? null));
}

/** Slots that carry no rank: somebody paid for them. */
function listIdle(plan: LaunchPlan): string {
  const mapped = new Set(
    plan.ranks.map(({ node, gpu, cpuSlot }) => (gpu === null ? `${node}:cpu${cpuSlot}` : `${node}:${gpu}`)),
  );
  const idle: string[] = [];
  for (const { name, gpus, cpuRanks } of plan.nodes) {
    const slots = [
      ...gpus.map(({ index }) => index),
      ...Array.from({ length: cpuRanks }, (_, i) => `cpu${i}`),
    ];
    for (const slot of slots) if (!mapped.has(`${name}:${slot}`)) idle.push(`${name}:${slot}`);
  }
  if (idle.length === 0) return '';
  const shown = idle.slice(0, 16).join(', ');
  return `\nidle: ${shown}${idle.length > 16 ? `, and ${idle.length - 16} more` : ''}\n`;
}
