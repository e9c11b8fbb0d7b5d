import type { Reporter } from '../diagnostics/reporter.ts';
import type { SourceFile } from '../source/source-file.ts';
import { createBudget, MAX_SLOTS } from '../values/budget.ts';
import { bindFacts } from './bind-facts.ts';
import { bindLaunch } from './bind-launch.ts';
import { bindMapping } from './bind-mapping.ts';
import { bindNode } from './bind-node.ts';
import { bindSlurm } from './bind-slurm.ts';
import { bindStages } from './bind-stages.ts';
import { bindWorkload } from './bind-workload.ts';
import { keySpan } from './document.ts';
import type { GpuFacts, Topology, TopologyDocument } from './topology.ts';

/** Decodes every value of a validated document. Mistakes are reported; the result is usable where there were none. */
export function bindTopology(file: SourceFile, document: TopologyDocument, report: Reporter): Topology {
  const models = bindModels(document, report);
  const { name, workload, stages } = document;
  const isBound = document.nodes.some(({ bind }) => bind === 'job');
  const budgets = { hosts: createBudget(MAX_SLOTS), gpus: createBudget(MAX_SLOTS) };
  return {
    file,
    source: document,
    name,
    models,
    nodes: document.nodes.map((node) => bindNode(node, models, budgets, report)),
    mapping: bindMapping(document.mapping ?? null, report),
    workload: workload === undefined ? null : bindWorkload(workload, report),
    stages: stages === undefined ? null : bindStages(stages, report),
    // No slot and no rank depends on these two.
    launch: bindLaunch(document.launch ?? null, document.slurm !== undefined, report.nonBlocking),
    slurm:
      document.slurm === undefined ? null : bindSlurm(document.slurm, { name, isBound }, report.nonBlocking),
  };
}

function bindModels(document: TopologyDocument, report: Reporter): ReadonlyMap<string, GpuFacts> {
  const models = new Map<string, GpuFacts>();
  const used = usedModels(document);
  for (const [name, model] of Object.entries(document.models ?? {})) {
    models.set(name, { ...bindFacts(model, report), model: name });
    if (used !== null && !used.has(name)) {
      report.warning(
        'RP2028',
        keySpan(document.models as object, name),
        `no GPU is of the model \`${name}\``,
        {
          help: 'remove the model, or name it on the GPUs that are of it',
        },
      );
    }
  }
  return models;
}

/**
 * The models that entries name. Null when inventory files may name others, and when every GPU has one that is
 * described, or facts of its own: the others are those of other nodes then, in a list that several topologies share.
 */
function usedModels(document: TopologyDocument): ReadonlySet<string> | null {
  const described = document.models ?? {};
  const used = new Set<string>();
  let isComplete = true;
  for (const { gpus, inventory } of document.nodes) {
    if (inventory !== undefined) return null;
    for (const { model, score, memory } of gpus === undefined ? [] : Array.isArray(gpus) ? gpus : [gpus]) {
      const isDescribed =
        model === undefined ? score !== undefined || memory !== undefined : Object.hasOwn(described, model);
      if (!isDescribed) isComplete = false;
      if (model !== undefined) used.add(model);
    }
  }
  return isComplete ? null : used;
}
