import type { CatalogEntry, SessionExample } from './entry.ts';
import { unindent } from './entry.ts';

const TOPOLOGY = unindent(`
  version: 1
  name: steps
  models:
    A100: { score: 10 }
    V100: { score: 10 }
  nodes:
    - hosts: lab1
      gpus:
        - { index: 0, model: A100 }
        - { index: 1, model: V100 }
  workload: { globalBatch: 40 }
`);

/** A run as `rankplan run --record` leaves it; these commands write what ranks 0 and 1 reported. */
const recorded = (...reports: readonly string[]): SessionExample => ({
  kind: 'session',
  files: { 'rankplan.yaml': TOPOLOGY },
  commands: ['rankplan compile rankplan.yaml --emit env -o run', ...reports, 'rankplan rescore run'],
});

/** Twenty steps of this many seconds. */
const report = (rank: number, seconds: string): string =>
  `yes '{"seconds": ${seconds}, "samples": 20}' | head -n 20 > run/rank-${rank}.steps`;

const good = recorded(report(0, '0.100'), report(1, '0.205'));

export const STEPS: readonly CatalogEntry[] = [
  {
    code: 'RP5125',
    severity: 'error',
    title: 'too few recorded steps',
    explanation:
      'Scores follow from what the steps of a run took, and of some rank there are none, or fewer than ten with one number of ' +
      'samples. `run --record` and `launch.sh --record` keep what a rank reports, and it reports nothing by itself: call ' +
      '`rankplan.report_step(seconds)` once a step.',
    bad: recorded(report(0, '0.100'), 'head -n 3 run/rank-0.steps > run/rank-1.steps'),
    good,
  },
  {
    code: 'RP5126',
    severity: 'warning',
    title: 'lines that are no whole records of steps',
    explanation:
      'A record is one line of JSON with `step`, `seconds` and `samples`. Other lines are left out. Without `samples` it counts as ' +
      "the rank's share by the plan. A program that writes to the descriptor itself must write each line by one call, or lines of two processes mix.",
    bad: recorded(report(0, '0.100'), report(1, '0.205'), "echo 'step 20 took 0.1 s' >> run/rank-0.steps"),
    good,
  },
  {
    code: 'RP5127',
    severity: 'warning',
    title: 'a GPU that differs from those with which it shares a score',
    explanation:
      'The score stands in one place for several GPUs, and one of them was faster or slower than the others by more than ' +
      '`mapping.tolerance`. The others decide what is written there. Give the GPU an entry of its own, with a score of its own.',
    bad: {
      ...recorded(report(0, '0.100'), report(1, '0.100'), report(2, '0.205')),
      files: {
        'rankplan.yaml': TOPOLOGY.replace(/( +)- \{ index: 0.*\n.*\n/, '$1- { index: 0-2, model: A100 }\n'),
      },
    },
    good,
  },
  {
    code: 'RP5128',
    severity: 'error',
    title: 'GPUs of which the runs say nothing',
    explanation:
      'New figures are samples per second of these runs, and old ones may be anything: side by side they would share out work ' +
      'at random, or move ranks to a GPU for its old figure. Name the folders of the run on every machine. What was not ' +
      'measured can be excluded (`mapping.exclude`).',
    bad: recorded(report(0, '0.100')),
    good,
  },
  {
    code: 'RP5129',
    severity: 'both',
    title: 'step times with the time of waiting in them',
    explanation:
      'All ranks took equally long. So they do when whole steps are timed: the fast wait for the slow in the last sum of ' +
      "gradients. Such times tell nothing of GPUs, and make today's shares look right. It is an error where median times agree " +
      'within 1 % (or 5 %, where times change alike from step to step), although scores and shares let expect 10 % or more; a ' +
      'warning where nothing but the change from step to step says so. Time what a rank does itself.',
    bad: {
      ...recorded(report(0, '0.200'), report(1, '0.200')),
      files: { 'rankplan.yaml': TOPOLOGY.replace('V100: { score: 10 }', 'V100: { score: 5 }') },
    },
    good,
  },
  {
    code: 'RP5130',
    severity: 'warning',
    title: 'figures that are not certain',
    explanation:
      'Few steps, or steps that differ much, leave a figure uncertain: two standard errors of the median are more than 2 % of it, or ' +
      'the quartiles are more than 25 % apart. Or a figure is ten times another one than before, beside those of other GPUs: ' +
      'then look at the units first. Shares that follow such figures follow noise.',
    bad: recorded(
      `seq 10 29 | sed 's/.*/{"seconds": 0.&, "samples": 20}/' > run/rank-0.steps`,
      report(1, '0.405'),
    ),
    good,
  },
  {
    code: 'RP5131',
    severity: 'warning',
    title: 'runs that say less than they seem to',
    explanation:
      'A rank left an exception, or made fewer steps than the others; a GPU of the run was another one than the topology has in its ' +
      'place now, by model or UUID; or two runs ran other commands. The figures are those of these steps, and may not be those of the ' +
      'GPUs and the program that you mean.',
    bad: recorded(report(0, '0.100'), report(1, '0.205'), "sed -i '16,$d' run/rank-1.steps"),
    good,
  },
];
