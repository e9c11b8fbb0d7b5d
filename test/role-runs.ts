import { expect } from 'vitest';
import { type RoleEnd, type RoleScenario, SCENARIOS } from './role-scenarios.ts';

/** Each scenario with each of its ends, by a title. */
export const listRuns = (): readonly (readonly [string, RoleScenario, RoleEnd])[] =>
  Object.entries(SCENARIOS).flatMap(([name, scenario]: [string, RoleScenario]) =>
    scenario.ends.map((end) => [`${name}, ${end.fault ?? 'no fault'}`, scenario, end] as const),
  );

/** The topology of a run. */
export function writeRun({ text }: RoleScenario, { fault, endsAnyway }: RoleEnd): string {
  const acts = fault === undefined || endsAnyway ? text : text.replaceAll('./role, end', './role, live');
  return acts.replace('FAULT: none', `FAULT: "${fault ?? 'none'}"`);
}

export const isEndedBySignal = ({ text }: RoleScenario, { fault }: RoleEnd): boolean =>
  text.includes('end: signal') && fault === undefined;

/** Gives hosts other names, and lets ports begin elsewhere. */
export type Placing = (text: string) => string;
export const placing =
  (host: string, port: number): Placing =>
  (text) =>
    text
      .replaceAll(/\bh(?=\[?\d)/g, host)
      .replaceAll(/\b80\d\d\b/g, (old) => String(port + Number(old) - 8000));

const SERVER = `
const [status, address] = process.argv.slice(1);
const [host, port] = address.split(":");
require("http").createServer(({ url }, answer) => {
  if (url !== "/health" && status) process.exit(Number(status));
  if (url !== "/join") answer.end();
}).listen(Number(port), host, () => console.log("up", Date.now() * 1000));
process.on("SIGTERM", () => (console.log("TERM"), process.exit(0)));`;

/** Says what it finds, and does what its first word says. A server fails when a client asks; who joins fails without it. */
export const ROLE = `#!/usr/bin/env bash
me=$RANKPLAN_ROLE-$RANKPLAN_REPLICA does=$1 status='' && shift
stamp() { echo "$1 \${EPOCHREALTIME/[.,]/}"; }
[[ -v RANK ]] && world="$RANK/$WORLD_SIZE $MASTER_ADDR:$MASTER_PORT" || world=alone\${WORLD_SIZE-}\${MASTER_ADDR-}\${SLURM_PROCID-}\${PMI_RANK-}
echo "$me-$RANKPLAN_PROCESS \${SLURMD_NODENAME-$HOSTNAME} [\${CUDA_VISIBLE_DEVICES-unset}] $world: $*\${TF_CONFIG:+ $TF_CONFIG}"
stamp from
trap '' PIPE
[[ $FAULT != "$me "* ]] || status=\${FAULT#* }
if [[ $status == *once ]]; then
  [[ -e $RANKPLAN_RUN_DIR/once ]] || { : >"$RANKPLAN_RUN_DIR/once" && exit "\${status% *}"; }
  status=''
fi
ask() { exec 3<>"/dev/tcp/\${1%:*}/\${1#*:}" && printf 'GET %s HTTP/1.0\\r\\n\\r\\n' "$2" >&3; }
for url in \${*//,/ }; do
  [[ $url != http://* ]] || { ask "\${url#http://}" / && read -r _ code _ <&3 && [[ $code == 200 ]]; } || [[ $does == live ]] || exit 1
done
trap 'echo TERM; exit 0' TERM
for peer in \${PEERS-}; do until [[ -s $RANKPLAN_RUN_DIR/../$peer.out ]]; do sleep 0.1; done; done
case $does in
  serve) exec ${process.execPath} -e '${SERVER}' "$status" "$1" ;;
  join) ask "$1" /join && stamp up && { cat <&3 & wait; } && sleep 0.3 && exit 1 ;;
  wake) stamp up && >"awake-$RANKPLAN_REPLICA" && [[ ! -e awake-0 || ! -e awake-1 ]] || >awake ;;
  live) stamp up ;;
  end) [[ \${1-} != *-0 ]] || until grep -q ^up "$RANKPLAN_RUN_DIR/../$1/rank-0.out"; do sleep 0.1; done ;;
esac
[[ $does != end && -z $status ]] || exit "\${status:-0}"
while :; do sleep 1000 & wait; done
`;

/** What a run came to. */
export interface RoleOutcome {
  readonly status: number;
  /** What was said, on standard error or in the log of the job. */
  readonly said: string;
  /** The log of a process, empty if there is none: `server-1`, `0`, on a host. */
  readonly read: (replica: string, process: string, host: string) => string;
}

/** Whether everything is up; a run that a signal ends is signalled then. */
export const isUp = (scenario: RoleScenario, place: Placing, read: RoleOutcome['read']): boolean =>
  logsOf(scenario, place, read).every(({ log }) => /^up /m.test(log));

function logsOf({ finds }: RoleScenario, place: Placing, read: RoleOutcome['read']) {
  return finds.map(place).map((line) => {
    const [, replica = '', process = '', host = ''] = /^(\S+)-(\d+) (\S+)/.exec(line) ?? [];
    return { line, host, replica, role: replica.replace(/-\d+$/, ''), log: read(replica, process, host) };
  });
}

/** Compares a run with its scenario. */
export function checkRun(scenario: RoleScenario, end: RoleEnd, place: Placing, outcome: RoleOutcome): void {
  const { status, said, read } = outcome;
  const failures = [...said.matchAll(/^[\w.]+: (\S+ failed: .*)$/gm)].map(([, words]) => words);
  expect({ status, failures, said }).toEqual({
    ...{ status: end.status, said: expect.any(String) },
    failures: end.says === undefined ? [] : [end.says],
  });
  const logs = logsOf(scenario, place, read);
  const first = logs.map(({ log }) => log.split('\n', 1)[0]);
  const isWhole = end.says === undefined;
  expect(first).toEqual(logs.map(({ line }, at) => (isWhole || first[at] !== '' ? line : '')));
  const fails = end.fault?.split(' ')[0] ?? '';
  const stamps = (word: string, name: string) =>
    logs
      .filter(({ replica, role }) => role === name && (isWhole || replica !== fails))
      .flatMap(({ log }) =>
        [...log.matchAll(new RegExp(`^${word} (\\d+)$`, 'gm'))].map(([, at]) => Number(at)),
      );
  for (const words of scenario.after ?? []) {
    const [later = '', ...earlier] = words.split(' ');
    const start = Math.min(...stamps('from', later)); // infinite where a fault came before
    for (const name of earlier) {
      expect([words, stamps('up', name).filter((up) => up > start)]).toEqual([words, []]);
      if (isWhole) expect([words, stamps('up', name)]).not.toEqual([words, []]);
    }
  }
  const of = logs.find(({ replica }) => replica === fails)?.host ?? '';
  const attempts = [0, 1, 2, 3].filter((attempt) => read(`${fails}/attempt-${attempt}`, '0', of) !== '');
  expect(attempts).toHaveLength((end.starts ?? 1) - 1);
  const waiting = isWhole ? logs.filter(({ log }) => /^up /m.test(log)) : [];
  for (const { line, log } of waiting) expect(log, line).toMatch(/\nTERM\n$/);
}
