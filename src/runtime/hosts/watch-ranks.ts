import type { StallVerdict } from '../stall/judge-stall.ts';
import type { MainStack } from '../stall/read-stack.ts';
import { createRankTracker, type RankTracker } from '../stall/track-ranks.ts';
import { createStallWatch, type StallWatch } from '../stall/watch-stall.ts';
import type { Run, Watch } from './coordination.ts';
import { ask, type Host } from './host.ts';
import { countRanks, nameOf } from './report.ts';
import {
  askCounts,
  askStack,
  askUse,
  chooseProcess,
  chooseStack,
  readStallAnswers,
  stackFolder,
  writeStacks,
} from './stall-answers.ts';
import { wordResolved, wordStacks, wordStall } from './stall-words.ts';
import { noteFault } from './take-events.ts';
import { STATUS_LOST } from './verdict.ts';

/** Between looks at processes; counts of collectives cost more. */
const LOOK_MS = 5000;
/** A guard gives each question 10 s. */
const STACKS_MS = 12_000;
/** Before ranks are ended: a guard waits 2 s for a rank that does not answer (native/exec/look/ask-worker.c). */
const LAST_STACKS_MS = 3000;

/** The stacks of all hosts, which are waited for. */
interface Round {
  readonly left: Set<Host>;
  /** Of these the ones that still answer an earlier look. */
  readonly queued: Set<Host>;
  readonly stacks: Map<number, MainStack>;
  readonly close: () => void;
}

/** Looks at ranks of an attempt every few seconds, and says which of them stand still. `port` is that of rank 0. */
export class RankWatch implements Watch {
  readonly hasStacks: boolean;
  readonly #run: Run;
  readonly #port: number;
  readonly #lookMs: number;
  readonly #countsMs: number;
  readonly #tracker: RankTracker;
  readonly #stall: StallWatch;
  /** The process of a rank that enters collectives. */
  readonly #traced = new Map<number, number>();
  readonly #timer: NodeJS.Timeout;
  #round: Round | null = null;
  #lookedMs = performance.now();
  #countedMs = 0;
  #hasSaid = false;

