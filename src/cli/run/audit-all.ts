import type { LaunchPlan } from '../../generated/plan.ts';
import { auditHosts } from '../../runtime/audit/audit-hosts.ts';
import { nameReport } from '../../runtime/audit/report.ts';
import { LONGEST_MS, LONGEST_WATCHED_MS } from '../../runtime/audit/watch-gpus.ts';
import { makeFolders } from '../../runtime/make-folders.ts';
import { type RunAudit, tellFound } from './audit-run.ts';
import type { AuditOptions } from './read-run-options.ts';
import { reportVerdict } from './report-audit.ts';

export interface AllToAudit {
  readonly options: AuditOptions;
  readonly plan: LaunchPlan;
  /** Of this run, here: its report lies there. */
  readonly folder: string;
  /** Somebody looks at the figures. */
  readonly isWatched: boolean;
}

/** An audit of the ranks of all hosts, whose samplers were started with them. */
export function prepareAllAudit({ options: { mode }, plan, folder, isWatched }: AllToAudit): RunAudit {
  return {
    start(scene) {
      const { take, latest, end } = auditHosts({
        plan,
        mode,
        longestDelayMs: isWatched ? LONGEST_WATCHED_MS : LONGEST_MS,
        ask: scene.guard.askHost,
        tell: (found) => tellFound(found, mode, scene),
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
          tryMake(folder);
          reportVerdict(end(), { folder, name: nameReport('', true) }, scene.say);
        },
      };
    },
  };
}

/** Ranks may run on other machines only. That it cannot be made is told of the report, which then has no place. */
function tryMake(folder: string): void {
  try {
    makeFolders(folder);
  } catch {}
}
