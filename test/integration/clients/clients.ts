import { spawnSync } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '../../scratch.ts';
import { requireTool } from '../require-tool.ts';

export const PYTHON = process.env['RANKPLAN_TEST_PYTHON'] ?? 'python3';
export const SCRIPTS = resolve('test/integration/clients/scripts');

/** A program that people train with: one script without a line for any launcher, whose rank 0 prints its losses. */
export interface Client {
  readonly name: string;
  readonly script: string;
  /** What it needs of Python's packages. */
  readonly module: string;
}

const client = (name: string, script: string, module: string): Client => ({
  name,
  script: resolve(SCRIPTS, script),
  module,
});

export const CLIENTS: readonly Client[] = [
  client('DDP', '../../torch/train.py', 'torch'),
  client('DDP, processes of its own', 'spawning.py', 'torch'),
  client('FSDP2', 'fsdp2.py', 'torch'),
  client('TP × DP mesh', 'mesh.py', 'torch'),
  client('new process groups', 'groups.py', 'torch'),
  client('Accelerate', 'accelerate_loop.py', 'accelerate'),
  client('Transformers Trainer', 'hf_trainer.py', 'transformers'),
  client('Lightning Trainer', 'lightning_trainer.py', 'lightning'),
  client('Lightning Fabric', 'fabric.py', 'lightning'),
  client('DeepSpeed', 'deepspeed_zero.py', 'deepspeed'),
];

const VERSIONS = `
import importlib.metadata as metadata, json
names = ["torch", "accelerate", "transformers", "lightning", "deepspeed"]
print(json.dumps({name: metadata.version(name).split("+")[0] for name in names}))`;

/** The versions of what is tried; null, with a word why, where something is missing. */
export function findVersions(): Readonly<Record<string, string>> | null {
  const { status, stdout } = spawnSync(PYTHON, ['-c', VERSIONS], { encoding: 'utf8' });
  const remedy = 'pip install -r test/integration/clients/requirements.txt, or set RANKPLAN_TEST_PYTHON';
  return requireTool('torch with its frameworks', status === 0, remedy) ? JSON.parse(stdout) : null;
}

const home = makeFolder('rankplan-clients-');

/** What the caller has: frameworks leave caches in the home folder, and ask hubs where nobody tells them not to. */
export function clientEnv(): Readonly<Record<string, string>> {
  return {
    OMP_NUM_THREADS: '1',
    GLOO_SOCKET_IFNAME: 'lo',
    HOME: home,
    HF_HOME: join(home, 'hf'),
    HF_HUB_OFFLINE: '1',
    DS_ACCELERATOR: 'cpu',
    // DeepSpeed compiles in the home folder, by the ninja beside its Python; the run under torchrun does so first.
    PATH: `${dirname(PYTHON)}:${process.env['PATH']}`,
    PYTHONWARNINGS: 'ignore',
  };
}

/** What rank 0 printed last: nothing where it printed no losses. */
export function lossesIn(text: string): readonly number[] | null {
  const line = text.split('\n').findLast((candidate) => /^\[-?\d/.test(candidate) && candidate.endsWith(']'));
  return line === undefined || /^\[\d{4}-/.test(line) ? null : (JSON.parse(line) as number[]);
}

/** The losses under torchrun, four ranks on one node. */
export function trainUnderTorchrun(script: string): readonly number[] {
  const args = ['-m', 'torch.distributed.run', '--standalone', '--nproc-per-node=4', script];
  const env = { ...process.env, ...clientEnv() };
  const { status, stdout, stderr } = spawnSync(PYTHON, args, {
    encoding: 'utf8',
    env,
    maxBuffer: 2 ** 28,
  });
  const losses = status === 0 ? lossesIn(stdout) : null;
  if (losses === null) throw new Error(`${script} does not train under torchrun: ${stderr}`);
  return losses;
}
