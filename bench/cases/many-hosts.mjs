import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { loadHarness } from '../harness.mjs';
import { CLI, ROOT, ROUNDS, race } from '../measure.mjs';
import { writeTopology } from '../topologies.mjs';
import { canRunRanks } from './ranks.mjs';

const HOSTS = 64;
const RANKS = 4;
const HANG_SECONDS = 60;
const NEEDED = { '/usr/sbin/sshd': 'openssh-server', mpirun: 'openmpi-bin' };

/** @type {import('../benchmarks.mjs').Benchmark} */
export const manyHosts = {
  name: 'many-hosts',
  description:
    'From the start of the launcher to its verdict. Hosts are network namespaces of this machine with a real sshd each, so all cryptography of all hosts is of the same cores. The checks before the first rank are part of our time.',
  ours: `\`rankplan run --all\` with ${HOSTS} hosts of ${RANKS} ranks`,
  against: '`mpirun` of as many',
  target: 1,
  canRun() {
    if (process.getuid?.() !== 0) return 'hosts need root';
    const missing = Object.keys(NEEDED).find((program) => spawnSync(program, ['-V']).error !== undefined);
    return missing === undefined ? canRunRanks() : `there is no \`${missing}\`: install ${NEEDED[missing]}`;
  },
  async measure(folder) {
    const { startHosts } = await loadHarness(folder, 'hosts/harness/hosts.ts');
    const hosts = await startHosts(HOSTS);
    try {
      return await raceOn(hosts, folder);
    } finally {
      await hosts.stop();
    }
  },
};

function raceOn(hosts, folder) {
  const names = hosts.labs.map(({ name }) => name);
  const marks = join(folder, 'marks');
  const rank = ['/bin/bash', join(ROOT, 'bench/rank-mark.sh'), marks];
  const nodes = names.map((name) => ({ hosts: name, cpuRanks: RANKS }));
  const topology = writeTopology(folder, 'hosts', { nodes, launch: { command: rank } });
  const ours = [process.execPath, CLI, 'run', topology, '--all'];
  const mpirun = [
    ...['timeout', '--kill-after=5', String(HANG_SECONDS)],
    ...['mpirun', '--allow-run-as-root', '--oversubscribe'],
    ...['--mca', 'oob_tcp_if_include', 'eth0', '--mca', 'plm_rsh_args', '-oBatchMode=yes'],
    ...['--host', names.map((name) => `${name}:${RANKS}`).join(), ...rank],
  ];
  return race(
    () => timeAll(hosts, [...ours, '--timeout', String(HANG_SECONDS)], marks),
    () => timeAll(hosts, mpirun, marks),
    ROUNDS.few,
  );
}

/** Milliseconds of a launcher; every rank leaves a mark, so that one that starts too few is an error. */
async function timeAll(hosts, command, marks) {
  rmSync(marks, { recursive: true, force: true });
  mkdirSync(marks);
  const begin = Date.now();
  const { status, stderr } = await hosts.launcher.run(command);
  const end = Date.now();
  const count = readdirSync(marks).length;
  if (status !== 0 || count !== RANKS * HOSTS)
    throw new Error(`${command.slice(0, 4).join(' ')}: status ${status}, ${count} ranks ran: ${stderr}`);
  return end - begin;
}
