// The part of NVML's binary interface that rankplan uses, declared from its documentation: nvml.h is NVIDIA's, and
// neither it nor the CUDA toolkit is needed to build. Sizes are those of x86-64 and aarch64.
#pragma once

#include <cstddef>
#include <cstdint>

namespace rankplan::nvml {

/** An opaque pointer that the driver library hands out: a GPU or a MIG instance. */
using Device = void *;

/** nvmlReturn_t, of which there may be more in newer drivers. */
using Status = int;

inline constexpr Status kSuccess = 0;
inline constexpr Status kInvalidArgument = 2;
inline constexpr Status kNotSupported = 3;
inline constexpr Status kInsufficientSize = 7;
inline constexpr Status kFunctionNotFound = 13;
inline constexpr Status kGpuIsLost = 15;
inline constexpr Status kResetRequired = 16;

/** Names and UUIDs: NVML_DEVICE_UUID_V2_BUFFER_SIZE and NVML_DEVICE_NAME_V2_BUFFER_SIZE. */
inline constexpr unsigned kTextSize = 96;

/** nvmlPciInfo_t; what `_v2` fills ends before `busId`. */
struct PciInfo {
  char busIdLegacy[16];
  unsigned domain;
  unsigned bus;
  unsigned device;
  unsigned pciDeviceId;
  unsigned pciSubSystemId;
  char busId[32];
};
static_assert(sizeof(PciInfo) == 68);
static_assert(offsetof(PciInfo, domain) == 16 && offsetof(PciInfo, bus) == 20);
static_assert(offsetof(PciInfo, device) == 24 && offsetof(PciInfo, busId) == 36);

/** nvmlMemory_t, in bytes. */
struct Memory {
  std::uint64_t total;
  std::uint64_t free;
  std::uint64_t used;
};
static_assert(sizeof(Memory) == 24);

/** nvmlMemory_v2_t, in bytes; `version` must be set before the call. */
struct MemoryV2 {
  unsigned version;
  std::uint64_t total;
  std::uint64_t reserved;
  std::uint64_t free;
  std::uint64_t used;
};
static_assert(sizeof(MemoryV2) == 40 && offsetof(MemoryV2, total) == 8);
inline constexpr unsigned kMemoryV2 = sizeof(MemoryV2) | (2U << 24);
static_assert(kMemoryV2 == 0x02000028);

/** nvmlProcessInfo_v2_t, which the `_v3` functions fill as well. The first form ends before `gpuInstanceId`. */
struct ProcessInfo {
  unsigned pid;
  std::uint64_t usedGpuMemory;
  unsigned gpuInstanceId;
  unsigned computeInstanceId;
};
static_assert(sizeof(ProcessInfo) == 24 && offsetof(ProcessInfo, usedGpuMemory) == 8);
static_assert(offsetof(ProcessInfo, gpuInstanceId) == 16 && offsetof(ProcessInfo, computeInstanceId) == 20);
inline constexpr unsigned kProcessInfoV1 = 16;
/** What some drivers of the 535 branch write for `_v3`: eight bytes more. */
inline constexpr unsigned kProcessInfoOf535 = 32;
inline constexpr unsigned kLargestProcessInfo = kProcessInfoOf535;

/** nvmlUtilization_t, in percent. */
struct Utilization {
  unsigned gpu;
  unsigned memory;
};
static_assert(sizeof(Utilization) == 8);

/** nvmlGpuFabricState_t, of which there may be more in newer drivers. */
inline constexpr unsigned char kFabricCompleted = 3;

/** nvmlGpuFabricInfo_t: the NVLink fabric that a GPU belongs to, which may span machines. */
struct FabricInfo {
  unsigned char cluster[16];
  Status status;
  unsigned clique;
  unsigned char state;
};
static_assert(sizeof(FabricInfo) == 28 && offsetof(FabricInfo, status) == 16);
static_assert(offsetof(FabricInfo, clique) == 20 && offsetof(FabricInfo, state) == 24);

/** nvmlGpuFabricInfo_v2_t, which newer drivers know beside their own; `version` must be set before the call. */
struct FabricInfoV2 {
  unsigned version;
  unsigned char cluster[16];
  Status status;
  unsigned clique;
  unsigned char state;
  unsigned health;
};
static_assert(sizeof(FabricInfoV2) == 36 && offsetof(FabricInfoV2, cluster) == 4);
static_assert(offsetof(FabricInfoV2, status) == 20 && offsetof(FabricInfoV2, clique) == 24);
static_assert(offsetof(FabricInfoV2, state) == 28 && offsetof(FabricInfoV2, health) == 32);
inline constexpr unsigned kFabricInfoV2 = sizeof(FabricInfoV2) | (2U << 24);
static_assert(kFabricInfoV2 == 0x02000024);

/** nvmlGpuTopologyLevel_t: the first thing that two GPUs have in common. */
enum TopologyLevel : int {
  kInternal = 0,
  kSingleSwitch = 10,
  kMultipleSwitches = 20,
  kHostBridge = 30,
  kCpuNode = 40,
  kSystem = 50,
};

/** nvmlIntNvLinkDeviceType_t: what is at the other end of an NVLink. */
enum LinkEnd : int { kLinkToGpu = 0, kLinkToSwitch = 2 };

/** nvmlAffinityScope_t. */
inline constexpr unsigned kAffinityNode = 0;

/** More NVLinks than any GPU has; a request for one beyond the last is an invalid argument, and ends the search. */
inline constexpr unsigned kMaxLinks = 64;

}  // namespace rankplan::nvml
