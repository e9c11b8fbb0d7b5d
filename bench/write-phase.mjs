// Run as a bundle of its own (see cases/write-env-files.mjs): times one write of a plan's env files.
//
//     node write-phase TOPOLOGY write FOLDER    writes them to a fresh output directory, prints the milliseconds
//     node write-phase TOPOLOGY list FILE       lists them for c/write-files.c
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { compile } from '../src/compiler/compile.ts';
import { renderPlan } from '../src/compiler/plan/render-plan.ts';
import { envEmitter } from '../src/emitters/env/emit.ts';
import { writeArtifacts } from '../src/runtime/write-artifacts.ts';

const [topology, action, target] = process.argv.slice(2);
const read = () => ({ kind: 'missing' });
const { plan } = compile(readFileSync(topology), { name: 'topology.yaml', read });
const digest = createHash('sha256').update(renderPlan(plan).join('')).digest('hex');
const files = [...envEmitter.emit({ plan, planDigest: digest })];

if (action === 'list') {
  const records = files.map(({ path, content }) => `${path}\0${Buffer.byteLength(content)}\0${content}\0`);
  writeFileSync(target, records.join(''));
} else {
  const start = performance.now();
  writeArtifacts(target, files);
  console.log(performance.now() - start);
}
