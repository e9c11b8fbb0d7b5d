import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import type { DriverPlaces, DriverSession } from '../driver/driver-session.ts';
import { describeMachine } from './describe-machine.ts';
import {
  explainCrash,
  explainFailure,
  explainHang,
  explainMissingAddon,
  explainSick,
  explainUseless,
} from './explain-failure.ts';
import type { Machine } from './machine.ts';
import { explainMissingLibrary, reportOthers } from './pci-findings.ts';
import { listPciGpus } from './sysfs.ts';

export interface DiscoverOptions extends DriverPlaces {
  /** `/sys`. */
  readonly sysfs: string;
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
  const { library, sysfs, timeoutMs } = options;
  const onBus = listPciGpus(sysfs);
  const facts = await driver.discover(timeoutMs);
  if (facts.kind === 'no-addon') return explainMissingAddon(facts.failures, options, report);
  reportOthers(onBus, report);
  switch (facts.kind) {
    case 'crashed':
      return explainCrash(facts, report);
    case 'hangs':
      return explainHang(facts, timeoutMs, report);
    case 'no-library':
      return explainMissingLibrary(facts, library !== null, onBus, report);
    case 'useless-library':
      return explainUseless(facts, report);
    case 'failed':
      return explainFailure(facts.failure, facts.library, report);
    case 'found': {
      const machine = describeMachine(facts, sysfs);
      for (const gpu of machine.sick) explainSick(gpu, report);
      return machine;
    }
  }
}
