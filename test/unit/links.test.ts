import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/*
 * Links of pages lead to a file, and where they name a heading, to one that is there. The names of pages in sources
 * and schemas, which messages show, are held as well.
 */
const list = (folder: string, ending: RegExp): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => ending.test(path));

const PAGES = [
  ...readdirSync('.').filter((path) => path.endsWith('.md')),
  ...['docs', 'examples'].flatMap((folder) => list(folder, /\.md$/)),
];

/** A page without its blocks of code. */
const textOf = (page: string): string =>
  readFileSync(page, 'utf8').replace(/^(`{3,})\w*\n[\s\S]*?^\1$/gm, '');

/** The anchors of a page, as forges make them of headings. */
function anchorsOf(page: string): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const anchors = [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = words.replace(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-');
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
  return new Set(anchors);
}

function isBroken(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(target)) return true;
  return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor);
}

test.each(PAGES)('every link of %s leads somewhere', (page) => {
  const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  const broken = links.filter((link) => !/^\w+:/.test(link) && isBroken(page, link));
  expect(broken).toEqual([]);
});

test('pages that sources and schemas name are there', () => {
  const sources = ['src', 'schemas', 'native', 'scripts', 'bench', 'python/src', 'test'].flatMap((folder) =>
    list(folder, /\.(ts|mjs|cjs|js|json|h|c|cpp|py|hbs|bash)$/),
  );
  const named = sources.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\bdocs\/(?:[a-z-]+\/)*[\w-]+\.md\b/g)].map(([page]) => ({
      path,
      page,
    })),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(({ page }) => !existsSync(page))).toEqual([]);
});
