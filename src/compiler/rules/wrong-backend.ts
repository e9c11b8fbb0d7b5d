import { suggestRewrite } from '../diagnostics/suggestion.ts';
import { slotName } from '../inventory/inventory.ts';
import { listSettings } from '../mapping/list-settings.ts';
import { compareVersions } from '../values/versions.ts';
import type { MappedContext } from './rule.ts';

/** NCCL finds these out at its first collective, after the queue. */
export function wrongBackend(context: MappedContext): void {
  const { settings, places, report } = context;
  if (settings.launch.backend !== 'nccl') return;
  const sharing = findSharing(context);
  const reason = findImpossible(context) ?? (sharing === null ? null : refuse(context, sharing));
  if (reason === null) return;
  const span = places.setting('launch', 'backend');
  const orShare =
    sharing === null
      ? ''
      : `, or take NCCL ${sharing.since} or newer with \`${SHARE}: "1"\` in \`env\` (experimental)`;
  report.error('RP3008', span, `nccl cannot run here: ${reason}`, {
    help: `remove \`backend\`, or set it to \`gloo\`; for nccl map one whole GPU of one vendor to each rank${orShare}`,
    suggestion: suggestRewrite(span, 'nccl', 'gloo', false),
  });
}

function findImpossible({ facts, inventory, ranks }: MappedContext): string | null {
  const { cpuSlot, vendors } = facts;
  if (cpuSlot !== null)
    return `rank ${ranks.slotOfRank.indexOf(cpuSlot)} has no GPU (${slotName(inventory, cpuSlot)})`;
  if (vendors.size > 1) return `the ranks are on GPUs of ${[...vendors].sort().join(' and ')}`;
  return vendors.has('intel') ? 'the GPUs are made by intel' : null;
}

/** The variable that allows ranks on one GPU, if the NCCL version knows it; its default is 0. */
const SHARE = 'NCCL_MULTI_RANK_GPU_ENABLE';

/** Ranks on one GPU, whole or in MIG instances of their own; `since`: the first NCCL that can. */
function findSharing({ facts: { sharedGpu, migSibling }, inventory }: MappedContext) {
  if (migSibling !== null)
    return {
      what: `${slotName(inventory, migSibling)} is the second MIG instance of one GPU`,
      since: '2.31',
    };
  if (sharedGpu === null) return null;
  return { what: `several ranks share the GPU ${slotName(inventory, sharedGpu)}`, since: '2.30.3' };
}

/** Only known facts decide: a version that is not given may support it. */
function refuse(
  { settings, inventory, ranks }: MappedContext,
  { what, since }: NonNullable<ReturnType<typeof findSharing>>,
): string | null {
  const allowed = listSettings({ launch: settings.launch, inventory, ranks }, SHARE);
  if (allowed.length === 0 || allowed.some(({ value }) => value !== '1')) return what;
  const version = settings.launch.software?.['nccl'];
  return version === undefined || compareVersions(version, since) >= 0
    ? null
    : `${what}, and NCCL is ${version}`;
}
