import { isSameMemory } from '../../compiler/values/same-memory.ts';

/**
 * Whether a model as people write it (`H100`, `a100_80gb`, `RTX 3090`) is what a driver calls `NVIDIA H100 80GB HBM3`.
 * Words with digits distinguish models: each one that the plan has must be in the driver's name. A name
 * without any (`fast`) is the user's own, and says nothing about the GPU. `Ti` and `Super` make another model; SXM, PCIe
 * and NVL do where both names say one; an amount of memory is compared with the GPU's.
 */
export function isSameModel(planned: string, reported: string, memoryBytes: number | null): boolean {
  const wanted = splitName(planned);
  const found = splitName(reported);
  if (wanted.numbers.length === 0) return true;
  return (
    wanted.numbers.every((word) => found.numbers.includes(word)) &&
    wanted.variants.join() === found.variants.join() &&
    agreeOnForm(wanted.forms, found.forms) &&
    wanted.gibibytes.every(
      (amount) =>
        found.gibibytes.includes(amount) ||
        memoryBytes === null ||
        isSameMemory(amount * 2 ** 30, memoryBytes),
    )
  );
}

/** Words that are often glued to others: a MIG profile, an amount, a form, kinds of links and memory, and names of series. */
const PARTS =
  /(?<![a-z0-9])\d+g\.\d+gb(?:\+[a-z0-9.]+)?|(?<![a-z0-9.])\d+gi?b?(?![a-z0-9.])|nvlink\d*|sxm\d*|pcie?\d*|nvl\d*|hbm\d*e?|[rg]tx|(?<![a-z0-9])tesla|pro(?=\d)|(?<=\d)ti(?=super|(?![a-z0-9]))|(?<=\d(?:ti)?)(?:super|ada)(?![a-z0-9])/g;

function splitName(name: string) {
  const words = name
    .toLowerCase()
    .replace(PARTS, ' $& ')
    .split(/[^a-z0-9.+]+/);
  const numbers: string[] = []; // h100, 3090, 3g.20gb
  const variants: string[] = []; // ti, super
  const forms: string[] = []; // sxm, pci, nvl
  const gibibytes: number[] = []; // 80 of 80GB
  for (const word of words) {
    if (/^\d+gi?b?$/.test(word)) gibibytes.push(Number.parseInt(word, 10));
    else if (word === 'ti' || word === 'super') variants.push(word);
    else if (/^(sxm|pci|nvl)(?!ink)/.test(word)) forms.push(word.slice(0, 3));
    else if (/\d/.test(word) && !/^(hbm|nvlink)/.test(word)) numbers.push(word);
  }
  return { numbers, variants, forms, gibibytes };
}

const agreeOnForm = (wanted: readonly string[], found: readonly string[]): boolean =>
  wanted.length === 0 || found.length === 0 || wanted.some((form) => found.includes(form));
