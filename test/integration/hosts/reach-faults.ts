import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Host, Hosts } from './harness/hosts.ts';

/** What keeps hosts from one another, and the same hosts without it. */
export interface ReachFault {
  readonly name: string;
  readonly before?: (hosts: Hosts) => unknown;
  readonly after?: (hosts: Hosts) => unknown;
  /** Keys of `launch`. */
  readonly launch?: object;
  readonly nodes?: readonly object[];
  readonly words?: readonly string[];
  /** Null: there is nothing to find. */
  readonly says: RegExp | null;
  /** Ranks start all the same. */
  readonly isWarning?: boolean;
  /** What is otherwise in the clean twin; where it is not given, `after` has made it clean. */
  readonly twin?: Partial<ReachFault>;
}

const lab = (hosts: Hosts, number: number): Host => hosts.labs[number - 1] as Host;
async function sh(host: Host, line: string): Promise<void> {
  const { status, stderr } = await host.run(['bash', '-ec', line]);
  if (status !== 0) throw new Error(`${line}: ${stderr}`);
}

/** What /etc/hosts says on the labs with these numbers; the others keep theirs. */
const names = (text: string, ...numbers: readonly number[]) => ({
  before: (hosts: Hosts) =>
    Promise.all(
      numbers.map(async (number) => {
        const host = lab(hosts, number);
        writeFileSync(host.path('/srv/hosts'), text.replaceAll('OWN', host.name));
        await sh(host, 'grep -vwF "$(cut -d" " -f2 /srv/hosts)" /etc/hosts >>/srv/hosts');
        await sh(host, 'mount --bind /srv/hosts /etc/hosts');
      }),
    ),
  after: (hosts: Hosts) => Promise.all(numbers.map((number) => sh(lab(hosts, number), 'umount /etc/hosts'))),
});

/** Rules of a firewall on a host. */
const firewall = (number: number, hook: 'input' | 'output', ...rules: readonly string[]) => ({
  before: (hosts: Hosts) =>
    sh(
      lab(hosts, number),
      `nft add table inet f
nft add chain inet f c '{ type filter hook ${hook} priority 0; }'
${rules.map((rule) => `nft add rule inet f c ${rule}`).join('\n')}`,
    ),
  after: (hosts: Hosts) => sh(lab(hosts, number), 'nft delete table inet f'),
});

/** Lines of bash on hosts, and what takes them back; {host} is its name. */
const doOn = (numbers: readonly number[], line: string, back: string) => {
  const run = (text: string) => (hosts: Hosts) =>
    Promise.all(numbers.map((number) => sh(lab(hosts, number), text.replaceAll('{host}', `lab${number}`))));
  return { before: run(line), after: run(back) };
};
const does = (number: number, line: string, back: string) => doOn([number], line, back);

const STRANGER = fileURLToPath(new URL('harness/stranger.py', import.meta.url));
const BACKGROUND = '</dev/null >/dev/null 2>&1 & echo $! >/srv/background';

/** Another program at a port of a host, in a mode of `stranger.py`, and what leads there. */
const stranger = (number: number, port: number, mode: string, way: Pick<ReachFault, 'before' | 'after'>) => ({
  before: async (hosts: Hosts) => {
    await way.before?.(hosts);
    await sh(
      lab(hosts, number),
      `setsid python3 ${STRANGER} ${port} ${mode} ${BACKGROUND}
until ss -tln | grep -q :${port}; do sleep .1; done`,
    );
  },
  after: async (hosts: Hosts) => {
    await sh(lab(hosts, number), 'kill $(cat /srv/background)');
    await way.after?.(hosts);
  },
});

const GLOO = (value: string) => ({ env: { GLOO_SOCKET_IFNAME: value } });
/** Hosts with a rank each, for whose gloo an interface is named, or none. */
const on = (hosts: string, name?: string) => ({
  hosts,
  cpuRanks: 1,
  ...(name === undefined ? {} : GLOO(name)),
});
const RENAMED = does(
  3,
  'ip link set eth0 down; ip link set eth0 name lan0; ip link set lan0 up',
  'ip link set lan0 down; ip link set lan0 name eth0; ip link set eth0 up',
);
const DUMMY = (name: string, address: string) =>
  `ip link add ${name} type bridge; ip link set ${name} up; ip link add port0 type veth peer name end0; ip link set end0 up; ip link set port0 master ${name} up; ip address add ${address} dev ${name}`;
