import { join } from 'node:path';
import type { AuditFinding, AuditReport } from '../../generated/audit.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { PROC } from '../../runtime/audit/attribute-processes.ts';
import { auditHosts } from '../../runtime/audit/audit-hosts.ts';
import { prepareAudit } from '../../runtime/audit/audit-ranks.ts';
import { listGpuRanks } from '../../runtime/audit/audited-ranks.ts';
import { nameReport } from '../../runtime/audit/report.ts';
import { LONGEST_MS, LONGEST_WATCHED_MS } from '../../runtime/audit/watch-gpus.ts';
import type { HostEvent } from '../../runtime/hosts/coordination.ts';
import { makeFolders } from '../../runtime/make-folders.ts';
import type { PreparedRun } from '../../runtime/run/prepare-run.ts';
import { attempt } from '../../runtime/try-read.ts';
import type { DriverAccess } from '../machine/driver-access.ts';
import type { AuditOptions } from './read-run-options.ts';
import type { FindUse } from './render-status.ts';
import { describeFindings, reportVerdict } from './report-audit.ts';

/** An audit that waits for the ranks. */
export interface RunAudit {
  readonly start: (scene: AuditScene) => RunningAudit;
}

export interface RunningAudit {
  /** An event of a guard. */
  readonly take: (event: HostEvent) => void;
  /** How the planned GPUs were last seen; null while none was. */
  readonly uses: () => FindUse | null;
  /** Writes the report, and says what it comes to. */
  readonly conclude: () => void;
}

interface AuditScene {
  readonly graceSeconds: number;
  /** All ranks have ended, or are being ended. */
  readonly isDecided: () => boolean;
  readonly enforce: () => void;
  /** The process that all ranks of this machine descend from. */
  readonly guardPid: () => number | null;
  readonly askHost: (host: string) => void;
  readonly say: (text: string) => void;
}

interface RunToAudit {
  readonly options: AuditOptions;
  readonly plan: LaunchPlan;
  /** The folder of this run on this machine: its report is there. */
  readonly folder: string;
  /** The figures are shown. */
  readonly isWatched: boolean;
}

const longestDelay = (isWatched: boolean): number => (isWatched ? LONGEST_WATCHED_MS : LONGEST_MS);

/** Looks at the GPUs of this machine for the first time, before the ranks are started. */
export async function prepareRunAudit(
  { options, plan, folder, isWatched }: RunToAudit,
  { mapped: { node, ranks }, nodes }: PreparedRun,
  driver: DriverAccess,
): Promise<RunAudit> {
  const audited = { node, ranks, visibility: plan.visibility };
  const canTell = options.isExplicit || listGpuRanks(audited).length > 0;
  const audit = await prepareAudit({
    ...{ audited, mode: options.mode, folder, proc: PROC, longestDelayMs: longestDelay(isWatched) },
    driver: canTell ? driver.open() : null,
  });
  const path = join(folder, nameReport(node.name, nodes.length === 1));
  return {
    start(scene) {
      const running = audit.start(scene.guardPid, (found) => reportFound(found, options.mode, scene));
      return {
        take(event) {
          if (event.event === 'started') running.noteStart(event.rank, event.pid);
          if (event.event === 'ended') running.noteEnd(event.rank, event.status);
        },
        uses() {
          const latest = running.latest();
          return latest === null ? null : (_, gpu) => latest.get(gpu) ?? null;
        },
        conclude: () => reportVerdict(running.end(), path, scene.say),
      };
    },
  };
}

/** Says what was found. A misplaced rank ends all of them where that is wanted, as one that fails does. */
function reportFound(found: readonly AuditFinding[], mode: AuditReport['mode'], scene: AuditScene): void {
  scene.say(describeFindings(found));
  const error = found.find(({ severity }) => severity === 'error');
  if (mode !== 'enforce' || error === undefined || scene.isDecided()) return;
  scene.say(`rankplan: audit: ending the ranks, within ${scene.graceSeconds} s, for this ${error.kind}\n`);
  scene.enforce();
}

/** An audit of the ranks of all hosts, whose samplers were started with them. */
export function prepareAllAudit({ options: { mode }, plan, folder, isWatched }: RunToAudit): RunAudit {
  return {
    start(scene) {
      const { take, latest, end } = auditHosts({
        ...{ plan, mode, longestDelayMs: longestDelay(isWatched), ask: scene.askHost },
        tell: (found) => reportFound(found, mode, scene),
      });
      let hasBegun = false;
      return {
        take(event) {
          hasBegun ||= event.event === 'started';
          take(event);
        },
        uses: () => (hasBegun ? latest : null),
        conclude() {
          if (!hasBegun) return; // what was refused, was never on a GPU
          // Ranks may run on other machines only. Where it cannot be made, the report has no place, and says so.
          attempt(() => makeFolders(folder));
          reportVerdict(end(), join(folder, nameReport('', true)), scene.say);
        },
      };
    },
  };
}
