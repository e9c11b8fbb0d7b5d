import { homedir } from 'node:os';
import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import { planNetworkCheck } from '../../compiler/plan/plan-network-check.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { findOffer, isMasterHere, reportNetwork } from '../../runtime/reach/judge-network.ts';
import { areOnOneMachine, NCCL_FILES, variablesOf } from '../../runtime/reach/network.ts';
import { LIBRARY_NAMES } from '../../runtime/reach/pick-address.ts';
import type { MappedNode } from '../../runtime/run/choose-node.ts';
import { tryRead } from '../../runtime/try-read.ts';
import type { NodePlaces } from '../../runtime/verify/locate-node.ts';
import type { Coverage } from '../../runtime/verify/planned-node.ts';

interface NetworkHere {
  readonly plan: LaunchPlan;
  readonly nodes: readonly MappedNode[];
  readonly mapped: MappedNode;
  readonly places: NodePlaces;
  readonly masterAddress: string | null;
  readonly isWanted: boolean;
}

/** What can be known of this machine's network without the other hosts. */
export async function checkNetworkHere(
  { plan, nodes, mapped, places, masterAddress, isWanted }: NetworkHere,
  { verified }: Pick<Coverage, 'verified'>,
  report: Reporter,
): Promise<void> {
  const check = planNetworkCheck(plan, isWanted);
  if (check === null) return;
  const files = NCCL_FILES.map((path) => tryRead(path.replace(/^~/, homedir())));
  const variables = variablesOf(plan, mapped.node, (name) => process.env[name], files);
  const isOneOfSeveral = nodes.length > 1 && !areOnOneMachine(masterAddress);
  if (!isOneOfSeveral && Object.values(variables).every((value) => value === undefined)) return;
  const { readNetwork } = await import('../../runtime/reach/read-network.ts');
  const network = await readNetwork(masterAddress);
  const areElsewhere = mapped.node.name === plan.master.node || !isMasterHere(network);
  const others = !isOneOfSeveral ? 'none' : areElsewhere ? 'elsewhere' : 'unknown';
  const question = { host: mapped.node.name, network, variables, library: check.library, others } as const;
  const before = report.errorCount();
  reportNetwork(question, check, places, report);
  const offer = findOffer(question);
  if (offer === null || !isOneOfSeveral || report.errorCount() > before) return;
  const by = offer.interface === null ? '' : ` (${offer.interface})`;
  verified.push(`${LIBRARY_NAMES[check.library]} takes ${offer.address}${by}`);
}
