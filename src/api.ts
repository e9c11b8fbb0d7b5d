import { type Compilation, compile as compileTopology } from './compiler/compile.ts';
import { findEntry } from './compiler/diagnostics/catalog.ts';
import { toReport, toSpan } from './compiler/diagnostics/render-json.ts';
import { createReporter, type Diagnostic } from './compiler/diagnostics/reporter.ts';
import type { ReadFile } from './compiler/inventory/read-inventory.ts';
import { parsePlan as parseSaved } from './compiler/plan/parse-plan.ts';
import { renderPlan } from './compiler/plan/render-plan.ts';
import { parseJson } from './compiler/syntax/parse-json.ts';
import { defaultEmitters, EMITTERS, emitPlan, findRefusals, selectEmitters } from './emitters/emit-plan.ts';
import { placeRefusal } from './emitters/emitter.ts';
import type { Diagnostic as Finding, Position, Span } from './generated/diagnostics.ts';
import type { LaunchPlan, PlanGpu, PlanNode, PlanRank } from './generated/plan.ts';
import { diffPlans } from './review/diff/diff-plans.ts';
import type { PlanDiff } from './review/diff/plan-diff.ts';
import { renderDiffMarkdown } from './review/diff/render-markdown.ts';
import { renderDiffText } from './review/diff/render-text.ts';
import { explainPlan } from './review/explain/explain-plan.ts';

export type { Finding, LaunchPlan, PlanDiff, PlanGpu, PlanNode, PlanRank, Position, Span };

/*
 * What programs import (docs/api.md). It needs nothing of Node, reads no file and knows no clock: the same input gives the
 * same output in a browser. What a user did wrong comes as findings; an exception is a bug, or a wrong call.
 */

declare const RANKPLAN_VERSION: string;

/** The version of this package. */
export const version: string = RANKPLAN_VERSION;

export interface CompileOptions {
  /** What findings call the topology; `topology.yaml` if left out. */
  readonly name?: string;
  /** Returns an inventory file by its path relative to the topology; null if there is none. */
  readonly read?: (path: string) => string | Uint8Array | null;
}

export interface Parsed {
  /** Null when there are errors. */
  readonly plan: LaunchPlan | null;
  readonly findings: readonly Finding[];
}

export interface Compiled extends Parsed {
  /** The text of plan.json; null when there are errors. */
  readonly json: string | null;
}

/** Compiles a topology. */
export function compile(topology: string | Uint8Array, options: CompileOptions = {}): Compiled {
  const { name = 'topology.yaml', read = () => null } = options;
  const readFile: ReadFile = (path) => {
    const bytes = read(path);
    return bytes === null ? { kind: 'missing', name: path } : { kind: 'bytes', bytes, name: path };
  };
  const compilation = compileTopology(topology, { name, read: readFile });
  const { plan, diagnostics } = compilation;
  if (plan !== null) compilations.set(plan, compilation);
  return { plan, json: plan === null ? null : renderPlan(plan).join(''), findings: toFindings(diagnostics) };
}

/** How plans came about, for `explain`. */
const compilations = new WeakMap<LaunchPlan, Compilation>();

const toFindings = (found: readonly Diagnostic[]): readonly Finding[] => toReport(found).diagnostics;

/** Reads and checks a saved plan, the text of plan.json. `name` is what findings call it. */
export function parsePlan(json: string, { name = 'plan.json' }: { readonly name?: string } = {}): Parsed {
  const report = createReporter();
  const plan = parseSaved({ name, text: json }, report);
  return { plan, findings: toFindings(report.diagnostics()) };
}

/** The names that `emit` takes. */
export const emitters: readonly string[] = EMITTERS.map(({ name }) => name);

export interface EmitOptions {
  /** Names from `emitters`; if left out env and shell, and slurm if the plan says how its job is submitted. */
  readonly emitters?: readonly string[];
  /** What findings call the plan. */
  readonly name?: string;
}

export interface EmittedFile {
  /** Relative to the output directory. */
  readonly path: string;
  readonly text: string;
  readonly executable: boolean;
}

