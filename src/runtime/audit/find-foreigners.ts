import { isMpsServer, type Look, type SeenGpu, type SeenProcess } from './look.ts';

export interface Foreigner {
  readonly gpu: SeenGpu;
  readonly process: SeenProcess;
}

const identify = (gpu: SeenGpu, { pid, start }: SeenProcess): string => `${gpu.key} ${pid}@${start}`;

/** Processes of others that both looks see on these GPUs, and that were not there before the ranks. */
export function findForeigners(
  [first, second]: readonly [Look, Look],
  baseline: Look,
  keys: ReadonlySet<string>,
): readonly Foreigner[] {
  const list = ({ gpus }: Look): readonly Foreigner[] =>
    gpus
      .filter(({ key }) => keys.has(key))
      .flatMap((gpu) => (gpu.processes ?? []).map((process) => ({ gpu, process })))
      .filter(({ process }) => process.owner.kind === 'foreign' && !isMpsServer(process));
  const identities = (look: Look) => new Set(list(look).map(({ gpu, process }) => identify(gpu, process)));
  const [before, earlier] = [identities(first), identities(baseline)];
  return list(second).filter(({ gpu, process }) => {
    const identity = identify(gpu, process);
    return before.has(identity) && !earlier.has(identity);
  });
}
