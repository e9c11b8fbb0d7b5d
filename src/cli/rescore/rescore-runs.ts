import { applySuggestions } from '../../compiler/diagnostics/apply-suggestions.ts';
import { createReporter } from '../../compiler/diagnostics/reporter.ts';
import type { Suggestion } from '../../compiler/diagnostics/suggestion.ts';
import type { SourceFile } from '../../compiler/source/source-file.ts';
import type { LaunchPlan, PlanGpu } from '../../generated/plan.ts';
import { diffPlans } from '../../review/diff/diff-plans.ts';
import { renderDiffText } from '../../review/diff/render-text.ts';
import { describeCost } from '../../review/estimate-cost.ts';
import { isSealed, seal } from '../../runtime/probe/describe-inventory.ts';
import { measureSlots, type SlotSpeed } from '../../runtime/rescore/slot-speeds.ts';
import { printFindings, printReported } from '../findings/print-findings.ts';
import { MARK, writeFixed } from '../fix/fix-file.ts';
import { renderPatch } from '../fix/render-patch.ts';
import { type LoadedPlan, loadInput } from '../input/load-plan.ts';
import { createReader, readInput } from '../input/read-file.ts';
import { today } from '../machine/score-machine.ts';
import { EnvironmentError, EXIT, UsageError } from '../verb.ts';
import { findProblems, findUnmeasured } from './find-problems.ts';
import { loadRuns, nameMethod } from './load-runs.ts';
import { type Proposals, proposeScores, renderProposals } from './propose-scores.ts';

export interface RescoreOptions {
  readonly topology: string;
  readonly root: string | null;
  readonly write: boolean;
}

/** Shows what runs say about scores: a table, the change of the files, and what it does to the plan; or makes the change. */
export function rescoreRuns(folders: readonly string[], options: RescoreOptions): number {
  const report = createReporter();
  const runs = loadRuns(folders, report);
  const recompile = createRecompile(options);
  const loaded = recompile(new Map());
  const { plan, topology, decisions } = loaded;
  if (plan === null || topology === null || decisions === null) {
    printFindings(loaded.diagnostics, process.stderr);
    const problem = `\`${options.topology}\` is a saved plan: \`--topology\` takes what it was made of`;
    if (plan !== null) throw new UsageError(problem);
    return EXIT.findings;
  }
  const { slots, lacking } = measureSlots(runs);
  if (plan.roles !== null)
    throw new EnvironmentError(
      `\`${options.topology}\` has roles: steps are compared in one program (RP4203)`,
    );
  const metric = chooseMetric(topology.mapping.by);
  const method = nameMethod(runs);
  const proposals = proposeScores({ topology, decisions, slots, metric, method, date: today() });
  findProblems({ file: topology.file, plan, runs, slots, lacking, proposals, metric }, report);
  process.stdout.write(renderProposals(proposals.proposals));
  if (printFindings(report.diagnostics(), process.stderr) !== EXIT.fine) return EXIT.findings;
  return conclude(proposals, loaded, recompile, slots, options.write);
}

/** Step times are of no benchmark: a topology that ranks by one is made to rank by them. */
function chooseMetric(by: string): string {
  if (by === 'memory')
    throw new EnvironmentError(
      'the topology ranks by memory, which step times do not change: write `by: score` under `mapping`',
    );
  return by === 'score' || by.startsWith('bench:') ? by : 'bench:steps';
}

/** The plan that the topology makes when files have other texts. */
type Recompile = (texts: ReadonlyMap<string, string>) => LoadedPlan;

function createRecompile({ topology: path, root }: RescoreOptions): Recompile {
  const input = readInput(path);
  const read = createReader(path, root);
  return (texts) => {
    const text = texts.get(input.name);
    const bytes = text === undefined ? input.bytes : Buffer.from(text);
    const readChanged: typeof read = (file) => {
      const found = read(file);
      const changed = found.kind === 'bytes' ? texts.get(found.name) : undefined;
      return changed === undefined ? found : { kind: 'bytes', name: found.name, bytes: changed };
    };
    return loadInput({ ...input, bytes }, readChanged, root !== null);
  };
}

