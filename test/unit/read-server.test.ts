import { describe, expect, it } from 'vitest';
import { readServer } from '../../src/compiler/roles/read-server.ts';
import { compileText } from '../compile-text.ts';

describe('a command of a server', () => {
  it.each<[string, number | null, string | null]>([
    ['vllm serve m', 1, null],
    ['/opt/bin/vllm serve m --tensor-parallel-size 4 -pp 2', 8, null],
    ['python -m vllm.entrypoints.openai.api_server --tensor_parallel_size=2 -dp 3', 6, null],
    ['trl vllm-serve --tensor_parallel_size 2 --data_parallel_size 2', 4, null],
    ['python -m sglang.launch_server --tp 8 --disaggregation-mode prefill', 8, 'prefill'],
    ['python -m sglang.launch_server --tp-size 4 --dp-size 2', 8, null],
    ['python -m sglang.launch_server --tp 8 --dp 8 --enable-dp-attention', 8, null],
    ['vllm serve m -tp 8 -dp 4 --data-parallel-size-local 2 --headless', null, null],
    ['vllm serve m -tp {{self.processes}}', null, null],
    ['numactl -l vllm serve m --tp 2', 2, null],
  ])('%s: %j GPUs', (line, gpus, stage) => {
    expect(readServer(line.split(' '))).toMatchObject({ gpus, stage });
  });

  it.each(['python train.py --tensor-parallel-size 4', 'serve --tp 4', 'vllm bench serve --tp 2'])(
    'is none that is known: %s',
    (line) => expect(readServer(line.split(' '))).toBeNull(),
  );
});

/** The findings of a server with these words on these slots of two nodes of four GPUs. */
const find = (words: string, role: object) =>
  compileText({
    ...{ version: 1, name: 't', nodes: [{ hosts: ['a', 'b'], gpus: { count: 4 } }], end: 'signal' },
    roles: { one: { launch: { command: words.split(' ') }, ...role } },
  }).diagnostics.map(({ code, severity }) => `${code} ${severity}`);

describe('a server is compared with its role', () => {
  it.each<[string, string, object, readonly string[]]>([
    ['as many as it has', 'vllm serve m -tp 4', { slots: ['a:0-3'], processes: 'replica' }, []],
    ['over two nodes', 'vllm serve m -tp 4 -pp 2', { slots: ['a', 'b'], processes: 'node' }, []],
    ['more', 'vllm serve m -tp 4', { slots: ['a:0-1'], processes: 'replica' }, ['RP3072 error']],
    ['fewer', 'vllm serve m -tp 2', { slots: ['a:0-3'], processes: 'replica' }, ['RP3072 warning']],
    ['an engine for each GPU', 'vllm serve m -tp 2', { slots: ['a:0-1'] }, ['RP3072 error']],
    ['one GPU each', 'vllm serve m', { slots: ['a:0-1'], replicas: 2, world: 'none' }, []],
    ['two of two', 'vllm serve m -tp 2', { slots: ['a:0-1'], gpusPerReplica: 2, processes: 'replica' }, []],
    ['a port of its own', 'vllm serve m --port 8000', { slots: ['a:0'], processes: 'replica' }, []],
    [
      'one port for two',
      'vllm serve m --port 8000',
      { slots: ['a:0-1'], replicas: 2, world: 'none' },
      ['RP3076 warning'],
    ],
    [
      'the loopback',
      'vllm serve m --host 127.0.0.1',
      { slots: ['a:0', 'b:0'], replicas: 2, world: 'none' },
      ['RP3075 warning'],
    ],
    [
      'all addresses',
      'vllm serve m --host 0.0.0.0',
      { slots: ['a:0', 'b:0'], replicas: 2, world: 'none' },
      [],
    ],
    [
      'the loopback of one host',
      'vllm serve m --host localhost',
      { slots: ['a:0'], processes: 'replica' },
      [],
    ],
  ])('%s', (_, words, role, codes) => {
    expect(find(words, role)).toEqual(codes);
  });
});
