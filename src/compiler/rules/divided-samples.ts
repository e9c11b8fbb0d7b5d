import type { Rule } from './rule.ts';

/** Ranks of one tensor, context or pipeline group work on the same samples: a share for each of them has no meaning. */
export const dividedSamples: Rule = {
  name: 'divided-samples',
  codes: ['RP3054'],
  sees: 'mapping',
  check({ settings: { workload, launch }, places, report }) {
    const { parallel } = launch;
    if (workload === null || parallel === null) return;
    const { tp, cp, pp } = parallel;
    const together = tp * cp * pp;
    if (together === 1) return;
    report.error(
      'RP3054',
      places.setting('workload', 'globalBatch'),
      `the batch cannot be divided among ranks of which ${together} work on the same samples (tp ${tp} × cp ${cp} × pp ${pp})`,
      {
        labels: [{ span: places.parallel(), message: 'divided so' }],
        help: 'remove `workload`: a trainer with these sizes divides the batch among its copies of the model; `stages` divides layers',
      },
    );
  },
};
