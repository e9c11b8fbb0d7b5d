import { expect, test } from 'vitest';
import { CATALOG, type TopologyExample } from '../../src/compiler/diagnostics/catalog.ts';
import { createReporter, type Diagnostic, type Reporter } from '../../src/compiler/diagnostics/reporter.ts';
import { expandNodes } from '../../src/compiler/inventory/expand-nodes.ts';
import { placesInTopology } from '../../src/compiler/inventory/places.ts';
import { mapRanks, selectCandidates } from '../../src/compiler/mapping/map-ranks.ts';
import { gatherFacts } from '../../src/compiler/mapping/placement-facts.ts';
import { lowerPlan } from '../../src/compiler/plan/lower-plan.ts';
import { MAPPING_RULES, TOPOLOGY_RULES } from '../../src/compiler/rules/rules.ts';
import { bindTopology } from '../../src/compiler/syntax/bind-topology.ts';
import { parseDocument } from '../../src/compiler/syntax/parse-document.ts';
import { validateTopology } from '../../src/compiler/syntax/validate-document.ts';
import type { Code } from '../../src/generated/codes.ts';
import { findContradiction } from '../find-contradiction.ts';
import { readFrom } from '../read-beside.ts';

/** A topology as far as it goes: what rules see of it, whatever they say. */
function contextsOf({ text, files = {} }: TopologyExample) {
  const report = createReporter();
  const file = { name: 'topology.yaml', text };
  const parsed = parseDocument(file, report);
  if (parsed === null) return null;
  const bound = bindTopology(file, parsed.value, validateTopology(file, parsed.value, report), report);
  if (bound === null) return null;
  const inventory = expandNodes(bound, { read: readFrom(files) }, report);
  const places = placesInTopology(bound, inventory);
  const problem = { mapping: bound.mapping, groupSize: bound.launch.groupSize, inventory, places, report };
  const candidates = selectCandidates(bound.mapping.exclude, problem);
  const ranks = report.errorCount() > 0 ? null : mapRanks({ ...problem, candidates });
  const facts = ranks === null ? null : gatherFacts(inventory, ranks);
  const mapped = facts && ranks && { settings: bound, inventory, ranks, facts, places };
  return { topology: bound, mapped };
}

/** What rules find in what they see; nothing where it is not there. */
function findingsOf<T extends object>(
  rules: readonly ((context: T & { readonly report: Reporter }) => void)[],
  seen: T | null,
): readonly Diagnostic[] {
  const report = createReporter();
  if (seen !== null) for (const check of rules) check({ ...seen, report });
  return report.diagnostics();
}

const exampleOf = (text: string, files = {}): TopologyExample => ({
  kind: 'topology',
  text: `version: 1\nname: t\n${text}`,
  files,
});

/** The catalog shows another case of RP2017. */
const MASTER_OF_A_JOB = exampleOf(
  'nodes: [{ hosts: "any[1-2]", bind: job, gpus: { count: 1 } }]\nlaunch: { master: { address: lab1 } }\n',
);

/** And one of RP3042 that has blocks. */
const LINKS = ['X SYS NV4 SYS', 'SYS X SYS NV4', 'NV4 SYS X SYS', 'SYS NV4 SYS X'];
const TP_APART = exampleOf(
  'nodes: [{ hosts: lab1, inventory: lab1.json }]\nlaunch: { parallel: { tp: 2 } }\n',
  {
    'lab1.json': JSON.stringify({
      formatVersion: '1.0',
      gpus: LINKS.map((links, index) => ({ index, links: links.split(' ') })),
    }),
  },
);

const UNDIVIDED = exampleOf(
  'nodes: [{ hosts: lab1, gpus: { count: 2 } }]\nworkload: { globalBatch: 33, multipleOf: 4 }\n',
);
const ENDED: TopologyExample = { ...UNDIVIDED, text: `${UNDIVIDED.text}end: signal\n` };

const EXAMPLES = [
  MASTER_OF_A_JOB,
  TP_APART,
  UNDIVIDED,
  ENDED,
  ...CATALOG.flatMap(({ bad, good }) => [bad, good]),
]
  .filter((example) => example.kind === 'topology')
  .map((example) => contextsOf(example))
  .filter((contexts) => contexts !== null);

test('each rule finds something in an example', () => {
  const idle = [
    ...TOPOLOGY_RULES.filter((rule) => EXAMPLES.every((seen) => findingsOf([rule], seen).length === 0)),
    ...MAPPING_RULES.filter((rule) =>
      EXAMPLES.every(({ mapped }) => findingsOf([rule], mapped).length === 0),
    ),
  ];
  expect(idle.map(({ name }) => name)).toEqual([]);
});

test('what no topology may ask for, no saved plan may contain', () => {
  const refused = new Set<Code>();
  for (const contexts of EXAMPLES) {
    const { topology: asked, mapped } = contexts;
    if (mapped === null) continue;
    const errors = findingsOf(MAPPING_RULES, mapped).filter(({ severity }) => severity === 'error');
    const { inventory, ranks, facts } = mapped;
    const shares = asked.workload === null ? null : new Float64Array(ranks.worldSize).fill(1);
    const contradiction = findContradiction(lowerPlan(asked, inventory, ranks, facts, shares, null));
    for (const { code } of errors.slice(0, 1)) {
      refused.add(code);
      expect(contradiction).toContain(`(${code})`);
    }
    if (errors.length === 0) expect(contradiction ?? '').not.toMatch(/\(RP\d{4}\)$/);
  }
  expect(refused.size).toBeGreaterThan(10);
});
