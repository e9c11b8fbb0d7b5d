import { spawnSync } from 'node:child_process';
import { ROUNDS, race } from '../measure.mjs';
import { prepareHosts, withHosts } from '../time-hosts.mjs';
import { canRunRanks } from '../time-run.mjs';

const HOSTS = 64;
const RANKS = 4;
const MPIRUN = 1;

const WHAT = { first: 'until the first rank runs', verdict: 'until its verdict' };
const OTHERS = {
  mpirun: { words: '`mpirun` of as many', program: 'mpirun', package: 'openmpi-bin' },
  ssh: { words: 'a bare loop of ssh in parallel', program: 'ssh', package: 'openssh-client' },
};

/** @returns {import('../benchmarks.mjs').Benchmark} */
const against = (other, what) => ({
  name: `hosts-${what}-${other}`,
  description:
    'Hosts are network namespaces of this machine with a real sshd each, so all cryptography of all hosts is of the same cores. The checks before the first rank are part of our time. A verdict has a target against `mpirun` only.',
  ours: `\`rankplan run --all\` with ${HOSTS} hosts of ${RANKS} ranks, ${WHAT[what]}`,
  against: OTHERS[other].words,
  target: `${other} ${what}` === 'mpirun verdict' ? MPIRUN : null,
  canRun() {
    if (process.getuid?.() !== 0) return 'hosts need root';
    for (const [program, name] of [
      ['/usr/sbin/sshd', 'openssh-server'],
      [OTHERS[other].program, OTHERS[other].package],
    ])
      if (spawnSync(program, ['-V']).error !== undefined)
        return `there is no \`${program}\`: install ${name}`;
    return canRunRanks();
  },
  measure: (folder) =>
    withHosts(folder, HOSTS, (hosts) =>
      race(
        prepareHosts(folder, hosts, RANKS, 'rankplan', what),
        prepareHosts(folder, hosts, RANKS, other, what),
        ROUNDS.few,
      ),
    ),
});

/** The checks, the ranks and the verdict on many hosts, beside what users would take else. */
export const runHosts = Object.keys(OTHERS).flatMap((other) =>
  Object.keys(WHAT).map((what) => against(other, what)),
);
