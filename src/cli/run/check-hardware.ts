import { createReporter } from '../../compiler/diagnostics/reporter.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import type { MappedNode } from '../../runtime/run/choose-node.ts';
import { RunRefusal } from '../../runtime/run/run-refusal.ts';
import { usesNvidia } from '../../runtime/verify/planned-node.ts';
import { count, printFindings } from '../findings/print-findings.ts';
import type { LoadedPlan } from '../input/load-plan.ts';
import { type DriverAccess, discoverOptions } from '../machine/driver-access.ts';
import type { readHardwareOptions } from './read-run-options.ts';

/**
 * What `verify` says of the hardware, before ranks are started on it; a RunRefusal when it is not as planned. Nodes
 * without ranks on NVIDIA GPUs do not pay for it.
 */
export async function checkHardwareHere(
  { node, ranks }: MappedNode,
  plan: LaunchPlan,
  loaded: LoadedPlan,
  driver: DriverAccess,
  { allowBusy, timeoutSeconds }: NonNullable<ReturnType<typeof readHardwareOptions>>,
): Promise<void> {
  if (!usesNvidia({ node, ranks })) return;
  const { checkHardware } = await import('../../runtime/verify/check-hardware.ts');
  const { locateNode } = await import('../../runtime/verify/locate-node.ts');
  const { newCoverage } = await import('../../runtime/verify/planned-node.ts');
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
  printFindings(found, process.stderr);
  const errors = found.filter(({ severity }) => severity === 'error').length;
  if (errors === 0) return;
  const above = `(${count(errors, 'error')} above)`;
  if (outcome !== 'silent')
    throw new RunRefusal(`this machine is not as planned ${above}`, 'nothing was started');
  throw new RunRefusal(
    `the planned GPUs cannot be looked at ${above}`,
    'nothing was started; where CUDA works all the same, `--no-verify` starts without a look',
  );
}

const UNCHECKED =
  "rankplan: warning: rankplan's native part cannot be loaded, so it was not checked that the planned GPUs are here (`rankplan verify` says more)\n";
