import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROUNDS, race, timeProcess } from '../measure.mjs';
import { CLI } from '../programs.mjs';
import { canRunRanks } from '../time-run.mjs';

const GRACE_MS = 2000;
/** What the start of the ranks and their end may take beside it. */
const ALLOWED_MS = 200;

/** Rank 0 dies at once; its peers do not listen. It ends with 0 when `run` ends with rank 0's status. */
const TOPOLOGY = `version: 1
name: teardown
nodes:
  - hosts: localhost
    cpuRanks: 8
launch:
  command: [bash, -c, 'trap "" TERM; [[ $RANK == 0 ]] && exit 3; while :; do sleep 0.1; done']
  master: { port: auto }
  grace: ${GRACE_MS / 1000}s
`;

export const runTeardown = {
  name: 'run-teardown',
  description: `A rank dies beside seven that ignore TERM: the whole run, less the time of one that ends well, against the grace period of ${GRACE_MS / 1000} s, with ${ALLOWED_MS} ms more.`,
  ours: '`rankplan run` of 8 ranks, one of which dies',
  against: 'the grace period, and as much',
  target: 1,
  canRun: canRunRanks,
  measure(folder) {
    const topology = join(folder, 'teardown.yaml');
    writeFileSync(topology, TOPOLOGY);
    const call = ['-c', '"$0" "$1" run "$2" $3; [ $? = $4 ]', process.execPath, CLI, topology];
    return race(
      () => {
        const whole = timeProcess('/bin/sh', [...call, '', '3'], { cwd: folder });
        return whole - timeProcess('/bin/sh', [...call, '--dry-run', '0'], { cwd: folder });
      },
      () => GRACE_MS + ALLOWED_MS,
      ROUNDS.long,
    );
  },
};
