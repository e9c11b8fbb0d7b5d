import { join } from 'node:path';
import { printable } from '../../compiler/source/printable.ts';
import type { RunSettings } from '../../runtime/hosts/describe-host.ts';
import type { Host } from '../../runtime/hosts/host.ts';
import { wordSurvivors } from '../../runtime/hosts/rank-words.ts';
import { hostHere, siteHere } from '../../runtime/hosts/site-here.ts';
import { createSpares } from '../../runtime/hosts/spares.ts';
import { writeVerdict } from '../../runtime/hosts/verdict-file.ts';
import { endMarked } from '../../runtime/run/end-marked.ts';
import type { PreparedRun } from '../../runtime/run/prepare-run.ts';
import { nameRecord } from '../../runtime/run/run-folder.ts';
import { EnvironmentError } from '../verb.ts';
import type { AuditOptions } from './read-run-options.ts';
import { superviseHosts } from './supervise-hosts.ts';

const TIMEOUT_MS = 30_000;

/** The ranks of this machine. */
export function superviseHere(
  exec: string,
  prepared: PreparedRun,
  folder: string,
  settings: RunSettings,
  auditOptions: AuditOptions | null,
): Promise<number> {
  const host = hostHere(prepared);
  const hosts = [host];
  const isOnlyNode = prepared.nodes.length === 1;
  const pathOf = (kind: 'audit' | 'verdict') => join(folder, nameRecord(kind, host.node.name, isOnlyNode));
  return superviseHosts({
    request: {
      ...{ settings, hosts, spares: createSpares(hosts, []), onlyChecks: false },
      ...{
        site: siteHere(exec, prepared, folder, auditOptions !== null),
        patienceMs: 0,
        timeoutMs: TIMEOUT_MS,
      },
      folder,
      logs: () => folder,
      onBegin: () => {},
    },
    ranks: prepared.mapped.ranks,
    canPause: true,
    audit: auditOptions && { options: auditOptions, path: pathOf('audit') },
    async afterwards({ run, ended }, say) {
      await endOrphans(host, exec, folder, say);
      const status = await ended;
      writeVerdict(pathOf('verdict'), run, status);
      return status;
    },
  });
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
