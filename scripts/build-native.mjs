// Builds native/: what ships, with --tests what only tests need, too. No network, no Python, no make, no CUDA.
// --optional: a machine without a compiler is told so, and is no failure: only verbs that ask GPUs need the result.
// --sanitize: with AddressSanitizer and UBSan, into a folder of its own.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildProduct } from './native/build-product.mjs';
import { PRODUCTS, SHIPPED, TESTED } from './native/products.mjs';
import { BuildError, findCompilers, findNodeHeaders, packageFolder } from './native/toolchain.mjs';

const has = (option) => process.argv.includes(option);
const SANITIZE = [
  '-fsanitize=address,undefined',
  '-fno-sanitize-recover=all',
  '-fno-omit-frame-pointer',
  '-g',
];

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
try {
  await buildAll();
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  const consequence = has('--optional')
    ? 'the native part is left out, which only `probe` and tests of it need: '
    : '';
  console.error(`build-native: ${consequence}${error.message}`);
  process.exitCode = has('--optional') ? 0 : 1;
}

async function buildAll() {
  if (process.platform !== 'linux') throw new BuildError('the native part is for Linux');
  if (packageFolder('node-addon-api') === null)
    throw new BuildError('the package node-addon-api is not there: run `npm install`');
  const tools = {
    ...findCompilers(),
    nodeHeaders: findNodeHeaders(),
    extra: has('--sanitize') ? SANITIZE : [],
  };
  const suffix = has('--sanitize') ? '-sanitize' : '';
  for (const product of PRODUCTS) {
    if (!product.ships && !has('--tests')) continue;
    const folder = product.ships && !has('--sanitize') ? SHIPPED : `${TESTED}${suffix}`;
    const output = join(folder, product.name);
    const isNew = await buildProduct(product, output, `${TESTED}${suffix}/objects`, tools);
    if (isNew) console.log(`${output}: built`);
  }
}