export interface Emitted {
  /** Null when there are errors. */
  readonly files: readonly EmittedFile[] | null;
  readonly findings: readonly Finding[];
}

/** Every file of the output directory, of the text of plan.json: the files carry its digest. */
export async function emit(json: string, options: EmitOptions = {}): Promise<Emitted> {
  const { name = 'plan.json' } = options;
  const { plan, findings } = parsePlan(json, { name });
  if (plan === null) return { files: null, findings };
  const wanted = options.emitters ?? defaultEmitters(plan);
  const unknown = wanted.find((emitter) => !emitters.includes(emitter));
  if (unknown !== undefined) throw new RangeError(`there is no emitter ${unknown}: ${emitters.join(', ')}`);
  const selected = selectEmitters(wanted);
  const file = { name, text: json };
  const root = parseJson(file)?.value as object | undefined;
  const refused = findRefusals(plan, selected).map((refusal) => placeRefusal(refusal, root, file));
  if (refused.length > 0) return { files: null, findings: [...findings, ...toFindings(refused)] };
  const planDigest = await sha256(json);
  const artifacts = emitPlan({ plan, planText: [json], planDigest, emitters: selected });
  const files = [...artifacts].map(({ path, content, executable }) => ({
    path,
    text: typeof content === 'string' ? content : content.join(''),
    executable,
  }));
  return { files, findings };
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What is different between two plans, which change moved which ranks, and what it means for the job. */
export function diff(old: LaunchPlan, next: LaunchPlan): PlanDiff {
  return diffPlans(old, next);
}

export interface DiffFormat {
  readonly format: 'text' | 'markdown';
  /** What the two plans are called. */
  readonly names?: readonly [string, string];
}

/** A diff for people. */
export function formatDiff(found: PlanDiff, { format, names = ['old', 'new'] }: DiffFormat): string {
  return format === 'text' ? renderDiffText(found, names) : renderDiffMarkdown(found, names);
}

/** One thing that led there; `place` where the topology says so, if the plan was compiled from one just now. */
export interface ExplainedFact {
  readonly topic: string;
  readonly text: string;
  readonly place: Span | null;
}

export interface Explanation {
  readonly title: string;
  readonly facts: readonly ExplainedFact[];
}

/** A rank by its number, a GPU or CPU slot as `lab1:0` or `lab1:cpu0`, or a node by its name. */
export type Question = { readonly rank: number } | { readonly slot: string } | { readonly node: string };

/**
 * Why a rank is where it is, or why a slot or node carries what it carries; null when the plan has no such thing. Of a plan with
 * roles `role` is one of them, or a replica such as `server-1`, and a rank is a process of a replica.
 */
export function explain(
  plan: LaunchPlan,
  question: Question,
  role: string | null = null,
): readonly Explanation[] | null {
  const { topology = null, decisions = null } = compilations.get(plan) ?? {};
  const answers = explainPlan({ plan, topology, decisions }, ask(question), role);
  if (typeof answers === 'string') return null;
  return answers.map(({ title, facts }) => ({
    title,
    facts: facts.map(({ topic, text, place }) => ({ topic, text, place: place && toSpan(place) })),
  }));
}

function ask(question: Question): Parameters<typeof explainPlan>[1] {
  if ('rank' in question) return { kind: 'rank', rank: question.rank };
  return 'slot' in question ? { kind: 'slot', name: question.slot } : { kind: 'node', name: question.node };
}

export interface CodeExplanation {
  readonly code: string;
  /** `both`: an error in the plain case, a warning in the doubtful one. */
  readonly severity: 'error' | 'warning' | 'note' | 'both';
  readonly title: string;
  /** What is wrong, what it would lead to, and what to do; code words stand in backquotes. */
  readonly explanation: string;
}

/** What there is to know about a diagnostic code; null for a code that there is not. */
export function explainCode(code: string): CodeExplanation | null {
  const entry = findEntry(code);
  if (entry === null) return null;
  const { severity, title, explanation } = entry;
  return { code, severity, title, explanation };
}
