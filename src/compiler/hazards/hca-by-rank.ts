import type { Hazard } from './hazard.ts';

/** A value of NCCL_IB_HCA that is made of a rank's number. */
const BY_RANK =
  /\bNCCL_IB_HCA=[^\s$]{0,64}\$\{?(LOCAL_RANK|RANK|RANKPLAN_(LOCAL_)?RANK|SLURM_(LOCALID|PROCID)|OMPI_COMM_WORLD_(LOCAL_)?RANK|MPI_LOCALRANKID|PMI_RANK)\b/;

/** Ranks of one node that see different adapters build different graphs. Per node it is as it should be. */
export const hcaByRank: Hazard = {
  code: 'RP6006',
  check({ launch, slurmSetup, places, report }) {
    const look = (texts: readonly string[], span: (index: number) => ReturnType<typeof places.word>) => {
      const index = texts.findIndex((text) => BY_RANK.test(text));
      if (index < 0) return;
      report.warning('RP6006', span(index), '`NCCL_IB_HCA` would differ from rank to rank of one node', {
        notes: [
          'NVIDIA/nccl#1478: NCCL takes the adapters of a node from each of its ranks, and fails in ncclBuildRings or hangs',
        ],
        help: 'set it in `env`, of `launch` or of a node: NCCL chooses the adapter near each GPU by itself',
      });
    };
    look(launch.command ?? [], (index) => places.word('command', index));
    look(launch.wrap ?? [], (index) => places.word('wrap', index));
    look(launch.setup, (line) => places.setupLine('launch', line));
    look(slurmSetup, (line) => places.setupLine('slurm', line));
  },
};
