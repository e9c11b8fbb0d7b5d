import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, startClient, uriIn } from '../language-client.ts';
import { makeFolder, writeFiles } from '../scratch.ts';

const GOOD = 'version: 1\nname: lab\nnodes:\n  - { hosts: lab1, gpus: { count: 4 } }\n';
const WRONG = GOOD.replace('gpus:', 'gpu:');
const FROM_FILES =
  'version: 1\nname: lab\nnodes:\n  - { hosts: "lab[1-2]", inventory: "inventory/{host}.json" }\n';

const inventoryOf = (node: string, indices: readonly number[]): string =>
  JSON.stringify({ formatVersion: '1.0', node, gpus: indices.map((index) => ({ index, model: 'A100' })) });

let folder = '';
let client: Client;
beforeAll(async () => {
  folder = makeFolder('rankplan-lsp-');
  for (const node of ['lab1', 'lab2'])
    writeFiles(folder, { [`inventory/${node}.json`]: inventoryOf(node, [0, 1]) });
  client = await startClient(folder);
});
afterAll(async () => {
  expect(await client.stop()).toBe(0);
});

const none = (codes: readonly string[]): boolean => codes.length === 0;
const only =
  (code: string) =>
  (codes: readonly string[]): boolean =>
    codes.length > 0 && codes.every((found) => found === code);

/** The range of what stands between `«` and `»`, counted as editors do, and the text without the marks. */
function marked(text: string) {
  const [before = '', inside = '', after = ''] = text.split(/[«»]/);
  const lines = before.split('\n');
  const start = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  const range = { start, end: { line: start.line, character: start.character + inside.length } };
  return { text: before + inside + after, range };
}

describe('findings', () => {
  test('a slip is told with its place, code, link and help, and taken back when it is mended', async () => {
    const uri = uriIn(folder, 'slip.yaml');
    const { text, range } = marked(GOOD.replace('gpus', '«gpu»'));
    client.open(uri, text);
    const [finding] = await client.findings(uri, only('RP1101'));
    expect(finding).toMatchObject({
      range,
      severity: 1,
      source: 'rankplan',
      message: expect.stringMatching(/unknown key `gpu`.*\nhelp: /s),
      codeDescription: { href: expect.stringMatching(/^file:.*\/docs\/diagnostics\/RP\d{4}\.md$/) },
    });
    client.type(uri, GOOD);
    await client.findings(uri, none);
  });

  test.each(['\n', '\r\n'])('places count UTF-16 units from 0, lines end with %j', async (lineEnd) => {
    const uri = uriIn(folder, `wide${lineEnd.length}.yaml`);
    const { text, range } = marked(
      GOOD.replace('gpus', 'env: { A: "😀é" }, «gpu»').replaceAll('\n', lineEnd),
    );
    client.open(uri, text);
    const found = await client.findings(uri, only('RP1101'));
    expect(found.map((finding) => finding.range)).toEqual([range]);
  });

  test('a CR that comes before an LF ends no line of its own, and findings have the version they are of', async () => {
    const uri = uriIn(folder, 'cr.yaml');
    client.open(uri, `# a\n${GOOD}`);
    await client.findings(uri, none);
    const insert = (line: number, character: number, text: string) => ({
      range: { start: { line, character }, end: { line, character } },
      text,
    });
    client.change(uri, [insert(0, 3, '\r')]);
    const gpus = GOOD.split('\n')[3]?.indexOf('gpus') ?? 0;
    const version = client.change(uri, [insert(4, gpus, 'x')]);
    const [finding] = await client.findings(uri, only('RP1101'));
    expect(finding?.range).toEqual(marked(`# a\r\n${GOOD.replace('gpus', '«xgpus»')}`).range);
    expect(client.published.findLast((params) => params.uri === uri)?.version).toBe(version);
  });

  test('another place is told with its file', async () => {
    const uri = uriIn(folder, 'other.yaml');
    writeFileSync(join(folder, 'inventory/wrong.json'), inventoryOf('lab9', [0]));
    client.open(uri, FROM_FILES.replace('lab[1-2]', 'wrong'));
    const [finding] = await client.findings(uri, only('RP2014'));
    expect(finding?.relatedInformation?.[0]?.location.uri).toBe(uriIn(folder, 'inventory/wrong.json'));
  });

  test('half a text has findings, and none is a crash', async () => {
    const uri = uriIn(folder, 'typed.yaml');
    client.open(uri, 'version: 1\n');
    for (let end = 12; end <= GOOD.length; end += 3) client.type(uri, GOOD.slice(0, end));
    client.type(uri, GOOD);
    await client.findings(uri, none);
  });

  test('of many texts in a row only the last is checked', async () => {
    const uri = uriIn(folder, 'burst.yaml');
    client.open(uri, GOOD);
    await client.findings(uri, none);
    const before = client.published.length;
    for (let i = 0; i < 50; i++) client.type(uri, `${WRONG}# ${i}\n`);
    await client.findings(uri, only('RP1101'));
    expect(client.published.slice(before).filter((params) => params.uri === uri)).toHaveLength(1);
  });

  test('a document that is no topology has none', async () => {
    const compose = uriIn(folder, 'compose.yaml');
    client.open(compose, 'services:\n  web: { image: nginx }\n');
    const slurm = uriIn(folder, 'slurm/topology.yaml');
    client.open(slurm, '- topology: default\n  cluster_default: true\n');
    const begun = uriIn(folder, 'begun.rankplan.yaml');
    client.open(begun, 'name: x\n');
    await client.findings(begun, (codes) => codes.length > 0);
    expect(client.published.filter(({ uri }) => uri === compose || uri === slurm)).toEqual([]);
  });
});

