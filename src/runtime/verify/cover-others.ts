import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import { formatRanges } from '../../compiler/values/number-list.ts';
import { formatBytes, type SeenUse } from './look-at-gpus.ts';
import { type Coverage, nameGpus, type PlannedNode } from './planned-node.ts';
import type { Sight } from './read-sight.ts';

export interface Outlook {
  readonly planned: PlannedNode;
  readonly sight: Sight;
  readonly seen: readonly SeenUse[];
  /** Others were found, and reported. */
  readonly isBusy: boolean;
  /** Others may be there. */
  readonly allowBusy: boolean;
}

const WHY: Readonly<Record<Exclude<Sight, 'machine'>, string>> = {
  container: 'outside the first PID namespace (in a container) drivers need not list the processes of others',
  windows: 'under WSL the driver does not list the processes of Windows',
  unknown: '/proc does not tell whether this is a container, in which drivers need not list all processes',
};

/** Adds whether others can be on the GPUs, and warns where nothing at all tells that they are not. */
export function coverOthers(outlook: Outlook, { verified, unverified }: Coverage, report: Reporter): void {
  const { sight, seen, isBusy } = outlook;
  const silent = seen.filter(isSilent);
  if (silent.length > 0)
    unverified.push(
      `who else is on GPU ${indicesOf(silent)}, as the driver does not report which processes hold memory there`,
    );
  if (sight === 'machine') {
    if (silent.length === 0 && !isBusy) verified.push('no one else is on the GPUs');
    return;
  }
  const listed = seen.filter((one) => !isSilent(one));
  if (listed.length > 0)
    unverified.push(`who else is on GPU ${indicesOf(listed)}, as ${WHY[sight]}${formatMost(listed)}`);
  if (!outlook.allowBusy) warnOfTheUnseen(outlook, WHY[sight], report);
}

const isSilent = ({ found }: SeenUse): boolean =>
  found?.use.processes == null || found.use.processes.some(({ usedBytes }) => usedBytes === 0);

const heldOn = ({ found }: SeenUse): number | null => found?.use.heldBytes ?? null;

const indicesOf = (seen: readonly SeenUse[]): string => formatRanges(seen.map(({ gpu }) => gpu.index));

/** The memory in use bounds what they hold. */
function formatMost(seen: readonly SeenUse[]): string {
  const held = seen.map(heldOn).filter((bytes) => bytes !== null);
  if (held.length < seen.length) return '';
  return ` (of no GPU more than ${formatBytes(Math.max(...held))} are in use)`;
}

function warnOfTheUnseen({ planned, seen }: Outlook, why: string, report: Reporter): void {
  const unseen = seen.filter((one) => heldOn(one) === null).map(({ gpu }) => gpu.index);
  const [first] = unseen;
  if (first === undefined) return;
  report.warning(
    'RP5214',
    planned.places.gpu(first, 'index'),
    `it is unknown whether others are on ${nameGpus(planned, unseen)}: ${why}, and the driver does not report how much memory is in use`,
    {
      help: 'ask on the host itself (`rankplan verify`, `nvidia-smi`); `--allow-busy` if others may be there',
    },
  );
}
