import { createReporter, type Diagnostic } from '../../compiler/diagnostics/reporter.ts';
import { describeSlurmOnly } from '../../compiler/plan/slurm-values.ts';
import { placeRefusal } from '../../emitters/emitter.ts';
import { envEmitter } from '../../emitters/env/emit.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { checkSetup } from '../../runtime/run/check-setup.ts';
import type { MappedNode } from '../../runtime/run/choose-node.ts';
import { type PreparedRun, prepareRun } from '../../runtime/run/prepare-run.ts';
import { makeRunFolder, recordBinding, recordPlan } from '../../runtime/run/run-folder.ts';
import { RunRefusal } from '../../runtime/run/run-refusal.ts';
import { locateNode } from '../../runtime/verify/locate-node.ts';
import { newCoverage, usesNvidia } from '../../runtime/verify/planned-node.ts';
import { count, printFindings } from '../findings/print-findings.ts';
import { digestOf } from '../input/digest.ts';
import type { PlanSource } from '../input/plan-source.ts';
import { readNodeOptions } from '../input/read-node-options.ts';
import { checkNetworkHere } from '../machine/check-network-here.ts';
import { createDriverAccess, type DriverAccess, discoverOptions } from '../machine/driver-access.ts';
import { findLocalHazards } from '../machine/find-local-hazards.ts';
import { requireExec } from '../require-exec.ts';
import { EXIT } from '../verb.ts';
import { printCommandLines } from './print-dry-run.ts';
import {
  nameRunFolder,
  type RunCall,
  readAudit,
  readGrace,
  readHardwareOptions,
  readRestarts,
  refuseRestarts,
} from './read-run-options.ts';
import { superviseHere } from './run-here.ts';
import { hasLiveStatus } from './run-screen.ts';

/** Checks, starts and supervises this machine's ranks; returns the exit status, which is as that of launch.sh. */
export async function runPlan(invocation: RunCall, source: PlanSource, plan: LaunchPlan): Promise<number> {
  const driver = createDriverAccess();
  const hardware = readHardwareOptions(invocation);
  const options = { plan, words: invocation.args.slice(1), ...readNodeOptions(invocation.options) };
  const restarts = readRestarts(invocation);
  const graceSeconds = readGrace(invocation.options, plan);
  const exec = requireExec('run', ". The compiled plan's launch.sh works without it");
  const refusal = envEmitter.refuse(plan);
  if (refusal !== null) {
    printFindings(
      [placeRefusal(refusal, source.loaded.topology?.source, source.loaded.file)],
      process.stderr,
    );
    return EXIT.findings;
  }
  const slurmOnly = describeSlurmOnly(plan);
  if (slurmOnly !== null) process.stderr.write(`rankplan: ${slurmOnly}\n`);
  try {
    checkSetup(plan.launch.setup);
    const prepared = await prepareRun(options);
    if (hardware !== null) await checkHardwareHere(prepared.mapped, plan, source, driver, hardware);
    refuseRestarts(restarts, prepared);
    await checkNetwork(source, plan, prepared, invocation.options.network);
    const { node } = prepared.mapped;
    if (hardware !== null)
      printFindings(findLocalHazards(plan, source.loaded, node, null, prepared), process.stderr);
    if (invocation.options.dryRun) {
      printCommandLines(prepared.mapped.ranks, prepared.command);
      return EXIT.fine;
    }
    const folder = makeFolder(invocation, source, prepared);
    const { tee, record } = invocation.options;
    if (record) recordPlan(folder, source.loaded.planText());
    const lines = hasLiveStatus(tee);
    const planDigest = digestOf(source.loaded.planText());
    const { command } = prepared;
    const settings = { plan, process: null, planDigest, command, graceSeconds, restarts, tee, lines, record };
    const auditOptions = readAudit(invocation, prepared.mapped.ranks);
    // Else it stays open: without a user the driver would stop the GPUs, and start them again for the sampler.
    if (auditOptions === null) await driver.close();
    return await superviseHere(exec, prepared, folder, settings, auditOptions);
  } finally {
    await driver.close();
  }
}

/**
 * What `verify` says of the hardware, before ranks are started on it; a RunRefusal when it is not as planned. Nodes
 * without ranks on NVIDIA GPUs do not pay for it.
 */
async function checkHardwareHere(
  { node, ranks }: MappedNode,
  plan: LaunchPlan,
  { loaded }: PlanSource,
  driver: DriverAccess,
  { allowBusy, timeoutSeconds }: NonNullable<ReturnType<typeof readHardwareOptions>>,
): Promise<void> {
  if (!usesNvidia({ node, ranks })) return;
  const { checkHardware } = await import('../../runtime/verify/check-hardware.ts');
  const report = createReporter();
  const planned = { node, ranks, places: locateNode(loaded, plan, node) };
  const options = discoverOptions(timeoutSeconds);
  const check = { planned, openDriver: driver.open, options, allowBusy };
  const outcome = await checkHardware(check, newCoverage(), report);
  if (outcome === 'unavailable') process.stderr.write(UNCHECKED);
  // A missing native part does not stop ranks; the guard reports which CPUs a rank really got.
  const found = report
    .diagnostics()
    .filter(({ code, severity }) => code !== 'RP5207' && (code !== 'RP5235' || severity === 'error'));
  if (outcome !== 'silent') refuseErrors(found, 'this machine is not as planned');
  else
    refuseErrors(
      found,
      'the planned GPUs cannot be looked at',
      '; where CUDA works all the same, `--no-verify` starts without a look',
    );
}

const UNCHECKED =
  "rankplan: warning: rankplan's native part cannot be loaded, so it was not checked that the planned GPUs are here (`rankplan verify` says more)\n";

/** What `verify` says of the network of this machine; a RunRefusal when ranks could not start over it. */
async function checkNetwork(
  { loaded }: PlanSource,
  plan: LaunchPlan,
  { nodes, mapped, masterAddress }: PreparedRun,
  isWanted: boolean,
): Promise<void> {
  const report = createReporter();
  const places = locateNode(loaded, plan, mapped.node);
  await checkNetworkHere({ plan, nodes, mapped, places, masterAddress, isWanted }, newCoverage(), report);
  refuseErrors(
    report.diagnostics(),
    'ranks could not start over the network of this machine',
    '; `--no-network` starts without a look',
  );
}

/** Prints findings; a RunRefusal where an error is among them. */
function refuseErrors(found: readonly Diagnostic[], problem: string, advice = ''): void {
  printFindings(found, process.stderr);
  const errors = found.filter(({ severity }) => severity === 'error').length;
  if (errors > 0)
    throw new RunRefusal(`${problem} (${count(errors, 'error')} above)`, `nothing was started${advice}`);
}

function makeFolder(invocation: RunCall, source: PlanSource, { mapped, nodes }: PreparedRun): string {
  const { folder } = nameRunFolder(invocation, source);
  makeRunFolder(folder, mapped.ranks[0]?.rank ?? 0);
  if (mapped.node.bind === 'job') recordBinding(folder, nodes);
  return folder;
}
