import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MAX_SOURCE_BYTES } from '../../src/compiler/syntax/read-source.ts';
import { CODE_VARIABLES } from '../../src/generated/code-variables.ts';
import { runRankplan } from '../command/run-rankplan.ts';
import { compileText, planText } from '../compile-text.ts';
import { parseSaved } from '../saved-plans.ts';
import { makeFolder } from '../scratch.ts';

/** Of a beginning of names, one. */
const NAMES = CODE_VARIABLES.flatMap(({ names }) =>
  names.map((name) => name.replace('*', 'mca_base_component_path')),
);

const write = (launch: string, nodes = 'cpuRanks: 3') =>
  `version: 1\nname: review\nnodes: [{ hosts: lab1, ${nodes} }]\nlaunch:\n  command: [python, train.py]\n${launch}`;

const found = (text: string) =>
  compileText(text).diagnostics.map(
    ({ code, severity, primary }) =>
      `${severity} ${code} ${primary.file.text.slice(primary.start, primary.end)}`,
  );

describe('a variable that decides which code runs', () => {
  test('is in the table once', () => {
    expect(NAMES.length).toBe(new Set(NAMES).size);
    const names = `LD_PRELOAD LD_LIBRARY_PATH BASH_ENV PATH PERL5LIB NODE_OPTIONS PYTHONSTARTUP OMP_TOOL_LIBRARIES
      HSA_TOOLS_LIB FI_PROVIDER_PATH UCX_MODULE_DIR OMPI_MCA_mca_base_component_path
      GIT_CONFIG_KEY_mca_base_component_path OPENSSL_CONF GIT_CONFIG_SYSTEM
      APPTAINERENV_mca_base_component_path SINGULARITYENV_mca_base_component_path SINGULARITY_BIND
      OPAL_PREFIX RDMAV_DRIVERS NCCL_CONF_FILE CUDA_HOME NVCC_PREPEND_FLAGS MODULEPATH HOME`;
    for (const name of names.split(/\s+/)) expect(NAMES).toContain(name);
  });

  test.each(NAMES)('%s is a note at its name, and stops nothing', (name) => {
    const text = write(`  env: { ${name}: x }\n`);
    expect(found(text)).toEqual([`note RP3035 ${name}`]);
    expect(compileText(text).plan?.launch.env).toEqual({ [name]: 'x' });
    expect(found(write('', `cpuRanks: 3, env: { ${name}: x }`))).toEqual([`note RP3035 ${name}`]);
    expect(found(write(`  env: { ${name}: x } # rankplan-ignore RP3035: ours\n`))).toEqual([]);
  });

  test('is told of in a saved plan: of nodes alike at the first', () => {
    const { plan } = compileText(
      `version: 1\nname: review\nnodes: [{ hosts: "lab[1-3]", cpuRanks: 1, env: { PATH: /x } }]
launch: { env: { LD_PRELOAD: /x.so, NCCL_DEBUG: INFO } }\n`,
    );
    const places = (text: string) =>
      parseSaved(text).found.map(({ code, severity, primary }) => {
        return `${severity} ${code} ${primary.start} ${text.slice(primary.start, primary.end)}`;
      });
    const text = planText(plan) ?? '';
    const at = (key: string) => `note RP3035 ${text.indexOf(key)} ${key}`;
    expect(places(text)).toEqual([at('"LD_PRELOAD"'), at('"PATH"')]);
    const other = text.replace(/("PATH": ?)"\/x"(?![\s\S]*"PATH")/, '$1"/y"');
    expect(places(other)).toEqual([...places(text), `note RP3035 ${other.lastIndexOf('"PATH"')} "PATH"`]);
    // Too long to look for places.
    const start = 'note RP3035 0 ';
    expect(places(text + ' '.repeat(MAX_SOURCE_BYTES))).toEqual([start, start]);
  });

  test('is told from one that is harmless', () => {
    expect(
      found(
        write('  env: { NCCL_DEBUG: INFO, MY_PATH: x, GIT_CONFIG_: x, OMPI_MCA: x, LD_BIND_NOW: "1" }\n'),
      ),
    ).toEqual([]);
  });

  test('is told in every form, and fails no gate', () => {
    const file = join(makeFolder('rankplan-note-'), 't.yaml');
    writeFileSync(file, write('  env: { LD_PRELOAD: x }\n'));
    const check = (...options: string[]) => {
      const { status, stdout } = runRankplan(['check', ...options, file]);
      return { status, stdout };
    };
    expect(check()).toMatchObject({ status: 0, stdout: expect.stringContaining(': note[RP3035]: ') });
    expect(check('--warnings-as-errors').status).toBe(0);
    expect(check('--disable', 'RP3035').stdout).not.toContain('RP3035');
    expect(check('--format', 'github')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^::notice /),
    });
    const json = JSON.parse(check('--format', 'json').stdout);
    expect(json).toMatchObject({ errors: 0, warnings: 0, notes: 1, diagnostics: [{ severity: 'note' }] });
    const [{ results, tool }] = JSON.parse(check('--format', 'sarif').stdout).runs;
    expect(results).toMatchObject([{ ruleId: 'RP3035', level: 'note' }]);
    expect(tool.driver.rules[results[0].ruleIndex].defaultConfiguration).toEqual({ level: 'note' });
  });
});

describe('the program that reaches other hosts runs on the machine where one sits', () => {
  const reach = '  remote: { command: [./reach, --as, alice] }';

  test('and is a note in a topology, which a comment leaves out', () => {
    expect(found(write(`${reach}\n`))).toEqual(['note RP3035 command']);
    expect(compileText(write(`${reach}\n`)).diagnostics[0]?.message).toBe(
      '`./reach --as alice` runs on the machine where a launch of all hosts starts, also under `--dry-run`',
    );
    expect(found(write(`${reach} # rankplan-ignore RP3035: our gate\n`))).toEqual([]);
    expect(found(write('  remote: { user: alice }\n'))).toEqual([]);
  });

  test('and in a saved plan', () => {
    const { plan } = compileText(write(`${reach}\n`));
    const text = planText(plan) ?? '';
    const notes = parseSaved(text).found.map(({ code, primary }) => [
      code,
      text.slice(primary.start, primary.end),
    ]);
    expect(notes).toEqual([['RP3035', expect.stringMatching(/^\{\s+"command": \[/)]]);
  });
});

describe('equal shares', () => {
  const shares = (globalBatch: number, multipleOf: number) =>
    found(
      `${write('')}workload: { globalBatch: ${globalBatch}, multipleOf: ${multipleOf}, shares: equal }\n`,
    );
  test.each([
    [16, 1, true],
    [18, 1, false],
    [16, 4, true],
    [24, 4, false],
    [24, 8, false],
    [32, 8, true],
  ])('of %d in units of %d on 3 ranks', (globalBatch, multipleOf, isUneven) => {
    expect(shares(globalBatch, multipleOf)).toEqual(isUneven ? ['warning RP3036 equal'] : []);
  });
});
