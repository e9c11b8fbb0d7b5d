import { describe, expect, it } from 'vitest';
import { orderEnds } from '../../src/compiler/plan/order-roles.ts';
import { nameReplica } from '../../src/compiler/plan/replica-plan.ts';
import { type Hear, RolesRun } from '../../src/runtime/roles/direct-roles.ts';
import { planOf } from '../compile-text.ts';

/** Roles with one slot each; a number of replicas is a number of slots. */
function planRoles(roles: Readonly<Record<string, object>>, top: object = {}) {
  let slot = 0;
  const placed = Object.entries(roles).map(([name, role]) => {
    const { replicas = 1 } = role as { replicas?: number };
    const slots = Array.from({ length: replicas }, () => `a:cpu${slot++}`);
    return [name, { slots, launch: { command: ['x'] }, ...role }];
  });
  return planOf({
    ...{ nodes: [{ hosts: 'a', cpuRanks: 16 }], ...top },
    roles: Object.fromEntries(placed),
  });
}

/** A run whose replicas become ready and end as the test says; `log` has what happened, in order. */
function direct(roles: Readonly<Record<string, object>>, top: object = {}) {
  const log: string[] = [];
  const ends = new Map<string, (status: number) => void>();
  const readies = new Map<string, Hear>();
  const waits: (() => void)[] = [];
  /** How and when one ended, though nobody has heard of it. */
  const ended = new Map<string, { status: number; at: number }>();
  /** Who is told TERM ends with 143, unless the test wants another status. */
  const statusAtTerm = new Map<string, number | null>();
  const run = new RolesRun(planRoles(roles, top), {
    start(one, hear) {
      const name = nameReplica(one);
      readies.set(name, hear);
      log.push(`start ${name}`);
      return {
        ended: new Promise((resolve) => ends.set(name, resolve)),
        end: () => ended.get(name) ?? null,
        signal(sent) {
          log.push(`${sent.slice(3)} ${name}`);
          const status = statusAtTerm.get(name);
          if (sent === 'SIGTERM' && status !== null) ends.get(name)?.(status ?? 143);
        },
      };
    },
    say: (text) => log.push(text.trim()),
    wait: () => new Promise((resolve) => waits.push(resolve)),
  });
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
  return {
    ...{ run, log, statusAtTerm, ended },
    status: run.run(),
    async ready(name: string, state: Parameters<Hear>[0] = 'ready') {
      readies.get(name)?.(state);
      await settle();
    },
    async end(name: string, status: number) {
      ends.get(name)?.(status);
      await settle();
    },
    async pass() {
      for (const wake of waits.splice(0)) wake();
      await settle();
    },
    settle,
  };
}

const SERVED = {
  server: { replicas: 2 },
  trainer: { end: true, dependsOn: { server: 'ready' } },
};

describe('roles are started', () => {
  it('when all replicas of those they depend on are ready', async () => {
    const { log, ready, end, status } = direct(SERVED);
    expect(log).toEqual(['start server-0', 'start server-1']);
    await ready('server-1');
    expect(log).not.toContain('start trainer-0');
    await ready('server-0');
    expect(log.at(-1)).toBe('start trainer-0');
    await end('trainer-0', 0);
    expect(await status).toBe(0);
    expect(log.slice(3).sort()).toEqual(['TERM server-0', 'TERM server-1']);
  });

  it('not while one that was ready starts again', async () => {
    const { log, ready } = direct(SERVED);
    await ready('server-1');
    await ready('server-1', 'again');
    await ready('server-0');
    expect(log).not.toContain('start trainer-0');
    await ready('server-1');
    expect(log.at(-1)).toBe('start trainer-0');
  });

  it('when those they depend on have ended well', async () => {
    const { log, ready, end, status } = direct({
      prepare: {},
      trainer: { end: true, dependsOn: { prepare: 'complete' } },
    });
    await ready('prepare-0');
    expect(log).toEqual(['start prepare-0']);
    await end('prepare-0', 0);
    await end('trainer-0', 7);
    expect(await status).toBe(7);
  });
});

