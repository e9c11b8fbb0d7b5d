import { describe, expect, it, test } from 'vitest';
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
    ['python -m dynamo.vllm --disaggregation-mode decode -tp 2', 2, 'decode'],
    ['vllm serve m --kv-transfer-config {"kv_connector":"Nixl","kv_role":"kv_consumer"}', 1, 'decode'],
    ['vllm serve m --kv-transfer-config.kv_role=kv_producer', 1, 'prefill'],
    ['vllm serve m --kv-transfer-config {"kv_role":"kv_both"}', 1, null],
  ])('%s: %j GPUs', (line, gpus, stage) => {
    expect(readServer(line.split(' '))).toMatchObject({ gpus, stage });
  });

  it.each(['python train.py --tensor-parallel-size 4', 'serve --tp 4', 'vllm bench serve --tp 2'])(
    'is none that is known: %s',
    (line) => expect(readServer(line.split(' '))).toBeNull(),
  );
});

/** Rows of a table, whose cells stand between bars. */
const rowsOf = (table: string): readonly string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));

/** A role that starts a server with these words. */
const roleOf = (words: string, keys: string): string =>
  `{ launch: { command: ${JSON.stringify(words.split(' '))} }, ${keys} }`;

/** The findings of roles on two nodes of four GPUs, each with the role that it is about. */
function find(roles: Readonly<Record<string, string>>): string {
  const lines = Object.entries(roles).map(([name, role]) => `  ${name}: ${role}`);
  const end = lines.some((line) => line.includes('end: true')) ? 'roles' : 'signal';
  const head = `version: 1\nname: t\nnodes: [{ hosts: [a, b], gpus: { count: 4 } }]\n`;
  const text = `${head}${end === 'signal' ? 'end: signal\n' : ''}roles:\n${lines.join('\n')}\n`;
  return compileText(text)
    .diagnostics.map(({ code, severity, primary }) => {
      const line = text.slice(text.lastIndexOf('\n', primary.start) + 1).trim();
      return `${code} ${severity} ${line.slice(0, line.indexOf(':'))}`;
    })
    .join(', ');
}

const ONE = `
as many as it has          | vllm serve m -tp 4               | slots: ["a:0-3"], processes: replica |
more                       | vllm serve m -tp 4               | slots: ["a:0-1"], processes: replica | RP3072 error one
fewer                      | vllm serve m -tp 2               | slots: ["a:0-3"], processes: replica | RP3072 warning one
an engine for each GPU     | vllm serve m -tp 2 --port={{self.p.port}} | slots: ["a:0-1"], ports: { p: 9000 } | RP3072 error one
one GPU each               | vllm serve m --port {{self.p.port}} | slots: ["a:0-1"], replicas: 2, world: none, ports: { p: 9000 } |
one port for two           | vllm serve m --port 8000         | slots: ["a:0-1"], replicas: 2, world: none | RP3076 warning one
the default port for two   | vllm serve m                     | slots: ["a:0-1"], replicas: 2, world: none | RP3076 warning one
one port on two hosts      | vllm serve m --port 8000         | slots: ["a:0", "b:0"], replicas: 2, world: none |
another than its own       | vllm serve m --port 8000         | slots: ["a:0"], processes: replica, ports: { p: 9000 } | RP3076 warning one
the default and its own    | vllm serve m                     | slots: ["a:0"], processes: replica, ports: { p: 9000 } | RP3076 warning one
a default that is its own  | vllm serve m                     | slots: ["a:0"], processes: replica, ports: { p: 8000 } |
a port for something else  | vllm serve m --x {{self.p.port}} | slots: ["a:0"], processes: replica, ports: { p: 9000 } |
a port that a file says    | vllm serve m --config c.yaml     | slots: ["a:0"], processes: replica, ports: { p: 9000 } |
the same as its own        | vllm serve m --port 8000         | slots: ["a:0"], processes: replica, ports: { p: 8000 } |
one bootstrap port for two | sglang serve --port {{self.p.port}} --disaggregation-mode prefill | slots: ["a:0-1"], replicas: 2, world: none, ports: { p: 9000 } | RP3076 warning one
the loopback               | vllm serve m --host 127.0.0.1    | slots: ["a:0", "b:0"], replicas: 2, world: none | RP3075 warning one
the loopback of one host   | vllm serve m --host localhost    | slots: ["a:0"], processes: replica |
the end of the run         | vllm serve m                     | slots: ["a:0"], processes: replica, end: true | RP3063 warning one
`;

