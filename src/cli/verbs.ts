import { bindVerb } from './commands/bind.ts';
import { checkVerb } from './commands/check.ts';
import { compileVerb } from './commands/compile.ts';
import { diffVerb } from './commands/diff.ts';
import { explainVerb } from './commands/explain.ts';
import { initVerb } from './commands/init.ts';
import { probeVerb } from './commands/probe.ts';
import { runVerb } from './commands/run.ts';
import { showVerb } from './commands/show.ts';
import { verifyVerb } from './commands/verify.ts';
import type { Verb } from './verb.ts';

/** Every verb, in the order of `--help`. */
export const VERBS: readonly Verb[] = [
  initVerb,
  checkVerb,
  compileVerb,
  showVerb,
  diffVerb,
  explainVerb,
  bindVerb,
  verifyVerb,
  runVerb,
  probeVerb,
];
