// Generated from schemas/ by `npm run generate`. Do not edit.

/**
 * What one machine has, by hand or from a tool that asked it. Fields that are not named here are kept for people and ignored by the compiler.
 */
export interface InventoryDocument {
  /**
   * Version of this format; a reader refuses another major number.
   */
  formatVersion: string;
  /**
   * The host name of the machine.
   */
  node?: string;
  /**
   * How many CPUs the machine has.
   */
  cpus?: number;
  /**
   * The version of the GPU driver.
   */
  driver?: string | null;
  /**
   * The newest CUDA that the driver supports.
   */
  cuda?: string | null;
  /**
   * When it was written, for people.
   */
  date?: string | null;
  /**
   * Where the machine is: level by level from outside to inside, each with the name of the domain there.
   */
  domain?: {
    /**
     * The domain's name, one in the whole cluster at its level.
     */
    [k: string]: string;
  };
  /**
   * What `rankplan probe` wrote, as a sha256 with this value empty: it does not replace a file that was edited since.
   */
  digest?: string | null;
  /**
   * The GPUs, MIG instances included.
   */
  gpus: Gpu[];
}
/**
 * One GPU.
 */
export interface Gpu {
  /**
   * The index in PCI bus order.
   */
  index: number;
  /**
   * The UUID that the driver reports.
   */
  uuid?: string | null;
  /**
   * The model; facts of that name under `models` apply.
   */
  model?: string | null;
  /**
   * Who makes the GPU.
   */
  vendor?: 'nvidia' | 'amd' | 'intel';
  /**
   * Device memory in bytes.
   */
  memoryBytes?: number | null;
  /**
   * The PCI address, as in sysfs.
   */
  pci?: string | null;
  /**
   * The CUDA compute capability.
   */
  computeCapability?: string | null;
  /**
   * The GPU's type in Slurm's GRES.
   */
  gres?: string | null;
  /**
   * CPU numbers and ranges near this GPU.
   */
  cpus?: string | null;
  /**
   * The NUMA node that the GPU is attached to.
   */
  numaNode?: number | null;
  /**
   * The GPU is in MIG mode: ranks can only be on its instances, so a topology that reads this file has no slot for it.
   */
  mig?: boolean;
  /**
   * For a MIG instance: the index of its GPU.
   */
  parent?: number | null;
  /**
   * The path to each whole GPU of the machine, in the order of this list, in the words of `nvidia-smi topo -m`: `NV18` is 18 NVLinks, `PIX` to `SYS` ever longer ways over PCIe, `X` the GPU itself, `null` not known.
   */
  links?: (string | null)[] | null;
  /**
   * Measured metrics by name.
   */
  scores?: {
    [k: string]: Metric;
  };
}
/**
 * One measured metric.
 */
export interface Metric {
  /**
   * The figure; higher is faster.
   */
  value: number;
  /**
   * What the card had before. Decisions go by it as long as the figure lies within the tolerance of it, so that plans hold still.
   */
  usual?: number;
  /**
   * The unit of the figure.
   */
  unit?: string;
  /**
   * How it was measured; figures of different methods are never compared.
   */
  method?: string;
  /**
   * Whether the figure can be trusted: `noisy` samples vary, a `throttled` GPU was held back, a `busy` one was shared with other processes.
   */
  quality?: 'ok' | 'noisy' | 'throttled' | 'busy';
  /**
   * The day of the measurement.
   */
  date?: string | null;
  /**
   * The version of the driver at that time.
   */
  driver?: string | null;
  /**
   * The value that 7 % of the samples do not exceed.
   */
  p7?: number;
  /**
   * The value that 93 % of the samples do not exceed.
   */
  p93?: number;
  /**
   * Standard deviation of the samples over their mean.
   */
  variation?: number;
  /**
   * Why the quality is not `ok`.
   */
  remarks?: string[];
  conditions?: Conditions;
  /**
   * Of the metric `peer`, whose value is that of the slowest: the copies to each other GPU.
   */
  peers?: PeerCopy[];
  /**
   * Of the metric `peer`: all copies are direct.
   */
  direct?: boolean;
  /**
   * Of a `bench:` metric: what one run took.
   */
  seconds?: number;
  /**
   * Of a `bench:` metric of two sizes: seconds of each step beside the samples; the figure counts samples per second then.
   */
  fixedSeconds?: number;
  /**
   * Of a `bench:` metric: how many runs there were.
   */
  runs?: number;
}
/**
 * How a GPU did while it was measured.
 */
export interface Conditions {
  /**
   * The clock of its processors.
   */
  smMHz?: number | null;
  /**
   * The clock of its memory.
   */
  memoryMHz?: number | null;
  /**
   * Its temperature.
   */
  celsius?: number | null;
  /**
   * The power that it took.
   */
  watts?: number | null;
  /**
   * What held its clocks down; `power-cap` is usual under full load.
   */
  throttle?: string[] | null;
}
/**
 * Copies to one other GPU.
 */
export interface PeerCopy {
  /**
   * The digits of the other GPU's UUID.
   */
  to: string;
  /**
   * The figure, in the metric's unit.
   */
  value: number;
  /**
   * From GPU to GPU, without a stop in the host's memory.
   */
  direct: boolean;
}
