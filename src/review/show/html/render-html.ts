import { createHash } from 'node:crypto';
import { pageScript, pageStyle } from '../../../generated/assets.ts';
import type { LaunchPlan } from '../../../generated/plan.ts';
import { composePicture, MAX_DRAWN_SLOTS } from '../compose-picture.ts';
import { describeOmitted } from '../describe-cell.ts';
import { escapeMarkup } from '../escape-markup.ts';
import { listIdleRows, listRankRows } from '../list-rows.ts';
import { listSlots } from '../list-slots.ts';
import type { Picture } from '../picture.ts';
import { writeShadeRules } from '../shade-rules.ts';
import { renderLegend, renderMap } from './render-map.ts';
import { renderRows } from './render-rows.ts';

/** How many ranks the table lists: a page with more takes long to open. */
export const MAX_LISTED_RANKS = 20_000;

/** A plan as one page that needs nothing else and may load nothing: picture, facts of the chosen GPU, table. */
export function renderHtml(plan: LaunchPlan): string {
  const slots = [...listSlots(plan)];
  const picture = composePicture(plan, { slots });
  const ranks = listRankRows(slots).slice(0, MAX_LISTED_RANKS);
  const rows = [...ranks, ...listIdleRows(plan, slots, MAX_DRAWN_SLOTS)];
  const map = renderMap(picture, { worldSize: plan.worldSize, listed: ranks.length });
  const left = plan.worldSize - ranks.length;
  const more = left === 0 ? null : `not listed: ${left} ranks; rankplan show prints them all`;
  return [
    renderHead(picture),
    '<body>',
    '<main>',
    `<h1>${escapeMarkup(picture.name)}</h1>`,
    `<ul class="facts">${picture.facts.map((fact) => `<li>${escapeMarkup(fact)}</li>`).join('')}</ul>`,
    '<h2>Picture</h2>',
    renderTools(plan.worldSize),
    warn(describeOmitted(picture)),
    '<div class="picture">',
    map,
    renderLegend(picture),
    DETAILS,
    '</div>',
    '<h2>Table</h2>',
    warn(more),
    renderRows(plan, rows),
    '</main>',
    `<script>${pageScript}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function renderHead({ name }: Picture): string {
  const rules = writeShadeRules(
    (className, { fill, ink }) => `.${className} {\n  background: ${fill};\n  color: ${ink};\n}`,
  );
  const style = `\n${pageStyle}${rules}\n`;
  const policy = [
    "default-src 'none'",
    `style-src '${digest(style)}'`,
    `script-src '${digest(pageScript)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return [
    '<!DOCTYPE html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>Launch plan ${escapeMarkup(name)}</title>`,
    `<style>${style}</style>`,
    '</head>',
  ].join('\n');
}

/** Only this very text runs: whatever got into the page besides would not. */
function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}`;
}

/** What needs the script is hidden until it runs. */
function renderTools(worldSize: number): string {
  return `<div class="tools" hidden><label>Go to rank <input type="number" min="0" max="${worldSize - 1}"></label></div>`;
}

const HELP = 'Point at a cell for its facts, or choose one with Tab, the arrow keys, Home and End.';
const DETAILS = `<section class="details" aria-label="Facts" data-help="${HELP}" hidden><h2></h2><div></div></section>`;

const warn = (sentence: string | null): string =>
  sentence === null ? '' : `<p><strong>${escapeMarkup(sentence)}</strong></p>`;
