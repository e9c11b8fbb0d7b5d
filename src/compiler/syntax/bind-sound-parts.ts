import type { Reporter } from '../diagnostics/reporter.ts';
import { createBudget, MAX_SLOTS } from '../values/budget.ts';
import { bindFacts } from './bind-facts.ts';
import { bindLaunch } from './bind-launch.ts';
import { bindMapping } from './bind-mapping.ts';
import { bindNode } from './bind-node.ts';
import { bindSlurm } from './bind-slurm.ts';
import { bindStages } from './bind-stages.ts';
import { bindWorkload } from './bind-workload.ts';
import type { GpuFacts, TopologyDocument } from './topology.ts';
import type { IsSound } from './validate-document.ts';

/**
 * Decodes what of a document can be decoded although it does not match the schema, for what that reports: a mistake in
 * one place must not hide those in others. What a missing or unknown key may be to blame for is not looked at.
 */
export function bindSoundParts(value: unknown, isSound: IsSound, report: Reporter): void {
  const document = value as Partial<TopologyDocument>; // only as far as it is sound
  const models = new Map<string, GpuFacts>();
  if (isSound('models')) {
    for (const [name, model] of Object.entries(document.models ?? {})) {
      models.set(name, isSound('models', name) ? bindFacts(model, report) : {});
    }
  }
  const budgets = { hosts: createBudget(MAX_SLOTS), gpus: createBudget(MAX_SLOTS) };
  if (isSound('nodes')) {
    for (const [index, node] of (document.nodes ?? []).entries()) {
      if (isSound('nodes', index)) bindNode(node, models, budgets, report);
    }
  }
  if (isSound('mapping')) bindMapping(document.mapping ?? null, report);
  if (isSound('workload') && document.workload !== undefined) bindWorkload(document.workload, report);
  if (isSound('stages') && document.stages !== undefined) bindStages(document.stages, report);
  if (isSound('launch')) bindLaunch(document.launch ?? null, false, report);
  if (isSound('slurm') && document.slurm !== undefined) {
    const isBound =
      !isSound('nodes') ||
      (document.nodes ?? []).some((node, index) => !isSound('nodes', index) || node.bind === 'job');
    bindSlurm(document.slurm, { name: '', isBound }, report);
  }
}
