import { OTHER } from '../review/diff/format-headline.ts';
import { codeSpan } from '../review/diff/render-markdown.ts';

/**
 * What a comment says of one topology of a pull request: what `diff --format markdown` printed; that the base, or the pull request,
 * has no such file; or that one of the two sides has errors.
 */
export type Section =
  | { readonly kind: 'changed'; readonly markdown: string }
  | { readonly kind: 'new' | 'removed' | 'broken'; readonly name: string };

/** The most characters that GitHub takes in a comment. */
export const MAX_COMMENT = 65_536;

/** All verdicts, then each topology that changes, as markdown; texts of other people stand in code spans only, as in the diff itself. */
export function renderSections(sections: readonly Section[]): string {
  const sorted = sortByDanger(sections);
  const changed = sorted.filter(({ kind }) => kind === 'changed');
  return [...listVerdicts(sorted), ...changed.map(renderSection)].join('\n\n');
}

function renderSection(section: Section): string {
  if (section.kind === 'changed') return section.markdown.trimEnd();
  const [verdict, reason] = STATEMENTS[section.kind];
  return `**Launch plan of ${codeSpan(section.name)}: ${verdict}**\n\n${reason}`;
}

const STATEMENTS = {
  new: ['new', 'The base has no such topology, so there is nothing to compare with.'],
  removed: ['removed', 'The base has this topology, and nothing takes its place.'],
  broken: ['not compared', 'It has errors, here or in the base. The log of the check tells them.'],
} as const;

export const UNCHANGED = '**Launch plan: no difference to the base any more**';

const CUT = 'The rest is left out here; the summary of the job has more.';

const verdictOf = (section: Section): string => renderSection(section).split('\n', 1)[0] ?? '';

/** Those that run other code, or run on other hosts, come first: they are whole where the rest is cut off. */
function sortByDanger(sections: readonly Section[]): readonly Section[] {
  const dangers = Object.values(OTHER).map((words) => `: ${words}: `);
  const placeOf = (section: Section) => {
    const found = dangers.findIndex((words) => verdictOf(section).includes(words));
    return found < 0 ? dangers.length : found;
  };
  return sections.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Each with the line below it, which names the files, or the reason. One that changes alone begins with its own. */
function listVerdicts(sections: readonly Section[]): readonly string[] {
  const [first] = sections;
  if (first === undefined) return [];
  if (sections.length === 1) return first.kind === 'changed' ? [] : [renderSection(first)];
  const items = sections.map((section) => {
    const [verdict, , below] = renderSection(section).split('\n', 3);
    return `- ${verdict} ${below}`;
  });
  return [items.join('\n')];
}

/**
 * At most `limit` characters of markdown, cut at the end of a line: a line of the diff closes all that it opens, but
 * for a folded section, which is closed here.
 */
export function cutMarkdown(markdown: string, limit: number): string {
  if (markdown.length <= limit) return markdown;
  const [closing, note] = ['\n\n</details>', `\n\n${CUT}`];
  const room = limit - closing.length - note.length;
  const kept: string[] = [];
  let length = 0;
  let isOpen = false;
  for (const line of markdown.split('\n')) {
    if (length + line.length + 1 > room) break;
    if (line.startsWith('<details>')) isOpen = true;
    if (line === '</details>') isOpen = false;
    kept.push(line);
    length += line.length + 1;
  }
  return `${kept.join('\n').trimEnd()}${isOpen ? closing : ''}${note}`;
}
