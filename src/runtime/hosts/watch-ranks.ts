import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseStack, chooseTrace } from '../stall/choose-process.ts';
import type { StallVerdict } from '../stall/judge-stall.ts';
import type { MainStack } from '../stall/read-stack.ts';
import { createRankTracker } from '../stall/track-ranks.ts';
import { createStallWatch } from '../stall/watch-stall.ts';
import type { Run } from './coordination.ts';
import type { RunSettings } from './describe-host.ts';
import type { Host } from './host.ts';
import { order } from './orders.ts';
import { nameOf } from './report.ts';
import { wordResolved, wordStacks, wordStall } from './stall-words.ts';
import { forgetAnswers, noteFault } from './take-events.ts';
import { STATUS_LOST } from './verdict.ts';
import { readAnswers, STACK_HANDLER } from './watch-answers.ts';

/** Between looks at processes; counts of collectives cost more. */
const LOOK_MS = 5000;
/** A guard gives each question 10 s. */
const STACKS_MS = 12_000;
/** Before ranks are ended: a guard waits 2 s for a rank that does not answer (native/exec/look/ask-worker.c). */
const LAST_STACKS_MS = 3000;
const COUNTS_BYTES = 3000;
const STACK_BYTES = 16_000;

export interface RankWatch {
  /** A host has answered. */
  readonly looked: (host: Host) => void;
  readonly hasStacks: boolean;
  /** Takes the stacks of all ranks before they are ended, where they can be had. */
  readonly takeLast: () => Promise<void>;
  readonly stop: () => void;
}

/** Where the sockets of a host's ranks lie: in a private folder of its guard; null: there are none. */
export const nameWatchFolder = ({ plan }: RunSettings, id: string): string | null =>
  plan.launch.watch === 'collectives' ? `/tmp/rankplan-${id}` : null;

