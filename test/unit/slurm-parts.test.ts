import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatRanges } from '../../src/compiler/values/number-list.ts';
import { VISIBILITY_VARIABLES } from '../../src/compiler/values/planned-variables.ts';
import { splitIntoComponents } from '../../src/emitters/slurm/components.ts';
import { emitLibrary } from '../../src/emitters/slurm/parts.ts';
import { slurmParts } from '../../src/generated/slurm-parts.ts';
import { LIBRARIES } from '../../src/runtime/reach/pick-address.ts';
import { runRankplan } from '../command/run-rankplan.ts';
import { planOf } from '../compile-text.ts';
import { makeFolder } from '../scratch.ts';

const PARTS = 'src/emitters/slurm/parts';

/* What bash and TypeScript both know: each case goes through both. */
function runShell(shell: string, script: string, ...words: readonly string[]): string {
  const { stdout, stderr } = spawnSync(shell, ['-c', script, 'test', ...words], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout;
}

describe.each([[[0]], [[7]], [[0, 1]], [[0, 2]], [[3, 4, 5, 9, 11, 12]], [[0, 10, 100, 101, 102, 1000]]])(
  'ranks %j',
  (ranks) => {
    it('are read from their ranges by job.bash', () => {
      const script = `. ${PARTS}/job.bash && expand_ranks "$1" && echo "\${ranks[*]}"`;
      expect(runShell('bash', script, formatRanges(ranks))).toBe(`${ranks.join(' ')}\n`);
    });
  },
);

describe.each([
  '',
  ...'lo eth0 eth eth,ib0 eth0,ib0 eth0, ,eth0 ^lo =eth0 =eth =eth1,ib0 ib ens ens,, ^eth,lo =^lo'.split(' '),
])('an interface called %j', (value) => {
  const names = ['lo', 'eth0', 'ib0'];
  const interfaces = names.map((name) => ({ name, isUp: true, mtu: 1500, addresses: ['10.0.0.1'] }));
  const network = { ownName: 'a1', ownAddresses: ['10.0.0.1'], interfaces, routeFrom: null };

  it.each([
    ['gloo', 'gloo', 'GLOO_SOCKET_IFNAME'],
    ['nccl', 'NCCL', 'NCCL_SOCKET_IFNAME'],
  ] as const)('is missing to %s in network.bash where it is in `verify`', (library, name, variable) => {
    const script = `refuse() { echo "$@" && exit; }
        . ${PARTS}/network.bash && list_interfaces() { printf '%s' '${names.join(',')}'; }
        RANKPLAN_RANKS='0 1' RANKPLAN_THIS=0 MASTER_ADDR=127.0.0.1 RANKPLAN_HOST=a1
        check_network ${name} ${variable} "$1"`;
    const isMissing = LIBRARIES[library](network, { [variable]: value }).kind === 'missing';
    for (const shell of ['sh', 'bash'])
      expect(runShell(shell, script, value).startsWith(`${name} would find no interface on a1: `)).toBe(
        isMissing,
      );
  });
});

it('torchrun.bash gives each rank of a node the devices that it sees, whoever made them', () => {
  const text = readFileSync(`${PARTS}/torchrun.bash`, 'utf8');
  const [, list = ''] = /^RANKPLAN_DEVICES=\(([^)]*)\)$/m.exec(text) ?? [];
  expect(list.split(/\s+/)).toEqual(expect.arrayContaining([...VISIBILITY_VARIABLES]));
});

describe('bound.json of job.sbatch', () => {
  const script = `declare -A path_of=()
    while (($# > 0)); do
      node_names+=("$1") node_hosts+=("$2")
      [[ -z $3 ]] || path_of[$2]=$3
      shift 3
    done
    . ${PARTS}/bound.bash && record_binding`;

  it('names machines as `rankplan bind` reads them', () => {
    const words = ['slot1', 'a1', '', 'slot2', 'b-2.example', ''];
    expect(JSON.parse(runShell('bash', script, ...words))).toEqual({
      formatVersion: '1.0',
      nodes: [
        { node: 'slot1', host: 'a1' },
        { node: 'slot2', host: 'b-2.example' },
      ],
    });
  });

  it('says where a machine is, if it is known', () => {
    const words = ['slot1', 'a1', '/b[0-1]/b0', 'slot2', 'a2', ''];
    expect(JSON.parse(runShell('bash', script, ...words))).toEqual({
      formatVersion: '1.0',
      nodes: [
        { node: 'slot1', host: 'a1', domain: ['b[0-1]', 'b0'] },
        { node: 'slot2', host: 'a2' },
      ],
    });
  });
});

