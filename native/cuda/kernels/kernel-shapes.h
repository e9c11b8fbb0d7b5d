/* Numbers that the kernels, their callers and the fake driver of the tests have to agree on. C, C++ and CUDA. */
#ifndef RANKPLAN_KERNEL_SHAPES_H
#define RANKPLAN_KERNEL_SHAPES_H

/* Threads of a block, in both kernels. */
#define RANKPLAN_BLOCK_THREADS 256U

/* What a block of the copy moves: 16 bytes a thread. */
#define RANKPLAN_COPY_BLOCK_BYTES (16ULL * RANKPLAN_BLOCK_THREADS)

/* Multiply-adds of a thread in one iteration: independent chains, so that latency is hidden, times steps of each. */
#define RANKPLAN_FMA_CHAINS 8
#define RANKPLAN_FMA_STEPS 32
#define RANKPLAN_FMA_PER_ITERATION (RANKPLAN_FMA_CHAINS * RANKPLAN_FMA_STEPS)

#define RANKPLAN_COPY_KERNEL "rankplan_copy"
#define RANKPLAN_FMA_KERNEL "rankplan_fma"

#endif
