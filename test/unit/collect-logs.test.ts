// Logs of hosts that are folders of this machine, through a transport that starts a shell there; and archives that lie.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Header, type HeaderData } from 'tar';
import { describe, expect, it } from 'vitest';
import { type CollectedLogs, collectLogs, describeCollected } from '../../src/runtime/hosts/collect-logs.ts';
import { HANG_MS, until } from '../patience.ts';
import { makeFolder } from '../scratch.ts';

/** Those that this machine has. */
const SHELLS = ['sh', 'bash', 'dash', 'zsh', 'fish', 'tcsh'].filter(
  (shell) => spawnSync(shell, ['-c', 'true']).status === 0,
);

const RUN = `runs/it's "r1" \\ $(a)\n!`;
const LABS = ['lab1', 'lab2', 'lab3'];

/** Hosts whose login shell begins in a folder each; `via` may do another thing at first. */
function makeHosts({ via = ':', shell = 'sh' } = {}) {
  const root = makeFolder('collect-');
  const transport = join(root, 'via');
  const lines = [`#!/bin/bash`, `cd '${root}'/"$1" || exit`, via, `exec ${shell} -c "\${@: -1}"`];
  writeFileSync(transport, `${lines.join('\n')}\n`, { mode: 0o755 });
  for (const [index, lab] of LABS.entries()) {
    mkdirSync(join(root, lab, RUN, 'attempt-0'), { recursive: true });
    writeFileSync(join(root, lab, RUN, `rank-${index}.out`), `rank ${index}\n`);
    writeFileSync(join(root, lab, RUN, 'attempt-0', 'a  b '), 'earlier\n');
  }
  const into = join(root, 'here');
  const here = (name = ''): string => join(into, 'hosts', name);
  const stop = new AbortController();
  const collect = ({ folder = RUN, stallMs = HANG_MS } = {}): Promise<CollectedLogs> => {
    const hosts = LABS.map((name) => ({ name, words: [transport, name], folder }));
    return collectLogs({ hosts, into, stallMs, signal: stop.signal });
  };
  const at = (lab: string, name = ''): string => join(root, lab, RUN, name);
  const folders = (): readonly string[] => (existsSync(here()) ? readdirSync(here()).sort() : []);
  return { root, into, here, at, stop, collect, folders };
}

/** The hosts by what became of their logs. */
function sort(collected: CollectedLogs) {
  const named = (wanted: string) =>
    collected.filter(({ outcome }) => outcome === wanted).map(({ host }) => host);
  const left = collected.flatMap((one) =>
    one.outcome === 'failed' ? [{ host: one.host, reason: one.reason }] : [],
  );
  return { here: named('here'), shared: named('shared'), none: named('none'), left };
}

/** What a host does that speaks as the others do, and sends these bytes for an archive. */
function lying(archive: Uint8Array): string {
  const file = join(makeFolder('archive-'), 'archive');
  writeFileSync(file, archive);
  return `[[ $1 != lab2 ]] || {
  token=\${@: -1}; token=\${token#*rankplan-logs }; echo "rankplan-logs \${token%% *} asks"; read -r _; echo here
  cat '${file}'; exit; }`;
}

type Entry = HeaderData & { readonly text?: string };

const block = ({ text = '', ...data }: Entry): Buffer => {
  const header = new Header({
    mode: 0o644,
    type: 'File',
    size: Buffer.byteLength(text),
    mtime: new Date(),
    ...data,
  });
  header.encode();
  const content = Buffer.alloc(Math.ceil(Buffer.byteLength(text) / 512) * 512);
  content.write(text);
  return Buffer.concat([header.block as Buffer, content]);
};
const END = Buffer.alloc(1024);
const archive = (...entries: readonly Entry[]): Buffer => Buffer.concat([...entries.map(block), END]);