/** A plan of one program that asks for every part, the longer one where two exclude each other. */
const EVERY_PART = {
  nodes: [{ hosts: 'n[1-2]', bind: 'job', cpus: 16, gpus: [{ index: 0, cpus: '0-7' }] }],
  launch: { setup: ['true'] },
  slurm: {
    ...{ setup: ['true'], requeues: 3, healthCheck: ['true'] },
    container: { image: '/i.sif', runtime: 'apptainer' },
  },
};

const libraryOf = (topology: object): string => {
  const plan = planOf({ ...topology });
  const { content } = emitLibrary(plan, splitIntoComponents(plan), 'ranks');
  return typeof content === 'string' ? content : content.join('');
};

describe('slurm.bash and torchrun.bash', () => {
  const CASES = readdirSync('test/golden/cases').filter((name) =>
    /^emit-(slurm|torchrun|several)/.test(name),
  );
  const compiled = CASES.map((name) => {
    const output = join(makeFolder('parts-'), 'out');
    const topology = join('test/golden/cases', name, 'topology.yaml');
    const emit = name === 'emit-torchrun' || name === 'emit-several-gpus' ? 'slurm,torchrun' : 'slurm';
    const command = ['compile', topology, '-o', output, '--emit', emit];
    expect(runRankplan(command)).toMatchObject({ status: 0 });
    return output;
  });
  const texts = compiled.flatMap((output) =>
    ['slurm.bash', 'torchrun.bash']
      .filter((name) => existsSync(join(output, name)))
      .map((name) => readFileSync(join(output, name), 'utf8')),
  );

  it('have each part where it is asked for, and not elsewhere', () => {
    const text = (name: string) =>
      readFileSync(join(compiled[CASES.indexOf(name)] ?? '', 'slurm.bash'), 'utf8');
    const parts = {
      'emit-slurm-apptainer': ['enter_container()'],
      'emit-slurm-bound': ['pack_machines()'],
      'emit-slurm-roles': ['pack_machines()', 'run_roles()'],
      'emit-slurm-parts': ['check_health()', 'choose_mounts()', 'requeue()'],
    };
    for (const [name, starts] of Object.entries(parts)) {
      for (const start of starts) expect(text(name)).toContain(`\n${start} {`);
      const others = Object.values(parts).flat();
      for (const start of others.filter((other) => !starts.includes(other)))
        expect(text(name)).not.toContain(`\n${start} {`);
    }
  });

  it('use every part somewhere', () => {
    const all = texts.join('\n');
    const unused = Object.entries(slurmParts).filter(([, part]) => !all.includes(part));
    const names = unused.map(([name]) => name).filter((name) => name !== 'gpus' && name !== 'command');
    expect(names).toEqual([]);
  });

  it('are short, and begin with what a small shell reads', () => {
    const lines = (text: string) => text.split('\n').length;
    for (const text of texts.filter((one) => !one.includes('\nrun_roles() {')))
      expect(lines(text)).toBeLessThanOrEqual(1000);
    expect(lines(slurmParts.roles.trimEnd())).toBeLessThanOrEqual(250);
    expect(lines(libraryOf(EVERY_PART))).toBeLessThanOrEqual(1000);
    const networked = { ...EVERY_PART, launch: {}, slurm: { ...EVERY_PART.slurm, container: undefined } };
    expect(libraryOf(networked)).toContain('\ncheck_network() {');
    expect(lines(libraryOf(networked))).toBeLessThanOrEqual(1000);
    const plain = { nodes: [{ hosts: 'a', gpus: { count: 1 } }], slurm: {}, launch: { command: ['true'] } };
    const text = libraryOf(plain);
    expect(lines(text)).toBeLessThanOrEqual(700);
    const [start = ''] = text.split('\ncase ${1-} in rank) run_rank ;; esac\n');
    expect(start.length).toBeLessThan(text.length);
    const checked = spawnSync('dash', ['-n'], { input: start, encoding: 'utf8' });
    expect(checked).toMatchObject({ status: 0, stderr: '' });
  });

  it('change a job only by the name that means one task of an array', () => {
    const lines = readdirSync(PARTS).flatMap((name) => readFileSync(join(PARTS, name), 'utf8').split('\n'));
    const changes = lines.filter((line) => /^[^#]*\b(scontrol (?!show\b)|scancel)/.test(line));
    expect(changes).toEqual([
      expect.stringContaining('scontrol requeue "$job_name"'),
      expect.stringContaining('scancel -s "$1" "$id"'), // a step
    ]);
  });
});
