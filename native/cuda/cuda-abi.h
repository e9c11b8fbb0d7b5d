// The part of the CUDA driver's binary interface that rankplan uses, declared from its documentation: cuda.h is
// NVIDIA's, and no CUDA toolkit is needed to build. Sizes are those of x86-64 and aarch64.
#pragma once

#include <cstddef>
#include <cstdint>

namespace rankplan::cuda {

/** CUresult; newer drivers have more of them. */
using Status = int;
using DeviceOrdinal = int;
/** CUdeviceptr. */
using DevicePointer = std::uint64_t;

using Context = struct OpaqueContext *;
using Stream = struct OpaqueStream *;
using EventHandle = struct OpaqueEvent *;
using Module = struct OpaqueModule *;
using Kernel = struct OpaqueKernel *;

inline constexpr Status kSuccess = 0;
inline constexpr Status kOutOfMemory = 2;
inline constexpr Status kPeerAccessAlreadyEnabled = 704;

/** CUuuid. */
struct Uuid {
  std::uint8_t bytes[16];
};
static_assert(sizeof(Uuid) == 16);

/** CUdevice_attribute. */
enum Attribute : int {
  kMultiprocessorCount = 16,
  kPciBus = 33,
  kPciDevice = 34,
  kL2CacheBytes = 38,
  kPciDomain = 50,
  kCapabilityMajor = 75,
  kCapabilityMinor = 76,
};

/** CU_STREAM_NON_BLOCKING: does not wait for the default stream. */
inline constexpr unsigned kStreamNonBlocking = 1;
/** CU_MEMHOSTALLOC_PORTABLE: pinned for every context. */
inline constexpr unsigned kHostPortable = 1;

}  // namespace rankplan::cuda
