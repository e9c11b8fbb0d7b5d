import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import type { NetworkCheck } from '../../compiler/plan/plan-network-check.ts';
import type { NodePlaces } from '../verify/locate-node.ts';
import { judgeNetwork, type NetworkQuestion } from './judge-network.ts';

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
