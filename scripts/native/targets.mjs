// The machines that the native part is built for, by the names that the loader gives them.

/** What the package has; `triple` names the compilers of another machine. */
const TRIPLES = { 'linux-x64': 'x86_64-linux-gnu', 'linux-arm64': 'aarch64-linux-gnu' };

const SHIPPED_TARGETS = Object.keys(TRIPLES);

const HOST = `${process.platform}-${process.arch}`;

/** Null for this machine. */
export const tripleOf = (target) => (target === HOST ? null : TRIPLES[target]);

/** Where what ships is built, and where the loader looks (src/runtime/native.ts). */
export const shippedFolder = (target) => `dist/native/${target}`;

/** Where what the tests need is built. */
export const testedFolder = (target) => (target === HOST ? 'build/native' : `build/native-${target}`);

/** What a command line asks for: `--target NAME`, with `--all` what the package is for, else this machine. */
export function chooseTargets(words) {
  const named = words.indexOf('--target');
  if (named !== -1) return [words[named + 1]];
  return words.includes('--all') ? SHIPPED_TARGETS : [HOST];
}

/**
 * Whether the package may do without a machine because its compiler is not here. A package for own use may, and the build reports it;
 * CI makes what others install.
 */
export const isDispensable = (target) => target !== HOST && process.env.CI === undefined;
