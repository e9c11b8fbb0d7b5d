import type { LaunchPlan } from '../../generated/plan.ts';
import { planSchema, topologySchema } from '../../generated/schemas.ts';
import { deref, type Schema } from './schema-path.ts';

type Section = 'mapping' | 'workload' | 'stages' | 'launch' | 'slurm';
type Planned = { readonly [S in Section]: NonNullable<LaunchPlan[S]> };

const fieldsOf = (section: Section): Readonly<Record<string, Schema>> =>
  deref(planSchema as Schema, planSchema.properties[section]).properties ?? {};

/**
 * A section as the plan carries it, in the order of the plan's schema. `decoded` has what takes more than to be copied; every
 * other field is what is written under its name, else the default of its choices, else that of the plan, else null.
 */
export function bindSection<S extends 'launch' | 'slurm'>(
  section: S,
  document: object | null,
  decoded: Readonly<Partial<Record<keyof Planned[S], unknown>>>,
): Planned[S] {
  const written = (document ?? {}) as Readonly<Record<string, unknown>>;
  const keys = topologySchema.definitions[section].properties as Readonly<Record<string, Schema>>;
  const values = Object.entries(fieldsOf(section)).map(([name, field]) => {
    if (name in decoded) return [name, decoded[name as keyof Planned[S]]];
    const value = written[name] ?? keys[name]?.default ?? field.default ?? null;
    return [name, Array.isArray(value) ? [...value] : value]; // a list of the document would bring its position along
  });
  return Object.fromEntries(values) as Planned[S];
}

/** The fields of a section that the plan keeps; `bound` may have more. */
export function pickSection<S extends Section>(section: S, bound: Planned[S]): Planned[S] {
  const values = Object.keys(fieldsOf(section)).map((name) => [name, bound[name as keyof Planned[S]]]);
  return Object.fromEntries(values) as Planned[S];
}
