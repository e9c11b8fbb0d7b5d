import { createReporter, type Reporter } from '../../compiler/diagnostics/reporter.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { bindNodes, chooseNode, type MappedNode } from '../../runtime/run/choose-node.ts';
import { RunRefusal } from '../../runtime/run/run-refusal.ts';
import { identifyThisHost } from '../../runtime/run/this-host.ts';
import { checkHardware } from '../../runtime/verify/check-hardware.ts';
import { checkMaster } from '../../runtime/verify/check-master.ts';
import { locateNode } from '../../runtime/verify/locate-node.ts';
import { newCoverage } from '../../runtime/verify/planned-node.ts';
import { statusOf } from '../findings/print-findings.ts';
import type { LoadedPlan } from '../input/load-plan.ts';
import { readRunOptions } from '../run/read-run-options.ts';
import { EXIT, type Invocation, UsageError } from '../verb.ts';
import { DEFAULT_TIMEOUT_SECONDS, parseTimeout, type VERIFY_OPTIONS } from '../verbs/options.ts';
import { createDriverAccess, discoverOptions } from './driver-access.ts';
import { printVerification, type Verification } from './print-verification.ts';
import { tellHazardsHere } from './tell-hazards-here.ts';

type Call = Invocation<typeof VERIFY_OPTIONS>;

/** Compares this machine with a plan, prints what it found, and returns the exit status. */
export async function verifyPlan(invocation: Call, loaded: LoadedPlan, plan: LaunchPlan): Promise<number> {
  const verification = await verify(invocation, loaded, plan);
  printVerification(verification, invocation.options.format === 'json');
  return verification.asked === 'told' ? statusOf(verification.findings) : EXIT.environment;
}

async function verify({ args, options }: Call, loaded: LoadedPlan, plan: LaunchPlan): Promise<Verification> {
  const { node: wanted, hosts, port } = readRunOptions({ args, options }, plan);
  const timeoutSeconds = parseTimeout(options.timeout) ?? DEFAULT_TIMEOUT_SECONDS;
  const nodes = bind(plan, hosts, wanted);
  const report = createReporter();
  const coverage = newCoverage();
  const mapped = choose(nodes, wanted, loaded, report);
  if (mapped === null) return { node: null, asked: 'told', coverage, findings: report.diagnostics() };
  const { node, ranks } = mapped;
  const places = locateNode(loaded, plan, node);
  const driver = createDriverAccess();
  const check = {
    planned: { node, ranks, places },
    openDriver: driver.open,
    options: discoverOptions(timeoutSeconds),
    allowBusy: options.allowBusy,
  };
  const asked = await checkHardware(check, coverage, report);
  await driver.close();
  await checkMaster({ plan, nodes, mapped, places, port }, coverage, report);
  const told = tellHazardsHere(plan, loaded, node, coverage);
  return { node: node.name, asked, coverage, findings: [...report.diagnostics(), ...told] };
}

/** Wrong words for the nodes are a wrong command line. Whether a machine suits one slot can be asked without the others. */
function bind(
  plan: LaunchPlan,
  hosts: readonly string[] | null,
  wanted: string | null,
): readonly MappedNode[] {
  try {
    return bindNodes(plan, hosts, wanted !== null);
  } catch (error) {
    throw error instanceof RunRefusal ? new UsageError(error.message) : error;
  }
}

function choose(
  nodes: readonly MappedNode[],
  wanted: string | null,
  { file }: LoadedPlan,
  report: Reporter,
): MappedNode | null {
  try {
    return chooseNode(nodes, wanted, identifyThisHost());
  } catch (error) {
    if (!(error instanceof RunRefusal)) throw error;
    report.error('RP5237', { file, start: 0, end: 0 }, error.problem, { help: error.advice });
    return null;
  }
}
