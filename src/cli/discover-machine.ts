import { createReporter, type Diagnostic } from '../compiler/diagnostics/reporter.ts';
import { type DriverPlaces, type DriverSession, openDriver } from '../runtime/driver/driver-session.ts';
import { discover } from '../runtime/probe/discover.ts';
import type { Machine } from '../runtime/probe/machine.ts';

export interface Discovery {
  /** Null when the driver tells nothing. */
  readonly machine: Machine | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** How long a driver may take that has to start each GPU first, as one without nvidia-persistenced does. */
export const DEFAULT_TIMEOUT_SECONDS = 60;

/** Where the native part and the driver's library are; the variables choose other files than the usual ones (docs/probe.md). */
export function driverPlaces(): DriverPlaces {
  const { RANKPLAN_NATIVE, RANKPLAN_NVML } = process.env;
  return { explicit: RANKPLAN_NATIVE || null, folder: __dirname, library: RANKPLAN_NVML || null };
}

/** Discovers this machine's GPUs; `driver` is a session that is open already. */
export async function discoverMachine(timeoutSeconds: number, driver?: DriverSession): Promise<Discovery> {
  const places = driverPlaces();
  const sysfs = process.env['RANKPLAN_SYSFS'] || '/sys';
  const report = createReporter();
  const session = driver ?? openDriver(places);
  const machine = await discover(session, { ...places, sysfs, timeoutMs: timeoutSeconds * 1000 }, report);
  if (driver === undefined) await session.close();
  return { machine, diagnostics: report.diagnostics() };
}
