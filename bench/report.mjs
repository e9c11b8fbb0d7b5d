import { availableParallelism, release, type } from 'node:os';

const BEGIN = '<!-- benchmarks: written by `npm run bench -- --write` -->';
const END = '<!-- benchmarks: end -->';
const HEAD = '| benchmark | ours | against | ratio | target | met? |\n|---|---|---|---|---|---|\n';

/** The results as a table; each is `{ benchmark, result }` or `{ benchmark, reason }` when there is none. */
export const renderTable = (results) => `${HEAD}${results.map(renderRow).join('')}`;

/** The page with its part between the markers replaced; null when the page has no markers. */
export function replaceSection(page, results) {
  const [start, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (start < 0 || end < start) return null;
  return page.slice(0, start) + renderSection(results) + page.slice(end + END.length);
}

/** A page that holds nothing yet but what the benchmarks write. */
export const renderNewPage = (results) => `# Performance\n\n${renderSection(results)}\n`;

function renderSection(results) {
  const explained = results.map(({ benchmark: { name, description } }) => `- **${name}**: ${description}\n`);
  return `${BEGIN}

Measured by \`npm run bench\` on node ${process.versions.node}, ${availableParallelism()} cores, ${type()} ${kernel()}. The two contestants of a row ran in
turn, so that whatever else the machine did slowed both. The times are medians; a ratio is the median of the rounds'
own ratios, with their quartiles behind it. Times differ between machines, ratios far less.

${renderTable(results)}
${explained.join('')}
${END}`;
}

function renderRow({ benchmark: { name, ours, against, target }, result, reason }) {
  const wanted = target === null ? 'none' : `≤ ${target}`;
  if (result === undefined)
    return `| ${name} | ${ours} | ${against} | ${reason} | ${wanted} | not measured |\n`;
  const { ratio, details } = result;
  const [low, high] = details.spread;
  const met = target === null ? '' : ratio <= target ? 'yes' : 'MISSED';
  return `| ${name} | ${ours}: ${used(details.oursMs, details.peaks?.ours)} | ${against}: ${used(details.againstMs, details.peaks?.against)} | ${ratio.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)}) | ${wanted} | ${met} |\n`;
}

/** With a peak of memory the time is CPU time. */
const used = (ms, peakBytes) =>
  peakBytes === undefined ? time(ms) : `${time(ms)} of CPU, ${Math.round(peakBytes / 1e6)} MB`;

const time = (ms) => (ms < 1000 ? `${ms.toFixed(ms < 100 ? 1 : 0)} ms` : `${(ms / 1000).toFixed(2)} s`);

/** Major and minor number: the rest names the build of one machine. */
const kernel = () => release().split('.').slice(0, 2).join('.');
