import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { printable } from '../../compiler/source/printable.ts';
import type { Site } from '../../runtime/hosts/coordination.ts';
import type { RunSettings } from '../../runtime/hosts/describe-host.ts';
import { createHost, type Host } from '../../runtime/hosts/host.ts';
import { openLink } from '../../runtime/hosts/link.ts';
import { createSpares } from '../../runtime/hosts/place-machines.ts';
import { wordSurvivors } from '../../runtime/hosts/rank-words.ts';
import { writeVerdict } from '../../runtime/hosts/report.ts';
import { pickFreePort } from '../../runtime/run/choose-port.ts';
import type { PreparedRun } from '../../runtime/run/prepare-run.ts';
import { nameRecord } from '../../runtime/run/run-folder.ts';
import { attempt, listNames, tryRead } from '../../runtime/try-read.ts';
import { EnvironmentError } from '../verb.ts';
import type { AuditOptions } from './read-run-options.ts';
import { superviseHosts } from './supervise-hosts.ts';

const TIMEOUT_MS = 30_000;

/** Runs a plan whose ranks are all on this machine: the guard is a child of this process. */
export function superviseHere(
  exec: string,
  prepared: PreparedRun,
  folder: string,
  settings: RunSettings,
  auditOptions: AuditOptions | null,
): Promise<number> {
  const { node, ranks, address } = prepared.mapped;
  const machine = { name: node.name, address, substitute: null };
  const host = createHost({ index: 0, node, ranks, machine });
  const hosts = [host];
  const isOnlyNode = prepared.nodes.length === 1;
  const pathOf = (kind: 'audit' | 'verdict') => join(folder, nameRecord(kind, node.name, isOnlyNode));
  const request = {
    ...{ settings, hosts, spares: createSpares(hosts, []), onlyChecks: false, folder },
    site: siteHere(exec, prepared, folder, auditOptions !== null),
    ...{ patienceMs: 0, timeoutMs: TIMEOUT_MS, logs: () => folder, onBegin: () => {} },
  };
  const toAudit = auditOptions && { ...auditOptions, path: pathOf('audit') };
  return superviseHosts(request, toAudit, async ({ run, ended }, say) => {
    await endOrphans(host, exec, folder, say);
    const status = await ended;
    writeVerdict(pathOf('verdict'), run, status);
    return status;
  });
}

/** This machine, whose checks were made: its guard needs no heartbeat, its lifeline is a pipe. */
function siteHere(
  exec: string,
  { mapped: { node }, directory, masterAddress, port }: PreparedRun,
  folder: string,
  isAudited: boolean,
): Site {
  const sampler = isAudited ? join(dirname(exec), 'rankplan-probe') : null;
  return {
    isAlone: true,
    transport: null,
    open: (_, onBytes) => openLink([exec, '--serve'], { onBytes, readsToTheEnd: true }),
    checks: null,
    place: () => ({
      ...{ folder, directory, sampler, inherited: process.env, placeOf: () => '' },
      masterAddress: node.bind === 'job' ? masterAddress : null,
    }),
    choosePort: (attempt) => (attempt === 0 ? port : pickFreePort()),
  };
}

/** If the guard and its watcher were killed, processes that the ranks had started may still run. */
async function endOrphans(
  { end, isDone, hasSpoken }: Host,
  exec: string,
  folder: string,
  say: (text: string) => void,
): Promise<void> {
  if (isDone || end === null) return;
  if (end.reason !== null && !hasSpoken)
    throw new EnvironmentError(`${exec} cannot be started: ${end.reason}`);
  const complaint = printable(end.complaint.trim());
  const said = complaint === '' ? '' : `: ${complaint}`;
  if (!hasSpoken && end.signal === null)
    throw new EnvironmentError(`${exec} started nothing (status ${end.status})${said}`);
  const left = await endMarked(`RANKPLAN_RUN_DIR=${folder}`);
  if (left.length > 0) say(wordSurvivors(left, null));
}

const LOOK_MS = 50;
const PATIENCE_MS = 5000;

/** Kills every process whose environment has this line, until none is left. Returns the processes that remain. */
async function endMarked(mark: string): Promise<readonly number[]> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = findMarked(mark);
    if (found.length === 0 || Date.now() > end) return found;
    for (const pid of found) attempt(() => process.kill(pid, 'SIGKILL'));
    await sleep(LOOK_MS);
  }
}

const findMarked = (mark: string): readonly number[] =>
  listNames('/proc')
    .filter(
      (name) => /^\d+$/.test(name) && (tryRead(`/proc/${name}/environ`) ?? '').split('\0').includes(mark),
    )
    .map(Number)
    .filter((pid) => pid !== process.pid);
