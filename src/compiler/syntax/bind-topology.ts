import type { Reporter } from '../diagnostics/reporter.ts';
import type { SourceFile } from '../source/source-file.ts';
import { createBudget, MAX_SLOTS } from '../values/budget.ts';
import { bindFacts } from './bind-facts.ts';
import { bindLaunch } from './bind-launch.ts';
import { bindMapping } from './bind-mapping.ts';
import { bindNode } from './bind-node.ts';
import { bindRoles } from './bind-roles.ts';
import { bindSlurm } from './bind-slurm.ts';
import { bindStages, bindWorkload } from './bind-work.ts';
import { keySpan } from './document.ts';
import type { GpuFacts, Topology, TopologyDocument } from './topology.ts';
import type { Validity } from './validate-document.ts';

/**
 * Decodes every value of a document, or of one that does not match the schema what can be decoded: a mistake in one place
 * must not hide those in others. Mistakes are reported; null if there were some before.
 */
export function bindTopology(
  file: SourceFile,
  value: unknown,
  { isValid, isSound }: Validity,
  report: Reporter,
): Topology | null {
  const source = value as TopologyDocument; // only as far as it is sound
  const part = <K extends keyof TopologyDocument>(key: K): TopologyDocument[K] | undefined =>
    isSound(key) ? source[key] : undefined;
  const described = Object.entries(part('models') ?? {}).map(([name, model]): [string, GpuFacts] => [
    name,
    isSound('models', name) ? { ...bindFacts(model, report), model: name } : {},
  ]);
  const models = new Map(described);
  const { name } = isValid ? source : { name: '' };
  const listed = part('nodes') ?? [];
  const nodes = listed.filter((_, index) => isSound('nodes', index));
  // What is not sound may be bound by the job: it must not be said that it is not.
  const isUnsure = !isSound('nodes') || nodes.length < listed.length;
  const isBound = isUnsure || nodes.some(({ bind }) => bind === 'job');
  const budgets = { hosts: createBudget(MAX_SLOTS), gpus: createBudget(MAX_SLOTS) };
  const [workload, stages, slurm] = [part('workload'), part('stages'), part('slurm')];
  const topology: Topology = {
    file,
    source,
    name,
    models,
    nodes: nodes.map((node) => bindNode(node, models, budgets, report)),
    mapping: bindMapping(part('mapping') ?? null, report),
    workload: workload === undefined ? null : bindWorkload(workload, report),
    stages: stages === undefined ? null : bindStages(stages, report),
    // No slot and no rank depends on these two.
    launch: bindLaunch(part('launch') ?? null, slurm !== undefined, report.nonBlocking),
    slurm: slurm === undefined ? null : bindSlurm(slurm, name, isBound, report.nonBlocking),
    roles: null,
    endsBySignal: isValid && source.end === 'signal',
  };
  const roles = part('roles');
  const bound = roles === undefined ? null : bindRoles(roles, topology, report);
  if (!isValid) return null;
  warnOfUnused(source, report);
  return { ...topology, roles: bound };
}

function warnOfUnused(document: TopologyDocument, report: Reporter): void {
  const { models = {} } = document;
  const used = usedModels(document);
  if (used === null) return;
  for (const name of Object.keys(models).filter((name) => !used.has(name)))
    report.warning('RP2028', keySpan(models, name), `no GPU is of the model \`${name}\``, {
      help: 'remove the model, or name it on the GPUs that are of it',
    });
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
