// Compiles and links one product. An object file is named by the digest of all that went into it, so what is there
// already is right, and an interrupted or a parallel build does no harm: files are renamed into their places.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { BuildError, packageFolder } from './toolchain.mjs';

const run = promisify(execFile);

const WARNINGS = ['-Wall', '-Wextra', '-Werror', '-Wshadow'];
const COMMON = ['-O2', '-fPIC', '-fvisibility=hidden', '-fstack-protector-strong', ...WARNINGS];
const CXX = ['-std=c++17', '-fno-exceptions', '-fvisibility-inlines-hidden'];
const C = ['-std=c11', '-D_GNU_SOURCE'];
const SHARED = ['-shared'];
const LINK = ['-Wl,--as-needed', '-Wl,-z,relro,-z,now'];
const PROGRAM_LINK = ['-pie'];

/** Returns whether anything had to be done. `extra` are flags for compiler and linker, such as sanitizers. */
export async function buildProduct(product, output, objects, { cxx, cc, nodeHeaders, extra = [] }) {
  const sources = product.sources.flatMap(listSources);
  const headers = digest(listHeaders('native').map((path) => readFileSync(path)));
  const compiled = await inParallel(sources, async (source) => {
    const compiler = source.endsWith('.c') ? cc : cxx;
    const flags = [...compiler.args, ...COMMON, ...languageFlags(source, product, nodeHeaders), ...extra];
    const key = digest([compiler.program, compiler.version, ...flags, headers, source, readFileSync(source)]);
    const object = join(objects, `${key}.o`);
    if (!existsSync(object)) {
      await replace(object, (path) => call(compiler.program, [...flags, '-c', source, '-o', path]));
    }
    return object;
  });
  const linker = sources.every((source) => source.endsWith('.c')) ? cc : cxx;
  const isStatic = product.prefersStatic === true && extra.length === 0 && (await canLinkStatic(linker));
  const flags = [...linkFlags(product, isStatic), ...LINK, ...extra];
  const libraries = ['-lpthread', '-ldl', ...(product.libraries ?? [])];
  const stamp = digest([linker.program, linker.version, ...flags, ...libraries, ...compiled]);
  const stampFile = join(objects, `${product.name.replaceAll('/', '-')}.stamp`);
  if (existsSync(output) && readIfThere(stampFile) === stamp) return false;
  await replace(output, (path) =>
    call(linker.program, [...linker.args, ...flags, ...compiled, ...libraries, '-o', path]),
  );
  writeFileSync(stampFile, stamp);
  return true;
}

function linkFlags({ kind }, isStatic) {
  if (kind !== 'program') return SHARED;
  return isStatic ? ['-static'] : PROGRAM_LINK;
}

/** Some distributions have the static C library in a package of its own. */
async function canLinkStatic({ program, args }) {
  const child = run(program, [...args, '-static', '-x', 'c', '-', '-o', '/dev/null']);
  child.child.stdin.end('int main(void) { return 0; }\n');
  return child.then(
    () => true,
    () => false,
  );
}

/** The last one: an answer may come while its thread of Node ends, where nothing can be thrown any more. */
const ADDON = [
  '-DNAPI_VERSION=8',
  '-DNAPI_DISABLE_CPP_EXCEPTIONS',
  '-DNODE_ADDON_API_DISABLE_DEPRECATED',
  '-DNODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS',
];

/** The flags with which a compiler or a linter must read a source of a product. */
export function languageFlags(source, { kind, defines = [] }, nodeHeaders) {
  const own = [...(source.endsWith('.c') ? C : CXX), ...defines.map((name) => `-D${name}`)];
  if (kind !== 'addon') return own;
  return [...own, ...ADDON, '-isystem', nodeHeaders, '-isystem', packageFolder('node-addon-api')];
}

function listSources(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => /\.(c|cpp)$/.test(name))
    .sort()
    .map((name) => `${path}/${name}`);
}

function listHeaders(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.h'))
    .sort()
    .map((name) => `${folder}/${name}`);
}

/** The digest of texts and bytes. */
export function digest(parts) {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part).update('\0');
  return sum.digest('hex');
}

async function replace(path, write) {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}`;
  await write(temporary);
  renameSync(temporary, path);
}

async function call(program, args) {
  try {
    await run(program, args);
  } catch (error) {
    throw new BuildError(`${program} ${args.join(' ')}\n${error.stderr ?? error.message}`);
  }
}

/** As many at a time as there are CPUs; the results in order. */
export async function inParallel(items, work) {
  const results = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const i = next++;
      results[i] = await work(items[i]);
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), items.length) }, worker));
  return results;
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}
