import { availableParallelism, release, type } from 'node:os';

const HEAD = '| benchmark | ours | against | ratio | target | met? |\n|---|---|---|---|---|---|\n';

/** The results as a table, with the machine; each is `{ benchmark, result }`, or else `{ benchmark, reason }`. */
export const renderReport = (
  results,
) => `node ${process.versions.node}, ${availableParallelism()} cores, ${type()} ${kernel()}

${HEAD}${results.map(renderRow).join('')}
${results.map(({ benchmark: { name, description } }) => `- **${name}**: ${description}\n`).join('')}`;

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
