import { quoteShellWords } from '../../compiler/plan/shell-quote.ts';
import { describeSlurmOnly } from '../../compiler/plan/slurm-only.ts';
import { printableLines } from '../../compiler/source/printable.ts';
import { envEmitter } from '../../emitters/env/emit.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { describeRanks } from '../../runtime/run/describe-ranks.ts';
import { type PreparedRun, prepareRun } from '../../runtime/run/prepare-run.ts';
import { makeRunFolder, recordBinding, recordPlan } from '../../runtime/run/run-folder.ts';
import { REFUSED, RunRefusal } from '../../runtime/run/run-refusal.ts';
import { toDiagnostic } from '../findings/describe-refusal.ts';
import { printFindings } from '../findings/print-findings.ts';
import { digestOf } from '../input/digest.ts';
import type { PlanSource } from '../input/plan-source.ts';
import { createDriverAccess } from '../machine/driver-access.ts';
import { tellHazardsHere } from '../machine/tell-hazards-here.ts';
import { EXIT } from '../verb.ts';
import type { RunAudit, RunToAudit } from './audit-run.ts';
import { createHardwareCheck } from './check-hardware.ts';
import { endOrphans } from './end-orphans.ts';
import { requireExec } from './find-exec.ts';
import { namePlace } from './name-place.ts';
import {
  chooseLogs,
  type RunCall,
  readAudit,
  readGrace,
  readHardwareOptions,
  readRestarts,
  readRunOptions,
} from './read-run-options.ts';
import { hasLiveStatus, type Supervision, supervise } from './supervise.ts';

/** Checks, starts and supervises this machine's ranks; returns the exit status, which is as that of launch.sh. */
export async function runPlan(invocation: RunCall, side: PlanSource, plan: LaunchPlan): Promise<number> {
  const driver = createDriverAccess();
  const hardware = readHardwareOptions(invocation);
  const checks =
    hardware === null ? [] : [createHardwareCheck({ plan, loaded: side.loaded, driver, ...hardware })];
  const options = { ...readRunOptions(invocation, plan), checks };
  const graceSeconds = readGrace(invocation) ?? plan.launch.graceSeconds;
  const exec = requireExec('run', ". The compiled plan's launch.sh works without it");
  const refusal = envEmitter.refuse(plan);
  if (refusal !== null) {
    printFindings([await toDiagnostic(refusal, side.loaded)], process.stderr);
    return EXIT.findings;
  }
  const slurmOnly = describeSlurmOnly(plan);
  if (slurmOnly !== null) process.stderr.write(`rankplan: ${slurmOnly}\n`);
  try {
    const prepared = await prepareRun(options);
    const restarts = readRestarts(invocation, prepared);
    if (hardware !== null)
      printFindings(tellHazardsHere(plan, side.loaded, prepared.mapped.node, null, prepared), process.stderr);
    if (invocation.options.dryRun) {
      printCommandLines(prepared);
      return EXIT.fine;
    }
    const folder = makeFolder(invocation, side, prepared);
    const { tee, record } = invocation.options;
    if (record) recordPlan(folder, side.loaded.planText());
    const isWatched = hasLiveStatus({ tee });
    const planDigest = digestOf(side.loaded.planText());
    const input = describeRanks({
      plan,
      planDigest,
      prepared,
      folder,
      inherited: process.env,
      graceSeconds,
      restarts,
      tee,
      lines: isWatched,
      record,
    });
    const ranks = prepared.mapped.ranks;
    const audit = await prepareAudit(invocation, { plan, prepared, folder, driver, isWatched });
    const afterLoss: Supervision['afterLoss'] = (end, say) => endOrphans(end, { exec, folder }, say);
    return await supervise({ exec, input, ranks, graceSeconds, tee, canPause: true, audit, afterLoss });
  } catch (error) {
    if (!(error instanceof RunRefusal)) throw error;
    process.stderr.write(`rankplan: ${printableLines(error.message)}\n`);
    return REFUSED;
  } finally {
    await driver.close();
  }
}

/** Null where nobody is to look at the GPUs: then the driver is let go. */
async function prepareAudit(invocation: RunCall, run: Omit<RunToAudit, 'options'>): Promise<RunAudit | null> {
  const options = readAudit(invocation, run.prepared.mapped.ranks);
  if (options === null) {
    await run.driver.close();
    return null;
  }
  const { prepareRunAudit } = await import('./audit-run.ts');
  return prepareRunAudit({ ...run, options });
}

function makeFolder(invocation: RunCall, { loaded }: PlanSource, { mapped, nodes }: PreparedRun): string {
  const folder = makeRunFolder({
    parent: chooseLogs(invocation.args[0] ?? '', loaded.topology === null, invocation),
    id: process.env['RANKPLAN_RUN_ID'] || null,
    firstRank: mapped.ranks[0]?.rank ?? 0,
  });
  if (mapped.node.bind === 'job') recordBinding(folder, nodes);
  return folder;
}

function printCommandLines({ mapped, command }: PreparedRun): void {
  const line = quoteShellWords(command);
  for (const rank of mapped.ranks) process.stdout.write(`rank ${rank.rank} (${namePlace(rank)}): ${line}\n`);
}
