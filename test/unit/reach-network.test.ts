import { describe, expect, test } from 'vitest';
import { findSeparator } from '../../src/compiler/plan/plan-network-check.ts';
import {
  findDialled,
  findOffer,
  judgeNetwork,
  type NetworkQuestion,
} from '../../src/runtime/reach/judge-network.ts';
import type { HostNetwork } from '../../src/runtime/reach/network.ts';
import type { Library } from '../../src/runtime/reach/pick-address.ts';

const up = (name: string, ...addresses: readonly string[]) => ({ name, isUp: true, mtu: 1500, addresses });
const NETWORK: HostNetwork = {
  ownName: 'lab1',
  ownAddresses: ['10.0.0.1'],
  interfaces: [
    up('lo', '127.0.0.1', '::1'),
    up('eth1', '10.0.0.1', 'fe80::1%eth1'),
    up('eth10', '10.1.0.1'),
    up('docker0', '172.17.0.1'),
    up('bare0'),
    { name: 'eth2', isUp: false, mtu: null, addresses: [] },
  ],
  routeFrom: '10.0.0.1',
};

const ask = (
  library: Library,
  variables: Record<string, string> = {},
  network: Partial<HostNetwork> = {},
) => ({
  ...{ host: 'lab1', library, variables, others: 'elsewhere' as NetworkQuestion['others'] },
  network: { ...NETWORK, ...network },
});
const gloo = (name: string, network: Partial<HostNetwork> = {}) =>
  ask('gloo', { GLOO_SOCKET_IFNAME: name }, network);
const nccl = (name: string) => ask('nccl', { NCCL_SOCKET_IFNAME: name });
/** The own name of the host means these addresses. */
const named = (library: Library, ...ownAddresses: readonly string[]) => ask(library, {}, { ownAddresses });
const codes = (question: ReturnType<typeof ask>) => judgeNetwork(question).map(({ code }) => code);
const withIpv6Card = { interfaces: [up('eth0', 'fe80::1%eth0'), ...NETWORK.interfaces] };
const onlyDocker = { interfaces: [up('lo', '127.0.0.1'), up('docker0', '172.17.0.1')] };
const withIb = { interfaces: [...NETWORK.interfaces, up('ib0', '10.2.0.1')] };

describe('the address that a library offers', () => {
  test.each<[string, string | null, ReturnType<typeof ask>]>([
    ['gloo: that of the own name', '10.0.0.1', ask('gloo')],
    ['gloo: the second, if the first is of no interface', '10.1.0.1', named('gloo', '1.2.3.4', '10.1.0.1')],
    ['gloo: the loopback, if it comes first', null, named('gloo', '127.0.1.1', '10.0.0.1')],
    ['gloo: the first of a whole name', '10.1.0.1', gloo('eth10')],
    ['gloo: of a list the first', '10.1.0.1', gloo('eth10,eth1')],
    ['gloo: no beginning', null, gloo('eth')],
    ['gloo: an empty value is none', '10.0.0.1', gloo('')],
    ['gloo: a value of one character is none', '10.0.0.1', gloo('x')],
    ['NCCL: IPv4 before an interface that has IPv6 alone', '10.0.0.1', ask('nccl', {}, withIpv6Card)],
    ['NCCL: ib first', '10.2.0.1', ask('nccl', {}, withIb)],
    ['NCCL: not docker, lo or virbr', '10.0.0.1', ask('nccl')],
    ['NCCL: docker, where there is no other', '172.17.0.1', ask('nccl', {}, onlyDocker)],
    ['NCCL: a beginning, in the order of the kernel', '10.0.0.1', nccl('eth10,eth')],
    ['NCCL: = is of the whole name', '10.1.0.1', nccl('=eth10')],
    ['NCCL: = is of the whole list', '10.1.0.1', nccl('=eth,eth10')],
    ['NCCL: ^ leaves out', '10.1.0.1', nccl('^=eth1,lo,docker0')],
    ['NCCL: =^ means a name', null, nccl('=^docker0')],
    ['NCCL: a family', null, ask('nccl', { NCCL_SOCKET_IFNAME: 'eth10', NCCL_SOCKET_FAMILY: 'AF_INET6' })],
    ['NCCL: no family', '10.1.0.1', ask('nccl', { NCCL_SOCKET_IFNAME: 'eth10', NCCL_SOCKET_FAMILY: 'IPv6' })],
    ['NCCL: a value of one character is none', '10.0.0.1', nccl('x')],
    ['NCCL: with NCCL_COMM_ID its subnet decides', null, ask('nccl', { NCCL_COMM_ID: '10.1.0.9:1' })],
    ['an address of one link only', null, named('gloo', 'fe80::1%eth1')],
  ])('%s', (_, expected, question) => {
    expect(findOffer(question)?.address ?? null).toBe(expected);
  });
});

