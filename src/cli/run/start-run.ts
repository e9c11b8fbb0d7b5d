import { printableLines } from '../../compiler/source/printable.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { REFUSED, RunRefusal } from '../../runtime/run/run-refusal.ts';
import type { PlanSource } from '../input/plan-source.ts';
import type { VERIFY_OPTIONS } from '../options.ts';
import { type Invocation, UsageError } from '../verb.ts';
import type { RunCall } from './read-run-options.ts';
import { runPlan } from './run-plan.ts';

/** Starts the ranks of this machine, or those of all hosts, or the programs of a plan with roles; returns the status. */
export const startRun = (call: RunCall, source: PlanSource, plan: LaunchPlan): Promise<number> =>
  orRefused(async () => {
    if (call.options.all && call.options.node !== null)
      throw new UsageError('--node is for the ranks of this machine, not with --all: leave it out');
    if (plan.roles !== null) return (await import('./run-roles.ts')).runRoles(call, source, plan);
    if (call.options.all) return (await import('./run-all-hosts.ts')).runAllHosts(call, source, plan);
    return runPlan(call, source, plan);
  });

/** What `run --all` checks of every host, and nothing more. */
export const verifyAll = (
  call: Invocation<typeof VERIFY_OPTIONS>,
  source: PlanSource,
  plan: LaunchPlan,
): Promise<number> =>
  orRefused(async () => {
    if (call.options.node !== null || call.options.format !== 'text')
      throw new UsageError('--node and --format json are for this machine, not with --all: leave them out');
    if (plan.roles !== null) return (await import('./run-roles.ts')).verifyRoles(call, source, plan);
    return (await import('./run-all-hosts.ts')).verifyAllHosts(call, source, plan);
  });

/** A refusal becomes a message and its status. */
async function orRefused(run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof RunRefusal)) throw error;
    process.stderr.write(`rankplan: ${printableLines(error.message)}\n`);
    return REFUSED;
  }
}
