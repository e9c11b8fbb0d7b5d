import Handlebars from 'handlebars/runtime.js';
import { type TemplateName, templates } from '../generated/templates.js';
import { templateHelpers } from './template-helpers.ts';

const runtime = Handlebars.create();
runtime.registerHelper(templateHelpers);

/** Fills in a template of `src/emitters`; a value that it misses or cannot quote is a bug and throws. */
export function renderTemplate(name: TemplateName, view: object): string {
  return runtime.template(templates[name])(view);
}

/** A line that none of these lines is: what ends them in a here-document. */
export function chooseDelimiter(lines: readonly string[]): string {
  const taken = new Set(lines.flatMap((line) => line.split('\n')));
  let delimiter = 'END';
  while (taken.has(delimiter)) delimiter += '_';
  return delimiter;
}

export const countThings = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;