describe('a run fails', () => {
  it.each<[string, Readonly<Record<string, object>>, readonly string[], number, string]>([
    [
      'with the status of the role that ends it',
      SERVED,
      ['ready server-0', 'ready server-1', 'end trainer-0 3'],
      3,
      'trainer-0 failed: it ended with status 3',
    ],
    [
      'with that of a critical role, also before others have started',
      SERVED,
      ['end server-1 5'],
      5,
      'server-1 failed: it ended with status 5',
    ],
    [
      'where a critical role ends well too early',
      SERVED,
      ['ready server-0', 'end server-0 0'],
      1,
      'server-0 failed: it ended with 0 before the run did',
    ],
    [
      'where a replica is not ready in time',
      { server: { replicas: 2, readiness: { file: 'ready', timeout: 9 } }, trainer: SERVED.trainer },
      ['late server-0'],
      1,
      'server-0 failed: it was not ready within 9 s',
    ],
    [
      'where a role that is not critical fails, and another waits for it',
      { server: { critical: false }, trainer: SERVED.trainer },
      ['end server-0 4'],
      4,
      'server-0 failed: it ended with status 4, and trainer waits for it',
    ],
    [
      'where a role ends well before it is ready, and another that ends the run waits for it',
      { server: { end: true }, trainer: SERVED.trainer },
      ['ended server-0', 'end server-0 0'],
      1,
      'server-0 failed: it ended with 0 before it was ready',
    ],
  ])('%s', async (_, roles, steps, status, reason) => {
    const { run, log, ready, end, pass, ...directed } = direct(roles);
    for (const step of steps) {
      const [what, name = '', ended] = step.split(' ');
      if (ended === undefined) await ready(name, what as Parameters<Hear>[0]);
      else await end(name, Number(ended));
    }
    await pass();
    expect(await directed.status).toBe(status);
    expect(log.filter((entry) => entry.includes('failed'))).toEqual([`${reason}; all other roles are ended`]);
    expect(run.failure).toEqual({ name: reason.split(' ')[0], status });
  });

  it.each([
    [7, false],
    [7, true],
    [0, true],
  ])(
    'with who failed first, though another is heard of before: %s, heard of in time: %s',
    async (first, isHeard) => {
      const { run, ready, end, pass, status, ended } = direct(SERVED);
      await ready('server-0');
      await ready('server-1');
      ended.set('trainer-0', { status: 3, at: 2 }).set('server-1', { status: first, at: 1 });
      await end('trainer-0', 3);
      if (isHeard) await end('server-1', first);
      await pass();
      expect(await status).toBe(first || 1);
      expect(run.failure).toEqual({ name: 'server-1', status: first || 1 });
    },
  );

  it('only once: what the others end with is no failure', async () => {
    const { run, log, ready, end, pass, status, statusAtTerm } = direct(SERVED);
    statusAtTerm.set('server-0', 9);
    await ready('server-0');
    await ready('server-1');
    await end('trainer-0', 3);
    await pass();
    expect(await status).toBe(3);
    expect(log.filter((entry) => entry.includes('failed'))).toHaveLength(1);
    expect(run.outcomes()).toEqual([
      { name: 'server-0', status: 9, wasEnded: true },
      { name: 'server-1', status: 143, wasEnded: true },
      { name: 'trainer-0', status: 3, wasEnded: false },
    ]);
  });
});

