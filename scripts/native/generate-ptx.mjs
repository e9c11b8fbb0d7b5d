// `node scripts/native/generate-ptx.mjs`: makes native/cuda/kernels/kernels-ptx.h of kernels.cu, the PTX as a C++ string.
// For developers only: it is committed, and neither building nor running rankplan needs a CUDA toolkit.
//
// 1. Get nvcc, for example `pip install nvidia-cuda-nvcc nvidia-nvvm nvidia-cuda-crt nvidia-cuda-runtime` in a scratch
//    environment, and name it in NVCC (…/site-packages/nvidia/cu13/bin/nvcc).
// 2. nvcc writes the newest PTX version, which older drivers refuse (error 222). The kernels use nothing newer than
//    PTX 5.0 and sm_60, so this script lowers the header, and drops the comment that names the compiler.
// 3. Name one or more ptxas in PTXAS (separated by `:`) to assemble the result for each architecture that they know.
//    CUDA 12 knows sm_60 to sm_120, CUDA 13 starts at sm_75: `pip install nvidia-cuda-nvcc-cu12` has one for the old.
//
// With `--check`, only step 3 is done, on the committed file.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../native/cuda/kernels');
const HEADER = join(FOLDER, 'kernels-ptx.h');
const LOWERED = { version: '5.0', target: 'sm_60' };
const ARCHITECTURES = [60, 61, 70, 75, 80, 86, 89, 90, 100, 103, 120, 121].map((number) => `sm_${number}`);

const scratch = mkdtempSync(join(tmpdir(), 'rankplan-ptx-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
const PTX = join(scratch, 'kernels.ptx');
if (!process.argv.includes('--check'))
  writeFileSync(HEADER, embed(lower(compile(process.env['NVCC'] ?? 'nvcc'))));
writeFileSync(PTX, /R"ptx\((.*)\)ptx"/s.exec(readFileSync(HEADER, 'utf8'))[1]);
process.exitCode = assembleForAll((process.env['PTXAS'] ?? 'ptxas').split(':')) ? 0 : 1;

function compile(nvcc) {
  const output = join(scratch, 'kernels.ptx');
  execFileSync(nvcc, ['-ptx', '-O3', '-arch=compute_75', '-o', output, join(FOLDER, 'kernels.cu')], {
    stdio: 'inherit',
  });
  return readFileSync(output, 'utf8');
}

function lower(ptx) {
  const body = ptx
    .replace(/^\.version .*$/m, `.version ${LOWERED.version}`)
    .replace(/^\.target .*$/m, `.target ${LOWERED.target}`)
    .split('\n')
    .filter((line) => !line.startsWith('//') && !/^\s*\/\/ -- |^\s*\/\/ @/.test(line))
    .join('\n')
    .trim();
  return `${body}\n`;
}

function embed(ptx) {
  return `// Made of kernels.cu by scripts/native/generate-ptx.mjs. Do not edit.
#pragma once

namespace rankplan::cuda {

inline constexpr char kKernelsPtx[] = R"ptx(${ptx})ptx";

}  // namespace rankplan::cuda
`;
}

/** Each architecture has to be assembled by one of the assemblers at least; what it says of registers is printed. */
function assembleForAll(assemblers) {
  let isWhole = true;
  for (const architecture of ARCHITECTURES) {
    const outcomes = assemblers.map((ptxas) => assemble(ptxas, architecture));
    const taken = outcomes.find(({ status }) => status === 0);
    const known = outcomes.filter(
      ({ stderr }) => !/not defined for option|is not a supported|ENOENT/.test(stderr),
    );
    if (taken === undefined && known.length > 0) isWhole = false;
    const registers = [...(taken?.stderr ?? '').matchAll(/Used (\d+) registers/g)].map(([, count]) => count);
    const spills = /[1-9]\d* bytes spill/.test(taken?.stderr ?? '') ? ', spills' : '';
    const outcome = taken
      ? `${registers.join(' and ')} registers${spills}`
      : known.length > 0
        ? 'REFUSED'
        : 'no assembler';
    console.log(`${architecture}: ${outcome}`);
    if (taken === undefined) for (const { stderr } of known) console.error(stderr.trim());
  }
  return isWhole;
}

function assemble(ptxas, architecture) {
  const { status, stderr, error } = spawnSync(
    ptxas,
    ['-v', `-arch=${architecture}`, '-o', join(scratch, 'out.cubin'), PTX],
    { encoding: 'utf8' },
  );
  return { status, stderr: error === undefined ? stderr : String(error) };
}
