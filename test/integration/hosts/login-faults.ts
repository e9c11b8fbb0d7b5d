import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { CACHE, type FaultBed, type Row } from './fault-bed.ts';
import type { Host } from './harness/hosts.ts';

const SHELL = '/srv/shell';

/** Whom sshd starts there for root: `script`, or a program of the machine. */
export async function setShell(host: Host, script: string): Promise<void> {
  const program = /^\/\S+$/.test(script) ? script : SHELL;
  if (program === SHELL) writeFileSync(host.path(SHELL), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const users = readFileSync(host.path('/etc/passwd'), 'utf8');
  writeFileSync(host.path('/srv/passwd'), users.replace(/^(root:.*:).*$/m, `$1${program}`));
  await host.run(['mount', '--bind', '/srv/passwd', '/etc/passwd']);
}

export const restoreShell = (host: Host) => host.run(['umount', '/etc/passwd']);

const withShell = (script: string) => ({
  before: ({ lab3 }: FaultBed) => setShell(lab3, script),
  after: ({ lab3 }: FaultBed) => restoreShell(lab3),
});

const GOOD = { behaviour: 'end', status: 0, says: /^$/ } as const;
const REFUSED = { status: 78, isRefused: true } as const;

/** Shells that people log in with. */
const SHELLS = ['/bin/sh', '/usr/bin/zsh', '/usr/bin/fish', '/usr/bin/tcsh']
  .filter(existsSync)
  .map((shell): Row => ({ ...GOOD, name: `login shell: ${shell}`, ...withShell(shell) }));

/** Where the programs cannot be kept, or the login is not there. */
const HOME = '/srv/home/root';
const NO_PROGRAMS = `mkdir -p ${CACHE} && mount -t tmpfs -o noexec,mode=700 none ${CACHE}`;

export const LOGIN_FAULTS: readonly Row[] = [
  ...SHELLS,
  { ...GOOD, name: 'login shell: ash of busybox', ...withShell('exec busybox ash "$@"') },
  {
    ...GOOD,
    name: 'a home that cannot be written',
    before: ({ lab3 }) =>
      lab3.run(['/bin/sh', '-c', `mount --bind ${HOME} ${HOME} && mount -o remount,ro,bind ${HOME}`]),
    after: ({ lab3 }) => lab3.run(['umount', HOME]),
  },
  {
    ...GOOD,
    name: 'a home that executes nothing, and a folder of the session',
    before: async ({ lab3 }) => {
      const session = 'mkdir -p -m 700 /srv/session; export XDG_RUNTIME_DIR=/srv/session';
      await setShell(lab3, `${session}; exec /bin/bash "$@"`);
      await lab3.run(['/bin/sh', '-c', NO_PROGRAMS]);
    },
    after: async ({ lab3 }) => {
      await lab3.run(['umount', CACHE]);
      await restoreShell(lab3);
    },
  },
  {
    ...GOOD,
    name: 'login shell that prints, with what a terminal would obey',
    ...withShell(`printf 'Welcome!\\033[2J\\nrankplan 0 x86_64\\n{"event":"done"}\\n'; exec /bin/bash "$@"`),
  },
  {
    ...REFUSED,
    name: 'login shell that becomes another one, which reads its commands',
    ...withShell('exec /bin/sh'),
    options: ['--timeout', '5'],
    says: /lab3 /,
  },
  {
    ...REFUSED,
    name: '3 MB before any word of ours',
    ...withShell('head -c 3000000 /dev/urandom; exec /bin/bash "$@"'),
    says: /lab3 /,
  },
  {
    ...REFUSED,
    name: 'no login for this user',
    ...withShell('echo "This account is currently not available."; exit 1'),
    says: /lab3 .*/,
  },
  {
    ...GOOD,
    name: 'no bash, and no launch.setup',
    before: async ({ lab3 }) => {
      await setShell(lab3, '/bin/sh');
      await lab3.run(['mount', '--bind', '/dev/null', '/usr/bin/bash']);
    },
    after: async ({ lab3 }) => {
      await lab3.run(['umount', '/usr/bin/bash']);
      await restoreShell(lab3);
    },
  },
  {
    ...REFUSED,
    name: 'a machine of another kind',
    before: async ({ lab3 }) => {
      writeFileSync(lab3.path('/srv/uname'), '#!/bin/sh\necho riscv64\n', { mode: 0o755 });
      await lab3.run(['mount', '--bind', '/srv/uname', '/usr/bin/uname']);
    },
    after: ({ lab3 }) => lab3.run(['umount', '/usr/bin/uname']),
    says: /lab3 .*riscv64/,
  },
  {
    ...REFUSED,
    name: 'workdir missing on one host',
    before: ({ lab3 }) => lab3.run(['mv', '/srv/work', '/srv/away']),
    after: ({ lab3 }) => lab3.run(['/bin/sh', '-c', 'cd / && rm -rf /srv/work && mv /srv/away /srv/work']),
    says: /lab3: .*\/srv\/work/,
  },
  {
    ...REFUSED,
    name: 'command missing on one host',
    before: ({ lab3 }) => rmSync(lab3.path('/srv/work/rank.sh')),
    after: ({ lab3, place }) => place(lab3),
    says: /lab3: .*rank\.sh/,
  },
];

const cacheOf = (host: Host): string => host.path(CACHE);
export const dropCache = (host: Host): void => rmSync(cacheOf(host), { recursive: true, force: true });

/** The folder where programs are kept there is not what it should be: another one is taken. */
const elsewhere = (name: string, spoil: string, mend = 'true'): Row => ({
  ...GOOD,
  name: `the cache there is ${name}`,
  before: async ({ lab3 }) => {
    dropCache(lab3);
    await lab3.run(['/bin/sh', '-c', spoil]);
  },
  after: async ({ lab3 }) => {
    await lab3.run(['/bin/sh', '-c', mend]);
    dropCache(lab3);
  },
});

/** What is sent to a host, and kept there. */
export const CACHE_FAULTS: readonly Row[] = [
  { ...GOOD, name: 'nothing is cached', before: ({ labs }) => labs.forEach(dropCache) },
  {
    ...GOOD,
    name: 'what is cached is damaged',
    before: ({ lab3 }) => {
      for (const name of readdirSync(cacheOf(lab3))) truncateSync(`${cacheOf(lab3)}/${name}`, 4096);
    },
  },
  {
    ...GOOD,
    name: 'what is cached is another program',
    before: ({ lab3 }) => {
      for (const name of readdirSync(cacheOf(lab3)))
        writeFileSync(`${cacheOf(lab3)}/${name}`, '#!/bin/sh\ntouch /srv/work/here-99\n');
    },
  },
  elsewhere('on a file system that executes nothing', NO_PROGRAMS, `umount ${CACHE}`),
  elsewhere('a link', `mkdir -p ${CACHE}/.. /srv/other && ln -s /srv/other ${CACHE}`),
  elsewhere("another user's", `mkdir -p ${CACHE} && chown alice ${CACHE}`),
  elsewhere('writable by everybody', `mkdir -p ${CACHE} && chmod 777 ${CACHE}`),
  {
    ...REFUSED,
    name: 'nothing is cached, and the disk is full',
    before: async ({ lab3 }) => {
      dropCache(lab3);
      await lab3.run(['/bin/sh', '-c', 'cat /dev/zero >/srv/full']);
    },
    after: ({ lab3 }) => rmSync(lab3.path('/srv/full')),
    says: /lab3.*(disk|[Nn]o space)/,
  },
  {
    ...GOOD,
    name: 'two launchers at once, on hosts that share a home',
    command: (launch) => {
      const other = launch.toSpliced(launch.indexOf('--'), 0, '--port', '29556');
      return ['/bin/sh', '-c', `${other.join(' ')} & ${launch.join(' ')}; first=$?; wait $! && exit $first`];
    },
    before: async ({ launcher, labs, shared }) => {
      mkdirSync(shared, { recursive: true });
      for (const host of [launcher, ...labs]) {
        mkdirSync(host.path('/srv/home/root/.cache'), { recursive: true });
        await host.run(['mount', '--bind', shared, '/srv/home/root/.cache']);
      }
    },
    after: async ({ launcher, labs, shared }) => {
      for (const host of [launcher, ...labs]) await host.run(['umount', '/srv/home/root/.cache']);
      rmSync(shared, { recursive: true });
    },
  },
];