const NCCL_NODES = [{ hosts: 'lab[1-4]', gpus: { count: 1 } }];
const NCCL = (env: object) => ({ nodes: NCCL_NODES, launch: { backend: 'nccl', env } });
const NCCL_TWIN = { twin: NCCL({ NCCL_SOCKET_IFNAME: '=eth0' }) };

/** gloo's own choice: the host's own name. */
const OWN_NAMES: readonly ReachFault[] = [
  {
    name: '127.0.1.1 on all, as Debian has it',
    ...names('127.0.1.1 OWN\n', 1, 2, 3, 4),
    says: /RP5240.*lab1.*127\.0\.1\.1/,
  },
  {
    name: '127.0.1.1 on two hosts',
    ...names('127.0.1.1 OWN\n', 2, 3),
    says: /RP5240.*lab3 calls itself lab3, which leads to 127\.0\.1\.1.*gloo of lab2 would dial it/,
  },
  {
    name: 'innocent: 127.0.1.1 on one host, which dials the others: its address is larger than theirs',
    ...names('127.0.1.1 OWN\n', 3),
    says: null,
  },
  { name: '127.0.0.1 for the own name', ...names('127.0.0.1 OWN\n', 2, 4), says: /RP5240.*lab2/ },
  { name: '::1 for the own name', ...names('::1 OWN\n', 2), says: /RP5240.*lab2.*(::1|127)/ },
  {
    name: 'own names that mean nothing',
    ...doOn([3, 4], 'hostname nowhere', 'hostname {host}'),
    says: /RP5240.*lab4 calls itself nowhere, which leads to none/,
  },
  {
    name: 'own names that lead to a stranger',
    before: async (hosts) => {
      await names('203.0.113.9 stranger\n', 3, 4).before(hosts);
      await doOn([3, 4], 'hostname stranger', '').before(hosts);
    },
    after: doOn([3, 4], '', 'umount /etc/hosts; hostname {host}').after,
    says: /RP5240.*lab4 calls itself stranger/,
  },
  {
    name: 'innocent: 127.0.1.1, and the interface is named',
    ...names('127.0.1.1 OWN\n', 1, 2, 3, 4),
    launch: GLOO('eth0'),
    says: null,
  },
  {
    name: 'innocent: 127.0.1.1, and setup may set the interface',
    ...names('127.0.1.1 OWN\n', 2, 3),
    launch: { setup: ['export GLOO_SOCKET_IFNAME=eth0'] },
    says: /warning\[RP5240\].*lab2/,
    isWarning: true,
  },
  {
    name: 'innocent: 127.0.1.1, and the command sets the interface',
    ...names('127.0.1.1 OWN\n', 2, 3),
    launch: { wrap: ['env', 'GLOO_SOCKET_IFNAME=eth0'] },
    says: /warning\[RP5240\].*lab2/,
    isWarning: true,
  },
  {
    name: 'innocent: it is not looked at',
    ...names('127.0.1.1 OWN\n', 2, 3),
    words: ['--no-network'],
    says: null,
  },
  {
    name: 'innocent: the topology does not want it',
    ...names('127.0.1.1 OWN\n', 2),
    launch: { checkNetwork: false },
    says: null,
  },
  {
    name: 'innocent: a program without torch',
    ...names('127.0.1.1 OWN\n', 2),
    launch: { backend: 'none' },
    says: null,
  },
];

const DISABLE_IPV6 = '/proc/sys/net/ipv6/conf/eth0/disable_ipv6';

