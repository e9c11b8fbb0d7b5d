import type { LaunchPlan, PlanGpu, PlanNode, PlanProcess, PlanRank, PlanRole } from '../../generated/plan.ts';
import { remember } from '../source/remember.ts';
import { LATER_FIELDS, laterFieldsOf, leaveOut } from './plan-format.ts';

/**
 * The text of plan.json in pieces. One rank per line and one GPU per line, so that `git diff` of a checked-in plan
 * shows what moved; keys in a fixed order, so that equal plans are equal bytes. What came later than format 1.0 is written only where it is not
 * as it always was.
 */
export function renderPlan(plan: LaunchPlan): readonly string[] {
  const { nodes, roles, ranks: all, ...facts } = plan;
  const ranks = roles === null ? all : [];
  const header = leaveOut(facts, LATER_FIELDS);
  const pieces: string[] = [];
  // Joined lines are flat strings; concatenated ones are trees, which cost the collector more than all the rendering.
  let lines = [`${JSON.stringify(header, null, 2).slice(0, -2)},\n${renderRoles(roles)}  "nodes": [\n`];
  let length = 0;
  const add = (line: string) => {
    lines.push(line);
    length += line.length;
    if (length < 1 << 16) return; // a plan of a million ranks is longer than one string may be
    pieces.push(lines.join(''));
    lines = [];
    length = 0;
  };
  const renderGpus = remember(renderGpuList);
  nodes.forEach((node, i) => {
    add(renderNode(node, renderGpus(node.gpus)) + (i + 1 < nodes.length ? ',\n' : '\n'));
  });
  add('  ],\n  "ranks": [\n');
  const quoted = remember((name: string) => JSON.stringify(name));
  ranks.forEach((rank, i) => {
    add(renderRank(rank, quoted(rank.node)) + (i + 1 < ranks.length ? ',\n' : '\n'));
  });
  add('  ]\n}\n');
  pieces.push(lines.join(''));
  return pieces;
}

/** One process per line, as there is one rank per line. */
function renderRoles(roles: readonly PlanRole[] | null): string {
  return roles === null ? '' : `  "roles": [\n${roles.map(renderRole).join(',\n')}\n  ],\n`;
}

function renderRole({ replicas, ...facts }: PlanRole): string {
  const settings = JSON.stringify(leaveOut(facts, LATER_OF_ROLE), null, 2)
    .slice(0, -2)
    .replaceAll('\n', '\n    ');
  const copies = replicas.map(({ master, processes }) => {
    const lines = processes.map(
      (process: PlanProcess) => `          ${JSON.stringify(leaveOut(process, LATER_OF_PROCESS))}`,
    );
    return `        {"master":${JSON.stringify(master)},"processes":[\n${lines.join(',\n')}\n        ]}`;
  });
  return `    ${settings},\n      "replicas": [\n${copies.join(',\n')}\n      ]\n    }`;
}

const LATER_OF_ROLE = laterFieldsOf('roles', LATER_FIELDS);
const LATER_OF_PROCESS = laterFieldsOf('processes', laterFieldsOf('replicas', LATER_OF_ROLE));
const LATER_OF_NODE = laterFieldsOf('nodes', LATER_FIELDS);
const LATER_OF_GPU = laterFieldsOf('gpus', LATER_OF_NODE);

function renderNode({ gpus: _, ...facts }: PlanNode, gpuLines: string): string {
  const { cpuRanks, ...before } = leaveOut(facts, LATER_OF_NODE);
  return `    ${JSON.stringify(before).slice(0, -1)},"gpus":[${gpuLines}],"cpuRanks":${cpuRanks}}`;
}

function renderGpuList(gpus: readonly PlanGpu[]): string {
  return gpus.length === 0
    ? ''
    : `\n${gpus.map((gpu) => `      ${JSON.stringify(leaveOut(gpu, LATER_OF_GPU))}`).join(',\n')}\n    `;
}

/** By hand: a million calls of JSON.stringify would take longer than all the rest. */
function renderRank({ rank, localRank, gpu, gpus, cpuSlot, share, why }: PlanRank, node: string): string {
  const several = gpus === null ? '' : `,"gpus":[${gpus.join(',')}]`;
  return `    {"rank":${rank},"node":${node},"localRank":${localRank},"gpu":${gpu}${several},"cpuSlot":${cpuSlot},"share":${share},"why":${JSON.stringify(why)}}`;
}
