import { toReport } from '../../compiler/diagnostics/render-json.ts';
import { createReporter, type Diagnostic, type Reporter } from '../../compiler/diagnostics/reporter.ts';
import { listReplicas, planOfReplica } from '../../compiler/plan/replica-plan.ts';
import { escapeHidden, printable } from '../../compiler/source/printable.ts';
import type { Span } from '../../compiler/source/source-file.ts';
import type { Code } from '../../generated/codes.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { bindNodes, chooseNode, findMasterAddress } from '../../runtime/run/choose-node.ts';
import { checkPort } from '../../runtime/run/choose-port.ts';
import { RunRefusal } from '../../runtime/run/run-refusal.ts';
import { checkAddress, identifyThisHost } from '../../runtime/run/this-host.ts';
import { checkHardware, type DriverOutcome } from '../../runtime/verify/check-hardware.ts';
import { locateNode, type NodePlaces } from '../../runtime/verify/locate-node.ts';
import { type Coverage, newCoverage, type PlannedNode } from '../../runtime/verify/planned-node.ts';
import { count, printFindings, statusOf } from '../findings/print-findings.ts';
import type { LoadedPlan } from '../input/load-plan.ts';
import { readNodeOptions } from '../input/read-node-options.ts';
import { DEFAULT_TIMEOUT_SECONDS, parseTimeout, type VERIFY_OPTIONS } from '../options.ts';
import { EXIT, type Invocation, UsageError } from '../verb.ts';
import { checkNetworkHere } from './check-network-here.ts';
import { checkRolePorts } from './check-roles-here.ts';
import { createDriverAccess, discoverOptions } from './driver-access.ts';
import { findLocalHazards } from './find-local-hazards.ts';

type Call = Invocation<typeof VERIFY_OPTIONS>;

/** Compares this machine with a plan, prints what it found, and returns the exit status. */
export async function verifyPlan(invocation: Call, loaded: LoadedPlan, plan: LaunchPlan): Promise<number> {
  const verification = await verify(invocation, loaded, plan);
  printVerification(verification, invocation.options.format === 'json');
  return verification.driver === 'answered' ? statusOf(verification.findings) : EXIT.environment;
}

async function verify({ options }: Call, loaded: LoadedPlan, plan: LaunchPlan): Promise<Verification> {
  const { node: wanted, hosts, port } = readNodeOptions(options);
  const timeoutSeconds = parseTimeout(options.timeout) ?? DEFAULT_TIMEOUT_SECONDS;
  const nodes = bind(plan, hosts, wanted !== null);
  const report = createReporter();
  const coverage = newCoverage();
  const whole = { file: loaded.file, start: 0, end: 0 };
  const find = () => chooseNode(nodes, wanted, identifyThisHost());
  const mapped = await orFinding(find, 'RP5237', whole, report);
  if (mapped === null) return { node: null, driver: 'answered', coverage, findings: report.diagnostics() };
  const { node, ranks } = mapped;
  const places = locateNode(loaded, plan, node);
  const driver = createDriverAccess();
  const planned = { node, ranks, places };
  const { allowBusy } = options;
  const check = { planned, openDriver: driver.open, options: discoverOptions(timeoutSeconds), allowBusy };
  const outcome = await checkHardware(check, coverage, report);
  await driver.close();
  const isWanted = options.network;
  const hazards: Diagnostic[] = [];
  if (plan.roles === null) {
    const masterAddress = findMasterAddress(plan, nodes);
    const place = { address: masterAddress, port: port ?? plan.master.port };
    await checkMaster(place, node.name === plan.master.node, places, coverage, report);
    await checkNetworkHere({ plan, nodes, mapped, places, masterAddress, isWanted }, coverage, report);
    hazards.push(...findLocalHazards(plan, loaded, node, coverage));
  } else hazards.push(...(await verifyRoles(plan, loaded, planned, isWanted, coverage, report)));
  return { node: node.name, driver: outcome, coverage, findings: [...report.diagnostics(), ...hazards] };
}

