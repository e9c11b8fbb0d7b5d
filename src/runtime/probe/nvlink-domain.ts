import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import { formatRanges } from '../../compiler/values/number-list.ts';
import type { NativeFabric, NativeGpu } from '../native.ts';
import { inBusOrder, type Placed } from './bus-order.ts';
import { MACHINE_SPAN } from './machine.ts';

/**
 * The NVLink domain that all GPUs of a machine are in, as other tools write it: `<cluster UUID>.<clique>`; null where
 * there is none that spans machines, or not one of all.
 */
export function nvlinkDomain(gpus: readonly NativeGpu[]): string | null {
  const [first = null, ...others] = new Set(usable(gpus).map(({ gpu }) => domainOf(gpu.fabric)));
  return others.length === 0 ? first : null;
}

/** Some GPUs have joined a fabric that spans machines, and others another one, or none. */
export function reportNvlinkDomains(gpus: readonly NativeGpu[], report: Reporter): void {
  const domains = groupBy(usable(gpus), ({ gpu }) => domainOf(gpu.fabric));
  if (domains.size < 2) return;
  const places = [...domains].map(
    ([domain, members]) =>
      `GPU ${formatRanges(members.map(({ index }) => index))} in ${domain ?? 'none, or in one that is not complete'}`,
  );
  report.warning('RP5120', MACHINE_SPAN, `the GPUs are not all in one NVLink domain: ${places.join('; ')}`, {
    help: 'a node is in one domain, so none is written: see the state of `Fabric` in `nvidia-smi -q`, and probe again when it is `Completed`',
  });
}

const usable = (gpus: readonly NativeGpu[]): readonly Placed<NativeGpu>[] =>
  inBusOrder(gpus).filter(({ gpu }) => gpu.failure === null);

/** Without a UUID the fabric is the machine's own, as that of an HGX board with its switches. */
function domainOf(fabric: NativeFabric | null): string | null {
  const spansMachines = fabric?.isComplete === true && /[^0-]/.test(fabric.cluster);
  return spansMachines ? `${fabric.cluster}.${fabric.clique}` : null;
}
