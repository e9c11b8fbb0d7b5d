import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { takePorts } from '../../listen.ts';
import { makeFolder } from '../../scratch.ts';
import { start } from '../../unit/launch-sh-fixture.ts';
import { hasTorch, PYTHON } from '../require-torch.ts';

/*
 * An unmodified DDP script (gloo) trains under launch.sh exactly as under torchrun: the same losses, step by step.
 * RANKPLAN_TEST_PYTHON names a Python with torch; the default is python3.
 */
const script = resolve('test/integration/torch/train.py');
const scratch = makeFolder('rankplan torch ');

describe.skipIf(!hasTorch)('torch', () => {
  let reference: readonly number[];
  beforeAll(async () => {
    const port = takePorts(1);
    const master = ['--master-addr=127.0.0.1', `--master-port=${port}`];
    const args = ['-m', 'torch.distributed.run', '--nproc-per-node=4', ...master, script];
    const torchrun = spawnSync(PYTHON, args, { encoding: 'utf8', env: trainingEnv() });
    expect(torchrun.stderr).not.toContain('Traceback');
    reference = parseLosses(torchrun.stdout);
    expect(reference).toHaveLength(24);
    expect(reference[23]).toBeLessThan((reference[0] ?? 0) / 2);
  });

  test('four ranks on one node give the losses of torchrun', async () => {
    const output = compile('four', '- { hosts: localhost, cpuRanks: 4 }', takePorts(1));
    expect(await launch(output)).toMatchObject({ status: 0, stderr: '' });
    expect(lossesOf(output)).toEqual(reference);
  });

  test('three and one rank on two nodes give them too', async () => {
    const nodes =
      '- { hosts: a, address: 127.0.0.1, cpuRanks: 3 }\n  - { hosts: b, address: 127.0.0.1, cpuRanks: 1 }';
    const output = compile('three-and-one', nodes, takePorts(1));
    const ends = await Promise.all(['a', 'b'].map((node) => launch(output, ['--node', node])));
    for (const end of ends) expect(end).toMatchObject({ status: 0, stderr: '' });
    expect(lossesOf(output)).toEqual(reference);
  });

  test('a rank that dies stops the others, and its status is the launcher’s', async () => {
    const dying = join(scratch, 'dying.py');
    writeFileSync(
      dying,
      'import os, sys, torch.distributed as dist\ndist.init_process_group("gloo")\n' +
        'if dist.get_rank() == 2: os._exit(7)\ndist.barrier()\n',
    );
    const output = compile('dying', '- { hosts: localhost, cpuRanks: 4 }', takePorts(1), dying);
    expect(await launch(output)).toMatchObject({
      status: 7,
      stderr: expect.stringMatching(/rank 2 .*status 7/),
    });
  });

  test('a pipeline that is split where the plan says has the layers of its stages', () => {
    const output = join(scratch, 'pipeline');
    compileTo(output, 'examples/pipeline/topology.yaml');
    const split = resolve('test/integration/torch/split-model.py');
    const script = `. "${output}/env/rank-0.env"; exec "${PYTHON}" -W ignore "${split}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: '14,14,6,6\n', stderr: '' });
  });
});

function compile(name: string, nodes: string, port: number, program = script): string {
  const topology = join(scratch, `${name}.yaml`);
  const command = JSON.stringify([PYTHON, program]);
  writeFileSync(
    topology,
    `version: 1\nname: ${name}\nnodes:\n  ${nodes}\nlaunch:\n  command: ${command}\n  master: { port: ${port} }\n`,
  );
  const output = join(scratch, name);
  compileTo(output, topology);
  return output;
}

function compileTo(output: string, topology: string): void {
  const words = ['dist/rankplan.cjs', 'compile', topology, '-o', output];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  expect({ status, stderr }).toMatchObject({ status: 0 });
}

const launch = (output: string, args: readonly string[] = []) =>
  start(join(output, 'launch.sh'), args, { env: trainingEnv() }).ended;

function trainingEnv(): NodeJS.ProcessEnv {
  return { ...process.env, OMP_NUM_THREADS: '1', GLOO_SOCKET_IFNAME: 'lo' };
}

/** Rank 0's log, of whichever run it was in. */
function lossesOf(output: string): readonly number[] {
  const runs = join(output, 'runs');
  const logs = readdirSync(runs, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('rank-0.out'),
  );
  expect(logs).toHaveLength(1);
  return parseLosses(readFileSync(join(runs, logs[0] ?? ''), 'utf8'));
}

function parseLosses(text: string): readonly number[] {
  const line = text.split('\n').find((candidate) => candidate.startsWith('['));
  if (line === undefined) throw new Error(`no losses in: ${text}`);
  return JSON.parse(line) as number[];
}
