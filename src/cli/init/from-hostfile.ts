import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import type { SourceFile } from '../../compiler/source/source-file.ts';
import { compressHostList } from '../../compiler/values/compress-host-list.ts';
import { groupNeighbours } from '../../compiler/values/lists.ts';
import type { Draft } from './draft.ts';
import { type HostSlots, parseHostfile } from './launch/hostfile.ts';
import { MAX_GPUS } from './launch/launch.ts';

/** What a topology takes for one node. */
const MAX_CPU_RANKS = 65_536;

/**
 * The nodes of a hostfile, in its order. A slot is a GPU; with `gpus` 0 it is a CPU rank, and another number of `gpus`
 * is for the hosts that no line gives a number.
 */
export function draftFromHostfile(file: SourceFile, gpus: number | null, report: Reporter): Draft {
  const isCpu = gpus === 0;
  const hosts = parseHostfile(file, isCpu ? MAX_CPU_RANKS : MAX_GPUS, report);
  const slotsOf = ({ slots, isCounted }: HostSlots) => (isCpu || isCounted ? slots : (gpus ?? slots));
  return {
    summary: 'hostfile',
    origin: ['Written from a hostfile by `rankplan init --from hostfile`.'],
    entries: groupNeighbours(hosts, slotsOf).map(({ members, key }) => ({
      hosts: compressHostList(members.map(({ host }) => host)),
      gpus: isCpu ? [] : [{ type: null, count: key }],
      cpuRanks: key,
    })),
  };
}
