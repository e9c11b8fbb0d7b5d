import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { until } from '../../patience.ts';
import { type FaultBed, freeze, type Row, thaw, WORK } from './fault-bed.ts';

const KEY = '/srv/home/root/.ssh/id_ed25519';
const KNOWN = '/srv/home/root/.ssh/known_hosts';
const QUICK = ['--timeout', '5'];

const editKnown =
  (edit: (text: string) => string) =>
  ({ launcher }: FaultBed) => {
    const text = readFileSync(launcher.path(KNOWN), 'utf8');
    writeFileSync(launcher.path(`${KNOWN}.kept`), text);
    writeFileSync(launcher.path(KNOWN), edit(text));
  };
const restoreKnown = ({ launcher }: FaultBed) =>
  renameSync(launcher.path(`${KNOWN}.kept`), launcher.path(KNOWN));

/** Holds a port until something connects to it. */
const LISTEN = `import socket
listener = socket.socket(); listener.bind(("", 29555)); listener.listen()
open("${WORK}/listens", "w")
listener.accept()`;

const keyOf = (known: string, name: string): string =>
  new RegExp(`^${name},\\S+ (.*)`, 'm').exec(known)?.[1] ?? '';

/** Faults on the way to the hosts, and of the hosts themselves, before ranks start. */
export const START_FAULTS: readonly Row[] = [
  { name: 'nothing', behaviour: 'end', status: 0, says: /^(?![\s\S]*lost)/ },
  {
    name: 'a slow and lossy link',
    behaviour: 'work-a-while',
    before: ({ lab3 }) => lab3.worsen(200, 0.05),
    after: ({ lab3 }) => lab3.mend(),
    status: 0,
    says: /^$/,
  },
  {
    name: 'host down at start',
    options: QUICK,
    before: ({ lab3 }) => lab3.kill(),
    after: async ({ lab3, place }) => {
      await lab3.start();
      place(lab3);
    },
    status: 78,
    says: /lab3 (was not ready|cannot be used)/,
    isRefused: true,
  },
  {
    name: 'wrong key, where a password would be asked for',
    before: async ({ launcher }) => {
      renameSync(launcher.path(KEY), launcher.path(`${KEY}.kept`));
      await launcher.run(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', KEY]);
    },
    after: ({ launcher }) => {
      renameSync(launcher.path(`${KEY}.kept`), launcher.path(KEY));
      rmSync(launcher.path(`${KEY}.pub`)); // ssh would offer that
    },
    status: 78,
    says: /lab1 cannot be used: .*Permission denied[\s\S]*lab5 cannot be used: .*Permission denied/,
    isRefused: true,
  },
  {
    name: 'changed host key',
    before: editKnown((text) =>
      text.replace(/^lab3,(\S+) .*/m, (_, address) => `lab3,${address} ${keyOf(text, 'lab2')}`),
    ),
    after: restoreKnown,
    status: 78,
    says: /lab3 cannot be used: .*Host key verification failed/,
    isRefused: true,
  },
  {
    name: 'unknown host',
    before: editKnown((text) => text.replace(/^lab3,.*\n/m, '')),
    after: restoreKnown,
    status: 78,
    says: /lab3 cannot be used: .*Host key verification failed/,
    isRefused: true,
  },
  {
    name: 'port taken on the master only',
    before: async ({ labs: [lab1] }) => {
      lab1?.spawn(['python3', '-c', LISTEN]);
      await until('it listens', () => lab1 !== undefined && existsSync(lab1.path(`${WORK}/listens`)));
    },
    after: ({ labs: [lab1] }) => lab1?.run(['bash', '-c', `rm ${WORK}/listens; : </dev/tcp/localhost/29555`]),
    status: 78,
    says: /lab1: .*29555/,
    isRefused: true,
  },
  {
    name: 'disk full',
    before: ({ lab3 }) => lab3.run(['bash', '-c', 'cat /dev/zero >/srv/full']),
    after: ({ lab3 }) => rmSync(lab3.path('/srv/full')),
    status: 78,
    says: /lab3: .*(disk|No space)/,
    isRefused: true,
  },
  {
    name: 'link cut before',
    options: QUICK,
    before: ({ lab3 }) => lab3.cut(),
    after: ({ lab3 }) => lab3.mend(),
    status: 78,
    says: /lab3 /,
    isRefused: true,
  },
  {
    name: 'host frozen before',
    options: QUICK,
    before: ({ lab3 }) => freeze(lab3),
    after: ({ lab3 }) => thaw(lab3),
    status: 78,
    says: /lab3 /,
    isRefused: true,
  },
];
