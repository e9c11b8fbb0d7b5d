import { compile } from '../compiler/compile.ts';
import { toReport } from '../compiler/diagnostics/render-json.ts';
import { renderPlan } from '../compiler/plan/render-plan.ts';
import { defaultEmitters, emitPlan, findRefusals, selectEmitters } from '../emitters/emit-plan.ts';
import type { Diagnostic } from '../generated/diagnostics.ts';
import type { LaunchPlan } from '../generated/plan.ts';
import { diffPlans } from '../review/diff/diff-plans.ts';
import { renderDiffText } from '../review/diff/render-text.ts';
import { count } from '../review/list-some.ts';
import { nameSize } from '../review/roles/describe-roles.ts';
import { renderView } from '../review/show/html/render-view.ts';

/** What the page sends: the topology in the editor, and one to compare it with, or an empty text. */
export interface Question {
  readonly topology: string;
  readonly before: string;
}

export interface File {
  readonly path: string;
  readonly text: string;
}

export interface Answer {
  readonly findings: readonly Diagnostic[];
  /** `summary` is one line, `view` is HTML of the plan; both are null when there are errors. */
  readonly summary: string | null;
  readonly view: string | null;
  readonly files: readonly File[];
  /** Remarks on the files: refusals, and files that are not shown. */
  readonly aboutFiles: string;
  readonly diff: string;
}

/** A page with more files than this is no longer quick. */
const MAX_FILES = 200;
/** A longer file is cut, for the same reason. */
const MAX_FILE_LENGTH = 1 << 19;
/** How many ranks the table lists. */
const MAX_ROWS = 2000;

/** All that the page shows for one topology. */
export async function answer({ topology, before }: Question): Promise<Answer> {
  const { plan, diagnostics } = compile(topology, { name: 'topology', read: readNothing });
  const findings = toReport(diagnostics).diagnostics;
  if (plan === null) return { findings, summary: null, view: null, files: [], aboutFiles: '', diff: '' };
  const nodes = plan.nodes.filter(({ nodeRank }) => nodeRank !== null).length;
  return {
    findings,
    summary: `${nameSize(plan)} on ${count(nodes, 'node')}`,
    view: renderView(plan, MAX_ROWS),
    ...(await listFiles(plan)),
    diff: before.trim() === '' ? '' : compare(before, plan),
  };
}

/** A page has no files beside its topology. */
const readNothing = (path: string) => ({ kind: 'missing', name: path }) as const;

async function listFiles(plan: LaunchPlan): Promise<{ readonly files: File[]; readonly aboutFiles: string }> {
  const emitters = selectEmitters(defaultEmitters(plan));
  const refusals = findRefusals(plan, emitters);
  if (refusals.length > 0)
    return { files: [], aboutFiles: refusals.map(({ code, message }) => `${code}: ${message}`).join('\n') };
  const planText = renderPlan(plan);
  const planDigest = await sha256(planText.join(''));
  const insecure = 'files carry a digest, which browsers compute on pages of https: and file: only';
  if (planDigest === null) return { files: [], aboutFiles: insecure };
  const files: File[] = [];
  const library: string[] = [];
  let more = false;
  for (const { path, content } of emitPlan({ plan, planText, planDigest, emitters })) {
    if (path.endsWith('.bash')) {
      library.push(path);
      continue;
    }
    more = files.length === MAX_FILES;
    if (more) break;
    files.push({ path, text: cut(typeof content === 'string' ? content : content.join('')) });
  }
  return { files, aboutFiles: describeRest(library, more) };
}

const cut = (text: string): string =>
  text.length <= MAX_FILE_LENGTH
    ? text
    : `${text.slice(0, MAX_FILE_LENGTH)}\n… and more, which rankplan compile writes\n`;

/** The page leaves out the files that scripts source: a fifth of its size, and nearly the same for every plan. */
function describeRest(library: readonly string[], more: boolean): string {
  const rest = more ? `the first ${MAX_FILES} files; rankplan compile writes all of them\n` : '';
  return library.length === 0 ? rest : `${rest}and what these source: ${library.join(', ')}`;
}

async function sha256(text: string): Promise<string | null> {
  if (globalThis.crypto?.subtle === undefined) return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function compare(before: string, plan: LaunchPlan): string {
  const { plan: old, diagnostics } = compile(before, { name: 'before', read: readNothing });
  if (old !== null) return renderDiffText(diffPlans(old, plan), ['before', 'now']);
  const errors = toReport(diagnostics).diagnostics.filter(({ severity }) => severity === 'error');
  const lines = errors.map(
    ({ primary: { start }, code, message }) => `${start.line}:${start.column} ${code} ${message}`,
  );
  return ['the topology to compare with has errors', '', ...lines, ''].join('\n');
}
