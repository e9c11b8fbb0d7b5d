import type { LaunchPlan } from '../../generated/plan.ts';
import type { Reporter } from '../diagnostics/reporter.ts';
import type { Span } from '../source/source-file.ts';
import { keySpan } from '../syntax/document.ts';
import { CODE_HELP, noteRemoteCommand, noteVariable, whatItRuns } from '../values/code-variables.ts';

/**
 * Notes what of a saved plan decides which code runs: variables, and the program that reaches other hosts. Nodes have one
 * `env` of the topology many times: it is noted at the first. `parsePlaced` finds the places, which takes time and may be impossible.
 */
export function noteCode(
  plan: LaunchPlan,
  parsePlaced: () => object | null,
  start: Span,
  report: Reporter,
): void {
  let placed: LaunchPlan | null | undefined;
  const placeOf = (name: string, mapOf: (plan: LaunchPlan) => object | null | undefined) => () => {
    if (placed === undefined) placed = parsePlaced() as LaunchPlan | null;
    const map = placed === null ? null : mapOf(placed);
    return map ? keySpan(map, name) : start;
  };
  const noteAt = (name: string, envOf: (plan: LaunchPlan) => object | undefined) =>
    noteVariable(name, placeOf(name, envOf), report, CODE_HELP);
  const words = plan.launch.remote?.command;
  if (words)
    noteRemoteCommand(
      words,
      placeOf('command', ({ launch }) => launch.remote),
      report,
      CODE_HELP,
    );
  for (const name in plan.launch.env) noteAt(name, ({ launch }) => launch.env);
  const reported = new Set<string>();
  for (const [index, { env }] of plan.nodes.entries()) {
    for (const name in env) {
      if (whatItRuns(name) === null) continue;
      const setting = `${name}=${env[name]}`;
      if (!reported.has(setting)) noteAt(name, ({ nodes }) => nodes[index]?.env);
      reported.add(setting);
    }
  }
}
