import { randomBytes } from 'node:crypto';
import { clip, printable } from '../../compiler/source/printable.ts';
import { firstWord, type ScriptWaits, writeScript } from './bootstrap-script.ts';
import { type GuardLink, type LinkInput, openLink } from './link.ts';
import type { Program, Programs } from './send-program.ts';

export interface ConnectInput extends LinkInput, ScriptWaits {
  /** `launch.remote.directory`: the first folder that is tried for the programs; from the user's home where relative. */
  readonly directory: string | null;
  readonly programs: Programs;
  /** Whether rankplan-probe is to be there, for questions of GPUs. */
  readonly wantsProbe: boolean;
}

/**
 * A link to the guard of another host. Its `onBytes` gets only what the guard itself writes, and orders that are sent
 * before it is there wait for it. The complaint of its end has the last of what the login printed, too; its `reason` is
 * why the guard cannot be started there, for people and with nothing hidden.
 */
export interface HostLink extends GuardLink {
  /** `preparing`: a shell has answered, and programs may be on their way. */
  readonly stage: 'connecting' | 'preparing' | 'serving';
  /** Its `uname -m`. */
  readonly machine: string | null;
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
  const waiting: (string | Buffer)[] = [];
  const answers = createAnswers(mark, input, {
    send: (bytes) => link.send(bytes),
    giveUp: () => link.end('SIGTERM'),
    serve: () => {
      for (const order of waiting.splice(0)) link.send(order);
    },
  });
  const link = openLink([...words, firstWord(mark)], { ...input, onBytes: answers.take });
  return {
    pid: link.pid,
    send: (order) => {
      if (answers.known.stage === 'serving') link.send(order);
      else waiting.push(order);
    },
    close: link.close,
    end: link.end,
    exit: link.exit,
    ended: link.ended.then((end) => ({
      ...end,
      reason: answers.known.reason ?? end.reason,
      complaint: `${answers.known.noise}${end.complaint}`.slice(-NOISE_KEPT),
    })),
    get stage() {
      return answers.known.stage;
    },
    get machine() {
      return answers.known.machine;
    },
    get probe() {
      return answers.known.probe;
    },
  };
}

interface Actions {
  readonly send: (bytes: string | Buffer) => void;
  readonly giveUp: () => void;
  readonly serve: () => void;
}

/** What has been heard of a host. */
interface Known {
  stage: HostLink['stage'];
  machine: string | null;
  probe: string | null;
  reason: string | null;
  noise: string;
}

/** Reads what comes before the guard speaks: a login's noise, then answers of the script behind the mark. */
function createAnswers(mark: string, input: ConnectInput, actions: Actions) {
  const known: Known = { stage: 'connecting', machine: null, probe: null, reason: null, noise: '' };
  let rest: Buffer = Buffer.alloc(0);
  let size = 0;
  const giveUp = (reason: string): void => {
    known.reason = reason;
    actions.giveUp();
  };
  const take = createScriptTaker(known, mark, input, { ...actions, giveUp });
  const takeLine = (line: string): void => {
    if (!line.startsWith(`${mark} `)) known.noise = `${known.noise}${line}\n`.slice(-NOISE_KEPT);
    else if (!take(line.slice(mark.length + 1)))
      giveUp(`it answers what cannot be: ${clip(printable(line), LONGEST_SHOWN)}`);
  };
  const takeBytes = (bytes: Buffer): void => {
    size += bytes.length;
    rest = Buffer.concat([rest, bytes]);
    for (let end = rest.indexOf('\n'); end >= 0 && known.reason === null; end = rest.indexOf('\n')) {
      const line = rest.toString('utf8', 0, end);
      rest = rest.subarray(end + 1);
      takeLine(line);
      if (known.stage !== 'serving') continue;
      actions.serve();
      if (rest.length > 0) input.onBytes(rest);
      rest = Buffer.alloc(0);
      return;
    }
    if (size > MOST_NOISE && known.reason === null)
      giveUp('its login prints more than 64 KiB, and no shell has answered in it');
  };
  return {
    known,
    take: (bytes: Buffer): void => {
      if (known.stage === 'serving') input.onBytes(bytes);
      else if (known.reason === null) takeBytes(bytes);
    },
  };
}

interface ScriptActions {
  readonly send: (bytes: string | Buffer) => void;
  readonly giveUp: (reason: string) => void;
}

/** Takes an answer of the script; false where it cannot be one. */
function createScriptTaker(known: Known, mark: string, input: ConnectInput, actions: ScriptActions) {
  const skipped: string[] = [];
  const programs = new Map<string, Program>();
  let count = 0;
  const begin = (machine: string): void => {
    known.machine = machine;
    known.stage = 'preparing';
    try {
      const exec = input.programs.exec(machine);
      const probe = input.wantsProbe ? input.programs.probe(machine) : null;
      for (const program of [exec, probe]) if (program !== null) programs.set(program.name, program);
      const sums = [sum(exec), probe === null ? '-' : sum(probe)];
      const directory = input.directory?.replace(/^~\//, '') ?? '';
      actions.send(`${writeScript(mark, input)}${directory}\n${sums.join('\n')}\n`);
    } catch (error) {
      actions.giveUp((error as Error).message);
    }
  };
  const takeOfScript = (answer: string, rest: string): boolean => {
    const needed = answer === 'need' ? programs.get(rest) : undefined;
    if (answer === 'skip') skipped.push(clip(printable(rest), LONGEST_SHOWN));
    else if (answer === 'broken') actions.giveUp('rankplan-exec did not arrive there whole');
    else if (answer === 'nowhere')
      actions.giveUp(`it has no folder for rankplan-exec (${skipped.join('; ')})`);
    else if (answer === 'serve') known.stage = 'serving';
    else if (answer === 'probe' && input.wantsProbe && rest.startsWith('/')) known.probe = rest;
    else if (needed !== undefined) actions.send(needed.bytes);
    else return false;
    return true;
  };
  return (text: string): boolean => {
    const [, answer = '', rest = ''] = /^([a-z]+) ?(.*)$/s.exec(text) ?? [];
    count++;
    if (count > MOST_ANSWERS) return false;
    if (known.stage === 'preparing') return takeOfScript(answer, rest);
    if (answer !== 'sh') return false;
    begin(rest);
    return true;
  };
}

const sum = ({ name, sha256, cksum }: Program): string => `${name} ${sha256} ${cksum}`;
