import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectHost, type HostLink } from '../../src/runtime/hosts/bootstrap.ts';
import { describeProgram, type Program } from '../../src/runtime/hosts/send-program.ts';
import { makeFolder } from '../scratch.ts';

/** A stand-in for the guard: it says how it was called and what of the script is in its environment, then echoes. */
const GUARD = `#!/bin/sh
# VERSION
[ "$1" != --version ] || exit 0
printf '%s\\n' "guard $*" "$(env | grep -c '^rankplan_')"
cat
exit 7
`;

export const guard = (version: string): Program =>
  describeProgram('rankplan-exec', Buffer.from(GUARD.replace('VERSION', version)));

export interface OtherHost {
  readonly home: string;
  /** Reaches it: runs the word that follows in its login shell, as sshd does. */
  readonly words: readonly [string, ...string[]];
  readonly file: (path: string, text: string) => void;
}

/** A host that is only another home, with a login shell of its own; `wrap` is sh in front of that. */
export function makeHost(shell = '/bin/sh', wrap = ''): OtherHost {
  const home = makeFolder('rankplan-host-');
  const reach = join(home, 'reach');
  const variables = `HOME='${home}/home' PATH="$PATH" SHELL='${shell}' XDG_RUNTIME_DIR='${home}/run' MINE=kept`;
  mkdirSync(join(home, 'home'));
  mkdirSync(join(home, 'run'), { mode: 0o700 });
  writeFileSync(
    reach,
    `#!/bin/sh\n${wrap}\ncd '${home}/home' && exec env -i ${variables} ${shell} -c "$1"\n`,
  );
  chmodSync(reach, 0o755);
  const file = (path: string, text: string): void => {
    const whole = join(home, 'home', path);
    mkdirSync(join(whole, '..'), { recursive: true });
    writeFileSync(whole, text);
  };
  return { home: join(home, 'home'), words: [reach], file };
}

export interface Connected {
  readonly output: string;
  readonly reason: string | null;
  readonly complaint: string;
  readonly status: number | null;
  readonly link: HostLink;
}

export interface ConnectOptions {
  readonly directory?: string;
  readonly exec?: Program;
  readonly probe?: Program | null;
  readonly order?: string;
}

/** Connects, sends an order before anything is there, and ends the lifeline when the guard has answered it. */
export async function connect(host: OtherHost, options: ConnectOptions = {}): Promise<Connected> {
  const { directory = null, exec = guard('one'), probe = null, order = 'beat\n' } = options;
  let output = '';
  const link = connectHost(host.words, {
    ...{ patience: 4, timeout: 30 },
    directory,
    programs: { exec: () => exec, probe: () => probe },
    wantsProbe: probe !== null,
    onBytes: (bytes) => {
      output += bytes.toString();
      if (output.endsWith(order)) link.close();
    },
  });
  link.send(order);
  const { reason, complaint, status } = await link.ended;
  return { output, reason, complaint, status, link };
}
