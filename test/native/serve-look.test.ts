import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listen } from '../listen.ts';
import { until } from '../patience.ts';
import { makeFolder } from '../scratch.ts';
import { findProcesses, hasExec, makeMarker } from './exec-fixture.ts';
import { lookAt, order, PROBE, serve, WITH_MIG } from './serve-fixture.ts';

const NO_FILE = 'No such file or directory';

describe.skipIf(!hasExec)('a look', () => {
  it('without questions is answered', async () => {
    expect(await lookAt([])).toEqual(new Map());
  });

  it('tells what the host is', async () => {
    const env = { ...process.env, HOME: '/root/ä "x"' };
    const facts = await lookAt(['host'], env);
    expect(Object.fromEntries(facts)).toEqual({
      'host identity': expect.stringMatching(/^[0-9a-f-]{36}-net:\[\d+\]-pid:\[\d+\]-uts:\[\d+\]$/),
      'host home': '/root/ä "x"',
      'host clock': expect.any(Number),
    });
  });

  it('resolves names by the host’s own library, or without it', async () => {
    const names = ['resolve 10.1.2.3', 'resolve ::1', 'resolve localhost', 'resolve nope.invalid'];
    for (const env of [process.env, { ...process.env, PATH: '/nope' }]) {
      const [number, other, name, nowhere] = await lookAt(names, env).then((facts) =>
        names.map((question) => facts.get(question)),
      );
      expect([number, other, name]).toEqual([1, 1, 1]);
      expect(nowhere).toMatch(/No such file|temporarily/);
    }
  });

  it('says what listens, and which port is free', async () => {
    const { port, stop } = await listen();
    const serving = serve();
    serving.send(order.look([`port ${port}`, 'free-port']));
    await serving.has('looked');
    serving.link.close();
    await serving.link.ended;
    await stop();
    const [taken, free] = [`${port}`, ''].map((of) =>
      serving.all('fact').find(({ subject }) => subject === of),
    );
    expect(taken).toMatchObject({
      number: 1,
      value: expect.stringMatching(new RegExp(`\\(process ${process.pid}\\)$`)),
    });
    expect(free?.number).toBeGreaterThan(1024);
    expect((await lookAt([`port ${free?.number}`])).get(`port ${free?.number}`)).toBe(0);
  });

  it('finds folders and commands as a rank would', async () => {
    const folder = makeFolder('rankplan-look-');
    mkdirSync(join(folder, 'bin'));
    mkdirSync(join(folder, 'other'));
    symlinkSync(join(folder, 'bin'), join(folder, 'link'));
    writeFileSync(join(folder, 'bin', 'run'), '#!/bin/sh\n', { mode: 0o755 });
    writeFileSync(join(folder, 'bin', 'plain'), '', { mode: 0o644 });
    const facts = await lookAt([
      ...['command sh', 'command nope-x', `directory ${folder}/link`, 'command ./run', 'command run'],
      ...[`path ${folder}/other:${folder}/bin`, 'command run', 'command plain'],
      ...[`directory ${folder}/nope`, 'command ./run', `directory ${folder}/bin/run`],
    ]);
    expect(facts.get('command sh')).toMatch(/^\/.*\/sh$/);
    expect(facts.get('command nope-x')).toBe(NO_FILE);
    expect(facts.get(`directory ${folder}/link`)).toBe(`${folder}/bin`);
    expect(facts.get('command run')).toContain(`${folder}/bin/run`); // asked twice, found once
    expect(facts.get('command plain')).toBe('Permission denied');
    expect(facts.get(`directory ${folder}/nope`)).toBe(NO_FILE);
    expect(facts.get('command ./run')).toContain('./run');
    expect(facts.get(`directory ${folder}/bin/run`)).toBe('Not a directory');
  });

  it('makes the folder of logs, and nothing where it may not', async () => {
    const folder = makeFolder('rankplan-look-');
    writeFileSync(join(folder, 'file'), '');
    const facts = await lookAt([
      ...[`logs ${folder}/a b/c`, `logs ${folder}/file`, `logs ${folder}/file/x`, 'logs /proc/nope'],
      ...[`writable ${folder}/d/e/f`, `writable ${folder}/file`, 'writable /proc/self/nope/x'],
      ...[`fresh ${folder}/file`, `fresh ${folder}/nope`, `fresh ${folder}/file/x`],
    ]);
    expect(facts.get(`logs ${folder}/a b/c`)).toBeGreaterThanOrEqual(0);
    expect(readdirSync(join(folder, 'a b', 'c'))).toEqual([]);
    expect(facts.get(`logs ${folder}/file`)).toBe('Not a directory');
    expect(facts.get(`logs ${folder}/file/x`)).toBe('Not a directory');
    expect(facts.get('logs /proc/nope')).toBe(NO_FILE);
    expect(facts.get(`writable ${folder}/d/e/f`)).toBeGreaterThanOrEqual(0);
    expect(existsSync(join(folder, 'd'))).toBe(false);
    expect(facts.get(`writable ${folder}/file`)).toBe('Not a directory');
    expect(facts.get(`fresh ${folder}/file`)).toMatch(/^\d+:\d+\.\d{9}:\d+$/);
    expect(facts.get(`fresh ${folder}/nope`)).toBe(0);
    expect(facts.get(`fresh ${folder}/file/x`)).toBe('Not a directory');
  });

  it('tells variables whole, and nothing of those that are not set', async () => {
    const long = `${'äöü\\"\t'.repeat(500)}end`;
    const facts = await lookAt(['variable LONG', 'variable NOPE_X', 'variable EMPTY'], {
      ...process.env,
      LONG: long,
      EMPTY: '',
    });
    expect(Object.fromEntries(facts)).toEqual({ 'variable LONG': long, 'variable EMPTY': '' });
  });

  it('asks the driver for GPUs, and who uses them', async () => {
    const serving = serve({ env: WITH_MIG });
    serving.send(order.look([`gpus ${PROBE}`, 'gpus /nope', 'gpus /etc/passwd']));
    await serving.has('looked');
    serving.link.close();
    await serving.link.ended;
    const [machine, uses] = serving.text('sample').trim().split('\n');
    expect(JSON.parse(machine ?? '')).toMatchObject({ kind: 'found', driver: '550.54.15' });
    expect(JSON.parse(uses ?? '')).toMatchObject({ kind: 'found', seen: [], ancestors: expect.any(Array) });
    const numbers = serving.all('fact').map(({ number }) => number);
    expect(numbers.sort()).toEqual([0, 126, 127]);
    expect(serving.failure()).toBeNull();
  });

  /** A PATH whose getent never answers. */
  function hang(marker = makeMarker()) {
    const folder = makeFolder('rankplan-look-');
    const script = `#!/bin/bash\nexec -a ${marker} sleep 1000\n`;
    writeFileSync(join(folder, 'getent'), script, { mode: 0o755 });
    return { marker, env: { ...process.env, PATH: `${folder}:${process.env['PATH']}` } };
  }

  it('that hangs stalls no beat, and ends with the launcher', async () => {
    const { marker, env } = hang();
    const serving = serve({ env });
    serving.send(order.look(['resolve lab1', 'variable PATH']));
    await until('the program', () => findProcesses(marker).length > 0);
    serving.send(order.beat());
    await serving.has('beat');
    await serving.has('fact');
    expect(serving.all('looked')).toEqual([]);
    serving.link.close();
    expect((await serving.link.ended).status).toBe(0);
    await until('the end', () => findProcesses(marker).length === 0);
  });

  it('that hangs is given up', async () => {
    const facts = await lookAt(['resolve lab1', 'variable PATH'], hang().env);
    expect(facts.get('resolve lab1')).toBe('Connection timed out');
  });

  it('may have many questions, but one at a time', async () => {
    const many = Array.from({ length: 300 }, (_, i) => `variable NOPE_${i}`);
    expect((await lookAt([...many, 'variable PATH'])).size).toBe(1);
    const { marker, env } = hang(); // or the first is over before the second comes
    const serving = serve({ env });
    serving.send(order.look(['resolve lab1']));
    serving.send(order.look(['host']));
    expect((await serving.link.ended).status).toBe(125);
    expect(serving.all('refused')).toMatchObject([{ subject: 'look: not now' }]);
    await until('the end', () => findProcesses(marker).length === 0);
  });
});
