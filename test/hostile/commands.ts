import { compiled, type HostileInput, lines, sized, withRest } from './input.ts';

const launch = (body: string): string => withRest(`launch: {${body}}\n`)();

/** Commands and environments that hazards are looked for in. */
export const COMMANDS: readonly HostileInput[] = [
  compiled('9,999 wrappers of a command', [], {
    ...sized(9_999, (n) => launch(`command: [${'nice, '.repeat(n)}x]`)),
  }),
  compiled('9,998 options of a container', [], {
    ...sized(9_998, (n) => launch(`command: [docker, ${'--x, '.repeat(n)}x]`)),
  }),
  compiled('30,000 commands of a shell', [], {
    ...sized(30_000, (n) => launch(`command: [bash, -c, "${'a;'.repeat(n)}"]`)),
  }),
  compiled('adapters of no rank, 5,000 times in each of 200 lines', [], {
    ...sized(200, (n) =>
      withRest(`launch:\n  setup:\n${lines(n, () => `    - ${'NCCL_IB_HCA='.repeat(5000)}`)}\n`)(),
    ),
  }),
  compiled('20,000 variables like none that is known', [], {
    ...sized(20_000, (n) =>
      withRest(
        `launch:\n  env:\n${lines(n, (i) => `    NCCL_SOCKET_${i.toString(36).toUpperCase()}NAME: x`)}\n`,
      )(),
    ),
  }),
];