describe('inventory files', () => {
  test('are read beside the topology, again when they change on disk, and as they stand in the editor', async () => {
    const uri = uriIn(folder, 'files.yaml');
    const inventory = uriIn(folder, 'inventory/lab2.json');
    client.open(uri, FROM_FILES);
    await client.findings(uri, none);

    const change = (indices: readonly number[]) => {
      writeFileSync(join(folder, 'inventory/lab2.json'), inventoryOf('lab2', indices));
      const changes = [{ uri: inventory, type: 2 }];
      void client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
    };
    expect(client.registered).toEqual(['workspace/didChangeWatchedFiles']);
    change([0, 0]);
    expect(await client.findings(inventory, only('RP2004'))).toHaveLength(1);
    change([0, 1]);
    await client.findings(inventory, none);

    client.open(inventory, inventoryOf('lab2', [3, 3]), 'json');
    await client.findings(inventory, only('RP2004'));
    client.close(inventory); // and nothing was saved
    await client.findings(inventory, none);
    client.close(uri);
  });

  test('one that comes later is found when the topology is saved', async () => {
    const uri = uriIn(folder, 'later.yaml');
    client.open(uri, FROM_FILES.replace('lab[1-2]', 'new1').replace('inventory/', 'later/'));
    await client.findings(uri, only('RP2011'));
    writeFiles(folder, { 'later/new1.json': inventoryOf('new1', [0]) });
    void client.connection.sendNotification('textDocument/didSave', { textDocument: { uri } });
    await client.findings(uri, none);
  });

  test('outside of the root they are refused, whether the editor has them open or not', async () => {
    const uri = uriIn(folder, 'inner/outside.yaml');
    const outside = uriIn(folder, 'inventory/lab1.json');
    client.open(outside, inventoryOf('lab1', [0]), 'json');
    client.open(uri, FROM_FILES.replace('lab[1-2]', 'lab1').replace('inventory/', '../inventory/'));
    expect(await client.findings(uri, only('RP2010'))).toHaveLength(1);
    client.close(outside);
  });
});

describe('addresses', () => {
  test('a percent-encoded one is answered as it was given, and its inventories are found', async () => {
    writeFiles(folder, { 'my job/inventory/lab1.json': inventoryOf('lab1', [0, 0]) });
    const uri = uriIn(folder, 'my job/job.yaml').replace('job.yaml', '%6aob.yaml');
    client.open(uri, FROM_FILES.replace('lab[1-2]', 'lab1'));
    const found = uriIn(folder, 'my job/inventory/lab1.json');
    expect(found).toContain('/my%20job/');
    await client.findings(found, only('RP2004'));
    await client.findings(uri, none);
  });

  test.each([
    'file:///c%3A/Users/me/job.yaml',
    'untitled:Untitled-1',
    'file://server/share/job.yaml',
    'file:///%E0%A4%A/job.yaml',
    'no uri',
  ])('%s has findings, too', async (uri) => {
    client.open(uri, WRONG);
    await client.findings(uri, only('RP1101'));
  });
});

