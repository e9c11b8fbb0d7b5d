import type { LaunchPlan } from '../../generated/plan.ts';
import { largestCpusPerTask, splitIntoComponents } from './components.ts';
import { describeComponent } from './directives.ts';
import { chooseForm } from './gpu-request.ts';

/** What job.sbatch asks of each node with ranks, by name: read from its directives, so that it is what they say. */
export function listNodeRequests(
  plan: LaunchPlan,
): ReadonlyMap<string, { readonly cpus: number | null; readonly isTyped: boolean }> {
  if (plan.slurm === null) return new Map();
  const components = splitIntoComponents(plan);
  const cpusPerTask = plan.slurm.cpusPerTask ?? largestCpusPerTask(plan, components);
  return new Map(
    components.flatMap((component) => {
      const options = new Map(
        describeComponent(plan, component, cpusPerTask).map(({ name, value }) => [name, Number(value)]),
      );
      const tasks = options.get('ntasks-per-node');
      const cpus = tasks === undefined ? options.get('mincpus') : tasks * (options.get('cpus-per-task') ?? 1);
      const form = chooseForm(plan, component);
      const request = { cpus: cpus ?? null, isTyped: form === 'per-node' || form === 'gres' };
      return component.map(({ node }) => [node.name, request] as const);
    }),
  );
}
