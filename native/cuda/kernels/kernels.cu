// The two kernels that rankplan-probe times. scripts/native/generate-ptx.mjs makes kernels.ptx of this file.
#include "kernel-shapes.h"

// Copies `blocks` × RANKPLAN_COPY_BLOCK_BYTES bytes. All loads of a round are issued before the first store, and
// neighbouring threads touch neighbouring 16 bytes.
extern "C" __global__ void __launch_bounds__(RANKPLAN_BLOCK_THREADS)
    rankplan_copy(uint4* __restrict__ to, const uint4* __restrict__ from, unsigned long long blocks) {
  const unsigned long long stride = RANKPLAN_COPY_PIECES * RANKPLAN_BLOCK_THREADS;
  for (unsigned long long block = blockIdx.x; block < blocks; block += gridDim.x) {
    const unsigned long long first = block * stride + threadIdx.x;
    uint4 piece[RANKPLAN_COPY_PIECES];
#pragma unroll
    for (int i = 0; i < RANKPLAN_COPY_PIECES; i++) piece[i] = from[first + i * RANKPLAN_BLOCK_THREADS];
#pragma unroll
    for (int i = 0; i < RANKPLAN_COPY_PIECES; i++) to[first + i * RANKPLAN_BLOCK_THREADS] = piece[i];
  }
}

// FP32 multiply-adds in registers. Called with multiplier -1, each chain swings between two values for ever: it neither
// settles (a constant result takes less power) nor overflows. The caller passes it, so the compiler cannot know.
extern "C" __global__ void __launch_bounds__(RANKPLAN_BLOCK_THREADS)
    rankplan_fma(float* result, float multiplier, float addend, unsigned int iterations) {
  float chain[RANKPLAN_FMA_CHAINS];
#pragma unroll
  for (int i = 0; i < RANKPLAN_FMA_CHAINS; i++) chain[i] = (float)(threadIdx.x * RANKPLAN_FMA_CHAINS + i) * 0.7351f;
  for (unsigned int round = 0; round < iterations; round++) {
#pragma unroll
    for (int step = 0; step < RANKPLAN_FMA_STEPS; step++) {
#pragma unroll
      for (int i = 0; i < RANKPLAN_FMA_CHAINS; i++) chain[i] = fmaf(chain[i], multiplier, addend);
    }
  }
  float sum = 0;
#pragma unroll
  for (int i = 0; i < RANKPLAN_FMA_CHAINS; i++) sum += chain[i];
  if (sum == -1.0e30f) *result = sum;  // never, but the compiler does not know: without a use there is no work
}
