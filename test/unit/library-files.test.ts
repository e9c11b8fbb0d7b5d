import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EMITTERS } from '../../src/emitters/emit-plan.ts';
import { libraryEntries } from '../../src/generated/library.ts';
import { compareArtifacts } from '../../src/runtime/compare-artifacts.ts';
import { readExecs } from '../../src/runtime/read-execs.ts';
import { writeArtifacts } from '../../src/runtime/write-artifacts.ts';
import { EXEC, hasExec } from '../native/exec-fixture.ts';
import { makeFolder } from '../scratch.ts';
import { makePlan, readLog, writeOutput } from './launch-sh-fixture.ts';

const SOURCES = 'src/emitters/lib';
const EXAMPLE = 'examples/slurm/topology.yaml';

describe('lib/', () => {
  it('is, in a compiled directory, what lies in the sources, byte for byte, and what the manifest lists', () => {
    const output = join(makeFolder('library-'), 'out');
    const emitters = EMITTERS.map(({ name }) => name).join(',');
    const command = ['dist/rankplan.cjs', 'compile', EXAMPLE, '-o', output, '--emit', emitters];
    execFileSync(process.execPath, command, { stdio: 'ignore' });
    const written = readdirSync(join(output, 'lib')).sort();
    const used = new Set(
      EMITTERS.flatMap(({ library = [] }) => library).flatMap((name) => libraryEntries[name].files),
    );
    expect(written).toEqual([...used].map((name) => `${name}.bash`).sort());
    const manifest = JSON.parse(readFileSync(join(output, '.rankplan.json'), 'utf8'));
    for (const name of written) {
      const text = readFileSync(join(output, 'lib', name));
      expect(text.equals(readFileSync(join(SOURCES, name)))).toBe(true);
      expect(manifest.artifacts[`lib/${name}`]).toBe(`sha256:${sha256(text)}`);
    }
  });

  it('changes a job only by the name that means one task of an array', () => {
    const lines = readdirSync(SOURCES).flatMap((name) =>
      readFileSync(join(SOURCES, name), 'utf8').split('\n'),
    );
    const changes = lines.filter((line) => /^[^#]*\b(scontrol (?!show\b)|scancel)/.test(line));
    expect(changes).toEqual([expect.stringContaining('scontrol requeue "$job_name"')]);
  });

  it('has no file that nothing uses', () => {
    const used = new Set(Object.values(libraryEntries).flatMap(({ files }): readonly string[] => files));
    expect([...used].map((name) => `${name}.bash`).sort()).toEqual(readdirSync(SOURCES).sort());
  });

  it('has the digest that a shell would compute', () => {
    for (const { files, digest } of Object.values(libraryEntries)) {
      const text = Buffer.concat(files.map((name) => readFileSync(join(SOURCES, `${name}.bash`))));
      expect(digest).toBe(sha256(text).slice(0, 12));
    }
  });
});

describe('compile --with-exec', () => {
  const folder = makeFolder('programs-');
  const PROGRAMS = ['rankplan-exec', 'rankplan-probe'];
  const put = (target: string): void => {
    mkdirSync(join(folder, 'native', target), { recursive: true });
    for (const program of PROGRAMS)
      writeFileSync(join(folder, 'native', target, program), Buffer.from([0x7f, 0x45, 0xff, 0x00]));
  };

  it('says which program is missing, and how to build it', () => {
    put('linux-x64');
    expect(() => readExecs(folder)).toThrow(/linux-arm64\/rankplan-exec.*--target linux-arm64/);
  });

  it('writes them executable, byte for byte, under the names that launch.sh looks for', () => {
    put('linux-arm64');
    const output = join(folder, 'out');
    expect(writeArtifacts(output, readExecs(folder)).kind).toBe('written');
    const machines = ['x86_64', 'aarch64'];
    for (const name of PROGRAMS.flatMap((program) => machines.map((machine) => `${program}-${machine}`))) {
      const path = join(output, 'lib', name);
      expect([...readFileSync(path)]).toEqual([0x7f, 0x45, 0xff, 0x00]);
      expect(statSync(path).mode & 0o111).toBe(0o111);
    }
    expect(compareArtifacts(output, readExecs(folder))).toEqual([]);
  });

  it.skipIf(!hasExec)('is what launch.sh then uses', () => {
    const plan = makePlan({ launch: { command: ['bash', '-c', 'tr "\\0" " " </proc/$PPID/cmdline'] } });
    const directory = writeOutput(plan);
    const path = join(directory, `lib/rankplan-exec-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}`);
    copyFileSync(EXEC, path);
    const env = { ...process.env, RANKPLAN_EXEC: '' };
    expect(spawnSync(join(directory, 'launch.sh'), { env, encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
    expect(readLog(directory, 'rank-0.out')).toMatch(new RegExp(`^${path} `));
  });
});

describe('launch.sh refuses a directory', () => {
  it.each([
    [
      'whose lib/ is missing',
      (at: string) => rmSync(join(at, 'lib'), { recursive: true }),
      /lib is missing: copy the whole/,
    ],
    [
      'that lacks a file of lib/',
      (at: string) => rmSync(join(at, 'lib/ports.bash')),
      /^launch\.sh: .*\n.*lib\/ports\.bash cannot be read: copy the whole directory, or compile again\n$/,
    ],
    [
      'whose lib/ was edited',
      (at: string) => appendFileSync(join(at, 'lib/plain.bash'), '# x\n'),
      /lib is not that of this script/,
    ],
    [
      'whose plan.json is another',
      (at: string) => writeFileSync(join(at, 'plan.json'), 'x'),
      /plan\.json is not the plan of this script/,
    ],
    [
      'without plan.json',
      (at: string) => renameSync(join(at, 'plan.json'), join(at, 'x')),
      /plan\.json is missing: copy the whole directory/,
    ],
  ])('%s', (_name, change, message) => {
    const directory = writeOutput(makePlan(), `it's "a" \\ $dir\nof two lines`);
    const script = join(directory, 'launch.sh');
    expect(spawnSync(script, { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
    change(directory);
    const { status, stderr } = spawnSync(script, { encoding: 'utf8' });
    expect(status).toBe(78);
    expect(stderr).toMatch(message);
  });
});

const sha256 = (data: Buffer): string => createHash('sha256').update(data).digest('hex');