describe('the logs of other hosts', () => {
  it.each(SHELLS)('come here, where %s is the login shell', async (shell) => {
    const hosts = makeHosts({ shell, via: 'echo "Welcome to $1!"' });
    symlinkSync('/etc/passwd', hosts.at('lab2', 'link'));
    writeFileSync(hosts.at('lab2', 'attempt-0/.hidden'), '');
    writeFileSync(hosts.at('lab2', 'attempt-0/for a \u001b[2J terminal'), '');
    writeFileSync(hosts.at('lab2', '-rf'), 'no option\n');
    mkdirSync(hosts.at('lab2', 'hosts/lab9'), { recursive: true });
    const collected = await hosts.collect();
    expect(sort(collected)).toEqual({ here: LABS, shared: [], none: [], left: [] });
    expect(hosts.folders()).toEqual(LABS);
    const arrived = readdirSync(hosts.here('lab2'), { recursive: true }).sort();
    expect(arrived).toEqual(['-rf', 'attempt-0', 'attempt-0/a  b ', 'rank-1.out']);
    expect(readFileSync(hosts.here('lab3/rank-2.out'), 'utf8')).toBe('rank 2\n');
    expect(describeCollected(collected, 'runs/r1')).toEqual(['runs/r1/hosts has the logs of 3 other hosts']);
  });

  it('stay where they are the same folder, and where there are none', async () => {
    const { collect, into, root, folders } = makeHosts();
    for (const lab of ['lab1', 'lab2']) symlinkSync(into, join(root, lab, 'here'));
    const collected = await collect({ folder: 'here' });
    expect(sort(collected)).toEqual({ here: [], shared: ['lab1', 'lab2'], none: ['lab3'], left: [] });
    expect(folders()).toEqual([]);
    expect(describeCollected(collected, 'runs/r1')).toEqual([
      'no logs of this run are on lab3',
      'runs/r1 has the logs of all hosts, which share it',
    ]);
  });

  const FLAT = { path: 'a', text: 'abc' };
  it.each<[string, Uint8Array, RegExp]>([
    ['a place outside', archive({ ...FLAT, path: '../../../escaped' }), /no logs/],
    ['another place outside', archive({ ...FLAT, path: 'a/../../escaped' }), /no logs/],
    ['an absolute path', archive({ ...FLAT, path: '/tmp/rankplan-escaped' }), /no logs/],
    ['one file twice', archive(FLAT, FLAT), /no logs/],
    ['one file in two spellings', archive(FLAT, { ...FLAT, path: './/a' }), /no logs/],
    ['a file as a folder', archive(FLAT, { ...FLAT, path: 'a/b' }), /no logs/],
    ['more than this disk takes', archive({ ...FLAT, size: 2 ** 50 }), /no room here: \d{9,} MB/],
    ['a size beyond all numbers', archive({ ...FLAT, size: Number.MAX_SAFE_INTEGER }), /no room|no logs/],
    ['a path without end', archive({ ...FLAT, path: 'a/'.repeat(45) + 'b/'.repeat(30) }), /no logs/],
    ['what is compressed', gzipSync(archive({ ...FLAT, text: '0'.repeat(2 ** 20) })), /no logs/],
    ['what is no archive', Buffer.from('x'.repeat(4096)), /no logs/],
    ['a broken header', Buffer.concat([archive(FLAT).fill(7, 100, 120)]), /no logs/],
  ])('are not taken from a host that sends %s', async (_, bytes, why) => {
    const { collect, folders, into, root } = makeHosts({ via: lying(bytes) });
    const { here, left } = sort(await collect());
    expect(here).toEqual(['lab1', 'lab3']);
    expect(left).toEqual([{ host: 'lab2', reason: expect.stringMatching(why) }]);
    expect(folders()).toEqual(['lab1', 'lab3']);
    for (const place of ['/tmp/rankplan-escaped', join(into, 'escaped'), join(root, 'escaped')])
      expect(existsSync(place)).toBe(false);
  });

  it.each<[string, Entry]>([
    ['a symbolic link', { path: 'b', type: 'SymbolicLink', linkpath: '/tmp' }],
    ['a hard link', { path: 'b', type: 'Link', linkpath: '/etc/passwd' }],
    ['a device', { path: 'b', type: 'CharacterDevice', devmaj: 1, devmin: 3 }],
    ['a pipe', { path: 'b', type: 'FIFO' }],
    ['a hidden file', { path: '.bashrc', text: 'abc' }],
    ['a file in a hidden folder', { path: '.ssh/authorized_keys', text: 'abc' }],
    ['a name for a terminal', { path: '\u001b[2J', text: 'abc' }],
  ])('come without %s', async (_, entry) => {
    const { collect, here } = makeHosts({ via: lying(archive({ path: 'a', text: 'abc' }, entry)) });
    expect(sort(await collect()).here).toEqual(LABS);
    expect(readdirSync(here('lab2'))).toEqual(['a']);
  });

  it("are nobody else's program here: no owner, no set-user bit", async () => {
    const { collect, here } = makeHosts({
      via: lying(archive({ path: 'a', text: 'abc', mode: 0o6777, uid: 7, gid: 7 })),
    });
    await collect();
    const { mode, uid } = lstatSync(here('lab2/a'));
    expect({ mode: mode & 0o7777, uid }).toEqual({ mode: 0o644 & ~process.umask(), uid: process.getuid?.() });
  });

  it('are not written through a link that came before them', async () => {
    const link = { path: 'b', type: 'SymbolicLink', linkpath: '..' } as const;
    const { collect, folders, here } = makeHosts({
      via: lying(archive(link, { path: 'b/escaped', text: 'abc' })),
    });
    await collect();
    expect(folders()).toEqual(LABS);
    expect(lstatSync(here('lab2/b')).isDirectory()).toBe(true);
  });

  const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length - 1024 - 512);
  it.each<[string, Buffer]>([
    ['half a file', half(archive({ path: 'a', text: 'abc' }, { path: 'b', text: 'x'.repeat(2000) }))],
    ['no end', archive({ path: 'a', text: 'abc' }).subarray(0, 1024)],
  ])('stay there where only a part comes: %s', async (_, bytes) => {
    const { collect, folders } = makeHosts({ via: lying(bytes) });
    const collected = await collect();
    expect(sort(collected).left).toEqual([{ host: 'lab2', reason: 'they did not arrive whole' }]);
    expect(folders()).toEqual(['lab1', 'lab3']);
    expect(describeCollected(collected, 'runs/r1')[0]).toBe(
      'the logs of lab2 stay there: they did not arrive whole',
    );
  });

  it.each([
    [
      'that cannot be reached',
      '[[ $1 != lab2 ]] || { echo "no route" >&2; exit 255; }',
      /via ended with status 255: no route/,
    ],
    ['whose login shell says no word of ours', '[[ $1 != lab2 ]] || exit 0', /it gives no sign/],
    ['that prints for ever', '[[ $1 != lab2 ]] || exec yes', /no logs/],
    ['that has no tar', '[[ $1 != lab2 ]] || PATH=/nowhere exec /bin/sh -c "${@: -1}"', /no tar there/],
    ['that says nothing', '[[ $1 != lab2 ]] || exec sleep 4242', /nothing came for 2 s/],
  ])('of a host %s stay there, and the others come', async (_, via, why) => {
    const { collect, folders } = makeHosts({ via });
    const { left } = sort(await collect({ stallMs: via.includes('sleep') ? 2000 : HANG_MS }));
    expect(left).toEqual([{ host: 'lab2', reason: expect.stringMatching(why) }]);
    expect(folders()).toEqual(['lab1', 'lab3']);
  });

  it('stay there when somebody ends it', async () => {
    const { collect, folders, stop, root } = makeHosts({ via: ': >"began-$1"; exec sleep 4242' });
    const collected = collect();
    await until('it has begun', () => LABS.every((lab) => existsSync(join(root, lab, `began-${lab}`))));
    stop.abort();
    expect(sort(await collected).left.map(({ host }) => host)).toEqual(LABS);
    expect(folders()).toEqual([]);
  });

  it('of a program that does not exist are told', async () => {
    const { into, stop } = makeHosts();
    const hosts = [{ name: 'lab1', words: ['/nowhere/ssh', 'lab1'], folder: RUN }];
    const { left } = sort(await collectLogs({ hosts, into, stallMs: HANG_MS, signal: stop.signal }));
    expect(left).toEqual([{ host: 'lab1', reason: expect.stringContaining('ENOENT') }]);
  });
});