const INTERFACES: readonly ReachFault[] = [
  {
    name: 'gloo: an interface that is not there',
    launch: GLOO('eno1'),
    says: /RP5241.*GLOO_SOCKET_IFNAME=eno1. is not there/,
  },
  {
    name: 'gloo: an interface that one host lacks',
    ...RENAMED,
    launch: GLOO('eth0'),
    says: /RP5241.*on lab3.*eth0. is not there/,
    twin: { launch: GLOO('eth0') },
  },
  {
    name: 'gloo: names that differ, each in its node',
    ...RENAMED,
    nodes: [on('lab[1-2]', 'eth0'), on('lab[3]', 'lan0'), on('lab[4]', 'eth0')],
    says: null,
    twin: { nodes: [on('lab[1-4]')] },
  },
  {
    name: "gloo: NCCL's form",
    launch: GLOO('^lo,docker'),
    says: /RP5241.*has the entry .\^lo., which is not there/,
  },
  {
    name: 'gloo: one of a list is missing',
    launch: GLOO('eth0,ib0'),
    says: /RP5241.*GLOO_SOCKET_IFNAME=eth0,ib0. has the entry .ib0., which is not there/,
    twin: { launch: GLOO('eth0') },
  },
  {
    name: 'gloo: a list that begins with a comma',
    launch: GLOO(',eth0'),
    says: /RP5241.*GLOO_SOCKET_IFNAME=,eth0. has the entry ``, which is empty/,
    twin: { launch: GLOO('eth0,') },
  },
  {
    name: 'gloo: an interface that is down',
    ...does(2, 'ip link add name down0 type bridge', 'ip link del down0'),
    nodes: [on('lab[1,3-4]'), on('lab2', 'down0')],
    says: /RP5241.*lab2.*down0. is down/,
    twin: { nodes: [on('lab[1-4]', 'eth0')] },
  },
  {
    name: 'gloo: an interface without an address',
    ...does(
      2,
      'ip link add bare0 type veth peer name bare1; echo 1 >/proc/sys/net/ipv6/conf/bare0/disable_ipv6; ip link set bare1 up; ip link set bare0 up',
      'ip link del bare0',
    ),
    nodes: [on('lab[1,3-4]'), on('lab2', 'bare0')],
    says: /RP5241.*lab2.*bare0. has no address/,
    twin: { nodes: [on('lab[1-4]', 'eth0')] },
  },
  {
    name: 'NCCL: a whole name that is not there',
    ...NCCL({ NCCL_SOCKET_IFNAME: '=enp90s0np0' }),
    says: /RP5241.*NCCL.*=enp90s0np0. matches no interface/,
    ...NCCL_TWIN,
  },
  {
    name: 'NCCL: a beginning of none',
    ...NCCL({ NCCL_SOCKET_IFNAME: 'ib' }),
    says: /RP5241.*=ib. matches no interface/,
    twin: NCCL({ NCCL_SOCKET_IFNAME: 'eth' }),
  },
  {
    name: 'NCCL: nothing is left',
    ...NCCL({ NCCL_SOCKET_IFNAME: '^eth,lo' }),
    says: /RP5241.*\^eth,lo. matches no interface/,
    twin: NCCL({ NCCL_SOCKET_IFNAME: '^docker,lo' }),
  },
  {
    name: 'NCCL: a family that the interface has not',
    ...doOn([1, 2, 3, 4], `echo 1 >${DISABLE_IPV6}`, `echo 0 >${DISABLE_IPV6}`),
    ...NCCL({ NCCL_SOCKET_IFNAME: '=eth0', NCCL_SOCKET_FAMILY: 'AF_INET6' }),
    says: /RP5241.*NCCL/,
    ...NCCL_TWIN,
  },
  {
    name: 'NCCL: a file of its own names what is not there',
    ...does(2, 'echo NCCL_SOCKET_IFNAME=ib9 >~/.nccl.conf', 'rm ~/.nccl.conf'),
    ...NCCL({}),
    says: /RP5241.*on lab2.*NCCL_SOCKET_IFNAME=ib9/,
    twin: NCCL({}),
  },
  {
    name: "innocent: NCCL does not use the host's own name",
    ...names('127.0.1.1 OWN\n', 1, 2, 3, 4),
    ...NCCL({}),
    says: null,
  },
  {
    name: 'innocent: docker0 beside the network of the hosts',
    ...does(2, DUMMY('docker0', '172.17.0.1/16'), 'ip link del docker0; ip link del port0'),
    ...NCCL({}),
    says: null,
    twin: NCCL({}),
  },
  {
    name: 'a bridge that only this host has',
    ...does(2, DUMMY('br0', '10.99.0.1/24'), 'ip link del br0; ip link del port0'),
    nodes: [on('lab[1,3-4]'), on('lab2', 'br0')],
    says: /RP5243.*lab2 is reached by none of lab\d, lab\d \(10\.99\.0\.1:[\s\S]*RP5242.*on lab2, gloo would take br0/,
    twin: { nodes: [on('lab[1-4]', 'eth0')] },
  },
];

const OPEN = 'ct state established accept';
const SSH = 'tcp dport 22 accept';

const WAYS: readonly ReachFault[] = [
  {
    name: "rank 0's port is dropped",
    ...firewall(1, 'input', 'tcp dport 29555 ip saddr != 10.77.0.2 drop'),
    says: /RP5243.*lab2, lab3, lab4 do not reach lab1 \(lab1:29555\): no answer/,
  },
  {
    name: "rank 0's port is refused",
    ...firewall(1, 'input', 'tcp dport 29555 reject with tcp reset'),
    says: /RP5243.*lab1:29555\): the connection is refused/,
  },
  {
    name: 'a firewall says that there is no way',
    ...firewall(1, 'input', 'tcp dport 29555 reject with icmpx type host-unreachable'),
    says: /RP5243.*lab1:29555\): there is no route/,
  },
  {
    name: "only ssh and rank 0's port are open",
    ...firewall(1, 'input', OPEN, SSH, 'tcp dport 29555 accept', 'meta l4proto tcp drop'),
    says: /RP5243.*lab3, lab4 do not reach lab1 \(10\.77\.0\.2:\d+\): no answer/,
  },
  {
    name: 'only ssh is open on one host',
    ...firewall(3, 'input', OPEN, SSH, 'meta l4proto tcp drop'),
    says: /RP5243.*lab3 is reached by none of lab1, lab2/,
  },
  {
    name: 'only ssh is open on two hosts',
    before: (hosts) =>
      Promise.all(
        [2, 3].map((number) => firewall(number, 'input', OPEN, SSH, 'meta l4proto tcp drop').before(hosts)),
      ),
    after: (hosts) => Promise.all([2, 3].map((number) => firewall(number, 'input').after(hosts))),
    says: /RP5243.*lab2.*no answer[\s\S]*RP5243.*lab3.*no answer/,
  },
  {
    name: 'a host may not dial out',
    ...firewall(4, 'output', OPEN, 'meta l4proto tcp drop'),
    says: /RP5243.*lab4 reaches none of lab1, lab2/,
  },
  {
    name: 'one host shuts out one other',
    ...firewall(2, 'input', 'ip saddr 10.77.0.5 meta l4proto tcp drop'),
    says: /RP5243.*lab4 does not reach lab2 \(10\.77\.0\.3:\d+\): no answer/,
  },
  {
    name: 'a route into nothing',
    ...does(3, 'ip route add blackhole 10.77.0.2/32', 'ip route del 10.77.0.2'),
    says: /RP5243.*lab3 does not reach lab1.*: there is no route/,
  },
  {
    name: 'a route that says no',
    ...does(3, 'ip route add unreachable 10.77.0.2/32', 'ip route del 10.77.0.2'),
    says: /RP5243.*lab3 does not reach lab1.*: there is no route/,
  },
  {
    name: 'packets that are too large for the way',
    ...doOn(
      [1, 2],
      'ip link set eth0 mtu 9000 gso_max_segs 1',
      'ip link set eth0 mtu 1500 gso_max_segs 65535',
    ),
    says: /RP5243.*lab2 does not reach lab1.*1 byte passes, 64 KiB do not/,
  },
  {
    name: 'another machine has the address of the master, for one host',
    ...names('10.77.0.4 lab1\n', 2),
    says: /RP5243.*lab2 does not reach lab1 \(lab1:29555\): the connection is refused/,
  },
  {
    name: 'the master is the loopback, for one host',
    ...names('127.0.0.1 lab1\n', 4),
    says: /RP5243.*lab4 does not reach lab1.*refused/,
  },
  {
    name: 'the master has an address that no host has',
    launch: { master: { address: '10.77.9.9', port: 29_555 } },
    says: /RP5243.*10\.77\.9\.9:29555/,
  },
  {
    name: 'the master is another host',
    launch: { master: { address: '10.77.0.4', port: 29_555 } },
    says: /RP5243.*10\.77\.0\.4:29555\): the connection is refused/,
  },
  {
    name: 'innocent: a first address that leads nowhere',
    ...names('10.77.9.9 lab1\n10.77.0.2 lab1\n', 2),
    says: null,
  },
  {
    name: 'innocent: a slow and lossy link',
    before: (hosts) => lab(hosts, 3).worsen(100, 0.03),
    after: (hosts) => lab(hosts, 3).mend(),
    says: null,
  },
  {
    name: 'innocent: a narrow link',
    before: (hosts) => lab(hosts, 3).slow('512kbit'),
    after: (hosts) => lab(hosts, 3).mend(),
    says: null,
  },
  {
    name: 'innocent: all MTUs are equal, and small',
    ...doOn([1, 2, 3, 4], 'ip link set eth0 mtu 1280', 'ip link set eth0 mtu 1500'),
    says: null,
  },
  {
    name: 'innocent: ranks behind a container program',
    ...firewall(1, 'input', 'tcp dport 29555 drop'),
    launch: { wrap: ['nsenter', '--'] },
    says: null,
    twin: { launch: { wrap: ['nsenter', '--'] } },
  },
  {
    name: 'innocent: ranks behind a program that starts a container program',
    ...firewall(1, 'input', 'tcp dport 29555 drop'),
    launch: { command: ['env', '-u', 'X', 'unshare', '--', 'echo', 'a rank'] },
    says: null,
  },
  {
    name: 'innocent: all else is open, and ping is not',
    ...firewall(2, 'input', 'meta l4proto icmp drop'),
    says: null,
  },
];

