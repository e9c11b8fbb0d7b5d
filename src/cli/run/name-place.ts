import { nameDevices } from '../../compiler/plan/group-ranks.ts';
import type { PlanRank } from '../../generated/plan.ts';

/** `lab1, GPU 3`; rankplan-exec says the same where a rank has failed. */
export const namePlace = (rank: PlanRank): string => `${rank.node}, ${nameDevices(rank)}`;
