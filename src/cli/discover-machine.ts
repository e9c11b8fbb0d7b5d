import { createReporter, type Diagnostic } from '../compiler/diagnostics/reporter.ts';
import { discover } from '../runtime/probe/discover.ts';
import type { Machine } from '../runtime/probe/machine.ts';

export interface Discovery {
  /** Null when the driver tells nothing. */
  readonly machine: Machine | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** How long a driver may take that has to start each GPU first, as one without nvidia-persistenced does. */
export const DEFAULT_TIMEOUT_SECONDS = 60;

/** Discovers this machine's GPUs; the variables choose other files than the usual ones (docs/probe.md). */
export async function discoverMachine(timeoutSeconds: number): Promise<Discovery> {
  const { RANKPLAN_NATIVE, RANKPLAN_NVML, RANKPLAN_SYSFS } = process.env;
  const report = createReporter();
  const machine = await discover(
    {
      explicit: RANKPLAN_NATIVE || null,
      folder: __dirname,
      library: RANKPLAN_NVML || null,
      sysfs: RANKPLAN_SYSFS || '/sys',
      timeoutMs: timeoutSeconds * 1000,
    },
    report,
  );
  return { machine, diagnostics: report.diagnostics() };
}
