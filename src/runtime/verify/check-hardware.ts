import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import { expandNumberList } from '../../compiler/values/number-list.ts';
import type { DriverSession } from '../driver/driver-session.ts';
import { type DiscoverOptions, understand } from '../probe/discover.ts';
import { explainSilence } from '../probe/explain-failure.ts';
import type { Machine } from '../probe/machine.ts';
import { listPciGpus } from '../probe/sysfs.ts';
import { tryRead } from '../try-read.ts';
import { compareCpus, type HostCpus } from './compare-cpus.ts';
import { compareGpus } from './compare-gpus.ts';
import { coverGpus, noteExtras, noteOthers } from './describe-coverage.ts';
import { findForeign } from './find-foreign.ts';
import { hasUnlisted, lookAtGpus } from './look-at-gpus.ts';
import { createNamer, readSight } from './name-process.ts';
import { type Coverage, type PlannedNode, usesNvidia } from './planned-node.ts';

export interface HardwareCheck {
  readonly planned: PlannedNode;
  /** Called only where ranks use GPUs of NVIDIA: it starts a process. */
  readonly openDriver: () => DriverSession;
  readonly options: DiscoverOptions;
  readonly allowBusy: boolean;
}

/** Whether the driver answered, or was not needed; `unavailable`: rankplan's native part is missing. */
export type DriverOutcome = 'answered' | 'silent' | 'unavailable';

/** Holds a node of the plan against this machine. Why a driver says nothing is a finding as well. */
export async function checkHardware(
  check: HardwareCheck,
  coverage: Coverage,
  report: Reporter,
): Promise<DriverOutcome> {
  const { planned, options } = check;
  compareCpus(planned, readHostCpus(options.sysfs), coverage, report);
  noteOthers(planned, listPciGpus(options.sysfs), coverage);
  if (!usesNvidia(planned)) return 'answered';
  const driver = check.openDriver();
  const facts = await driver.discover(options.timeoutMs);
  const machine = understand(facts, options, report);
  if (machine === null) return facts.kind === 'no-addon' ? 'unavailable' : 'silent';
  const errors = report.errorCount();
  compareGpus(planned, machine, report);
  if (report.errorCount() === errors) coverGpus(planned, machine, coverage);
  noteExtras(planned, machine, coverage);
  return lookForOthers(check, driver, machine, coverage, report);
}

async function lookForOthers(
  { planned, options, allowBusy }: HardwareCheck,
  driver: DriverSession,
  machine: Machine,
  coverage: Coverage,
  report: Reporter,
): Promise<DriverOutcome> {
  const sight = readSight(options.procfs);
  const nameProcess = createNamer(sight);
  for (let left = MORE_LOOKS; ; left--) {
    const uses = await driver.observe(options.timeoutMs);
    if (uses.kind !== 'found') {
      explainSilence(uses, options, report);
      return 'silent';
    }
    const question = { planned, machine, uses: uses.gpus, nameProcess };
    if (left > 0 && lookAtGpus(question).some(hasUnlisted)) {
      await setTimeout(BETWEEN_LOOKS_MS);
      continue;
    }
    findForeign({ ...question, sight, allowBusy }, coverage, report);
    return 'answered';
  }
}

/** One look is not enough to report a process: one that has just ended may hold memory, and is not listed any more. */
const MORE_LOOKS = 4;
const BETWEEN_LOOKS_MS = 500;

export function readHostCpus(sysfs: string): HostCpus {
  const online = tryRead(join(sysfs, 'devices/system/cpu/online'));
  const allowed = /^Cpus_allowed_list:\s*(.*)$/m.exec(tryRead('/proc/self/status') ?? '')?.[1];
  return { count: cpus().length, online: parseList(online ?? ''), allowed: parseList(allowed ?? '') };
}

function parseList(text: string): ReadonlySet<number> | null {
  const numbers = expandNumberList(text.trim());
  return 'problem' in numbers ? null : new Set(numbers);
}
