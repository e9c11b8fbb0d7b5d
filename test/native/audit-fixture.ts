import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { AuditReport } from '../../src/generated/audit.ts';
import { requireTool } from '../integration/require-tool.ts';
import { fakeMachine } from './fake-machine.ts';
import { findRun, type Job, type RunOutcome, startRun, writeJob } from './run-fixture.ts';

export const HOLD = resolve('build/native/hold-gpu');

export const hasHold = requireTool(
  'hold-gpu',
  existsSync(HOLD),
  'a C compiler, then `node scripts/build-native.mjs --tests`',
);

export interface AuditJob {
  /** Of test/native/scenarios. */
  readonly scenario?: string;
  /** Lines that the scenario has before its own, which are found first. */
  readonly facts?: readonly string[];
  /** In place of four GPUs with a rank each. */
  readonly node?: object;
  /** A script of bash, in which `hold` is the program of native/test/hold-gpu.c. */
  readonly script: string;
  readonly mapping?: object;
  readonly launch?: object;
  readonly args?: readonly string[];
}

export interface Audited extends RunOutcome {
  readonly job: Job;
  readonly report: AuditReport | null;
}

/** Runs a plan on an imitated machine; by default four ranks on four GPUs. */
export async function runAudited(options: AuditJob): Promise<Audited> {
  const { job, ended } = startAudited(options);
  const outcome = await ended;
  return { ...outcome, job, report: readReport(job) };
}

export function startAudited(options: AuditJob) {
  const { job, env, scenario } = prepareAudited(options);
  return { job, scenario, ...startRun(job, options.args ?? [], { env }) };
}

/** The job, and the variables of its machine, whose scenario is a file of its own. */
export function prepareAudited(options: AuditJob) {
  const { node, script, mapping, launch, scenario = 'four-l40s', facts = [] } = options;
  const gpus = [0, 1, 2, 3].map((index) => ({ index }));
  const job = writeJob({
    nodes: [{ hosts: 'localhost', gpus, ...node }],
    script: `hold() { exec ${HOLD} "$@"; }; ${script}`,
    launch,
    mapping,
  });
  const { env } = fakeMachine(scenario, { lines: facts });
  return { job, env, scenario: env['RANKPLAN_FAKE_SCENARIO'] ?? '' };
}

export function readReport({ folder }: Job, name = 'audit.json'): AuditReport | null {
  if (!existsSync(join(folder, 'runs'))) return null;
  const path = join(findRun(folder), name);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

export const listKinds = (report: AuditReport | null): readonly string[] =>
  (report?.findings ?? []).map(({ kind, rank, gpu }) => `${kind} ${rank} ${gpu}`);
