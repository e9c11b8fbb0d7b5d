/** In `npm run test:long` (vitest.config.ts) everything is run, in `npm test` a part. */
const takesAll = process.env['RANKPLAN_TEST_STAGE'] === 'long';

/** How many runs a property gets: in `npm test` a twentieth, or `few`. */
export const runs = (all: number, few = Math.ceil(all / 20)): number => (takesAll ? all : few);

/** The cases of a table whose rows are much alike: in `npm test` the first and a twentieth, or one of `of`. */
export const some = <T>(all: readonly T[], of = 20): readonly T[] =>
  takesAll ? all : all.filter((_, i) => i % of === 0);
