/** Why nothing was started: a message for the user, and status 78 as from launch.sh. */
export class RunRefusal extends Error {
  readonly problem: string;
  readonly advice: string;

  constructor(problem: string, advice: string) {
    super(`${problem}: ${advice}`);
    this.problem = problem;
    this.advice = advice;
  }
}

export const REFUSED = 78;
