import type { LaunchPlan } from '../../generated/plan.ts';
import { hostsOfPlan } from './placeholders.ts';
import { singleQuote } from './shell-quote.ts';

/** Around a node's name they stand for its host. They cannot be seen, so no document has them. */
const [BEGIN, END] = ['\ufff0', '\ufff1'];
const MARKED = /\ufff0([^\ufff1]*)\ufff1/;

/** What stands for the host of a node in words and values: under `bind: job` a mark, as only the job knows it. */
export function hostsOfJob(plan: LaunchPlan): (node: string) => string {
  return plan.nodes[0]?.bind === 'job' ? (node) => `${BEGIN}${node}${END}` : hostsOfPlan(plan);
}

/** One word of shell, in which `expand` names the variable that has the host of a node. */
export function quoteHosts(text: string, expand: (node: string) => string, quote = singleQuote): string {
  const pieces = text.split(MARKED);
  if (pieces.length === 1) return quote(text);
  return pieces
    .map((piece, index) => (index % 2 === 1 ? `"\${${expand(piece)}}"` : piece === '' ? '' : quote(piece)))
    .join('');
}
