import { explainProgram, type Question } from './explain-program.ts';
import { explainRoles } from './explain-roles.ts';
import type { Explained, Explanation } from './explanation.ts';

export type { Question };

/** Answers a question about a plan, or about a role or a replica of it; a text when the plan has no such thing. */
export function explainPlan(
  explained: Explained,
  question: Question,
  role: string | null = null,
): readonly Explanation[] | string {
  if (explained.plan.roles !== null) return explainRoles(explained, question, role);
  return role === null ? explainProgram(explained, question) : 'the plan has no roles: it starts one program';
}
