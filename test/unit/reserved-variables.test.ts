import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { whyReserved } from '../../src/compiler/values/planned-variables.ts';
import { compileText, errorCodes } from '../compile-text.ts';

const compileWith = (name: string) =>
  compileText(
    `version: 1\nname: t\nnodes: [{hosts: n1, gpus: {count: 2}}]\nlaunch: {env: {${name}: "77"}}\n`,
  );

describe('names that a topology may not set', () => {
  const reserved = `RANK ZE_FLAT_DEVICE_HIERARCHY RANKPLAN_X rankplan_dir Rankplan_x GROUPS FUNCNAME RANDOM
    BASH_COMMAND BASH_FUTURE SHLVL _ IFS PWD`;
  test.each(reserved.split(/\s+/))('%s', (name) => {
    expect(errorCodes(compileWith(name))).toEqual(['RP2025']);
  });

  test.each('BASH_ENV PATH HOME HOSTNAME LC_ALL RANKPLANNER MY_RANKPLAN_X TMPDIR OMP_NUM_THREADS'.split(' '))(
    'but %s it may',
    (name) => {
      expect(errorCodes(compileWith(name))).toEqual([]);
    },
  );
});

test('every variable that this bash keeps from its programs is reserved', () => {
  const bash = (script: string, ...args: string[]) =>
    spawnSync('bash', ['-c', script, 'bash', ...args], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    }).stdout;
  const known = bash('compgen -v').trim().split('\n');
  expect(known).toContain('BASH_VERSION');
  const script = `program=$(type -P env)
  for name; do
    (export "$name=77"; exec "$program") 2>/dev/null | grep -qx "$name=77" || echo "$name"
  done`;
  const lost = bash(script, ...known, 'FUNCNAME')
    .trim()
    .split('\n');
  expect(lost).toContain('GROUPS');
  expect(lost.filter((name) => whyReserved(name) === null)).toEqual([]);
});