describe('what is found on one host', () => {
  test.each<[string, readonly string[], ReturnType<typeof ask>]>([
    ['nothing', [], ask('gloo')],
    ['nothing of NCCL', [], ask('nccl')],
    ['the own name is the loopback', ['RP5240'], named('gloo', '127.0.1.1')],
    ['the own name is that of IPv6', ['RP5240'], named('gloo', '::1')],
    ['the own name is not known', [], ask('gloo', {}, { ownName: '', ownAddresses: [] })],
    ['the own name means nothing', ['RP5240'], named('gloo')],
    ['NCCL does not mind', [], named('nccl', '127.0.1.1')],
    ['it is set', [], gloo('eth1', { ownAddresses: ['127.0.1.1'] })],
    ['an interface that is not there', ['RP5241'], gloo('eno1')],
    ['one of a list', ['RP5241'], gloo('eth1,eno1')],
    ['a list that begins with a comma', ['RP5241'], gloo(',eth1')],
    ['a list with two commas', ['RP5241'], gloo('eth1,,eth1')],
    ['a list that ends with a comma', [], gloo('eth1,')],
    ['one that is down', ['RP5241'], gloo('eth2')],
    ['one without an address', ['RP5241'], gloo('bare0')],
    ['none is left', ['RP5241'], nccl('^eth,lo,docker')],
    ['another way to the master', ['RP5242'], gloo('eth10')],
    ['a card without IPv4 before the one in use', [], ask('nccl', {}, withIpv6Card)],
    ['docker0 by name', ['RP5242'], nccl('docker')],
    ['the master is here', [], ask('gloo', {}, { routeFrom: '127.0.0.1' })],
    ['the way is not known', [], gloo('eth10', { routeFrom: null })],
  ])('%s', (_, expected, question) => {
    expect(codes(question)).toEqual(expected);
  });

  test('the loopback is a guess, as long as the other hosts are not known', () => {
    const question = named('gloo', '127.0.1.1');
    expect(judgeNetwork(question).map(({ severity }) => severity)).toEqual(['warning']);
    expect(codes({ ...question, others: 'unknown' })).toEqual([]);
  });

  test('of a host alone only what is not there', () => {
    expect(codes({ ...named('gloo', '127.0.1.1'), others: 'none' as const })).toEqual([]);
    expect(codes({ ...gloo('x0'), others: 'none' as const })).toEqual(['RP5241']);
  });

  test('words name the host, the value and what there is', () => {
    const [missing] = judgeNetwork(gloo('^lo'));
    expect(missing?.message).toBe(
      'gloo would find no interface on lab1: `GLOO_SOCKET_IFNAME=^lo` is not there',
    );
    expect(missing?.help).toContain('lab1 has lo, eth1, eth10, docker0;');
    expect(missing?.variable).toBe('GLOO_SOCKET_IFNAME');
    const [entry] = judgeNetwork(gloo('eth1,eno1'));
    expect(entry?.message).toContain(
      '`GLOO_SOCKET_IFNAME=eth1,eno1` has the entry `eno1`, which is not there',
    );
    const interfaces = Array.from({ length: 300 }, (_, i) => up(`veth${i}`, '10.0.0.1'));
    const [one] = judgeNetwork(gloo('eth9', { interfaces }));
    expect(one?.help).toContain(
      'lab1 has veth0, veth1, veth2, veth3, veth4, veth5, veth6, veth7 and 292 more;',
    );
  });
});

