import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import { formatRanges } from '../../compiler/plan/format-ranges.ts';
import type { NativeGpuUse, NativeProcess, NativeUse } from '../native.ts';
import type { Machine, MachineGpu } from '../probe/machine.ts';
import type { NameProcess } from './name-process.ts';
import { type Coverage, findPlanned, mappedGpus, nameGpus, type PlannedNode } from './planned-node.ts';

export interface ForeignQuestion {
  readonly planned: PlannedNode;
  readonly machine: Machine;
  readonly uses: readonly NativeGpuUse[];
  readonly nameProcess: NameProcess;
  /** Others may be on the planned GPUs: then it is a warning. */
  readonly allowBusy: boolean;
}

/**
 * Reports who computes on the GPUs of ranks that have not started yet. The driver does not list those that only draw,
 * and one that holds nothing takes nothing from the ranks; but some drivers say 0 of every process in a container.
 */
export function findForeign(question: ForeignQuestion, coverage: Coverage, report: Reporter): void {
  const { planned, nameProcess } = question;
  const silent: number[] = [];
  const mapped = mappedGpus(planned).filter(({ vendor }) => vendor === 'nvidia');
  let isBusy = false;
  for (const gpu of mapped) {
    const here = findPlanned(gpu, question.machine);
    if (here === undefined) continue; // which is told already
    const processes = findUse(here, question.uses)?.processes;
    if (processes == null || processes.some(({ usedBytes }) => usedBytes === 0)) silent.push(gpu.index);
    const named = (processes ?? []).filter(({ usedBytes }) => usedBytes !== 0).map(describe(nameProcess));
    const foreign = named.filter((text) => text !== null);
    if (foreign.length === 0) continue;
    isBusy = true;
    report[question.allowBusy ? 'warning' : 'error'](
      'RP5236',
      planned.places.gpu(gpu.index, 'index'),
      `${nameGpus(planned, [gpu.index])} is used by others: ${list(foreign)}`,
      { help: 'wait for them, or end them; `--allow-busy` if they may stay' },
    );
  }
  if (silent.length > 0)
    coverage.unverified.push(
      `who else is on GPU ${formatRanges(silent)}, as the driver does not tell which processes hold memory there`,
    );
  else if (!isBusy) coverage.verified.push('no one else is on the GPUs');
}

/** What the driver tells of a GPU or MIG instance, which only its UUID tells apart for certain. */
function findUse({ uuid }: MachineGpu, uses: readonly NativeGpuUse[]): NativeUse | undefined {
  return uses
    .flatMap((gpu): readonly NativeUse[] => [gpu, ...gpu.instances])
    .find((use) => uuid !== null && use.uuid === uuid);
}

/** The server of the Multi-Process Service holds GPUs for its clients, which are listed themselves. */
const MPS_SERVER = 'nvidia-cuda-mps';

const describe =
  (nameProcess: NameProcess) =>
  ({ pid, usedBytes }: NativeProcess): string | null => {
    const name = nameProcess(pid);
    if (name === null || name.includes(`(${MPS_SERVER}`)) return null;
    return usedBytes === null ? name : `${(usedBytes / 2 ** 30).toFixed(1)} GiB by ${name}`;
  };

const SHOWN = 4;

const list = (names: readonly string[]): string =>
  `${names.slice(0, SHOWN).join('; ')}${names.length > SHOWN ? `; and ${names.length - SHOWN} more` : ''}`;
