import type { HostEvent, RunRequest } from '../../runtime/hosts/coordination.ts';
import { wordSummary } from '../../runtime/hosts/report.ts';
import { type RunningHosts, runHosts } from '../../runtime/hosts/run-hosts.ts';
import { catchSignals } from '../catch-signals.ts';
import type { RunningAudit, RunToAudit } from './audit-run.ts';
import { openScreen } from './run-screen.ts';
import { trackRanks } from './track-ranks.ts';

/**
 * Starts the ranks and returns when nothing of them is left: the status of the run, as `afterwards` has it, which does what
 * is left to do when the last rank has ended. `toAudit`: null if the GPUs are not looked at.
 */
export async function superviseHosts(
  request: Omit<RunRequest, 'audience'>,
  toAudit: RunToAudit | null,
  afterwards: (running: RunningHosts, say: (text: string) => void) => Promise<number>,
): Promise<number> {
  const tracker = trackRanks(request.hosts.flatMap(({ ranks }) => ranks));
  let audit: RunningAudit | null = null;
  const screen = openScreen(tracker.ranks, () => audit?.uses() ?? null, request.settings.lines);
  // Before there is anything to end: a signal in between would end this process alone.
  const signals = catchSignals({
    note: screen.hurry,
    outlive: () => screen.say('rankplan: SIGHUP: the login has ended; the ranks go on (TERM ends them)\n'),
    canPause: request.site.isAlone, // else not all of them can be stopped for a while
    stayAwake: () => screen.say('rankplan: Ctrl-Z stops no ranks of other hosts: the run goes on\n'),
  });
  const take = (event: HostEvent): void => {
    tracker.take(event, performance.now());
    audit?.take(event);
  };
  const startAudit = toAudit && (await import('./audit-run.ts')).startAudit;
  const running = runHosts({ ...request, audience: { ...screen, take } });
  const { run } = running;
  if (toAudit !== null && startAudit !== null) audit = startAudit(toAudit, running, screen.say);
  signals.passOnTo(running);
  let result: number | null = null;
  try {
    await running.ended;
    tracker.conclude(performance.now());
    result = await afterwards(running, screen.say);
    audit?.conclude();
    return result;
  } finally {
    await screen.close(run.hasBegun ? wordSummary(run) : '', result, signals.forget);
  }
}
