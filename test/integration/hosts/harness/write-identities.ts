import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Machine {
  readonly name: string;
  readonly address: string;
}

/** What hosts know of each other before they are switched on: names, users, keys. Each user has the same key everywhere. */
export function writeIdentities(folder: string, machines: readonly Machine[]): void {
  for (const path of ['etc', 'keys', 'home/.ssh']) mkdirSync(join(folder, path), { recursive: true });
  const keys = [...machines.map(({ name }) => `keys/${name}`), 'home/.ssh/id_ed25519'];
  for (const key of keys)
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', join(folder, key)]);
  const ssh = join(folder, 'home/.ssh');
  renameSync(join(ssh, 'id_ed25519.pub'), join(ssh, 'authorized_keys'));
  const known = machines.map(
    ({ name, address }) => `${name},${address} ${readFileSync(join(folder, 'keys', `${name}.pub`), 'utf8')}`,
  );
  writeFileSync(join(ssh, 'known_hosts'), known.join(''));
  writeFileSync(join(folder, 'names'), lines(machines.map(({ name, address }) => `${name} ${address}`)));
  for (const [name, text] of Object.entries(filesOf(machines)))
    writeFileSync(join(folder, 'etc', name), text);
}

const lines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

const filesOf = (machines: readonly Machine[]): Readonly<Record<string, string>> => ({
  passwd: lines([
    'root:x:0:0:root:/srv/home/root:/bin/bash',
    'alice:x:2001:2001::/srv/home/alice:/bin/bash',
    'sshd:x:104:65534::/run/sshd:/usr/sbin/nologin',
    'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin',
  ]),
  group: lines(['root:x:0:', 'tty:x:5:', 'alice:x:2001:', 'nogroup:x:65534:']),
  shadow: lines(['root:*:19000:0:99999:7:::', 'alice:*:19000:0:99999:7:::']),
  hosts: lines(['127.0.0.1 localhost', ...machines.map(({ name, address }) => `${address} ${name}`)]),
  // A password is offered, so that a client without the right key would be asked for it.
  sshd_config: lines([
    'UsePAM no',
    'PasswordAuthentication yes',
    'PidFile none',
    'MaxStartups 100',
    'UseDNS no',
    'Subsystem sftp internal-sftp',
  ]),
});
