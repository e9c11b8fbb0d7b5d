import { STRATEGIES } from '../../compiler/mapping/strategies.ts';
import type { Draft } from './draft.ts';

const [FIRST, ...OTHERS] = STRATEGIES.map(({ name, ranked }) => `${name}${ranked ? ' (needs scores)' : ''}`);

/** The strategy of a draft, with the others in a comment. */
export const STRATEGY_LINE = `${`  strategy: ${FIRST}`.padEnd(34)}# ${OTHERS.map((name) => `or ${name}`).join(', ')}`;

/** A topology to start from: valid as it is, with the next things to want in comments. */
export const draftStarter = (hosts: string, gpus: number): Draft => ({
  summary: 'starter',
  origin: [
    'A topology to start from. `hosts` is a Slurm host list, such as dgx[01-04],lab1. Uneven GPUs stand one by one:',
    '  gpus: [{ index: 0, model: H100, score: 140 }, { index: 1-3, model: A100, score: 100 }]',
  ],
  entries: [{ hosts, gpus: gpus === 0 ? [] : [{ type: null, count: gpus }], cpuRanks: 4 }],
});
