/**
 * Ends a code cache: says which build of Node made it, of which bundle. V8 looks at its own version number and at flags
 * only, so it takes the cache of another patch of Node, whose V8 differs after that number, and then runs wrong
 * bytecode. Builders compile one version of Node in different ways, too: hence its configuration. A bundle ends with its
 * digest (scripts/bundle-command.mjs), which is compared and not computed: to hash a megabyte takes as long as a check.
 */
export function stampOf(bundle: string): Buffer {
  const build = [process.platform, process.arch, process.versions, process.config.variables];
  return Buffer.from(`${JSON.stringify(build)}${digestOf(bundle)}`);
}

/** What the last line of a bundle says. */
export const digestOf = (bundle: string): string => bundle.slice(-DIGEST_LENGTH, -1);

const DIGEST_LENGTH = 'sha256-'.length + 64 + '\n'.length;
