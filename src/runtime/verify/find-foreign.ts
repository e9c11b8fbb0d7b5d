import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import { formatRanges } from '../../compiler/values/number-list.ts';
import type { Code } from '../../generated/codes.ts';
import {
  formatBytes,
  hasUnlisted,
  lookAtGpus,
  type NamedProcess,
  type SeenUse,
  type UseQuestion,
} from './look-at-gpus.ts';
import type { Sight } from './name-process.ts';
import { type Coverage, nameGpus } from './planned-node.ts';

export interface ForeignQuestion extends UseQuestion {
  readonly sight: Sight;
  /** Others may be on the planned GPUs: then it is a warning. */
  readonly allowBusy: boolean;
}

/**
 * Reports processes of others on the planned GPUs before ranks start: the listed ones, and unlisted ones if more memory
 * is held than the listed ones hold. The driver does not list processes that only draw, and one with 0 bytes takes
 * nothing from the ranks; but some drivers report 0 bytes for every process in a container.
 */
export function findForeign(question: ForeignQuestion, coverage: Coverage, report: Reporter): void {
  const { planned, allowBusy } = question;
  const seen = lookAtGpus(question);
  for (const one of seen) {
    const [span, name] = [planned.places.gpu(one.gpu.index, 'index'), nameGpus(planned, [one.gpu.index])];
    const tell = (code: Code, isHarmless: boolean, message: string, help: string) =>
      report[allowBusy || isHarmless ? 'warning' : 'error'](code, span, message, { help });
    if (one.others.length > 0) {
      const isSmall = mostOf(one) < SMALL_BYTES;
      const users = list(one.others.map(describe));
      tell('RP5236', isSmall, `${name} is used by others: ${users}`, isSmall ? SMALL_HELP : BUSY_HELP);
    }
    if (hasUnlisted(one)) {
      const amount = formatBytes(one.unlistedBytes ?? 0);
      tell('RP5213', false, `${amount} of ${name} are in use by ${formatUnlisted(one)}`, UNLISTED_HELP);
    }
  }
  coverOthers(question, seen, coverage, report);
}

/** A desktop or a notebook holds less, and takes little from a rank. */
const SMALL_BYTES = 2 ** 30;

const SMALL_HELP = 'so small a use stops no run; end the process if the ranks need its memory or its time';
const BUSY_HELP = 'wait for them, or end them; `--allow-busy` if they may stay';
const UNLISTED_HELP =
  '`nvidia-smi` on the host itself may show who it is, or `fuser -v /dev/nvidia*` as root; wait for them, or `--allow-busy` if they may stay';

/** An upper bound of what the others hold: their sum or, if the driver does not report each, all held memory. */
function mostOf({ others, found }: SeenUse): number {
  const known = others.map(({ usedBytes }) => usedBytes).filter((bytes) => bytes !== null);
  if (known.length === others.length) return known.reduce((sum, bytes) => sum + bytes, 0);
  return found?.use.heldBytes ?? Number.POSITIVE_INFINITY;
}

/** A process that is listed without an amount may hold it. */
function formatUnlisted({ vague, found }: SeenUse): string {
  if (found?.use.processes == null) return 'others, whom the driver does not list';
  if (vague.length > 0)
    return `what the driver does not list, or lists without saying how much: ${list(vague.map(({ name }) => name))}`;
  return 'what the driver does not list';
}

const describe = ({ name, usedBytes }: NamedProcess): string =>
  usedBytes === null ? name : `${formatBytes(usedBytes)} by ${name}`;

const SHOWN = 4;

const list = (names: readonly string[]): string =>
  `${names.slice(0, SHOWN).join('; ')}${names.length > SHOWN ? `; and ${names.length - SHOWN} more` : ''}`;

const WHY: Readonly<Record<Exclude<Sight, 'machine'>, string>> = {
  container: 'outside the first PID namespace (in a container) drivers need not list the processes of others',
  windows: 'under WSL the driver does not list the processes of Windows',
  unknown: '/proc does not tell whether this is a container, in which drivers need not list all processes',
};

/** Adds to the coverage whether others can be on the GPUs; warns if nothing shows that they are not. */
function coverOthers(
  { planned, sight, allowBusy }: ForeignQuestion,
  seen: readonly SeenUse[],
  { verified, unverified }: Coverage,
  report: Reporter,
): void {
  const silent = seen.filter(isSilent);
  if (silent.length > 0)
    unverified.push(
      `who else is on GPU ${indicesOf(silent)}, as the driver does not report which processes hold memory there`,
    );
  if (sight === 'machine') {
    const isFree = seen.every((one) => one.others.length === 0 && !hasUnlisted(one));
    if (silent.length === 0 && isFree) verified.push('no one else is on the GPUs');
    return;
  }
  const listed = seen.filter((one) => !isSilent(one));
  if (listed.length > 0) unverified.push(`who else is on GPU ${indicesOf(listed)}, as ${WHY[sight]}`);
  const [first, ...more] = seen.filter((one) => heldOn(one) === null).map(({ gpu }) => gpu.index);
  if (allowBusy || first === undefined) return;
  const message = `it is unknown whether others are on ${nameGpus(planned, [first, ...more])}: ${WHY[sight]}, and the driver does not report how much memory is in use`;
  const help =
    'ask on the host itself (`rankplan verify`, `nvidia-smi`); `--allow-busy` if others may be there';
  report.warning('RP5214', planned.places.gpu(first, 'index'), message, { help });
}

const isSilent = ({ found }: SeenUse): boolean =>
  found?.use.processes == null || found.use.processes.some(({ usedBytes }) => usedBytes === 0);

const heldOn = ({ found }: SeenUse): number | null => found?.use.heldBytes ?? null;

const indicesOf = (seen: readonly SeenUse[]): string => formatRanges(seen.map(({ gpu }) => gpu.index));
