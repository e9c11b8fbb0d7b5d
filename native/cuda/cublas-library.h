#pragma once

#include <string>
#include <vector>

#include "../core/shared-library.h"
#include "cuda-abi.h"
#include "failure.h"

namespace rankplan::cuda {

using CublasHandle = struct OpaqueCublas *;
using CublasStatus = int;

/** cublasOperation_t, cudaDataType_t, cublasComputeType_t and cublasGemmAlgo_t. */
inline constexpr int kNotTransposed = 0;
inline constexpr int kBf16 = 14;
inline constexpr int kComputeFp32 = 68;
inline constexpr int kDefaultAlgorithm = -1;

/** What rankplan calls of cuBLAS: a flat C interface, the same from version 11 on. */
struct CublasFunctions {
  CublasStatus (*create)(CublasHandle *) = nullptr;
  CublasStatus (*destroy)(CublasHandle) = nullptr;
  CublasStatus (*set_stream)(CublasHandle, Stream) = nullptr;
  CublasStatus (*version)(CublasHandle, int *) = nullptr;
  CublasStatus (*gemm)(CublasHandle, int, int, int, int, int, const void *, const void *, int, int, const void *, int,
                       int, const void *, void *, int, int, int, int) = nullptr;
};

/** cuBLAS, if it was found. */
struct Cublas {
  SharedLibrary file;
  CublasFunctions functions;
  /** Why cuBLAS is missing; empty if it is there. */
  std::string absence;

  bool is_there() const { return absence.empty(); }
};

/**
 * Opens cuBLAS. `path` is a file and nothing else, `none` to do without, or empty: then the places where Python
 * packages, the linker and CUDA toolkits have it. Versions newer than the driver's CUDA cannot work and are left out.
 */
Cublas open_cublas(const std::string &path, int driver_cuda_version);

Failure describe_cublas(const char *call, CublasStatus status);

}  // namespace rankplan::cuda