/** What is of the roles on this machine: their addresses and ports, the network of each world, versions of libraries. */
async function verifyRoles(
  plan: LaunchPlan,
  loaded: LoadedPlan,
  { node, places }: PlannedNode,
  isWanted: boolean,
  coverage: Coverage,
  report: Reporter,
): Promise<readonly Diagnostic[]> {
  const replicas = listReplicas(plan);
  const here = replicas.filter(({ replica }) => replica.processes.some((one) => one.node === node.name));
  const used = new Set(plan.ranks.map((rank) => rank.node));
  for (const { name, address } of plan.nodes)
    if (used.has(name) && address !== null)
      await orFinding(() => checkAddress(address), 'RP5238', places.host(), report);
  checkRolePorts(here, node, places, coverage, report);
  const hazards: Diagnostic[] = [];
  for (const one of here) {
    const own = planOfReplica(plan, one);
    const nodes = bindNodes(own, null, true);
    const mapped = nodes.find((other) => other.node.name === node.name);
    if (mapped === undefined) continue;
    hazards.push(...findLocalHazards(own, loaded, node, coverage));
    const masterAddress = findMasterAddress(own, nodes);
    if (one.role.world === 'none') continue;
    await checkNetworkHere({ plan: own, nodes, mapped, places, masterAddress, isWanted }, coverage, report);
  }
  return hazards;
}

/** Wrong words for the nodes are a wrong command line. Whether a machine suits one slot can be checked without the others. */
function bind(plan: LaunchPlan, hosts: readonly string[] | null, mayStayOpen: boolean) {
  try {
    return bindNodes(plan, hosts, mayStayOpen);
  } catch (error) {
    throw error instanceof RunRefusal ? new UsageError(error.message) : error;
  }
}

interface Verification {
  /** The node of the plan that this machine is; null if it is not in the plan. */
  readonly node: string | null;
  readonly driver: DriverOutcome;
  readonly coverage: Coverage;
  readonly findings: readonly Diagnostic[];
}

/** `partial`: nothing differs, and not everything could be looked at. `unverified`: the driver did not answer. */
function judge({ driver, coverage, findings }: Verification) {
  if (driver !== 'answered') return 'unverified';
  if (findings.some(({ severity }) => severity === 'error')) return 'drift';
  return coverage.unverified.length > 0 ? 'partial' : 'verified';
}

function printVerification(verification: Verification, asJson: boolean): void {
  const { node, coverage, findings } = verification;
  const verdict = judge(verification);
  if (asJson) {
    const document = { formatVersion: '1.0', node, verdict, ...coverage, findings: toReport(findings) };
    process.stdout.write(`${escapeHidden(JSON.stringify(document, null, 2))}\n`);
    return;
  }
  printFindings(findings, process.stdout);
  const lines = [
    ...coverage.notes.map((note) => `note: ${note}`),
    `${node ?? 'this machine'}: ${verdict}${formatCoverage(coverage, findings)}`,
  ];
  process.stdout.write(lines.map((line) => `${printable(line)}\n`).join(''));
}

function formatCoverage({ verified, unverified }: Coverage, findings: readonly Diagnostic[]): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  const parts = [
    ...(errors > 0 ? [count(errors, 'error')] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
    ...(verified.length > 0 ? [`as planned: ${verified.join(', ')}`] : []),
    ...(unverified.length > 0 ? [`not verified: ${unverified.join('; ')}`] : []),
  ];
  return parts.length === 0 ? '' : `: ${parts.join('; ')}`;
}

/** Reports when rank 0 cannot be found from here, or its port is taken here. A port that is chosen at the start is free. */
async function checkMaster(
  { address, port }: { readonly address: string | null; readonly port: number | string },
  isHere: boolean,
  places: NodePlaces,
  coverage: Coverage,
  report: Reporter,
): Promise<void> {
  if (address === null) coverage.unverified.push('the master address, which the job binds');
  else if (
    (await orFinding(() => checkAddress(address), 'RP5238', places.master('address'), report)) !== null
  )
    coverage.verified.push(`the master address ${address} resolves`);
  if (!isHere || port === 'auto') return;
  if ((await orFinding(() => checkPort(Number(port)), 'RP5239', places.master('port'), report)) !== null)
    coverage.verified.push(`port ${port} is free`);
}

/** Turns a refusal of a run into a finding, and returns null then. */
async function orFinding<T>(
  check: () => T | Promise<T>,
  code: Code,
  place: Span,
  report: Reporter,
): Promise<T | null> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof RunRefusal)) throw error;
    report.error(code, place, error.problem, { help: error.advice });
    return null;
  }
}
