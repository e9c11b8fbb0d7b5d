import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import type { DriverAnswer, DriverPlaces, DriverSession } from '../driver/driver-session.ts';
import { describeMachine, reportNvlinkDomains } from './describe-machine.ts';
import { explainSick, explainSilence, reportOthers } from './explain-failure.ts';
import type { Machine } from './machine.ts';
import { listPciGpus } from './sysfs.ts';

export interface DiscoverOptions extends DriverPlaces {
  readonly sysfs: string;
  /** `/proc`, where it tells of this system as a whole. */
  readonly procfs: string;
  readonly timeoutMs: number;
}

/**
 * Asks this machine's driver what GPUs there are. Returns null, and says why, when it tells nothing; a GPU that cannot
 * be used is reported beside the others. It never throws because of the driver, and it always comes back.
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
