import type { Verb } from '../verb.ts';
import { bindVerb } from './bind.ts';
import { checkVerb } from './check.ts';
import { compileVerb } from './compile.ts';
import { completionVerb } from './completion.ts';
import { diffVerb } from './diff.ts';
import { explainVerb } from './explain.ts';
import { initVerb } from './init.ts';
import { lspVerb } from './lsp.ts';
import { probeVerb } from './probe.ts';
import { rescoreVerb } from './rescore.ts';
import { runVerb } from './run.ts';
import { showVerb } from './show.ts';
import { verifyVerb } from './verify.ts';

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
  rescoreVerb,
  probeVerb,
  completionVerb,
  lspVerb,
];

/** What the help of all says after them. */
export const OVERVIEW = `
Examples:
  $ rankplan init                            write a topology to start from
  $ rankplan check topology.yaml             validate it
  $ rankplan compile topology.yaml -o out    write the plan, env files and launcher
  $ rankplan run out -- python train.py      run this machine's ranks
  $ out/launch.sh -- python train.py         this machine's ranks, without rankplan

Exit status: 0 fine, 1 findings, 2 usage, 3 environment, 70 a bug in rankplan.`;
