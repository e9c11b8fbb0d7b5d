import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import type { DriverAnswer, DriverPlaces, DriverSession } from '../driver/driver-session.ts';
import { describeMachine, reportNvlinkDomains } from './describe-machine.ts';
import { explainSick, explainSilence, reportOthers } from './explain-failure.ts';
import type { Machine } from './machine.ts';
import { listPciGpus } from './sysfs.ts';

export interface DiscoverOptions extends DriverPlaces {
  readonly sysfs: string;
  /** `/proc`, which describes this system as a whole. */
  readonly procfs: string;
  readonly timeoutMs: number;
}

/**
 * Lists the GPUs that this machine's driver knows. Returns null, and reports why, if the driver gives no answer; a GPU
 * that cannot be used is reported besides. It never throws because of the driver, and it always returns.
 */
export async function discover(
  driver: DriverSession,
  options: DiscoverOptions,
  report: Reporter,
): Promise<Machine | null> {
  const facts = await driver.discover(options.timeoutMs);
  if (facts.kind !== 'no-addon') reportOthers(listPciGpus(options.sysfs), report);
  const machine = understand(facts, options, report);
  for (const gpu of machine?.sick ?? []) explainSick(gpu, report);
  if (facts.kind === 'found') reportNvlinkDomains(facts.gpus, report);
  return machine;
}

/** The machine as the driver describes it; null, and why, when it does not answer. */
export function understand(facts: DriverAnswer, options: DiscoverOptions, report: Reporter): Machine | null {
  return facts.kind === 'found'
    ? describeMachine(facts, options.sysfs)
    : explainSilence(facts, options, report);
}
