import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openLink } from '../../src/runtime/hosts/link.ts';
import { order } from '../../src/runtime/hosts/orders.ts';

/** What a script of bash in a link writes; `act` is called with the link. */
async function runLinked(script: string, act: (link: ReturnType<typeof openLink>) => void = () => {}) {
  let output = '';
  const link = openLink(['bash', '-c', script], {
    onBytes: (bytes) => {
      output += bytes.toString();
    },
  });
  act(link);
  return { output: () => output, end: await link.ended };
}

describe('openLink', () => {
  it('gives what was written, the status, and the last of the complaints', async () => {
    const { output, end } = await runLinked('cat; printf "%5000d" 7 >&2; exit 3', (link) => {
      link.send(order.beat());
      link.send(order.look(['host']));
      link.close();
    });
    expect(output()).toBe('beat\nlook 5\nhost\0');
    expect(end).toEqual({ status: 3, signal: null, reason: null, complaint: `${' '.repeat(4095)}7` });
  });

  it('has no terminal, and a process group of its own', async () => {
    const { output } = await runLinked(
      'ps -o pgid=,pid= -p $$; (: </dev/tty) 2>/dev/null || echo none',
      (link) => link.close(),
    );
    const [group, pid, none] = output().trim().split(/\s+/);
    expect([group, none]).toEqual([pid, 'none']);
  });

  it('ends what takes no TERM, and its children', async () => {
    let children = '';
    const link = openLink(['bash', '-c', 'trap "" TERM; sleep 600 & echo $!; wait; wait; sleep 600'], {
      onBytes: (bytes) => {
        children += bytes.toString();
        link.end('SIGTERM');
      },
    });
    expect(await link.ended).toMatchObject({ status: null, signal: 'SIGKILL' });
    await expect.poll(() => existsSync(`/proc/${children.trim()}`)).toBe(false);
  });

  it('is over when the program is, whoever else holds its output', async () => {
    const { end } = await runLinked('(setsid sleep 3 &) ; exit 5');
    expect(end.status).toBe(5);
  });

  it('gives up what takes no orders', async () => {
    const { end } = await runLinked('exec sleep 600', (link) => {
      for (let i = 0; i < 40; i++) link.send(Buffer.alloc(1 << 20));
    });
    expect(end).toMatchObject({ signal: 'SIGTERM', reason: 'it takes no more orders' });
  });

  it('says why a program cannot be started', async () => {
    const link = openLink(['/nowhere/ssh'], { onBytes: () => {} });
    link.send(order.signal('KILL'));
    link.end('SIGKILL');
    expect(await link.ended).toMatchObject({ status: null, reason: 'spawn /nowhere/ssh ENOENT' });
    const large = openLink(['true', 'x'.repeat(1 << 22)], { onBytes: () => {} });
    expect((await large.ended).reason).toMatch(/E2BIG/);
  });
});

describe('order', () => {
  it('counts bytes, and words of each rank', () => {
    expect(order.run(['--', 'é'], [['--rank', '0'], []]).toString()).toBe(
      'run 21\n2\0--\0é\x002\0--rank\x000\x000\0',
    );
    expect(order.last(7) + order.credit(16384) + order.signal('TERM') + order.observe()).toBe(
      'last 7\ncredit 16384\nsignal 15\nobserve\n',
    );
  });

  it('takes nothing that would be another order', () => {
    expect(() => order.look(['a\0b'])).toThrow(RangeError);
    expect(() => order.credit(-1)).toThrow(RangeError);
    expect(() => order.last(0.5)).toThrow(RangeError);
  });
});
