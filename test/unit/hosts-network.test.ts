import { describe, expect, test } from 'vitest';
import type { LaunchPlan, PlanNode } from '../../src/generated/plan.ts';
import type { LookFact } from '../../src/runtime/hosts/look-facts.ts';
import { askNetwork, readDial, readNetworkAnswer } from '../../src/runtime/hosts/network-answer.ts';

const fact = (question: string, subject: string, rest: Partial<LookFact> = {}): LookFact => ({
  ...{ question, subject },
  ...rest,
});

const FACTS = [
  fact('own-name', 'lab1', { value: '127.0.1.1,10.0.0.1' }),
  fact('interfaces', 'lo', { value: '65536 127.0.0.1,::1' }),
  fact('interfaces', 'eth0', { value: '1500 10.0.0.1,' }),
  fact('interfaces', 'eth0', { value: 'fe80::1%eth0' }), // a long value comes in parts
  fact('interfaces', 'bare0', { value: '9000 ' }),
  fact('interfaces', 'down0', { errno: 100 }),
  fact('route', '10.0.0.9', { value: '10.0.0.1' }),
  fact('variable', 'NCCL_SOCKET_IFNAME', { value: '=eth0' }),
  fact('variable', 'GLOO_SOCKET_IFNAME', { value: 'there' }),
];

const answer = (facts: readonly LookFact[], env = {}) =>
  readNetworkAnswer(
    {
      plan: { launch: { env } } as LaunchPlan,
      node: { env: { NCCL_COMM_ID: 'of-node' } as PlanNode['env'] } as PlanNode,
      ...{ host: 'lab1', library: 'gloo', others: 'elsewhere' },
    },
    facts,
  );

describe('what a guard says of its network', () => {
  test('becomes facts', () => {
    expect(answer(FACTS)?.network).toEqual({
      ownName: 'lab1',
      ownAddresses: ['127.0.1.1', '10.0.0.1'],
      interfaces: [
        { name: 'lo', isUp: true, mtu: 65_536, addresses: ['127.0.0.1', '::1'] },
        { name: 'eth0', isUp: true, mtu: 1500, addresses: ['10.0.0.1', 'fe80::1%eth0'] },
        { name: 'bare0', isUp: true, mtu: 9000, addresses: [] },
        { name: 'down0', isUp: false, mtu: null, addresses: [] },
      ],
      routeFrom: '10.0.0.1',
    });
  });

  test('what is no address is left out, for other hosts would be told to dial it', () => {
    const value = '1500 x\0unlisten,evil.example.com,10.0.0.1,fe80::1%a@b,fe80::1%a\0x,10.0.0.1;';
    const network = answer([
      fact('interfaces', 'eth0', { value }),
      fact('own-name', 'a', { value: 'a\n' }),
    ])?.network;
    expect(network).toMatchObject({
      ownAddresses: [],
      interfaces: [{ addresses: ['10.0.0.1', 'fe80::1%a@b'] }],
    });
  });

  test('variables are those of the plan, then of the node, then of that host', () => {
    expect(answer(FACTS, { GLOO_SOCKET_IFNAME: 'planned' })?.variables).toMatchObject({
      GLOO_SOCKET_IFNAME: 'planned',
      NCCL_COMM_ID: 'of-node',
      NCCL_SOCKET_IFNAME: '=eth0',
    });
  });

  test("files of NCCL's say what no variable says, the user's first", () => {
    const files = [
      fact('text', '/etc/nccl.conf', {
        value: '# ours\nNCCL_SOCKET_IFNAME=lost\nNCCL_SOCKET_FAMILY=AF_INET6\n',
      }),
      fact('text', '~/.nccl.conf', { value: 'NCCL_SOCKET_IFNAME==ib0\nGLOO_SOCKET_IFNAME=no' }),
    ];
    const [interfaces] = FACTS.filter(({ question }) => question === 'interfaces');
    const variables = interfaces && answer([interfaces, ...files])?.variables;
    expect(variables).toMatchObject({ NCCL_SOCKET_IFNAME: '=ib0', NCCL_SOCKET_FAMILY: 'AF_INET6' });
    expect(variables?.['GLOO_SOCKET_IFNAME']).toBeUndefined();
    expect(answer([...FACTS, ...files])?.variables).toMatchObject({ NCCL_SOCKET_IFNAME: '=eth0' });
  });

  test('nothing is known where it was not a question', () => {
    expect(answer([])).toBeNull();
    expect(answer([fact('own-name', 'lab1', { errno: 2 })])).toBeNull();
    expect(answer([fact('interfaces', '', { errno: 11 })])).toBeNull();
    expect(answer([...FACTS, fact('interfaces', '', { errno: 110 })])).toBeNull();
  });

  test('the way to a master that is not known is no question', () => {
    expect(askNetwork('').filter((one) => one.startsWith('route'))).toEqual([]);
    expect(askNetwork('10.0.0.9')).toContain('route 10.0.0.9');
  });
});

test.each([
  [null, 'silent'],
  [{ number: 3 }, null],
  [{ errno: 2 }, 'unnamed'],
  [{ errno: 5 }, null],
  [{ errno: 13 }, 'unreachable'],
  [{ errno: 24 }, null],
  [{ errno: 22 }, 'unreachable'],
  [{ errno: 71 }, 'stranger'],
  [{ errno: 90 }, 'large'],
  [{ errno: 104 }, 'closed'],
  [{ errno: 110 }, 'silent'],
  [{ errno: 111 }, 'refused'],
  [{ errno: 113 }, 'unreachable'],
] as const)('a dial that answers %j is %s', (rest, expected) => {
  expect(readDial(rest === null ? null : fact('dial', '10.0.0.1 29500', rest))).toBe(expected);
});
