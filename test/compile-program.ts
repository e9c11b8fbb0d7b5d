import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { compile } from '../src/compiler/compile.ts';
import { renderPlan } from '../src/compiler/plan/render-plan.ts';
import { readBeside } from './read-beside.ts';

/** What the program prints: the codes in order, each once, and the plan's text if it is one piece. */
export interface Compiled {
  readonly codes: readonly string[];
  readonly compiles: boolean;
  readonly plan: string | null;
}

// A program of its own, to be bundled: compiles the file that its argument names. A throw ends it with status 1.
const path = process.argv[2] ?? '';
const { plan, diagnostics } = compile(readFileSync(path), {
  name: 'topology.yaml',
  read: readBeside(dirname(path)),
});
const pieces = plan === null ? [] : renderPlan(plan);
const compiled: Compiled = {
  codes: [...new Set(diagnostics.map(({ code }) => code))],
  compiles: plan !== null,
  plan: pieces.length === 1 ? pieces.join('') : null,
};
process.stdout.write(JSON.stringify(compiled));
