import { existsSync } from 'node:fs';
import type { Question } from '../../review/explain/explanation.ts';
import { ROOT_OPTION } from '../options.ts';
import { EXIT, type Invocation, UsageError, type Verb, type VerbOptions } from '../verb.ts';

const OPTIONS = {
  rank: {
    flags: '--rank <rank>',
    description: 'explain why this rank of the topology or plan <what> is where it is',
  },
  gpu: {
    flags: '--gpu <slot>',
    description: 'explain a GPU, such as lab1:2; it may be idle',
  },
  node: { flags: '--node <node>', description: 'explain all ranks and GPUs of a node' },
  role: {
    flags: '--role <role>',
    description: 'ask about one role, or one replica such as server-1; --rank is then a process of a replica',
  },
  ...ROOT_OPTION,
} as const satisfies VerbOptions;

export const explainVerb: Verb<typeof OPTIONS> = {
  name: 'explain',
  summary: 'explain a plan, why a rank, GPU or node is mapped as it is, or what a diagnostic code means',
  args: '[what]',
  options: OPTIONS,
  fallback: 'topology',
  examples: [
    ['rankplan explain RP3004', 'what the code means, and what to do'],
    ['rankplan explain topology.yaml', 'how the plan came about: strategy, nodes, what is idle'],
    ['rankplan explain topology.yaml --rank 3', 'each fact that put rank 3 there, with its line'],
    ['rankplan explain topology.yaml --gpu lab1:2', 'which rank is on this GPU, or why it is idle'],
    ['rankplan explain out/plan.json --node lab1', 'from a saved plan, without lines'],
    ['rankplan explain topology.yaml --role server-1 --rank 0', 'a process of a replica'],
  ],
  async run(invocation) {
    const question = readQuestion(invocation);
    const given = invocation.args[0] ?? '';
    if (question !== null) return explainFile(invocation, given, question);
    return invocation.options.role !== null || isFile(given)
      ? explainFile(invocation, given, { kind: 'plan' })
      : explainCode(given);
  },
};

type Call = Invocation<typeof OPTIONS>;

function readQuestion({ options: { rank, gpu, node } }: Call): Question | null {
  const questions: Question[] = [];
  if (rank !== null) {
    if (!/^\d{1,9}$/.test(rank)) throw new UsageError(`\`${rank}\` is no rank: give a number from 0`);
    questions.push({ kind: 'rank', rank: Number(rank) });
  }
  if (gpu !== null) questions.push({ kind: 'slot', name: gpu });
  if (node !== null) questions.push({ kind: 'node', name: node });
  if (questions.length > 1) throw new UsageError('ask about one thing: `--rank`, `--gpu` or `--node`');
  return questions[0] ?? null;
}

/** An existing path is a file, even if its name is like a code; a revision has a colon. */
const isFile = (given: string): boolean => given === '-' || given.includes(':') || existsSync(given);

async function explainCode(given: string): Promise<number> {
  const { findEntry } = await import('../../compiler/diagnostics/catalog.ts');
  const { renderEntry } = await import('../findings/render-entry.ts');
  const entry = findEntry(`RP${given.replace(/^rp/i, '')}`);
  const problem = `there is no file and no diagnostic \`${given}\`: a code looks like RP3004, see docs/diagnostics`;
  if (entry === null) throw new UsageError(problem);
  process.stdout.write(renderEntry(entry));
  return EXIT.fine;
}

async function explainFile({ options }: Call, path: string, question: Question): Promise<number> {
  const { openPlan } = await import('../findings/open-plan.ts');
  const { plan, loaded } = await openPlan(path, options.root);
  if (plan === null) return EXIT.findings;
  const { explainPlan } = await import('../../review/explain/explain-plan.ts');
  const { renderExplanations } = await import('../../review/explain/explanation.ts');
  const answer = explainPlan({ ...loaded, plan }, question, options.role);
  if (typeof answer === 'string') throw new UsageError(answer);
  process.stdout.write(renderExplanations(answer));
  return EXIT.fine;
}
