import { CLIENTS } from './clients.ts';
import { LAUNCHERS } from './launchers.ts';
import { coveringCells, type Outcomes } from './outcomes.ts';
import { SHAPES } from './plans.ts';

/** docs/frameworks.md, of what tests have seen. */
export const renderPage = (outcomes: Outcomes): string => `# Frameworks

<!-- Written by \`RANKPLAN_CLIENTS=record npm run test:clients\`, of what was seen. Do not edit. -->

Ordinary scripts, without a line for rankplan, were run with four ranks on CPUs (gloo): ${listVersions(outcomes)}.
“Trains” means that every loss that is printed is, digit for digit, that of one torchrun with four ranks on one node.

Nodes are letters, rank 0 first: ${SHAPES.map(({ name, where }) => `\`${where}\` is ${name}`).join(', ')}.
Each node has an address and a launcher of its own; those of the two Slurm scripts are of a real cluster.

## What trains

On how many of the ${SHAPES.length} plans it trained, of those that were tried:

| Client | ${LAUNCHERS.map((launcher) => `\`${launcher}\``).join(' | ')} |
|---|${LAUNCHERS.map(() => '---').join('|')}|
${CLIENTS.map(({ name }) => `| ${name} | ${LAUNCHERS.map((launcher) => count(outcomes, name, launcher)).join(' | ')} |`).join('\n')}

A refusal by rankplan counts as not tried: torchrun numbers the ranks of a node one after the other, so \`torchrun.sbatch\` is not
written for \`cdcc\` and \`gfef\` ([RP4201](diagnostics/RP4201.md)). \`npm run test:clients\` tries ${coveringCells().length} combinations each time (each client under two
launchers, each launcher on every plan); with \`RANKPLAN_CLIENTS=all\` it tries all.

## What does not

${listRefusals(outcomes)}

Lightning's Trainer and Fabric take \`devices\` and \`num_nodes\`, and refuse nodes of different sizes:
[RP6008](diagnostics/RP6008.md) warns of it. Ray Train places workers of its own, by numbers and not by a plan: it is not among the clients.

## A rank fails

Rank 2 of a DDP script fails in its fifth step. torchrun ends with status 1 each time, and prints the exceptions of the victims too:

| Rank 2 | status of \`rankplan run\` | lines | status of torchrun | lines |
|---|---|---|---|---|
${Object.entries(outcomes.failures)
  .map(
    ([name, { rankplan, lines, status }]) =>
      `| ${name} | ${status} | ${rankplan.split('\n').length} | 1 | about ${Math.round(lines / 10) * 10} |`,
  )
  .join('\n')}

${Object.values(outcomes.failures)
  .map(({ rankplan }) => `\`\`\`text\n${rankplan}\n\`\`\``)
  .join('\n\n')}

Tests hold these under \`launch.sh\` and \`rankplan run\`: ranks that hang end at TERM, checkpoints are saved at each USR1 and at TERM, and 100 MB of output
are whole. \`rankplan run\` also names a rank that left early with status 0, and shows what \`@record\` noted.
`;

const listVersions = ({ versions }: Outcomes): string =>
  Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');

function count({ matrix }: Outcomes, client: string, launcher: string): string {
  const tried = (matrix[client]?.[launcher] ?? []).filter((outcome) => outcome && !/^RP\d{4}$/.test(outcome));
  if (tried.length === 0) return '–';
  return `${tried.filter((outcome) => outcome === 'trains').length} of ${tried.length}`;
}

/** Each text once, with the clients, launchers and plans that it was seen with. */
function listRefusals({ matrix }: Outcomes): string {
  const places = new Map<string, string[]>();
  for (const { name } of CLIENTS)
    for (const launcher of LAUNCHERS)
      for (const [i, { where }] of SHAPES.entries()) {
        const outcome = matrix[name]?.[launcher]?.[i];
        if (!outcome || outcome === 'trains' || /^RP\d{4}$/.test(outcome)) continue;
        const text = outcome.replaceAll('`', "'");
        places.set(text, [...(places.get(text) ?? []), `${name} under \`${launcher}\` on \`${where}\``]);
      }
  return [...places].map(([text, where]) => `- \`${text}\`\n  ${foldPlans(where).join('; ')}.`).join('\n');
}

/** `A under L on p` and `A under L on q` become `A under L on p, q`, and likewise those that share all but the launcher. */
function foldPlans(places: readonly string[]): readonly string[] {
  const fold = (all: readonly string[], form: RegExp): readonly string[] => {
    const groups = new Map<string, string[]>();
    for (const place of all) {
      const [, before = '', item = '', after = ''] = form.exec(place) ?? [];
      const key = `${before}\n${after}`;
      groups.set(key, [...(groups.get(key) ?? []), item]);
    }
    return [...groups].map(([key, items]) => key.replace('\n', items.join(', ')));
  };
  const byPlan = fold(places, /^(.* on )(.*)()$/);
  return fold(fold(byPlan, /^(.* under )(.*)( on .*)$/), /^()(.*)( under .*)$/);
}
