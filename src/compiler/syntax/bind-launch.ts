import { compareText, type Reporter } from '../diagnostics/reporter.ts';
import { isLine } from '../source/printable.ts';
import { FIRST_FREE_PORT, isAddress } from '../values/address.ts';
import { MAX_GRACE_SECONDS, parseDuration } from '../values/quantities.ts';
import { bindEnvironment } from './bind-environment.ts';
import { bindRemote } from './bind-remote.ts';
import { bindSection } from './bind-section.ts';
import { bindWords } from './bind-words.ts';
import { textEntries, valueSpan } from './document.ts';
import type { Launch, Parallel, Software, TopologyDocument } from './topology.ts';

type LaunchDocument = NonNullable<TopologyDocument['launch']>;

const DEFAULT_PORT = 29_500;
// What torchrun gives its workers (2.13): a rank that saves at TERM needs more than a few seconds.
const DEFAULT_GRACE_SECONDS = 30;

/** Decodes `launch`. Under Slurm two jobs may meet on one machine, so there the port is chosen at the start. */
export function bindLaunch(launch: LaunchDocument | null, underSlurm: boolean, report: Reporter): Launch {
  return {
    source: launch,
    backend: launch?.backend ?? null,
    masterAddress: bindMasterAddress(launch, report),
    masterPort: bindPort(launch, underSlurm, report),
    visibility: launch?.visibility ?? null,
    ...bindSection('launch', launch, {
      command: bindWords(launch?.command, 'command', report),
      setup: [...(launch?.setup ?? [])],
      wrap: bindWords(launch?.wrap, 'wrap', report),
      workdir: bindWorkdir(launch, report),
      remote: bindRemote(launch?.remote, report),
      groupWithin: bindGroupWithin(launch),
      env: bindEnvironment(launch?.env, report),
      software: bindSoftware(launch, report),
      graceSeconds: bindGrace(launch, report),
    }),
    parallel: bindParallel(launch),
  };
}

/** The node is what it is without: written or not, it is the same. */
const bindGroupWithin = (launch: LaunchDocument | null): string | null =>
  launch?.groupWithin === undefined || launch.groupWithin === 'node' ? null : launch.groupWithin;

/** Megatron's own defaults. */
function bindParallel(launch: LaunchDocument | null): Parallel | null {
  if (launch?.parallel === undefined) return null;
  const { tp = 1, cp = 1, ep = 1, dp = null, pp = 1, order = 'tp-cp-ep-dp-pp' } = launch.parallel;
  return { tp, cp, ep, dp, pp, order };
}

function bindWorkdir(launch: LaunchDocument | null, report: Reporter): string | null {
  const { workdir } = launch ?? {};
  if (workdir === undefined) return null;
  if (!isLine(workdir)) {
    report.error(
      'RP2027',
      valueSpan(launch as object, 'workdir'),
      'the working directory contains a control character',
      {
        help: 'write a plain path; nothing expands in it',
      },
    );
  } else if (workdir.startsWith('~') || workdir.includes('$')) {
    report.error('RP2031', valueSpan(launch as object, 'workdir'), `\`${workdir}\` would not expand`, {
      help: 'write the path out; the default is the directory where the launcher was called',
    });
  }
  return workdir;
}

/** Versions as they are written: the number 2.10 is not 2.1. */
function bindSoftware(launch: LaunchDocument | null, report: Reporter): Software | null {
  if (launch?.software === undefined) return null;
  const entries = textEntries(launch.software);
  for (const { text, valueSpan: span } of entries) {
    if (/^\d/.test(text)) continue;
    report.error('RP1105', span(), `\`${text}\` is no version`, { help: 'begin with a digit: `2.31.2`' });
  }
  return Object.fromEntries(
    entries.map(({ key, text }) => [key, text] as const).sort((a, b) => compareText(a[0], b[0])),
  );
}

function bindMasterAddress(launch: LaunchDocument | null, report: Reporter): string | null {
  const address = launch?.master?.address;
  if (address === undefined || isAddress(address)) return address ?? null;
  report.error('RP2026', valueSpan(launch?.master as object, 'address'), `\`${address}\` is no address`, {
    help: 'write a host name or an IP address that all nodes reach',
  });
  return address;
}

function bindPort(launch: LaunchDocument | null, underSlurm: boolean, report: Reporter): number | 'auto' {
  const port = launch?.master?.port;
  if (port === undefined) return underSlurm ? 'auto' : DEFAULT_PORT;
  if (port === 'auto') return 'auto';
  if (typeof port === 'number' && port >= FIRST_FREE_PORT && port <= 65_535) return port;
  const why =
    typeof port === 'number' && port >= 1 && port < FIRST_FREE_PORT ? 'is privileged' : 'is no TCP port';
  report.error('RP3016', valueSpan(launch?.master as object, 'port'), `the master port ${port} ${why}`, {
    help:
      typeof port === 'string' && /^\d+$/.test(port)
        ? 'write the number without quotes'
        : 'choose one from 1024 to 65535, or `auto`',
  });
  return DEFAULT_PORT;
}

function bindGrace(launch: LaunchDocument | null, report: Reporter): number {
  const { grace } = launch ?? {};
  if (grace === undefined) return DEFAULT_GRACE_SECONDS;
  const seconds = parseDuration(grace);
  if (seconds !== null && seconds <= MAX_GRACE_SECONDS) return seconds;
  report.error(
    'RP2023',
    valueSpan(launch as object, 'grace'),
    `\`${grace}\` is no duration of at most a day`,
    {
      help: 'write seconds or a number with a unit: 30s, 2m, 1h',
    },
  );
  return DEFAULT_GRACE_SECONDS;
}
