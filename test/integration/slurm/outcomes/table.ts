import type { OutcomeCase } from './cases.ts';
import type { Outcome } from './run-outcome.ts';

export const BEGIN = '<!-- outcomes: written by the tests -->';
export const END = '<!-- end of outcomes -->';

/** One row of the documentation's table, from what was observed. */
export function renderRow(outcome: OutcomeCase, { before, state, exitCode, restarts, log }: Outcome): string {
  const status = outcome.exitCode === null ? '' : `, status ${exitCode}`;
  const tries = restarts > 0 ? `, restarts ${restarts}` : '';
  const start = before === null ? '' : `${before}, then `;
  return `| ${outcome.situation} | ${start}${state}${status}${tries} | ${findSaid(outcome, log)} |`;
}

/** The line of the log that tells it, without what differs from run to run. */
function findSaid({ says, isRace }: OutcomeCase, log: string): string {
  const [line = ''] = (says?.exec(log)?.[0] ?? '').split('\n');
  const text = line.replace(/\([0-9a-f]{12}\)/, '(…)');
  const stable = isRace === true ? text.replaceAll(/\d+/g, 'N').replaceAll(/\b[ab]N\b/g, 'NODE') : text;
  return stable === '' ? '' : `\`${stable}\``;
}

export const renderTable = (rows: readonly string[]): string =>
  ['| What happens | How the job ends | What its log says |', '| --- | --- | --- |', ...rows].join('\n');

/** The table that a document holds between its two marks. */
export function findTable(document: string): {
  readonly before: string;
  readonly table: string;
  readonly after: string;
} {
  const start = document.indexOf(BEGIN) + BEGIN.length;
  const end = document.indexOf(END);
  if (start < BEGIN.length || end === -1) throw new Error(`the document lacks ${BEGIN} or ${END}`);
  return {
    before: document.slice(0, start),
    table: document.slice(start, end).trim(),
    after: document.slice(end),
  };
}
