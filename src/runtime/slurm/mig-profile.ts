/**
 * Whether a GRES type names a MIG profile: `1g.5gb`, as NVIDIA's library calls it, alone or after the model
 * (`a100_3g.20gb`), `1g_10gb`, or simply `mig`.
 */
export const isMigProfile = (type: string | null): boolean =>
  type !== null && /(^|[^a-z0-9])([1-7]g([._-]?\d+gb)?|mig)($|[^a-z0-9])/i.test(type);
