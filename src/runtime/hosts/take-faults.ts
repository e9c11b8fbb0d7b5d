import { REFUSED } from '../run/run-refusal.ts';
import type { FaultReport, Run } from './coordination.ts';
import type { GuardEvent } from './events.ts';
import type { Host } from './host.ts';
import { STATUS_LOST } from './verdict.ts';

const SIGNAL_STATUS = 128;

/** What ended the ranks of a host, and was none of them. */
export function takeFault(run: Run, host: Host, event: GuardEvent): void {
  const at = Date.now();
  if (event.event === 'interrupted') noteInterruption(run, host, event.killer, at);
  if (event.event === 'torn') noteFault(run, host, { fault: { kind: 'torn', status: STATUS_LOST, at } });
  if (event.event === 'killed') {
    host.killer = event.killer;
    const fault = { kind: 'killed', status: SIGNAL_STATUS + event.killer, at } as const;
    noteFault(run, host, { fault, killer: event.killer });
  }
  if (event.event !== 'refused') return;
  if (run.attempt > 0 && event.subject.startsWith(KEEP)) refuseToKeep(run, host, event.subject);
  else if (host.phase === 'running') {
    noteFault(run, host, {
      fault: { kind: 'refused', status: REFUSED, at },
      details: [event.subject],
    });
  } else {
    host.refusals.push(event.subject);
    host.phase = 'over';
  }
}

/** What a guard says of `--keep`. */
const KEEP = 'run: --keep: ';

function refuseToKeep(run: Run, host: Host, subject: string): void {
  run.keepProblem ??= `the logs cannot be kept: ${subject.slice(KEEP.length)}`;
  host.phase = 'over';
  run.judge.over(host.index, false);
}

function noteInterruption(run: Run, host: Host, killer: number, at: number): void {
  const fault = { kind: 'interrupted', status: SIGNAL_STATUS + killer, at } as const;
  noteFault(run, host, { fault, killer });
}

/** True where it counts as the reason why the run ends. */
export function noteFault(
  run: Run,
  host: Host,
  report: Omit<FaultReport, 'silentMs'> & { readonly silentMs?: number },
): boolean {
  const counts = host.phase === 'running' && run.judge.fault(host.index, report.fault);
  if (counts) run.faults.set(host.index, { silentMs: null, ...report });
  run.judge.look(performance.now()); // what its ranks end with from now on is no fault of theirs
  return counts;
}
