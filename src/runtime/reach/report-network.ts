import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import type { NodePlaces } from '../verify/locate-node.ts';
import { judgeNetwork, type NetworkQuestion } from './judge-network.ts';
import { findSeparator, NETWORK_VARIABLES } from './network.ts';
import type { Library } from './pick-address.ts';

/** What is looked at of a plan's network. */
export interface NetworkCheck {
  readonly library: Library;
  /** Lines of setup run before the ranks, and `env` or a shell before a program, may set variables: then it is a guess. */
  readonly isCertain: boolean;
}

/** Null if it is switched off, or nothing is known of the ranks' network. */
export function planNetworkCheck({ launch, backend }: LaunchPlan, isWanted: boolean): NetworkCheck | null {
  if (!isWanted || !launch.checkNetwork || backend === 'none') return null;
  const { wrap, command, setup } = launch;
  if (findSeparator(wrap ?? [], command ?? []) !== null) return null;
  const isSetThere = [...(wrap ?? []), ...(command ?? [])].some((word) =>
    NETWORK_VARIABLES.some((name) => word.includes(`${name}=`)),
  );
  return { library: backend, isCertain: setup.length === 0 && !isSetThere };
}

/** Reports what `judgeNetwork` finds at the lines of the plan. */
export function reportNetwork(
  question: NetworkQuestion,
  { isCertain }: NetworkCheck,
  places: NodePlaces,
  report: Reporter,
): void {
  for (const { code, severity, variable, message, help } of judgeNetwork(question)) {
    const place = variable === null ? places.host() : places.variable(variable);
    const advice = isCertain
      ? help
      : `${help}; launch.setup or the command may set it, too: then this does not hold`;
    report[isCertain ? severity : 'warning'](code, place, message, { help: advice });
  }
}