test.each([
  [[], 'python train.py', null],
  [[], 'python ssh', null],
  [[], '/usr/bin/docker run x', 'docker'],
  [[], 'crun run x', 'crun'],
  [[], 'lxc-attach -n x -- python', 'lxc-attach'],
  [[], 'lxc-execute -n x -- python', 'lxc-execute'],
  [[], 'systemd-nspawn -D /x python', 'systemd-nspawn'],
  [[], 'sudo docker run x', 'docker'],
  [[], 'sudo -u alice docker run x', 'docker'],
  [[], 'sudo --preserve-env -- nice -n 5 env -u A B=c time -p /opt/podman run x', 'podman'],
  [[], 'numactl -N 0 -m 0 apptainer exec x', 'apptainer'],
  [[], 'taskset 0x3 timeout 10m docker run x', 'docker'],
  [[], 'env A=/usr/bin/docker python docker', null],
  [[], 'sudo -u alice python ssh', null],
  [[], 'sudo', null],
  [['nsys', 'profile'], 'python', null],
  [['numactl', '-N0', 'apptainer', 'exec'], 'python', 'apptainer'],
] as const)('%j before %j has a network of its own by %s', (wrap, command, expected) => {
  expect(findSeparator(wrap, command.split(' '))).toBe(expected);
});

/** Measured with torch: of two hosts in gloo's full mesh the one with the larger address connects. */
describe('which hosts are dialled at their loopback', () => {
  const at = (host: string, address: string, more: Partial<HostNetwork> = {}) => {
    const own = { interfaces: [up('eth0', address)], ownAddresses: [address], routeFrom: address };
    return { ...ask('gloo', {}, { ...own, ...more }), host };
  };
  const loops = (host: string, own: string | null) =>
    at(host, '10.0.0.1', { ownAddresses: own === null ? [] : [own] });
  const LOOP = loops('a', '127.0.1.1');
  const HERE = { ownAddresses: ['127.0.1.1'], routeFrom: '127.0.0.1' };
  test.each<[string, readonly string[], readonly (NetworkQuestion | null)[]]>([
    ['none', [], [at('a', '10.0.0.1'), at('b', '198.18.0.2')]],
    ['none by smaller addresses', [], [LOOP, at('b', '10.0.0.2'), at('c', '126.255.255.255')]],
    ['one, by a larger address', ['a by c'], [LOOP, at('b', '10.0.0.2'), at('c', '128.0.0.1')]],
    ['by numbers, and not by digits', ['a by b'], [LOOP, at('b', '127.0.10.1')]],
    ['two by each other, as they are equal', ['a by b', 'b by a'], [LOOP, loops('b', '127.0.1.1')]],
    ['the smaller of two', ['a by b'], [loops('a', null), loops('b', '127.0.1.1')]],
    ['one of IPv6, by any', ['a by b'], [loops('a', '::1'), at('b', '10.0.0.2')]],
    ['none on one machine', [], [at('a', '1.1.1.1', HERE), at('b', '10.0.0.1', HERE)]],
    ['none where hosts are not known', [], [LOOP, null]],
    ['none for NCCL', [], [{ ...LOOP, library: 'nccl' }, at('b', '198.18.0.2')]],
  ])('%s', (_, expected, questions) => {
    const found = findDialled(questions);
    expect(found.map(({ host, dialledBy }) => `${host} by ${dialledBy}`)).toEqual(expected);
    for (const question of found)
      expect(judgeNetwork(question)).toMatchObject([{ code: 'RP5240', severity: 'error' }]);
  });
});
