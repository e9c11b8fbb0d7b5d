// Builds native/: what ships, with --tests what only tests need, too. No network, no Python, no make, no CUDA.
// --optional: a missing compiler is reported, and is no failure: only verbs that ask
// GPUs or start ranks need the result.
// --target NAME: for another machine, with its compiler; --all: for all machines that the package is for.
// --sanitize: with AddressSanitizer and UBSan, into a folder of its own.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildProduct } from './native/build-product.mjs';
import { PRODUCTS } from './native/products.mjs';
import { chooseTargets, isDispensable, shippedFolder, testedFolder, tripleOf } from './native/targets.mjs';
import {
  BuildError,
  findCompilers,
  findNodeHeaders,
  MissingCompiler,
  packageFolder,
} from './native/toolchain.mjs';

const has = (option) => process.argv.includes(option);
const SANITIZE = [
  '-fsanitize=address,undefined',
  '-fno-sanitize-recover=all',
  '-fno-omit-frame-pointer',
  '-g',
];

process.chdir(join(import.meta.dirname, '..'));
try {
  for (const target of chooseTargets(process.argv)) await buildOrLeaveOut(target);
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  const consequence = has('--optional')
    ? 'the native part is left out; `probe`, `verify` and `run` need it, the verbs that plan do not: '
    : '';
  console.error(`build-native: ${consequence}${error.message}`);
  process.exitCode = has('--optional') ? 0 : 1;
}

/** What this build leaves out is not shipped, whatever an earlier one left there. */
async function buildOrLeaveOut(target) {
  try {
    await buildAll(target);
  } catch (error) {
    if (!(error instanceof MissingCompiler && has('--all') && isDispensable(target))) throw error;
    rmSync(shippedFolder(target), { recursive: true, force: true });
    console.error(`build-native: the package will be without ${target}: ${error.message}`);
  }
}

async function buildAll(target) {
  if (process.platform !== 'linux') throw new BuildError('the native part is for Linux');
  if (packageFolder('node-addon-api') === null)
    throw new BuildError('the package node-addon-api is not there: run `npm install`');
  const triple = tripleOf(target);
  if (triple === undefined) throw new BuildError(`no machine is called ${target} here`);
  const tools = {
    ...findCompilers(triple),
    nodeHeaders: findNodeHeaders(),
    extra: has('--sanitize') ? SANITIZE : [],
  };
  const tested = `${testedFolder(target)}${has('--sanitize') ? '-sanitize' : ''}`;
  for (const product of PRODUCTS) {
    if (!product.ships && !has('--tests')) continue;
    const folder = product.ships && !has('--sanitize') ? shippedFolder(target) : tested;
    const output = join(folder, product.name);
    const isNew = await buildProduct(product, output, `${tested}/objects`, tools);
    if (isNew) console.log(`${output}: built`);
  }
}
