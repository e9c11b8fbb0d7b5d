import { createReporter } from '../../compiler/diagnostics/reporter.ts';
import { type DriverPlaces, type DriverSession, openDriver } from '../../runtime/driver/driver-session.ts';
import { type DiscoverOptions, discover } from '../../runtime/probe/discover.ts';
import { debug } from '../debug.ts';
import { whileWaiting } from '../progress.ts';

/** Where the native part and the driver's library are; the variables choose other files than the usual ones (docs/probe.md). */
function driverPlaces(): DriverPlaces {
  const { RANKPLAN_NATIVE, RANKPLAN_NVML } = process.env;
  return { explicit: RANKPLAN_NATIVE || null, folder: __dirname, library: RANKPLAN_NVML || null };
}

export type DriverAccess = ReturnType<typeof createDriverAccess>;

/** A session with the driver that is opened once, when it is first needed. */
export function createDriverAccess() {
  let session: DriverSession | null = null;
  return {
    open(): DriverSession {
      if (session === null) {
        const places = driverPlaces();
        debug(() => `opens a session with the driver: ${JSON.stringify(places)}`);
        session = openDriver(places);
      }
      return session;
    },
    /** Must be called in the end; does nothing where none was opened. */
    close: async () => session?.close(),
  };
}

export const discoverOptions = (timeoutSeconds: number): DiscoverOptions => ({
  ...driverPlaces(),
  sysfs: process.env['RANKPLAN_SYSFS'] || '/sys',
  procfs: process.env['RANKPLAN_PROCFS'] || '/proc',
  timeoutMs: timeoutSeconds * 1000,
});

/** This machine's GPUs; no machine where the driver does not answer. */
export async function discoverMachine(timeoutSeconds: number) {
  const options = discoverOptions(timeoutSeconds);
  const report = createReporter();
  const session = openDriver(options);
  const machine = await whileWaiting(
    'asking the driver, which may have to start each GPU first',
    discover(session, options, report),
  );
  await session.close();
  return { machine, diagnostics: report.diagnostics() };
}
