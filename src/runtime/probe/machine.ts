import type { Span } from '../../compiler/source/source-file.ts';
import type { Gpu, InventoryDocument } from '../../generated/inventory.ts';
import type { CallFailure } from '../driver/parse-answer.ts';

type Fact = 'uuid' | 'model' | 'memoryBytes' | 'pci' | 'computeCapability' | 'cpus' | 'numaNode' | 'parent';

/** A GPU, or a part of one under MIG, as inventory files have it. What is not known is null. */
export interface MachineGpu extends Readonly<Required<Pick<Gpu, Fact>>> {
  /** As CUDA counts with CUDA_DEVICE_ORDER=PCI_BUS_ID; MIG instances come after all GPUs. */
  readonly index: number;
  readonly vendor: 'nvidia';
  /** It is in MIG mode: ranks can only be on its instances, and there may be none. */
  readonly isDivided: boolean;
  /** The links to each whole GPU in this order, as `nvidia-smi topo -m` names them; null for a MIG instance. */
  readonly links: readonly (string | null)[] | null;
}

/** A GPU that is there and cannot be used. */
export interface SickGpu {
  readonly index: number;
  readonly pci: string | null;
  readonly failure: CallFailure;
}

/** `cuda` is the newest that the driver supports, as `13.0`. */
export interface Machine
  extends Readonly<Required<Pick<InventoryDocument, 'node' | 'cpus' | 'driver' | 'cuda'>>> {
  /** The NVLink domain of all its GPUs, which spans machines; null if there is none. */
  readonly nvlinkDomain: string | null;
  /** Whole GPUs by index, then MIG instances. */
  readonly gpus: readonly MachineGpu[];
  readonly sick: readonly SickGpu[];
}

/** The place of findings about this machine, which has no lines. */
export const MACHINE_SPAN: Span = { file: { name: '<machine>', text: '' }, start: 0, end: 0 };
