import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LaunchPlan } from '../../src/generated/plan.ts';
import { composePicture } from '../../src/review/show/compose-picture.ts';
import { renderHtml } from '../../src/review/show/html/render-html.ts';
import { renderSvg } from '../../src/review/show/svg/render-svg.ts';
import { renderTable } from '../../src/review/show/table.ts';
import { anyText } from '../any-text.ts';
import { ATTACKS, HARMFUL, shown, tamePlan, withTexts } from '../hostile-texts.ts';
import { type Markup, parseHtml, parseSvg } from '../parse-markup.ts';
import { runs, some } from '../stage.ts';

const svgOf = (plan: LaunchPlan) => renderSvg(composePicture(plan));

/** Elements and attributes, without the values that texts are in. */
function structureOf({ tags }: Markup): string[] {
  const values = new Set('class role type scope tabindex id hidden data-row data-rows'.split(' '));
  return tags.map(({ name, attributes }) =>
    [
      name,
      ...Object.entries(attributes).map(([key, value]) => (values.has(key) ? `${key}=${value}` : key)),
    ].join(' '),
  );
}

const NO_ATTRIBUTE = /^on|href|src|style|action|data$|formaction|srcdoc|xlink/i;

function expectHarmless(markup: Markup, elements: readonly string[]): void {
  for (const { name, attributes } of markup.tags) {
    expect(elements).toContain(name);
    for (const [key, value] of Object.entries(attributes)) {
      expect(key).not.toMatch(NO_ATTRIBUTE);
      expect(value).not.toMatch(HARMFUL);
    }
  }
}

const SVG_ELEMENTS = ['svg', 'title', 'desc', 'style', 'rect', 'g', 'path', 'text'];
const HTML_ELEMENTS =
  'html head meta title style body main h1 h2 h3 ul li div section header p button b span label input select option output strong table caption thead tbody tr th td script'.split(
    ' ',
  );

const TAME = { svg: parseSvg(svgOf(tamePlan)), html: parseHtml(renderHtml(tamePlan)) };

function checkSvg(text: string): void {
  const markup = parseSvg(svgOf(withTexts(text)));
  expectHarmless(markup, SVG_ELEMENTS);
  expect(structureOf(markup)).toEqual(structureOf(TAME.svg));
  expect(markup.textsOf('style')).toEqual(TAME.svg.textsOf('style'));
  for (const words of [...markup.textsOf('text'), ...markup.textsOf('title'), ...markup.textsOf('desc')])
    expect(words).not.toMatch(HARMFUL);
  const cell = `rank 1 on ${shown(text)}:1, ${shown(text)}, score 1`;
  expect(markup.textsOf('title')).toContain(cell);
}

function checkHtml(text: string): void {
  const markup = parseHtml(renderHtml(withTexts(text)));
  expectHarmless(markup, HTML_ELEMENTS);
  expect(structureOf(markup)).toEqual(structureOf(TAME.html));
  for (const own of ['style', 'script']) expect(markup.textsOf(own)).toEqual(TAME.html.textsOf(own));
  expect(markup.textsOf('h1')).toEqual([shown(text)]);
  expect(markup.textsOf('td')).toEqual(expect.arrayContaining([shown(text)]));
}

test.each(some(ATTACKS))('%j stays text in SVG', checkSvg);
test.each(some(ATTACKS))('%j stays text in HTML', checkHtml);
test.each(some(ATTACKS))('%j stays text in the table', (text) => {
  expect(renderTable(withTexts(text)).replaceAll('\n', '')).not.toMatch(HARMFUL);
});

const pieces = fc.constantFrom(
  ...`< > " ' & \` # ; ]]> --> <!-- </ script = %% { [ ::: ~~~ end &#60; &lt é 中 \u{1f600}`.split(' '),
  ...[' ', '\n', '\u202e', '\u0000', '\ud800', '\uffff', '\u2028'],
);
const hostileText = fc.oneof(
  fc.array(pieces).map((parts) => parts.join('')),
  anyText,
);

test.each([
  ['SVG', checkSvg, 150],
  ['HTML', checkHtml, 100],
] as const)('any text at all stays text in %s', (_, check, numRuns) => {
  fc.assert(fc.property(hostileText, check), { numRuns: runs(numRuns) });
});

test('the policy of the page allows its own style and script, and nothing else', () => {
  const markup = parseHtml(renderHtml(withTexts('</script><script>alert(1)</script>')));
  const policy = markup.tags.find(({ attributes }) => attributes['http-equiv'] !== undefined)?.attributes[
    'content'
  ];
  const digest = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  expect(policy?.split('; ')).toEqual([
    "default-src 'none'",
    `style-src ${digest(markup.textsOf('style')[0])}`,
    `script-src ${digest(markup.textsOf('script')[0])}`,
    "base-uri 'none'",
    "form-action 'none'",
  ]);
  expect(markup.textsOf('script')).toHaveLength(1);
});