/** Looks at the ranks of an attempt every few seconds, and says which of them stand still. `port` is that of rank 0. */
export function watchRanks(run: Run, port: number): RankWatch | null {
  const { plan } = run.settings;
  const { watch: mode, stallAfterSeconds, onStall } = plan.launch;
  if (mode === 'off') return null;
  const stallAfterMs = stallAfterSeconds * 1000;
  const lookMs = Math.min(LOOK_MS, stallAfterMs / 2);
  const countsMs = Math.max(lookMs, stallAfterMs / 4);
  const hasStacks = mode === 'collectives';
  const rankCount = run.hosts.reduce((sum, { ranks }) => sum + ranks.length, 0);
  const tracker = createRankTracker({ rankCount, stallAfterMs, lookMs, countsMs });
  const stall = createStallWatch(tracker, { stallAfterMs, hasStacks });
  const hosts = run.hosts.map((host) => ({ host, folder: host.watchFolder }));
  const handlers = plan.backend === 'nccl' ? ['dump_nccl_trace_json', 'fr_trace_json'] : ['fr_trace_json'];
  const ended = new Set<number>();
  const stacks = new Map<number, MainStack>();
  /** The process of a rank that enters collectives. */
  const traced = new Map<number, number>();
  /** The hosts whose stacks are waited for, until when; null: none is. */
  let round: { readonly left: Set<Host>; readonly whole: () => void } | null = null;
  /** Of these the ones that still answer an earlier look. */
  const queued = new Set<Host>();
  let lookedMs = performance.now();
  let countedMs = 0;

  const runningOf = (host: Host): readonly number[] =>
    host.phase === 'running'
      ? host.ranks.map(({ rank }) => rank).filter((rank) => run.started.has(rank) && !run.ends.has(rank))
      : [];
  const ask = (host: Host, questions: readonly string[]): boolean => {
    if (questions.length === 0 || host.isLooking) return false;
    forgetAnswers(host, questions);
    host.isLooking = true;
    host.link?.send(order.look(questions));
    return true;
  };
  const askWorkers = (bytes: number, handler: string, folder: string | null, ranks: readonly number[]) =>
    folder === null
      ? []
      : ranks
          .filter((rank) => !tracker.isStopped(rank))
          .map((rank) => `worker ${bytes} ${handler} ${folder}/${rank}`);
  const askUse = (ranks: readonly number[]): readonly string[] => {
    const wanted = tracker.haveAllJoined() ? 0 : port;
    return ranks.map((rank) => `rank ${run.started.get(rank)} ${wanted}`);
  };

  const lookAtAll = (): void => {
    const now = performance.now();
    if (run.deadlineMs !== null || run.signal !== null) return;
    // This process was stopped, or its machine slept.
    if (now - lookedMs > 3 * lookMs) tracker.forgetTimes(now);
    lookedMs = now;
    const isCounting = now - countedMs >= countsMs - lookMs / 2;
    if (isCounting) countedMs = now;
    for (const { host, folder } of hosts) {
      const ranks = runningOf(host);
      const counts = isCounting
        ? handlers.flatMap((one) => askWorkers(COUNTS_BYTES, one, folder, ranks))
        : [];
      ask(host, [...askUse(ranks), ...counts]);
    }
    advance();
  };

  const askStacks = (host: Host): boolean => {
    const folder = hosts.find((one) => one.host === host)?.folder ?? null;
    const ranks = runningOf(host);
    return ask(host, askWorkers(STACK_BYTES, STACK_HANDLER, folder, ranks));
  };
  /** Resolves when all that answer have answered. */
  const takeStacks = (patienceMs: number): Promise<void> =>
    new Promise((resolve) => {
      stacks.clear();
      const left = new Set<Host>();
      round = { left, whole: resolve };
      for (const { host } of hosts) {
        if (host.isLooking) queued.add(host);
        if (host.isLooking || askStacks(host)) left.add(host);
      }
      if (left.size === 0) closeRound();
      else setTimeout(closeRound, patienceMs, round).unref();
    });
  const closeRound = (which: typeof round = round): void => {
    if (round === null || round !== which) return;
    const { whole } = round;
    round = null;
    queued.clear();
    stall.takeStacks(stacks, run.hosts.flatMap(runningOf), performance.now());
    writeStacks(run.folder, stacks);
    whole();
  };

  const say = (verdict: StallVerdict, lastedMs: number, isFirst: boolean): void => {
    const hostOf = (rank: number): string | null => {
      const host = run.hosts.find(({ ranks }) => ranks.some((one) => one.rank === rank));
      return host === undefined ? null : nameOf(run, host);
    };
    run.audience.say(wordStall(verdict, { lastedMs, hostOf, port, hasStacks }));
    if (onStall === 'end' && isFirst && !isBusy(verdict)) endStalled(run, verdict);
  };
  let hasSaid = false;
  const advance = (): void => {
    for (const rank of run.ends.keys()) {
      if (ended.has(rank)) continue;
      ended.add(rank);
      tracker.ended(rank);
    }
    if (round !== null || run.deadlineMs !== null || run.signal !== null) return;
    const step = stall.look(performance.now());
    if (step.resolved !== null) {
      hasSaid = false;
      run.audience.say(wordResolved(step.resolved, step.lastedMs));
    }
    if (step.verdict !== null) {
      say(step.verdict, step.lastedMs, !hasSaid);
      hasSaid = true;
    }
    if (step.wantsStacks) void takeStacks(STACKS_MS).then(advance);
  };

  const timer = setInterval(lookAtAll, lookMs);
  return {
    looked(host) {
      const now = performance.now();
      const answers = readAnswers(host.facts);
      const folder = hosts.find((one) => one.host === host)?.folder ?? null;
      for (const rank of runningOf(host)) {
        const pid = run.started.get(rank) ?? 0;
        const use = answers.use.get(pid);
        const trace = chooseTrace(answers.traces.get(`${folder}/${rank}`), pid);
        if (trace !== null) traced.set(rank, trace.pid);
        const stack = chooseStack(answers.stacks.get(`${folder}/${rank}`), pid, traced.get(rank) ?? null);
        if (use !== undefined) tracker.takeUse(rank, use, now);
        if (trace !== null) tracker.takeTrace(rank, trace.found, now);
        if (stack !== null) stacks.set(rank, stack);
      }
      if (queued.delete(host) && askStacks(host)) return;
      if (round?.left.delete(host) === true && round.left.size === 0) closeRound();
      advance();
    },
    hasStacks,
    async takeLast() {
      if (!hasStacks) return;
      await takeStacks(LAST_STACKS_MS);
      if (stacks.size > 0) run.audience.say(wordStacks(stacks, join(run.folder, 'stacks')));
    },
    stop: () => clearInterval(timer),
  };
}

const isBusy = (verdict: StallVerdict): boolean =>
  verdict.kind === 'behind' && verdict.ranks.some(({ isBusy: is }) => is);

/** The host of the first rank that stands still is where the run ends. */
function endStalled(run: Run, verdict: StallVerdict): void {
  const ranks = verdict.kind === 'apart' ? verdict.camps.flatMap((camp) => camp.ranks) : verdict.ranks;
  const host = run.hosts.find((one) => one.ranks.some(({ rank }) => rank === ranks[0]?.rank));
  if (host !== undefined) noteFault(run, host, { kind: 'stalled', status: STATUS_LOST });
  run.bell.ring();
}

/** For those who may read the ranks' memory anyway: files, lines and functions only. */
function writeStacks(folder: string, stacks: ReadonlyMap<number, MainStack>): void {
  if (stacks.size === 0) return;
  const into = join(folder, 'stacks');
  try {
    mkdirSync(into, { recursive: true, mode: 0o700 });
    for (const [rank, { text }] of stacks)
      writeFileSync(join(into, `rank-${rank}.txt`), `${text}\n`, { mode: 0o600 });
  } catch {
    // The words have what matters.
  }
}