test.each(rowsOf(ONE))('a server is compared with its role: %s', (_, words = '', keys = '', found = '') => {
  expect(find({ one: roleOf(words, keys) })).toBe(found);
});

const NIXL = '--kv-transfer-config {"kv_connector":"NixlConnector"}';
const TWO = `
side channels at localhost      | a NIXL | b NIXL | RP3075 error one, RP3075 error two
side channels with a name       | a NIXL HOST={{self.host}} | b NIXL HOST={{self.host}} |
side channels of one host       | a NIXL | a NIXL PORT=5700 |
one default of a side channel   | a NIXL | a NIXL | RP3067 error one
a side channel on another's port | a NIXL PORT=7001 | a VLLM | RP3067 error one
no port on one host             | a vllm serve m | a trl vllm-serve | RP3067 error one, RP3076 warning one, RP3076 warning two
a bootstrap port of another     | a SGLANG prefill --disaggregation-bootstrap-port 7001 | a SGLANG decode | RP3067 error one
prefill and decode              | a SGLANG prefill | a SGLANG decode |
unlike sizes by kv_role         | a VLLM {"kv_role":"kv_producer"} -tp 4 | b VLLM {"kv_role":"kv_consumer"} | RP3072 error one, RP3073 warning two
`;

/** `a NIXL PORT=5700`: the host, the words and the variables of a server that has a port of HTTP. */
function readCell(cell: string, port: number): string {
  const [host = '', ...rest] = cell.split(' ');
  const env = rest.filter((word) => /^[A-Z]+=/.test(word)).map((word) => word.split('='));
  const words = rest
    .filter((word) => !/^[A-Z]+=/.test(word))
    .join(' ')
    .replace('NIXL', `VLLM ${NIXL}`)
    .replace('VLLM', 'vllm serve m --port {{self.http.port}}')
    .replace('SGLANG', 'sglang serve --port {{self.http.port}} --disaggregation-mode');
  const variables = env.map(([name, value]) => `VLLM_NIXL_SIDE_CHANNEL_${name}: "${value}"`);
  const slot = `${host}:${port - 7000}`;
  return `{ slots: ["${slot}"], processes: replica, ports: { http: ${port} }, launch: { command: ${JSON.stringify(words.split(' '))}, env: { ${variables.join(', ')} } } }`;
}

test.each(rowsOf(TWO))('two servers are compared: %s', (_, one = '', two = '', found = '') => {
  expect(find({ one: readCell(one, 7000), two: readCell(two, 7001) })).toBe(found);
});

test.each([
  ['{{self.host}}', ''],
  ['127.0.0.1', 'RP3075 error one'],
  ['0.0.0.0', 'RP3075 error one'],
])('the address that a server gives to other hosts is %s', (address, found) => {
  const launch = `launch: { command: [vllm, serve, m], env: { VLLM_HOST_IP: "${address}" } }`;
  expect(find({ one: `{ slots: ["a:0", "b:0"], replicas: 2, world: none, ${launch} }` })).toBe(found);
});

test('finds words after those that are repeated, and variables on top, at their places', () => {
  const text = `version: 1
name: t
nodes: [{ hosts: [a, b], gpus: { count: 4 } }]
end: signal
launch: { env: { VLLM_HOST_IP: localhost } }
roles:
  one: { slots: ["a:0-2"], replicas: 3, ports: { p: 7000 }, launch: { command: [x] } }
  two: { slots: ["b:0"], launch: { env: { OTHER: x }, command: [
    vllm, serve, { each: one, words: [--peer, "{{each.p.url}}"] },
    --host=localhost] } }
`;
  const lines = compileText(text).diagnostics.map(
    ({ code, primary }) => `${code} ${text.slice(0, primary.start).split('\n').length}`,
  );
  expect(lines).toEqual(['RP3075 5', 'RP3075 10']);
});
