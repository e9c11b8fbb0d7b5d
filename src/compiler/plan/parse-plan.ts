import type { Code } from '../../generated/codes.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { type Reporter, requireReason } from '../diagnostics/reporter.ts';
import { checkHazards } from '../hazards/hazards.ts';
import type { Places } from '../inventory/places.ts';
import { HIDDEN } from '../source/printable.ts';
import type { SourceFile } from '../source/source-file.ts';
import { keySpan } from '../syntax/document.ts';
import { reportSchemaError, SCHEMAS, type Subject, show } from '../syntax/explain-schema-error.ts';
import { parseDocument } from '../syntax/parse-document.ts';
import { MAX_SOURCE_BYTES, reportHidden } from '../syntax/read-source.ts';
import { createPartsValidator } from '../syntax/schema-validator.ts';
import { reportTooMany } from '../values/budget.ts';
import { CODE_HELP, noteRemoteCommand, noteVariable, whatItRuns } from '../values/code-variables.ts';
import { findExcess, mapPlan } from './check-plan.ts';
import { mapRoles } from './check-roles-plan.ts';
import { hasRepeatedKey } from './count-keys.ts';
import { parsePlaced, placesAtStart, placesInPlan } from './places-in-plan.ts';
import { fillIn, isNewer, LATER_FIELDS, listUnknownFields, PLAN_FORMAT } from './plan-format.ts';
import { withRanks } from './replica-plan.ts';
import { shareGpus } from './share-gpus.ts';

/**
 * Whether a text is a saved plan rather than a topology, by its first keys: before any map or list it has what no topology
 * has there. Either key is enough: one may be misspelt, and some tools sort keys.
 */
export const looksLikePlan = (start: string): boolean =>
  /^\s*\{[^{}[\]]*"(?:formatVersion|worldSize)"\s*:/.test(start);

/**
 * Reads a saved plan; null when it was reported as unusable. Fields that came later have their defaults afterwards; those of
 * a newer format are ignored, with a warning.
 */
export function parsePlan(file: SourceFile, report: Reporter): LaunchPlan | null {
  const errorsBefore = report.allErrorCount();
  return requireReason('plan', readPlan(file, report), report, errorsBefore);
}

function readPlan(file: SourceFile, report: Reporter): LaunchPlan | null {
  const start = { file, start: 0, end: 0 };
  const refuse = (code: Code, message: string, help = 'compile the topology again') => {
    report.error(code, start, message, { help });
    return null;
  };
  if (reportHidden(file, report)) return null;
  const value = parseText(file.text);
  if (value === null) return refuse('RP4005', 'the plan is not valid JSON');
  if (hasRepeatedKey(file.text, value)) {
    // A parser takes the last of two equal keys, and a reader believes the first. That of YAML finds the place, and is slow.
    if (file.text.length <= MAX_SOURCE_BYTES && parseDocument(file, report) === null) return null;
    return refuse('RP4005', 'the plan has a key twice in one object');
  }
  // Only these escapes of JSON may stand for a hidden character.
  if (/\\[bfru]/.test(file.text) && hidesText(value))
    return refuse('RP4005', 'a text of the plan has characters that cannot be seen');
  const { formatVersion } = value as { formatVersion?: unknown };
  // The schema reports a missing one, because it knows similar names.
  if (formatVersion !== undefined && !isReadable(formatVersion)) {
    const help = 'compile the topology again with this rankplan, or use the one that wrote the plan';
    const format = `the plan has format ${show(formatVersion)}, this rankplan reads ${PLAN_FORMAT}`;
    return refuse('RP4004', format, help);
  }
  if (!validateAll(file, value, report)) return null;
  fillIn(value, LATER_FIELDS);
  const excess = findExcess(value as LaunchPlan);
  if (excess !== null) {
    reportTooMany(placesInPlan(file).node(excess), report, 'plan');
    return null;
  }
  const plan = withRanks(value as LaunchPlan);
  const mapped = plan.roles === null ? mapPlan(plan) : mapRoles(plan);
  if (typeof mapped === 'string') {
    const help = 'do not edit plans by hand: change the topology and compile it again';
    return refuse('RP4005', `the plan contradicts itself: ${mapped}`, help);
  }
  if (isNewer(formatVersion)) warnOfIgnored(file, plan, report);
  const places = placesInPlan(file);
  noteCode(plan, places, report);
  if ('inventory' in mapped) checkHazards(plan, { ...mapped, places, report });
  else for (const one of mapped) checkHazards(one.plan, { ...one, places: placesAtStart(file), report });
  return plan;
}

/** Notes what of a plan decides which code runs. Nodes have one `env` of the topology many times: it is noted at the first. */
function noteCode(plan: LaunchPlan, places: Places, report: Reporter): void {
  const words = plan.launch.remote?.command;
  if (words) noteRemoteCommand(words, () => places.setting('launch', 'remote'), report, CODE_HELP);
  const noteAt = (node: number | null, name: string) =>
    noteVariable(name, () => places.variable(node, name), report, CODE_HELP);
  for (const name in plan.launch.env) noteAt(null, name);
  const reported = new Set<string>();
  for (const [index, { env }] of plan.nodes.entries()) {
    for (const name in env) {
      const setting = `${name}=${env[name]}`;
      if (whatItRuns(name) === null || reported.has(setting)) continue;
      reported.add(setting);
      noteAt(index, name);
    }
  }
}

const hidesText = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).some(([key, item]) => HIDDEN.test(key) || hidesText(item))
    : typeof value === 'string' && HIDDEN.test(value);

const isReadable = (version: unknown): boolean =>
  typeof version === 'string' && majorOf(version) === majorOf(PLAN_FORMAT);

const majorOf = (version: string): string => version.split('.')[0] ?? '';

function warnOfIgnored(file: SourceFile, plan: LaunchPlan, report: Reporter): void {
  const unknown = listUnknownFields(plan);
  if (unknown.length === 0) return;
  const named = unknown.map((name) => `\`${name}\``).join(', '); // a message is clipped
  const placed = parsePlaced(file);
  const span = placed === null ? { file, start: 0, end: 0 } : keySpan(placed, 'formatVersion');
  const message = `the plan has format ${plan.formatVersion}, this rankplan reads ${PLAN_FORMAT}, and ignores ${named}`;
  const help = 'use a rankplan as new as the one that wrote the plan, if what is ignored matters';
  report.warning('RP4006', span, message, { help });
}

function parseText(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    shareGpus(value);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** Places are looked up only when something is wrong: JSON.parse is much faster without them. */
function validateAll(file: SourceFile, value: object, report: Reporter): boolean {
  const { formatVersion } = value as { formatVersion?: unknown };
  let subject: Subject | undefined;
  for (const { prefix, errors } of validateParts(value))
    for (const error of errors) {
      const root = subject?.root ?? parsePlaced(file) ?? value;
      subject ??= { schema: 'plan', file, root, isNewer: isNewer(formatVersion) };
      reportSchemaError(subject, prefix, error, report);
    }
  return subject === undefined;
}

const validateParts = createPartsValidator(SCHEMAS.plan, 'nodes', 'ranks');
