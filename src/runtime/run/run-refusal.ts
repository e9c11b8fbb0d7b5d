/** Why nothing was started: a message for the user, and status 78 as from launch.sh. */
export class RunRefusal extends Error {}

export const REFUSED = 78;