describe('answers', () => {
  const request = (method: string, uri: string, position: { line: number; character: number }) =>
    client.connection.sendRequest(`textDocument/${method}`, { textDocument: { uri }, position });

  test('hover, completion and definition are answered at the place, also while a line is half written', async () => {
    const uri = uriIn(folder, 'asked.yaml');
    client.open(uri, FROM_FILES);
    expect(await request('hover', uri, { line: 3, character: 15 })).toMatchObject({
      contents: { value: expect.stringContaining('lab1  ranks 0-1\nlab2  ranks 2-3\n') },
    });
    const files = await request('definition', uri, { line: 3, character: 40 });
    expect(files).toMatchObject(
      ['lab1', 'lab2'].map((host) => ({ uri: uriIn(folder, `inventory/${host}.json`) })),
    );
    for (const rest of ['', '"]\n']) {
      client.type(uri, `${FROM_FILES}mapping:\n  exclude: ["lab2:${rest}`);
      expect(await request('completion', uri, { line: 5, character: 18 })).toMatchObject(
        ['lab2:0-1', 'lab2:0', 'lab2:1'].map((label) => ({ label })),
      );
    }
  });

  test("a fix is the finding's own edit", async () => {
    const uri = uriIn(folder, 'fix.yaml');
    const { text, range } = marked(GOOD.replace('gpus', '«gpu»'));
    client.open(uri, text);
    const context = { diagnostics: await client.findings(uri, only('RP1101')) };
    const fixes = (at: object) =>
      client.connection.sendRequest('textDocument/codeAction', { textDocument: { uri }, range: at, context });
    expect(await fixes(range)).toEqual([
      expect.objectContaining({
        title: 'Change to `gpus`',
        kind: 'quickfix',
        isPreferred: expect.any(Boolean),
        diagnostics: context.diagnostics,
        edit: { changes: { [uri]: [{ range, newText: 'gpus' }] } },
      }),
    ]);
    expect(await fixes({ start: { line: 0, character: 0 }, end: { line: 0, character: 1 } })).toEqual([]);
  });

  test('a text of megabytes that just changed is not compiled for a hover', async () => {
    const uri = uriIn(folder, 'large.yaml');
    const large = `${GOOD}${'# a comment that a program wrote\n'.repeat(20_000)}`;
    client.open(uri, large);
    await client.findings(uri, none);
    const ranks = { contents: { value: expect.stringContaining('lab1: node 0') } };
    expect(await request('hover', uri, { line: 3, character: 14 })).toMatchObject(ranks);
    client.type(uri, `${large}#\n`);
    expect(await request('hover', uri, { line: 3, character: 14 })).toMatchObject({
      contents: { value: expect.stringMatching(/^\*\*hosts\*\*/) },
    });
    client.type(uri, `${large}nodes: 1\n`);
    await client.findings(uri, (codes) => codes.length > 0);
  });

  test('nothing is known of what is no topology, or is not open', async () => {
    const compose = uriIn(folder, 'compose.yaml');
    client.open(compose, 'services:\n  web: { image: nginx }\n');
    for (const uri of [compose, uriIn(folder, 'closed.yaml')]) {
      expect(await request('hover', uri, { line: 0, character: 2 })).toBeNull();
      expect(await request('completion', uri, { line: 0, character: 2 })).toEqual([]);
    }
  });
});

describe('an editor that errs', () => {
  /** Starts a server of its own, which gets these bytes first. */
  async function send(bytes: string): Promise<{ status: number | null; stderr: string }> {
    const own = await startClient(folder);
    let stderr = '';
    own.child.stderr.on('data', (piece) => {
      stderr += piece;
    });
    const ended = new Promise<number | null>((done) => own.child.on('exit', done));
    own.child.stdin.write(bytes);
    own.child.stdin.end();
    return { status: await ended, stderr };
  }

  test('gets an answer to what is no request of ours, and can go on', async () => {
    const { connection } = client;
    await expect(connection.sendRequest('textDocument/conjure', { uri: 7 })).rejects.toThrow(
      'Unhandled method',
    );
    for (const params of [{}, { textDocument: null }, { textDocument: { uri: 7, text: 9 } }, [1]])
      for (const method of ['didOpen', 'didChange', 'didClose', 'didSave'])
        await connection.sendNotification(`textDocument/${method}`, params);
    const badJson = '{"jsonrpc": "2.0", "id": 9,';
    client.child.stdin.write(`Content-Length: ${badJson.length}\r\n\r\n${badJson}`);
    client.child.stdin.write('Content-Length: 4\r\n\r\nnull');
    const uri = uriIn(folder, 'after.yaml');
    client.open(uri, WRONG);
    await client.findings(uri, only('RP1101'));
  });

  test('is told where a message cannot be read, and the server ends', async () => {
    const { status, stderr } = await send('Content-Length: many\r\n\r\n{}');
    expect(status).toBe(3);
    expect(stderr).toMatch(/^rankplan: what the editor sends cannot be read: .*\n$/);
  });

  test('leaves no server behind when it dies', async () => {
    expect(await send('')).toEqual({ status: 1, stderr: '' });
  });
});
