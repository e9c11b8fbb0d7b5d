import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { matches, openPage, readPage } from '../../documentation.ts';
import { hasNative } from '../../native/fake-machine.ts';
import { hasTorch, PYTHON } from '../require-torch.ts';

/*
 * The examples that answer a question (docs/README.md): the usual wrong way, and the plan. Every command of their
 * pages is run, and says what is shown. Their scripts find the GPUs of an imitated machine through a `torch` that stands
 * in for PyTorch there (test/clients/imitated); the real one starts them, and trains where no GPU is needed.
 */

const IMITATED = `env PYTHONDONTWRITEBYTECODE=1 PYTHONPATH='${resolve('test/clients/imitated')}' '${PYTHON}'`;
/** It warns where no name server knows this machine, as in a network of its own. */
const TORCHRUN = `env TORCH_CPP_LOG_LEVEL=ERROR '${PYTHON}' -m torch.distributed.run`;
/** A host of the page is this machine by another name; those that have A100s are not what the machine is. */
const ssh = `while [[ $1 == -o* ]]; do shift; done
[[ $1 != -G ]] || exit 0
[[ $1 != dgx* ]] || export RANKPLAN_FAKE_SCENARIO='${resolve('test/native/scenarios/four-a100-pairs.txt')}'
exec unshare --uts sh -c 'hostname "$0" && exec sh -c "$1"' "$1" "$2"`;
const PROGRAMS = {
  imitated: {
    python: `exec ${IMITATED} "$@"`,
    // The options of the pages are words by themselves, so that the script is the first other one.
    torchrun: `while [[ $1 == --* ]]; do options+=("$1"); shift; done
exec ${TORCHRUN} "\${options[@]}" --no-python ${IMITATED} "$@"`,
  },
  real: { python: `exec '${PYTHON}' "$@"`, ssh },
};

/** SIOCSIFFLAGS with IFF_UP and IFF_RUNNING. */
const RAISE_LOOPBACK = "fcntl.ioctl(socket.socket(), 0x8914, struct.pack('16sh14x', b'lo', 65))";
const openNetwork = `'${PYTHON}' -c "import fcntl, socket, struct; ${RAISE_LOOPBACK}"`;

const QUESTIONS: readonly (readonly [example: string, torch: keyof typeof PROGRAMS])[] = [
  ['chosen-gpus', 'imitated'],
  ['device-numbers', 'imitated'],
  ['uneven-nodes', 'real'],
  ['explicit', 'real'],
  ['mappings', 'imitated'],
  ['memory-on-gpu-0', 'imitated'],
  ['cpu-fallback', 'imitated'],
  ['backends', 'imitated'],
  ['spawned', 'real'],
  ['parameter-server', 'real'],
];

describe.skipIf(!hasNative || !hasTorch)('what the examples of questions show is what happens', () => {
  test.each(QUESTIONS)('%s, with %s torch', (example, torch) => {
    const path = `examples/${example}/README.md`;
    const run = openPage(path, { programs: PROGRAMS[torch], openNetwork });
    for (const { line, command, output } of readPage(readFileSync(path, 'utf8'))) {
      const { printed, status } = run(command);
      const isTrue = output === '' ? status === 0 : matches(printed, output);
      const what = `${path}:${line}: $ ${command}\n${printed}status ${status}, shown:\n${output}`;
      expect(isTrue, what).toBe(true);
    }
  });

  describe('PyTorch itself', () => {
    const train = (name: string, words: readonly string[], env: NodeJS.ProcessEnv) => {
      const { stderr } = spawnSync(PYTHON, [resolve('examples', name, 'train.py'), ...words], {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], CUDA_VISIBLE_DEVICES: '', ...env },
      });
      return stderr.trimEnd().split('\n').at(-1) ?? '';
    };

    test('says without a launcher what the example shows', () => {
      const said = train('cpu-fallback', [], {});
      expect(said).toMatch(/^ValueError: /);
      expect(readFileSync('examples/cpu-fallback/README.md', 'utf8')).toContain(`\n${said}\n`);
    });

    test('refuses NCCL on a CPU in one of the two ways that the example names', () => {
      const world = { RANK: '0', LOCAL_RANK: '0', WORLD_SIZE: '1' };
      const alone = { ...world, MASTER_ADDR: '127.0.0.1', MASTER_PORT: '0' };
      const said = train('backends', ['--backend=nccl'], alone);
      expect(said).toMatch(/^(Runtime|Value)Error: .*NCCL/);
      const shown = readFileSync('examples/backends/README.md', 'utf8');
      expect(shown).toContain(`\`${said.replace(/^\w+: /, '')}\``);
    });

    test('trains on the CPU where the plan says so', () => {
      const run = openPage('examples/cpu-fallback/README.md', { programs: PROGRAMS.real, openNetwork });
      expect(run('rankplan run topology.yaml && cat runs/*/rank-0.out')).toEqual({
        printed: 'rank 0 of 1 was on cpu\n',
        status: 0,
      });
    });
  });
});