/** lab2 takes lab3 for the master, and there listens another program; or what it dials is led to one on the master. */
const STRANGERS: readonly ReachFault[] = [
  ...['greets', 'closes', 'another-run'].map((mode) => ({
    name: `a stranger at rank 0's port, which ${mode}`,
    ...stranger(3, 29_555, mode, names('10.77.0.4 lab1\n', 2)),
    says: /RP5243.*lab2 does not reach lab1 \(lab1:29555\): another program answers there/,
  })),
  {
    name: "a stranger at rank 0's port, which only reads",
    ...stranger(3, 29_555, 'reads', names('10.77.0.4 lab1\n', 2)),
    says: /RP5243.*lab2 does not reach lab1 \(lab1:29555\): no answer/,
  },
  {
    name: 'a connection that is reset after all has arrived',
    ...stranger(1, 29_556, 'resets', {
      before: (hosts) =>
        sh(
          lab(hosts, 1),
          `nft add table ip f
nft add chain ip f c '{ type nat hook prerouting priority -100; }'
nft add rule ip f c ip saddr 10.77.0.3 tcp dport 29555 redirect to :29556`,
        ),
      after: (hosts) => sh(lab(hosts, 1), 'nft delete table ip f'),
    }),
    says: /RP5243.*lab2 does not reach lab1 \(lab1:29555\): the connection is reset/,
  },
  {
    name: 'a firewall that resets when the first byte comes',
    ...firewall(
      1,
      'input',
      'tcp dport 29555 ip saddr 10.77.0.3 ct state established meta length 53-65535 reject with tcp reset',
    ),
    says: /RP5243.*lab2 does not reach lab1 \(lab1:29555\): the connection is reset/,
  },
  {
    name: 'packets that are too large for the way back',
    ...firewall(2, 'input', 'tcp sport 29555 ip saddr 10.77.0.2 meta length 1000-65535 drop'),
    says: /RP5243.*lab2 does not reach lab1 \(lab1:29555\): 1 byte passes, 64 KiB do not/,
  },
  {
    name: 'innocent: a host that is busy, so its answer comes late',
    // Of each connection the first packets with data are lost: TCP sends them again after ever longer times.
    ...firewall(
      1,
      'output',
      'tcp sport 29555 ip daddr 10.77.0.3 meta length 53-65535 ct reply packets 2-6 drop',
    ),
    says: null,
  },
];

export const REACH_FAULTS = [...OWN_NAMES, ...INTERFACES, ...WAYS, ...STRANGERS];
