// launch.sh --all compares the GPUs of each host with the plan, also where no UUID is planned.
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runRankplan } from '../command/run-rankplan.ts';
import { EXEC, hasExec } from '../native/exec-fixture.ts';
import { makeFolder } from '../scratch.ts';
import { findProcesses, launcherUnder, makeMarker, until } from './launch-sh-fixture.ts';
import { HOSTS_MS, PATIENT } from './launch-sh-hosts-fixture.ts';

const TOPOLOGY = `version: 1
name: counted
nodes: [{ hosts: "lab[1-2]", gpus: { count: 4 } }]
launch: { command: ["true"], master: { address: 127.0.0.1, port: auto } }
`;

/** A transport whose hosts have so many GPUs; null for no nvidia-smi. */
function writeVia(counts: Readonly<Record<string, number | null>>, used = 0): string {
  const folder = makeFolder('via-');
  for (const [host, count] of Object.entries(counts)) {
    const lines = Array.from({ length: count ?? 0 }, (_, i) => `GPU ${i}: A100 (UUID: GPU-${i})`).join('\n');
    const uses = Array.from({ length: count ?? 0 }, (_, i) => `${i}, ${i === 1 ? used : '[N/A]'}`).join('\n');
    const script = `#!/bin/bash\ncase $1 in -L) echo '${lines}' ;; --query-gpu=index,memory.used) echo '${uses}' ;; *) exit 9 ;; esac\n`;
    if (count !== null) writeFileSync(join(folder, `smi-${host}`), script, { mode: 0o755 });
  }
  const via = join(folder, 'via');
  const place = 'mkdir -p "$0-$1"; [[ ! -e ${0%/*}/smi-$1 ]] || cp "${0%/*}/smi-$1" "$0-$1/nvidia-smi"';
  const run = 'PATH=$0-$1:$PATH; cd /; exec bash -c "${@: -1}"';
  writeFileSync(via, `#!/bin/bash\n[[ " $* " != *" -G "* ]] || exit 0\n${place}\n${run}\n`, { mode: 0o755 });
  return via;
}

function compile(text: string): string {
  const folder = makeFolder('counted-');
  writeFileSync(join(folder, 't.yaml'), text);
  expect(runRankplan(['compile', join(folder, 't.yaml'), '-o', join(folder, 'out')]).status).toBe(0);
  return join(folder, 'out');
}

describe.skipIf(!hasExec)('--all', () => {
  const { launch, start } = launcherUnder({ RANKPLAN_EXEC: EXEC });
  const run = (topology: string, counts: Readonly<Record<string, number | null>>) =>
    launch(compile(topology), [...PATIENT, '--via', writeVia(counts)]);

  it('starts on hosts that have the planned number of GPUs, or more', { timeout: HOSTS_MS }, async () => {
    const { status, stderr } = await run(TOPOLOGY, { lab1: 4, lab2: 8 });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('refuses a host that has fewer, and names those that it lacks', { timeout: HOSTS_MS }, async () => {
    const { status, stderr } = await run(TOPOLOGY, { lab1: 4, lab2: 2 });
    expect(status).toBe(78);
    expect(stderr).toMatch(/^launch\.sh: lab2: lab2 has no GPU 2 3 \(nvidia-smi -L\): mend the topology/m);
  });

  it('refuses a GPU that others use, unless they may stay', { timeout: HOSTS_MS }, async () => {
    const words = (used: number) => [...PATIENT, '--via', writeVia({ lab1: 4, lab2: 8 }, used)];
    const { status, stderr } = await launch(compile(TOPOLOGY), words(5300));
    expect(status).toBe(78);
    for (const lab of ['lab1', 'lab2'])
      expect(stderr).toMatch(
        new RegExp(`^launch\\.sh: ${lab}: others use GPU 1 \\(5300 MiB\\) of ${lab}: .*--allow-busy`, 'm'),
      );
    for (const fine of [words(1023), [...words(5300), '--allow-busy']])
      expect(await launch(compile(TOPOLOGY), fine)).toMatchObject({ status: 0, stderr: '' });
    const others = compile(TOPOLOGY.replace('gpus: { count: 4 }', 'gpus: [{ index: 0 }, { index: 2 }]'));
    expect(await launch(others, words(5300))).toMatchObject({ status: 0, stderr: '' });
  });

  it('says whose driver hangs or fails, and leaves nothing that asks it', { timeout: HOSTS_MS }, async () => {
    const marker = makeMarker();
    const via = writeVia({ lab1: 4, lab2: 4 });
    const replace = (script: string) =>
      writeFileSync(join(via, '..', 'smi-lab2'), `#!/bin/bash\n${script}\n`);
    const isLeft = () => findProcesses(marker).length > 0;
    replace('echo "Failed to initialize NVML: Driver/library version mismatch"; exit 18');
    const failed = await launch(compile(TOPOLOGY), [...PATIENT, '--via', via]);
    expect(failed.stderr).toMatch(
      /^launch\.sh: lab2: nvidia-smi failed \(status 18\): Failed to initialize NVML/m,
    );

    replace(`exec -a ${marker} sleep 1000`);
    const hung = await launch(compile(TOPOLOGY), [...PATIENT, '--via', via, '--timeout', '8']);
    expect(hung).toMatchObject({
      status: 78,
      stderr: expect.stringMatching(/lab2: nvidia-smi gives no answer/),
    });
    await until(() => !isLeft());
    const { child, ended } = start(join(compile(TOPOLOGY), 'launch.sh'), [...PATIENT, '--via', via]);
    await until(isLeft);
    child.kill('SIGKILL');
    await ended;
    await until(() => !isLeft());
  });

  it('says that nobody checked where nvidia-smi is missing', { timeout: HOSTS_MS }, async () => {
    const { status, stderr } = await run(TOPOLOGY, { lab1: 4, lab2: null });
    expect(status).toBe(0);
    expect(stderr).toMatch(/^launch\.sh: lab2: warning: nvidia-smi is missing, so nobody checked.*\n$/);
  });

  it('asks nothing of hosts with GPUs of others, or none', { timeout: HOSTS_MS }, async () => {
    for (const gpus of ['gpus: { count: 4, vendor: amd }', 'cpuRanks: 2']) {
      const { status, stderr } = await run(TOPOLOGY.replace('gpus: { count: 4 }', gpus), {
        lab1: 0,
        lab2: 0,
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    }
  });

  it('refuses two names of one machine where ranks have GPUs', { timeout: HOSTS_MS }, async () => {
    const ssh = join(writeVia({ lab1: 4, lab2: 4 }), '..', 'ssh');
    copyFileSync(join(ssh, '..', 'via'), ssh);
    const { status, stderr } = await launch(compile(TOPOLOGY), [...PATIENT, '--via', ssh]);
    expect(status).toBe(78);
    expect(stderr).toMatch(
      /^launch\.sh: lab2: it is the same machine as lab1, and ranks of both would share each GPU/m,
    );
    const cpus = compile(TOPOLOGY.replace('gpus: { count: 4 }', 'cpuRanks: 2'));
    expect((await launch(cpus, [...PATIENT, '--via', ssh])).status).toBe(0);
  });
});
