import type { AuditFinding, AuditReport } from '../../generated/audit.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { PROC } from '../../runtime/audit/attribute-processes.ts';
import { prepareAudit, type RankAudit } from '../../runtime/audit/audit-ranks.ts';
import { listGpuRanks } from '../../runtime/audit/audited-ranks.ts';
import { nameReport } from '../../runtime/audit/report.ts';
import { LONGEST_MS, LONGEST_WATCHED_MS } from '../../runtime/audit/watch-gpus.ts';
import type { PreparedRun } from '../../runtime/run/prepare-run.ts';
import type { Guard, GuardEvent } from '../../runtime/run/start-guard.ts';
import type { RankTracker } from '../../runtime/run/track-ranks.ts';
import type { DriverAccess } from '../machine/driver-access.ts';
import type { AuditOptions } from './read-run-options.ts';
import type { FindUse } from './render-status.ts';
import { describeFindings, reportVerdict } from './report-audit.ts';
import type { RunState } from './run-state.ts';

/** An audit that waits for the ranks. */
export interface RunAudit {
  readonly start: (scene: AuditScene) => RunningAudit;
}

export interface RunningAudit {
  /** What the guard tells. */
  readonly take: (event: GuardEvent) => void;
  /** How the planned GPUs were last seen; null while none was. */
  readonly uses: () => FindUse | null;
  /** Writes the report, and says what it comes to. */
  readonly conclude: () => void;
}

export interface AuditScene {
  readonly graceSeconds: number;
  readonly state: RunState;
  readonly tracker: RankTracker;
  readonly guard: Guard;
  readonly say: (text: string) => void;
}

export interface RunToAudit {
  readonly options: AuditOptions;
  readonly plan: LaunchPlan;
  readonly prepared: PreparedRun;
  /** Of the run. */
  readonly folder: string;
  readonly driver: DriverAccess;
  /** Somebody looks at the figures. */
  readonly isWatched: boolean;
}

/** Looks at the GPUs for the first time, before the ranks are started. */
export async function prepareRunAudit(run: RunToAudit): Promise<RunAudit> {
  const { options, plan, prepared, folder, driver, isWatched } = run;
  const { node, ranks } = prepared.mapped;
  const audited = { node, ranks, visibility: plan.visibility };
  const canTell = options.isExplicit || listGpuRanks(audited).length > 0;
  const audit = await prepareAudit({
    audited,
    mode: options.mode,
    folder,
    proc: PROC,
    driver: canTell ? driver.open() : null,
    longestDelayMs: isWatched ? LONGEST_WATCHED_MS : LONGEST_MS,
  });
  const name = nameReport(node.name, prepared.nodes.length === 1);
  return {
    start(scene) {
      const running = audit.start(scene.guard.pid, (found) => tellFound(found, options.mode, scene));
      return {
        take: (event) => takeEvent(event, running),
        uses() {
          const latest = running.latest();
          return latest === null ? null : (_, gpu) => latest.get(gpu) ?? null;
        },
        conclude: () => reportVerdict(running.end(), { folder, name }, scene.say),
      };
    },
  };
}

function takeEvent({ event, rank = -1, pid = 0, status = 0 }: GuardEvent, audit: RankAudit): void {
  if (event === 'started') audit.noteStart(rank, pid);
  if (event === 'ended') audit.noteEnd(rank, status);
}

/** Says what was found, and lets it end the ranks where that is wanted. */
export function tellFound(
  found: readonly AuditFinding[],
  mode: AuditReport['mode'],
  scene: AuditScene,
): void {
  scene.say(describeFindings(found));
  const error = found.find(({ severity }) => severity === 'error');
  if (mode === 'enforce' && error !== undefined) enforce(error.kind, scene);
}

/** A misplaced rank ends all of them, as one that fails does. */
function enforce(kind: string, { graceSeconds, state, tracker, guard, say }: AuditScene): void {
  if (state.isDecided || tracker.ranks.every(({ state }) => state === 'ended')) return;
  state.isEnforced = true;
  say(`rankplan: audit: ending the ranks, within ${graceSeconds} s, for this ${kind}\n`);
  guard.signal('SIGTERM');
}
