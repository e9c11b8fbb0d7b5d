import type { LaunchPlan } from '../../generated/plan.ts';
import type { Reporter } from '../diagnostics/reporter.ts';
import { countFillings, fillPlaceholders, MOST_FILLINGS } from '../plan/placeholders.ts';
import { listReplicas, type ReplicaOf } from '../plan/replica-plan.ts';
import type { Span } from '../source/source-file.ts';
import { keySpan, textEntries, textItems, valueSpan } from '../syntax/document.ts';
import type { Role, Topology } from '../syntax/topology.ts';

/** A text of a role in which placeholders are filled, and where it is written. */
interface Text {
  readonly text: string;
  readonly span: () => Span;
}

/** A placeholder that nothing can stand for is an error at its word. */
export function checkWords(topology: Topology, plan: LaunchPlan, report: Reporter): void {
  const { roles, launch, source } = topology;
  const fillings = countFillings(plan);
  if (fillings > MOST_FILLINGS) {
    const message = `the words of all processes would have ${fillings} addresses, more than ${MOST_FILLINGS}`;
    const help = 'lower `replicas`, or name the addresses in a file';
    report.error('RP2003', keySpan(source, 'roles'), message, { help });
    return;
  }
  const replicas = listReplicas(plan);
  for (const role of roles ?? []) {
    const one = replicas.find((other) => other.role.name === role.name);
    if (one === undefined) continue;
    const shared = launch.source?.env === undefined ? [] : listValues(launch.source.env);
    for (const text of [...listTexts(role), ...shared]) checkText(text, one, plan, report);
  }
}

const listValues = (map: object): readonly Text[] =>
  textEntries(map).map(({ text, valueSpan: span }) => ({ text, span }));

function listTexts({ topology: { launch } }: Role): readonly Text[] {
  const { command = [], env } = launch.source ?? {};
  const texts = launch.source?.command === undefined ? [] : textItems(command);
  const words = command.flatMap((item, at): readonly Text[] => {
    if (typeof item !== 'object') return [{ text: texts[at] ?? '', span: () => valueSpan(command, at) }];
    const { each, words: list } = item;
    return textItems(list).map((text, i) => ({
      text: text.replaceAll('{{each.', `{{${each}.0.`),
      span: () => valueSpan(list, i),
    }));
  });
  return [...words, ...(env === undefined ? [] : listValues(env))];
}

function checkText({ text, span }: Text, one: ReplicaOf, plan: LaunchPlan, report: Reporter): void {
  if (!text.includes('{{')) return;
  const hostOf = (node: string) => node;
  for (const { at, filling } of fillPlaceholders(text, { plan, one, process: 0, hostOf }))
    if ('problem' in filling)
      report.error('RP3068', span(), `\`${at}\`: ${filling.problem}`, { help: filling.help });
}