/** The change, with what it does to the plan; nothing is written that makes no plan. */
function conclude(
  { edits }: Proposals,
  before: LoadedPlan,
  recompile: Recompile,
  slots: readonly SlotSpeed[],
  isWritten: boolean,
): number {
  const changes = changeFiles(edits);
  if (changes.length === 0) {
    process.stdout.write('\nno change: the scores are as these runs say\n');
    return EXIT.fine;
  }
  const { stdout } = process;
  for (const { file, after } of changes)
    stdout.write(`\n${renderPatch(file.name, file.text, after, stdout.isTTY)}`);
  const now = recompile(new Map(changes.map(({ file, after }) => [file.name, after])));
  if (before.plan === null || now.plan === null) {
    printFindings(now.diagnostics, process.stderr);
    return EXIT.findings;
  }
  const { file } = before;
  stdout.write(`\n${compareByScores(file.name, before.plan, now.plan)}`);
  // New figures may move ranks to GPUs that had none, and whose old ones are of another scale.
  const { plan } = now;
  const status = printReported((report) => findUnmeasured({ file, plan, slots }, report));
  if (status !== EXIT.fine) return status;
  if (isWritten) for (const { file, after } of changes) write(file, after);
  else process.stderr.write('rankplan: nothing is written: `--write` does it\n');
  return EXIT.fine;
}

/** Both plans cost what they do by the new figures: that a GPU is slower than was written makes no step longer. */
function compareByScores(name: string, old: LaunchPlan, next: LaunchPlan): string {
  const diff = diffPlans(old, next, withFiguresOf(old, next));
  const cost = describeCost(next);
  return `${renderDiffText(diff, [name, 'with these scores, by which both are judged'])}${cost === null ? '' : `${cost}\n`}`;
}

/**
 * A plan as it is judged by the figures of another: by what was measured since, an old mapping may cost more than it was known to.
 * A GPU that the other plan lacks has no figure.
 */
function withFiguresOf(plan: LaunchPlan, { nodes, mapping }: LaunchPlan): LaunchPlan {
  const others = new Map(nodes.map((node) => [node.name, node]));
  return {
    ...plan,
    mapping: { ...plan.mapping, by: mapping.by },
    nodes: plan.nodes.map((node) => {
      const other = others.get(node.name);
      const figures = new Map(other?.gpus.map((gpu) => [gpu.index, gpu]));
      const judge = (gpu: PlanGpu): PlanGpu => {
        const { score = null, pace = null, fixedSeconds = null } = figures.get(gpu.index) ?? {};
        return { ...gpu, score, pace, fixedSeconds };
      };
      return { ...node, gpus: node.gpus.map(judge), cpuSlot: other?.cpuSlot ?? null };
    }),
  };
}

function changeFiles(edits: readonly Suggestion[]) {
  const files = new Map<string, SourceFile>(edits.map(({ span: { file } }) => [file.name, file]));
  return [...files.values()].flatMap((file) => {
    const own = edits.filter(({ span }) => span.file.name === file.name);
    const { text } = applySuggestions(file.text, own);
    if (text === file.text) return [];
    return [{ file, after: isSealed(file.text) ? seal(text) : text }];
  });
}

function write({ name, text }: SourceFile, after: string): void {
  const input = readInput(name);
  const found = input.bytes.toString('utf8');
  const mark = found.startsWith(MARK) && !text.startsWith(MARK) ? MARK : '';
  if (found !== mark + text) throw new EnvironmentError(`${name} has changed since it was read`);
  writeFixed(name, input, Buffer.from(mark + after));
  process.stdout.write(`${name}: written\n`);
}
