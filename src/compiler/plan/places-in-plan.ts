import type { LaunchPlan } from '../../generated/plan.ts';
import { findValue, type Places, type Section } from '../inventory/places.ts';
import type { SourceFile, Span } from '../source/source-file.ts';
import { keySpan, valueSpan } from '../syntax/document.ts';
import { parseJson } from '../syntax/parse-json.ts';
import { MAX_SOURCE_BYTES } from '../syntax/read-source.ts';

/** A saved plan with places; null if the file is too long to look, or is not a plan. */
export const parsePlaced = (file: SourceFile): LaunchPlan | null =>
  file.text.length <= MAX_SOURCE_BYTES ? ((parseJson(file)?.value as LaunchPlan | undefined) ?? null) : null;

/** Settings of `launch` that a plan has decided, and keeps at its top. */
const AT_THE_TOP: readonly string[] = ['backend', 'visibility', 'master'];

/** Places without positions of their own: every finding is at the start of the file. */
export const placesAtStart = (file: SourceFile): Places => placesIn(file, () => null);

/** The positions of facts in a saved plan. It is parsed again, with places, when the first one is needed. */
export const placesInPlan = (file: SourceFile): Places => placesIn(file, () => parsePlaced(file));

function placesIn(file: SourceFile, parse: () => LaunchPlan | null): Places {
  let parsed: LaunchPlan | null | undefined;
  const read = (): Partial<LaunchPlan> => {
    if (parsed === undefined) parsed = parse();
    return parsed ?? {};
  };
  const start: Span = { file, start: 0, end: 0 };
  const sectionOf = (section: Section): object | undefined => read()[section] ?? undefined;
  const setting = (section: Section, ...keys: readonly string[]): Span =>
    (section === 'launch' ? findValue(read(), keys.filter(isAtTheTop)) : null) ??
    findValue(sectionOf(section), keys) ??
    findValue(read(), [section]) ??
    start;
  const node = (index: number, ...keys: readonly string[]): Span =>
    findValue(read().nodes?.[index], [...keys, 'name']) ?? start;
  const gpu = (index: number, position: number, ...keys: readonly string[]): Span =>
    findValue(read().nodes?.[index]?.gpus[position], [...keys, 'index']) ?? node(index);
  return {
    setting,
    node,
    gpu,
    isWritten: (section, key) => Object.hasOwn(sectionOf(section) ?? {}, key),
    settingKey: setting,
    master: (key) => findValue(read().master, [key]) ?? start,
    port: (role, name) => {
      const own = read().roles?.find((one) => one.name === role);
      return findValue(own?.ports, [name]) ?? findValue(own, ['name']) ?? start;
    },
    word: (list, position) => {
      const words = read().launch?.[list];
      return words == null ? start : valueSpan(words, position);
    },
    variable: (index, name) => {
      const env = index === null ? read().launch?.env : read().nodes?.[index]?.env;
      return env === undefined ? start : keySpan(env, name);
    },
    parallel: (...keys) =>
      findValue(read().launch?.parallel ?? undefined, keys) ?? setting('launch', 'parallel'),
    setupLine: (section, line) => {
      const lines = read()[section]?.setup;
      return lines === undefined ? setting(section) : valueSpan(lines, line);
    },
    figure: gpu,
    firstScore: () => null,
    sharesModels: () => false,
  };
}

const isAtTheTop = (key: string): boolean => AT_THE_TOP.includes(key);
