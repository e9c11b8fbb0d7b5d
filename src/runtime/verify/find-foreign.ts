import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import { coverOthers } from './cover-others.ts';
import {
  formatBytes,
  hasUnlisted,
  lookAtGpus,
  type NamedProcess,
  type SeenUse,
  type UseQuestion,
} from './look-at-gpus.ts';
import { type Coverage, nameGpus } from './planned-node.ts';
import type { Sight } from './read-sight.ts';

export interface ForeignQuestion extends UseQuestion {
  readonly sight: Sight;
  /** Others may be on the planned GPUs: then it is a warning. */
  readonly allowBusy: boolean;
}

/**
 * Reports who is on the GPUs of ranks that have not started yet: who is listed, and that others must be there, as more
 * memory is held than those hold. The driver does not list those that only draw, and one that holds nothing takes
 * nothing from the ranks; but some drivers say 0 of every process in a container.
 */
export function findForeign(question: ForeignQuestion, coverage: Coverage, report: Reporter): void {
  const { planned, sight, allowBusy } = question;
  const seen = lookAtGpus(question);
  for (const one of seen) {
    if (one.others.length > 0) reportOthers(question, one, report);
    if (hasUnlisted(one)) reportUnlisted(question, one, report);
  }
  const isBusy = seen.some((one) => one.others.length > 0 || hasUnlisted(one));
  coverOthers({ planned, sight, seen, isBusy, allowBusy }, coverage, report);
}

/** A desktop or a notebook holds less, and takes little from a rank. */
const SMALL_BYTES = 2 ** 30;

function reportOthers({ planned, allowBusy }: ForeignQuestion, seen: SeenUse, report: Reporter): void {
  const { gpu, others } = seen;
  const isSmall = mostOf(seen) < SMALL_BYTES;
  report[allowBusy || isSmall ? 'warning' : 'error'](
    'RP5236',
    planned.places.gpu(gpu.index, 'index'),
    `${nameGpus(planned, [gpu.index])} is used by others: ${list(others.map(describe))}`,
    { help: isSmall ? SMALL_HELP : 'wait for them, or end them; `--allow-busy` if they may stay' },
  );
}

const SMALL_HELP = 'what holds so little stops no run; end it where the memory or the time is missed';

/** How much the others hold; where the driver does not say it of each, no more than is held at all. */
function mostOf({ others, found }: SeenUse): number {
  const known = others.map(({ usedBytes }) => usedBytes).filter((bytes) => bytes !== null);
  if (known.length === others.length) return known.reduce((sum, bytes) => sum + bytes, 0);
  return found?.use.heldBytes ?? Number.POSITIVE_INFINITY;
}

function reportUnlisted({ planned, allowBusy }: ForeignQuestion, seen: SeenUse, report: Reporter): void {
  const { gpu, unlistedBytes } = seen;
  report[allowBusy ? 'warning' : 'error'](
    'RP5213',
    planned.places.gpu(gpu.index, 'index'),
    `${formatBytes(unlistedBytes ?? 0)} of ${nameGpus(planned, [gpu.index])} are in use by ${formatUnlisted(seen)}`,
    {
      help: '`nvidia-smi` on the host itself may show who it is, or `fuser -v /dev/nvidia*` as root; wait for them, or `--allow-busy` if they may stay',
    },
  );
}

/** Somebody who is listed without an amount, or has ended and has not let go, may hold it. */
function formatUnlisted({ vague, ended, found }: SeenUse): string {
  if (found?.use.processes == null) return 'others, whom the driver does not list';
  if (vague.length > 0)
    return `what the driver does not list, or lists without saying how much: ${list(vague.map(({ name }) => name))}`;
  if (ended.length > 0)
    return `what the driver does not list, or lists although it has ended: PID ${list(ended.map(String))}`;
  return 'what the driver does not list';
}

const describe = ({ name, usedBytes }: NamedProcess): string =>
  usedBytes === null ? name : `${formatBytes(usedBytes)} by ${name}`;

const SHOWN = 4;

const list = (names: readonly string[]): string =>
  `${names.slice(0, SHOWN).join('; ')}${names.length > SHOWN ? `; and ${names.length - SHOWN} more` : ''}`;
