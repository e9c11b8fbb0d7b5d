import { createHash } from 'node:crypto';
import { pageScript, pageStyle } from '../../../generated/assets.ts';
import type { LaunchPlan } from '../../../generated/plan.ts';
import { escapeMarkup } from '../escape-markup.ts';
import { writeShadeRules } from '../score-scale.ts';
import { renderView } from './render-view.ts';

/** A plan as one page that needs nothing else and may load nothing. */
export function renderHtml(plan: LaunchPlan): string {
  return [
    renderHead(plan.name),
    '<body>',
    '<main>',
    renderView(plan),
    '</main>',
    `<script>${pageScript}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function renderHead(name: string): string {
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