  constructor(run: Run, port: number) {
    const { watch, stallAfterSeconds } = run.settings.plan.launch;
    const stallAfterMs = stallAfterSeconds * 1000;
    const lookMs = Math.min(LOOK_MS, stallAfterMs / 2);
    const countsMs = Math.max(lookMs, stallAfterMs / 4);
    this.hasStacks = watch === 'collectives';
    this.#run = run;
    this.#port = port;
    this.#lookMs = lookMs;
    this.#countsMs = countsMs;
    this.#tracker = createRankTracker({
      ...{ rankCount: countRanks(run), hasCounts: this.hasStacks, stallAfterMs, lookMs, countsMs },
    });
    this.#stall = createStallWatch(this.#tracker, { stallAfterMs, hasStacks: this.hasStacks });
    this.#timer = setInterval(() => this.#lookAtAll(), lookMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  looked(host: Host): void {
    const now = performance.now();
    const { use, traces, stacks } = readStallAnswers(host.facts);
    for (const rank of this.#runningOf(host)) {
      const socket = socketOf(host, rank);
      const pid = this.#run.started.get(rank) ?? 0;
      const used = use.get(pid);
      const trace = chooseProcess(traces.get(socket), pid);
      if (trace !== null) this.#traced.set(rank, trace.pid);
      const stack = chooseStack(stacks.get(socket), pid, this.#traced.get(rank) ?? null);
      if (used !== undefined) this.#tracker.takeUse(rank, used, now);
      if (trace !== null) this.#tracker.takeTrace(rank, trace.found, now);
      if (stack !== null) this.#round?.stacks.set(rank, stack);
    }
    const round = this.#round;
    if (round?.queued.delete(host) === true && this.#askStacks(host)) return;
    if (round?.left.delete(host) === true && round.left.size === 0) round.close();
    this.#advance();
  }

  async takeLast(): Promise<void> {
    if (!this.hasStacks) return;
    const stacks = await this.#takeStacks(LAST_STACKS_MS);
    const { audience, folder } = this.#run;
    if (stacks.size > 0) audience.say(wordStacks(stacks, stackFolder(folder)));
  }

  get #isEnding(): boolean {
    return this.#run.deadlineMs !== null || this.#run.signal !== null;
  }

  #runningOf({ phase, ranks }: Host): readonly number[] {
    const { started, ends } = this.#run;
    const all = phase === 'running' ? ranks.map(({ rank }) => rank) : [];
    return all.filter((rank) => started.has(rank) && !ends.has(rank));
  }

  /** Those that can answer for themselves. */
  #askable(host: Host): readonly number[] {
    return host.watchFolder === null
      ? []
      : this.#runningOf(host).filter((rank) => !this.#tracker.isStopped(rank));
  }

  #lookAtAll(): void {
    const now = performance.now();
    if (this.#isEnding) return;
    // This process was stopped, or its machine slept: one look more would count that as standing still.
    if (now - this.#lookedMs > 2 * this.#lookMs) this.#tracker.forgetTimes(now);
    this.#lookedMs = now;
    const isCounting = now - this.#countedMs >= this.#countsMs - this.#lookMs / 2;
    if (isCounting) this.#countedMs = now;
    const port = this.#tracker.haveAllJoined() ? 0 : this.#port;
    const { backend } = this.#run.settings.plan;
    for (const host of this.#run.hosts) {
      const counted = isCounting ? this.#askable(host) : [];
      ask(host, [
        ...this.#runningOf(host).map((rank) => askUse(this.#run.started.get(rank) ?? 0, port)),
        ...counted.flatMap((rank) => askCounts(socketOf(host, rank), backend)),
      ]);
    }
    this.#advance();
  }

  /** Resolves when all that answer have answered. */
  #takeStacks(patienceMs: number): Promise<ReadonlyMap<number, MainStack>> {
    this.#round?.close();
    return new Promise((resolve) => {
      const close = (): void => {
        if (this.#round !== round) return;
        this.#round = null;
        const ranks = this.#run.hosts.flatMap((host) => this.#runningOf(host));
        this.#stall.takeStacks(round.stacks, ranks, performance.now());
        writeStacks(this.#run.folder, round.stacks);
        resolve(round.stacks);
      };
      const round: Round = { left: new Set(), queued: new Set(), stacks: new Map(), close };
      this.#round = round;
      for (const host of this.#run.hosts) {
        if (host.isLooking) round.queued.add(host);
        if (host.isLooking || this.#askStacks(host)) round.left.add(host);
      }
      if (round.left.size === 0) close();
      else setTimeout(close, patienceMs).unref();
    });
  }

  #askStacks(host: Host): boolean {
    return ask(
      host,
      this.#askable(host).map((rank) => askStack(socketOf(host, rank))),
    );
  }

  /** Says what follows from all that is known. */
  #advance(): void {
    for (const rank of this.#run.ends.keys()) this.#tracker.ended(rank);
    if (this.#round !== null || this.#isEnding) return;
    const { verdict, resolved, lastedMs, wantsStacks } = this.#stall.look(performance.now());
    if (resolved !== null) {
      this.#hasSaid = false;
      this.#run.audience.say(wordResolved(resolved, lastedMs));
    }
    if (verdict !== null) this.#say(verdict, lastedMs);
    if (wantsStacks) void this.#takeStacks(STACKS_MS).then(() => this.#advance());
  }

  #say(verdict: StallVerdict, lastedMs: number): void {
    const run = this.#run;
    const hostOf = (rank: number): string | null => {
      const host = findHost(run, rank);
      return host === undefined ? null : nameOf(run, host);
    };
    run.audience.say(wordStall(verdict, { lastedMs, hostOf, port: this.#port, hasStacks: this.hasStacks }));
    const isFirst = !this.#hasSaid;
    this.#hasSaid = true;
    if (run.settings.plan.launch.onStall === 'end' && isFirst && !isBusy(verdict)) endStalled(run, verdict);
  }
}

const socketOf = ({ watchFolder }: Host, rank: number): string => `${watchFolder}/${rank}`;

const findHost = ({ hosts }: Run, rank: number): Host | undefined =>
  hosts.find(({ ranks }) => ranks.some((one) => one.rank === rank));

const isBusy = (verdict: StallVerdict): boolean =>
  verdict.kind === 'behind' && verdict.ranks.some(({ isBusy: is }) => is);

/** The host of the first rank that stands still is where the run ends. */
function endStalled(run: Run, verdict: StallVerdict): void {
  const ranks = verdict.kind === 'apart' ? verdict.camps.flatMap((camp) => camp.ranks) : verdict.ranks;
  const host = findHost(run, ranks[0]?.rank ?? 0);
  if (host !== undefined) noteFault(run, host, { kind: 'stalled', status: STATUS_LOST });
  run.bell.ring();
}