describe('a run ends', () => {
  it('when all roles that end it have ended', async () => {
    const { log, end, status } = direct({ one: { end: true }, two: { end: true }, store: {} });
    await end('one-0', 0);
    expect(log.filter((entry) => entry.startsWith('TERM'))).toEqual([]);
    await end('two-0', 0);
    expect(await status).toBe(0);
    expect(log.at(-1)).toBe('TERM store-0');
  });

  it('after the failure of a role that is not critical, with 0', async () => {
    const { log, end, status } = direct({ trainer: { end: true }, eval: { critical: false } });
    await end('eval-0', 2);
    expect(log.at(-1)).toBe('eval-0 failed: it ended with status 2; the run goes on');
    await end('trainer-0', 0);
    expect(await status).toBe(0);
  });

  it('although a role that is not critical was not ready in time', async () => {
    const { log, ready, end, status } = direct({
      trainer: { end: true },
      eval: { critical: false, readiness: { log: 'x', timeout: 9 } },
    });
    await ready('eval-0', 'late');
    expect(log.at(-1)).toBe('eval-0 failed: it was not ready within 9 s; the run goes on');
    await end('trainer-0', 0);
    expect(await status).toBe(0);
  });

  it('with the time to drain, then TERM, those first that use others', async () => {
    const roles = {
      store: {},
      server: { dependsOn: { store: 'ready' }, drain: '10m' },
      trainer: { end: true, dependsOn: { server: 'ready' } },
    };
    const { log, ready, end, pass, status } = direct(roles);
    await ready('store-0');
    await ready('server-0');
    await end('trainer-0', 0);
    expect(log.filter((entry) => entry.startsWith('TERM'))).toEqual([]);
    await pass();
    expect(await status).toBe(0);
    expect(log.slice(3)).toEqual(['TERM server-0', 'TERM store-0']);
  });

  it.each([
    [0, true, []],
    [2, true, ['eval-0 failed: it ended with status 2; the run goes on']],
    [2, false, ['eval-0 failed: it ended with status 2; the run goes on']],
  ])('without TERM for who ends while it drains, with %s, critical: %s', async (ended, critical, says) => {
    const { log, end, status } = direct({ trainer: { end: true }, eval: { critical, drain: '10m' } });
    await end('trainer-0', 0);
    await end('eval-0', ended);
    expect(await status).toBe(0);
    expect(log).toEqual(['start trainer-0', 'start eval-0', ...says]);
  });

  it('by a signal in order, without a drain; with 0 where the role that ends it ends well; again for all', async () => {
    const { run, log, ready, end, status, statusAtTerm } = direct({
      server: { drain: '10m' },
      trainer: { end: true, dependsOn: { server: 'ready' } },
    });
    statusAtTerm.set('trainer-0', null);
    await ready('server-0');
    run.signal('SIGTERM', 15);
    expect(log.slice(2)).toEqual([]);
    await end('x', 0);
    expect(log.slice(2)).toEqual(['TERM trainer-0']);
    run.signal('SIGINT', 2);
    expect(log.slice(3)).toEqual(['INT server-0', 'INT trainer-0']);
    await end('server-0', 143);
    await end('trainer-0', 0);
    expect(await status).toBe(0);
  });

  it('by a signal, which all get: with its status, or 0 where that is the end of it', async () => {
    for (const [top, roles, expected] of [
      [{}, SERVED, 143],
      [{ end: 'signal' }, { server: { replicas: 2 } }, 0],
    ] as const) {
      const { run, log, status } = direct(roles, top);
      run.signal('SIGTERM', 15);
      expect(await status).toBe(expected);
      expect(log).toEqual(['start server-0', 'start server-1', 'TERM server-0', 'TERM server-1']);
    }
  });
});

it('a run that a signal ends fails with its last role, critical or not', async () => {
  const { log, end, pass, status } = direct(
    { a: { critical: false }, b: { critical: false } },
    { end: 'signal' },
  );
  await end('a-0', 5);
  await end('b-0', 6);
  await pass();
  expect(await status).toBe(6);
  expect(log.slice(2)).toEqual([
    'a-0 failed: it ended with status 5; the run goes on',
    'b-0 failed: it ended with status 6; all other roles are ended',
  ]);
});

describe('other signals', () => {
  it('reach whose end is that of the run', async () => {
    const { run, log, ready } = direct(SERVED);
    await ready('server-0');
    await ready('server-1');
    run.signal('SIGUSR1', 10);
    expect(log.at(-1)).toBe('USR1 trainer-0');
    expect(log).not.toContain('USR1 server-0');
  });
});

describe('the order of the ends', () => {
  it('is that of who uses whom', () => {
    const roles = [
      { name: 'etcd', dependsOn: {} },
      { name: 'decode', dependsOn: { etcd: 'ready' } },
      { name: 'prefill', dependsOn: { etcd: 'ready' } },
      { name: 'router', dependsOn: { prefill: 'ready', decode: 'ready' } },
    ] as const;
    expect(orderEnds(roles)).toEqual([['router'], ['decode', 'prefill'], ['etcd']]);
  });
});
