import { join } from 'node:path';
import { printable } from '../../compiler/source/printable.ts';
import type { RunSettings } from '../../runtime/hosts/describe-host.ts';
import type { Host } from '../../runtime/hosts/host.ts';
import { hostHere, siteHere } from '../../runtime/hosts/site-here.ts';
import { createSpares } from '../../runtime/hosts/spares.ts';
import { writeVerdict } from '../../runtime/hosts/verdict-file.ts';
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
    async afterwards({ run, ended }) {
      requireStart(host, exec);
      const status = await ended;
      writeVerdict(pathOf('verdict'), run, status);
      return status;
    },
  });
}

/** An EnvironmentError where the guard could not be started. */
function requireStart({ end, hasSpoken }: Host, exec: string): void {
  if (hasSpoken || end === null) return;
  if (end.reason !== null) throw new EnvironmentError(`${exec} cannot be started: ${end.reason}`);
  if (end.signal !== null) return;
  const complaint = printable(end.complaint.trim());
  const said = complaint === '' ? '' : `: ${complaint}`;
  throw new EnvironmentError(`${exec} started nothing (status ${end.status})${said}`);
}
