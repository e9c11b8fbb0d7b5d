import { writeRecord } from '../replace-file.ts';
import { rankFile } from '../run/run-folder.ts';
import type { Run } from './coordination.ts';
import type { Verdict } from './find-first.ts';
import { countEnds, countRanks } from './report.ts';
import { say } from './say.ts';

/** What became of a run, to be read when the terminal is gone. */
export function writeVerdict(path: string, run: Run, status: number): void {
  const { verdict } = run.judge.look(performance.now());
  const document = {
    formatVersion: '1.0',
    status,
    at: Date.now(),
    seconds: Math.round(performance.now() - run.begunMs) / 1000,
    restarts: run.attempt,
    ranks: { planned: countRanks(run), well: countEnds(run, 'well'), failed: countEnds(run, 'failed') },
    failed: verdict === null ? null : describe(run, verdict),
    hosts: run.hosts.map(({ node, machine, folder, isLost }) => ({
      ...{ host: machine.name, node: node.name, logs: folder === '' ? null : folder, isLost },
    })),
  };
  const problem = writeRecord(path, document);
  if (problem !== null) run.audience.say(say(`warning: ${problem}`));
}

function describe({ hosts }: Run, { host, end, fault }: Verdict) {
  const where = hosts[host];
  const common = { host: where?.machine.name ?? null };
  if (end === null) return { ...common, rank: null, why: fault.kind, status: fault.status };
  const { rank, status, killer } = end;
  return { ...common, rank, status, killer, log: rankFile(where?.folder ?? '', rank, 'err') };
}
