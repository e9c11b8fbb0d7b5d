import type { LaunchPlan } from '../generated/plan.ts';
import { type Artifact, EMITTER_NAMES, type Emitter, type Refusal } from './emitter.ts';
import { envEmitter } from './env/emit.ts';
import { shellEmitter } from './shell/emit.ts';
import { slurmEmitter } from './slurm/emit.ts';
import { torchrunEmitter } from './torchrun/emit.ts';

const BY_NAME: Readonly<Record<Emitter['name'], Emitter>> = {
  env: envEmitter,
  shell: shellEmitter,
  slurm: slurmEmitter,
  torchrun: torchrunEmitter,
};

/** Every emitter; `--emit`, the documentation and the tests are compared with this list. */
export const EMITTERS: readonly Emitter[] = EMITTER_NAMES.map((name) => BY_NAME[name]);

/** What is emitted by default: Slurm scripts where the topology says how its jobs are submitted, else a launch.sh. */
export function defaultEmitters(plan: LaunchPlan): readonly string[] {
  if (plan.slurm !== null) return ['env', 'slurm'];
  return shellEmitter.refuse(plan) === null ? ['env', 'shell'] : ['env'];
}

/** The emitters of these names and those whose files they need, in the order of the list. */
export function selectEmitters(names: readonly string[]): readonly Emitter[] {
  const wanted = new Set(names);
  for (const emitter of [...EMITTERS].reverse()) {
    if (wanted.has(emitter.name)) for (const implied of emitter.implies) wanted.add(implied);
  }
  return EMITTERS.filter((emitter) => wanted.has(emitter.name));
}

/** What the emitters cannot express; where two refuse for the same reason, once. */
export function findRefusals(plan: LaunchPlan, emitters: readonly Emitter[]): readonly Refusal[] {
  const refusals = emitters.map((emitter) => emitter.refuse(plan)).filter((refusal) => refusal !== null);
  return [...new Map(refusals.map((refusal) => [`${refusal.code} ${refusal.message}`, refusal])).values()];
}

/** Lists only our own files, as the directory may be the root of a repository; no scripts, which people read. */
const GENERATED = `# Forges fold these in reviews. Made by rankplan.
/.gitattributes linguist-generated
/.rankplan.json linguist-generated
/env/*.env linguist-generated
/hosts linguist-generated
/plan.json linguist-generated
/slurm.bash linguist-generated
/torchrun.bash linguist-generated
`;

export interface EmitRequest {
  readonly plan: LaunchPlan;
  /** plan.json, as it will be written. */
  readonly planText: readonly string[];
  /** Its sha256, 64 hex digits. */
  readonly planDigest: string;
  readonly emitters: readonly Emitter[];
}

/** Every file of the output directory, one after the other: the plan and the host file come with any emitter. */
export function* emitPlan({ plan, planText, planDigest, emitters }: EmitRequest): Iterable<Artifact> {
  yield { path: 'plan.json', executable: false, content: planText };
  // Line r names the node of rank r. Under `bind: job` no machine is known yet.
  const hosts = plan.ranks.map(({ node }) => `${node}\n`).join('');
  if (plan.nodes[0]?.bind === 'name') yield { path: 'hosts', executable: false, content: hosts };
  yield { path: '.gitattributes', executable: false, content: GENERATED, givesWay: true };
  for (const emitter of emitters) yield* emitter.emit({ plan, planDigest });
}
