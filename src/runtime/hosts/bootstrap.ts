import { randomBytes } from 'node:crypto';
import { clip, printable } from '../../compiler/source/printable.ts';
import { firstWord, type ScriptWaits, writeScript } from './bootstrap-script.ts';
import { type GuardLink, type LinkInput, openLink } from './link.ts';
import type { Program, Programs } from './send-program.ts';

interface ConnectInput extends LinkInput, ScriptWaits {
  /** `launch.remote.directory`: the first folder that is tried for the programs; from the user's home where relative. */
  readonly directory: string | null;
  readonly programs: Programs;
  /** Whether rankplan-probe is needed there, for questions about GPUs. */
  readonly wantsProbe: boolean;
}

/**
 * A link to the guard of another host. Its `onBytes` gets only what the guard itself writes, and orders that are sent
 * before it is there wait for it. The complaint of its end has the last of what the login printed, too; its `reason` is
 * why the guard cannot be started there, for people and with nothing hidden.
 */
export interface HostLink extends GuardLink {
  /** Where rankplan-probe lies there. */
  readonly probe: string | null;
}

const MOST_NOISE = 64 * 1024;
const NOISE_KEPT = 4096;
/** Five folders may be tried. */
const MOST_ANSWERS = 32;
const LONGEST_SHOWN = 400;

/** Reaches a host by the words of `reachHost`, brings the guard there where it is missing, and starts it. */
export function connectHost(words: readonly [string, ...string[]], input: ConnectInput): HostLink {
  const mark = `rankplan-${randomBytes(8).toString('hex')}`;
  const bootstrap = new Bootstrap(mark, input, (bytes) => link.send(bytes));
  const waiting: (string | Buffer)[] = [];
  const link = openLink([...words, firstWord(mark)], {
    ...input,
    onBytes(bytes) {
      if (bootstrap.reason !== null) return;
      const ofGuard = bootstrap.take(bytes);
      if (bootstrap.reason !== null) link.end('SIGTERM');
      if (bootstrap.isServing) for (const order of waiting.splice(0)) link.send(order);
      if (ofGuard.length > 0) input.onBytes(ofGuard);
    },
  });
  return {
    ...link,
    send: (order) => {
      if (bootstrap.isServing) link.send(order);
      else waiting.push(order);
    },
    ended: link.ended.then((end) => ({
      ...end,
      reason: bootstrap.reason ?? end.reason,
      complaint: `${bootstrap.noise}${end.complaint}`.slice(-NOISE_KEPT),
    })),
    get probe() {
      return bootstrap.probe;
    },
  };
}

/** Reads what comes before the guard speaks: a login's noise, then answers of the script after the mark. */
class Bootstrap {
  /** `preparing`: a shell has answered, and programs may be on their way. */
  private stage: 'connecting' | 'preparing' | 'serving' = 'connecting';
  probe: string | null = null;
  /** Why the guard cannot be started. */
  reason: string | null = null;
  noise = '';
  private readonly mark: string;
  private readonly input: ConnectInput;
  private readonly send: (bytes: string | Buffer) => void;
  private rest: Buffer = Buffer.alloc(0);
  private size = 0;
  private answers = 0;
  private readonly skipped: string[] = [];
  private readonly programs = new Map<string, Program>();

  constructor(mark: string, input: ConnectInput, send: (bytes: string | Buffer) => void) {
    this.mark = mark;
    this.input = input;
    this.send = send;
  }

  get isServing(): boolean {
    return this.stage === 'serving';
  }

  /** Returns what the guard itself wrote. */
  take(bytes: Buffer): Buffer {
    if (this.isServing) return bytes;
    this.size += bytes.length;
    this.rest = Buffer.concat([this.rest, bytes]);
    for (let end = this.rest.indexOf('\n'); end >= 0; end = this.rest.indexOf('\n')) {
      const line = this.rest.toString('utf8', 0, end);
      this.rest = this.rest.subarray(end + 1);
      this.takeLine(line);
      if (this.reason !== null) break;
      if (this.isServing) return this.rest;
    }
    if (this.size > MOST_NOISE)
      this.reason ??= 'its login prints more than 64 KiB, and no shell has answered in it';
    return Buffer.alloc(0);
  }

  private takeLine(line: string): void {
    if (!line.startsWith(`${this.mark} `)) {
      this.noise = `${this.noise}${line}\n`.slice(-NOISE_KEPT);
      return;
    }
    const [, answer = '', rest = ''] = /^([a-z]+) ?(.*)$/s.exec(line.slice(this.mark.length + 1)) ?? [];
    this.answers++;
    if (this.answers > MOST_ANSWERS || !this.takeAnswer(answer, rest))
      this.reason = `it answers what cannot be: ${clip(printable(line), LONGEST_SHOWN)}`;
  }

  /** False if the script does not answer so. */
  private takeAnswer(answer: string, rest: string): boolean {
    if (this.stage === 'connecting') {
      if (answer === 'sh') this.sendScript(rest);
      return answer === 'sh';
    }
    const needed = answer === 'need' ? this.programs.get(rest) : undefined;
    if (needed !== undefined) this.send(needed.bytes);
    else if (answer === 'skip') this.skipped.push(clip(printable(rest), LONGEST_SHOWN));
    else if (answer === 'lacks') this.reason = 'it has no sha256sum, by which rankplan-exec is checked';
    else if (answer === 'broken') this.reason = 'rankplan-exec did not arrive there whole';
    else if (answer === 'nowhere')
      this.reason = `it has no folder for rankplan-exec (${this.skipped.join('; ')})`;
    else if (answer === 'serve') this.stage = 'serving';
    else if (answer === 'probe' && this.input.wantsProbe && rest.startsWith('/')) this.probe = rest;
    else return false;
    return true;
  }

  private sendScript(machine: string): void {
    const { programs, wantsProbe, directory } = this.input;
    this.stage = 'preparing';
    try {
      const wanted = [programs.exec(machine), wantsProbe ? programs.probe(machine) : null];
      for (const program of wanted) if (program !== null) this.programs.set(program.name, program);
      const lines = wanted.map((one) =>
        one === null ? '-' : `${one.name} ${one.sha256} ${one.bytes.length}`,
      );
      this.send(`${writeScript(this.mark, this.input)}${directory?.replace(/^~\//, '') ?? ''}\n`);
      this.send(`${lines.join('\n')}\n`);
    } catch (error) {
      this.reason = (error as Error).message;
    }
  }
}
