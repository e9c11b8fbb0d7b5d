// The two kernels that rankplan-probe times. scripts/native/generate-ptx.mjs makes kernels.ptx of this file.
#include "kernel-shapes.h"

// Each thread copies 16 bytes, once: on an H200 that is as fast as the driver's own copy, and 10 % faster than threads that
// stay and copy in rounds.
extern "C" __global__ void __launch_bounds__(RANKPLAN_BLOCK_THREADS)
    rankplan_copy(uint4* __restrict__ to, const uint4* __restrict__ from) {
  const unsigned long long piece = (unsigned long long)blockIdx.x * RANKPLAN_BLOCK_THREADS + threadIdx.x;
  to[piece] = from[piece];
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
