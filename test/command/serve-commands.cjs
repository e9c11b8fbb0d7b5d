// Runs rankplan's command lines one after another in this process, each from a fresh load of the bundles: its status is
// what `process.exitCode` is when the event loop has nothing left to do, as for a process of its own. run-rankplan.ts
// starts it and tells what it reads.
const fs = require('node:fs');
const vm = require('node:vm');

const { closeSync, openSync, readFileSync, readSync, statSync, writeSync } = fs;

const [REQUESTS, ANSWERS] = [3, 4];
const HANG_MS = Number(process.argv[2]);
const STREAMS = ['stdout', 'stderr'];
const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGUSR1', 'SIGUSR2', 'SIGCONT', 'SIGTSTP'];

const ERRORS = openSync('/proc/self/fd/2', 'a'); // where standard error was at the start
const descriptors = STREAMS.map((name) => Object.getOwnPropertyDescriptor(process, name));
const { exit } = process;
let watchdog;

// To read a bundle and its code cache takes two thirds of a short command. What is kept is code: each command runs it
// again, and a file that has changed is read again.
const { Script } = vm;
const kept = new Map();
fs.readFileSync = function keepFile(path, ...form) {
  if (form.length > 0 || !/\.(cjs|cache)$/.test(path)) return readFileSync(path, ...form);
  const { dev, ino, size, mtimeNs } = statSync(path, { bigint: true });
  const version = [dev, ino, size, mtimeNs].join();
  if (kept.get(path)?.version !== version) {
    const bytes = readFileSync(path);
    const text = bytes.toString('latin1');
    bytes.toString = () => text; // the form in which bundles are read
    kept.set(path, { version, bytes, script: null });
  }
  return kept.get(path).bytes;
};
vm.Script = function keepScript(text, options) {
  const file = kept.get(options.filename); // it was read for this
  file.script ??= new Script(text, options);
  return file.script;
};

process.exit = (status = process.exitCode) => {
  answer({ status: status ?? 0, isLast: true });
  exit(status);
};
process.on('beforeExit', () => {
  answer({ status: process.exitCode ?? 0, isLast: false });
  serveNext();
});
serveNext();

function serveNext() {
  const request = readLine();
  if (request === null) exit(0); // whoever asked has ended
  const { bundle, args, cwd, env, stdin, isMerged } = JSON.parse(request);
  forget();
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  Object.assign(process.env, env);
  // What is opened gets the lowest number that is free.
  closeSync(0);
  openSync(stdin, 'r');
  closeSync(2);
  openSync(`/proc/self/fd/${isMerged ? 1 : ERRORS}`, 'a');
  process.argv = [process.execPath, bundle, ...args];
  watchdog = setTimeout(exit, HANG_MS, 124).unref();
  setImmediate(require, bundle); // keeps the event loop going until the command has begun
}

/** Makes this process again what Node makes for a command. */
function forget() {
  clearTimeout(watchdog);
  process.exitCode = undefined;
  STREAMS.forEach((name, i) => {
    Object.defineProperty(process, name, descriptors[i]);
    process[name].removeAllListeners('error');
  });
  for (const signal of SIGNALS) process.removeAllListeners(signal);
  for (const path of Object.keys(require.cache)) delete require.cache[path];
}

function answer(told) {
  writeSync(ANSWERS, `${JSON.stringify(told)}\n`);
}

function readLine() {
  const bytes = Buffer.alloc(65_536);
  let text = '';
  while (!text.endsWith('\n')) {
    const count = readSync(REQUESTS, bytes, 0, bytes.length, null);
    if (count === 0) return null;
    text += bytes.toString('latin1', 0, count);
  }
  return Buffer.from(text, 'latin1').toString('utf8');
}
