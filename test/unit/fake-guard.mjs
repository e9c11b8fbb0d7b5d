#!/usr/bin/env node
// Speaks as `rankplan-exec --serve` does, and starts ranks without guarding them. FAKE_GUARD names a fault, as `name@HOST`.
import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';

const fault = process.env.FAKE_GUARD ?? '';
const tell = (event) => process.stdout.write(`${JSON.stringify(event)}\n`);
/** Longer than ranks may take to end. */
const LATE_MS = 9000;
const DEAF_MS = 3000;
/** By this host's clock. */
const now = () => {
  const here = Date.now();
  return fault === 'ahead' ? here + 3_600_000 : here;
};
const running = new Map();
const logs = new Map();
let input = Buffer.alloc(0);
let left = 0;
let beatsLeft = 3;

tell({ event: 'hello', protocol: 5, pid: process.pid, machine: 'x86_64' });

process.stdin.on('data', (bytes) => {
  input = Buffer.concat([input, bytes]);
  while (takeOrder());
});
process.stdin.on('end', () => {
  signal('KILL');
  process.exit(0);
});

function takeOrder() {
  const end = input.indexOf(10);
  if (end < 0) return false;
  const [name, ...rest] = input.subarray(0, end).toString().split(' ');
  const size = name === 'look' || name === 'run' ? Number(rest[0]) : 0;
  if (input.length < end + 1 + size) return false;
  const body = input.subarray(end + 1, end + 1 + size).toString();
  input = input.subarray(end + 1 + size);
  const orders = { look, run, last };
  // One that falls silent has answered since its ranks began: before that it is given the time of a start.
  const isSilent = name === 'beat' && fault === 'silent' && left > 0 && beatsLeft-- <= 0;
  const at = now();
  if (name === 'beat' && !isSilent) later(() => tell({ event: 'beat', at }));
  // Then it does not answer how its ranks are, either.
  if (name === 'look' && fault === 'silent' && left > 0) return true;
  const argument = size > 0 ? body.split('\0').slice(0, -1) : rest[0];
  if (name === 'signal') later(() => signal(argument));
  else orders[name]?.(argument);
  return true;
}

/** One that is deaf hears of signals and beats late, while its ranks run. */
const later = (act) => (fault === 'deaf' && left > 0 ? void setTimeout(act, DEAF_MS) : act());

const ANSWERS = {
  directory: (subject) => ({ value: subject }),
  command: (subject) => ({ value: `/bin/${subject}` }),
  resolve: () => ({ value: '127.0.0.1' }),
  logs(subject) {
    mkdirSync(subject, { recursive: true });
    return { number: 5000 };
  },
  writable: () => ({ number: 5000 }),
  fresh: () => ({ number: 0 }),
  port: () => ({ number: 0 }),
  'free-port': () => ({ number: 20_000 + Math.floor(Math.random() * 9000) }),
  addresses: () => ({ value: '127.0.0.1' }),
  variable: (subject) => (process.env[subject] === undefined ? {} : { value: process.env[subject] }),
};

function look(questions) {
  for (const question of questions) {
    const [kind, ...words] = question.split(' ');
    const subject = words.join(' ');
    if (kind === 'host') tellHost();
    else if (kind === fault)
      tell({ event: 'fact', question: kind, subject, errno: 2, reason: 'No such file or directory' });
    else if (kind in ANSWERS) tell({ event: 'fact', question: kind, subject, ...ANSWERS[kind](subject) });
  }
  tell({ event: 'looked' });
}

function tellHost() {
  const facts = {
    ...{ name: { value: 'fake' }, machine: { value: 'x86_64' }, identity: { value: `boot-${process.pid}` } },
    ...{ clock: { number: now() }, user: { number: 0 }, home: { value: process.env.HOME } },
  };
  for (const [subject, answer] of Object.entries(facts))
    tell({ event: 'fact', question: 'host', subject, ...answer });
}

function readChanges(words) {
  const env = {};
  const options = {};
  const end = words.indexOf('--');
  const flags = end < 0 ? words : words.slice(0, end);
  for (let i = 0; i < flags.length; i += 2) {
    const [option, value] = [flags[i], flags[i + 1]];
    const equals = value.indexOf('=');
    if (option !== '--env') options[option] = value;
    else if (equals < 0) env[value] = undefined;
    else env[value.slice(0, equals)] = value.slice(equals + 1);
  }
  return { env, options, command: end < 0 ? [] : words.slice(end + 1) };
}

function run(words) {
  const take = () => words.splice(0, Number(words.shift()));
  const common = readChanges(take());
  mkdirSync(common.options['--logs'], { recursive: true });
  const ranks = [];
  while (words.length > 0) ranks.push(readChanges(take()));
  tell({ event: 'begun' });
  left = ranks.length;
  for (const rank of ranks) start(common, rank);
}

function start({ env, options, command: [program, ...words] }, own) {
  const rank = Number(own.options['--rank']);
  logs.set(rank, own.options['--stderr']);
  const child = spawn(program, words, {
    cwd: options['--directory'],
    detached: true, // a group of its own, which a signal reaches whole
    env: { ...process.env, ...env, ...own.env },
    stdio: ['ignore', openSync(own.options['--stdout'], 'w'), openSync(own.options['--stderr'], 'w')],
  });
  running.set(rank, child);
  tell({ event: 'started', rank, pid: child.pid });
  child.on('exit', (code, signal) => {
    running.delete(rank);
    const killer = signal === null ? {} : { killer: constants.signals[signal] };
    const status = fault === 'status 256' ? 256 : (code ?? 128 + constants.signals[signal]);
    tell({ event: 'ended', rank, pid: child.pid, status, ...killer, at: now() });
    if (fault === 'dies') process.kill(process.pid, 'SIGKILL');
    if (--left === 0) setTimeout(() => tell({ event: 'done' }), fault === 'late' ? LATE_MS : 0);
  });
}

function signal(number) {
  for (const { pid } of running.values()) process.kill(-pid, Number(number));
}

function last(rank) {
  const text = readFileSync(logs.get(Number(rank)), 'utf8').slice(-16_384);
  if (text !== '') tell({ event: 'tail', rank: Number(rank), text: text.slice(-3000) });
  tell({ event: 'tail-end', rank: Number(rank) });
}
