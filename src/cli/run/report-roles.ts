import { join } from 'node:path';
import { writeRecord } from '../../runtime/replace-file.ts';
import type { RolesRun } from '../../runtime/roles/direct-roles.ts';
import type { RunningAudit } from './audit-run.ts';
import type { RolesScene } from './describe-replica.ts';
import type { FindUse } from './render-status.ts';

/** How GPUs were last seen by the audits of the replicas that use them. */
export function joinUses(audits: readonly RunningAudit[]): FindUse | null {
  const known = audits.map((audit) => audit.uses()).filter((uses) => uses !== null);
  if (known.length === 0) return null;
  return (node, gpu) => known.map((find) => find(node, gpu)).find((use) => use !== null) ?? null;
}

/** What became of each replica, to be read when the terminal is gone. */
export function recordOutcomes(
  { folder }: RolesScene,
  roles: RolesRun,
  status: number,
  say: (text: string) => void,
): void {
  const failed = roles.failure?.name ?? null;
  const document = { formatVersion: '1.0', status, failed, replicas: roles.outcomes() };
  const problem = writeRecord(join(folder, 'verdict.json'), document);
  if (problem !== null) say(`rankplan: warning: ${problem}\n`);
}

/** For a terminal: a line for each role. */
export function wordOutcomes({ plan, folder }: RolesScene, roles: RolesRun): string {
  const outcomes = roles.outcomes();
  const lines = (plan.roles ?? []).map(({ name }) => {
    const own = outcomes.filter((one) => one.name.replace(/-\d+$/, '') === name);
    const words = own.map(({ status, wasEnded }) =>
      status === null
        ? 'not started'
        : wasEnded
          ? 'ended by rankplan'
          : status === 0
            ? 'ended well'
            : `failed: ${status}`,
    );
    const counts = [...new Set(words)].map((word) => `${words.filter((one) => one === word).length} ${word}`);
    return `  ${name}: ${counts.join(', ')}\n`;
  });
  return `rankplan: the roles have ended; logs: ${folder}\n${lines.join('')}`;
}
