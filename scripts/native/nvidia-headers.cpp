// Holds what rankplan declares of NVIDIA's interfaces against NVIDIA's own headers, at compile time: sizes, places,
// numbers, and each function as it is called. scripts/native/check-headers.sh fetches them, and makes calls.h of what is
// resolved by name; they are no part of rankplan. Half-precision types are classes of another package; cuBLAS only passes pointers to them.
#define __CUDA_FP16_H__
#define __CUDA_BF16_H__
struct __half;
struct __half2;
struct __nv_bfloat16;
#define CUBLASAPI  // cublas_v2.h would rename functions
#include <cublas_api.h>
#include <cuda.h>
#include <nvml.h>

#include "../../native/core/nvml-library.h"
#include "../../native/cuda/cublas-library.h"
#include "../../native/cuda/cuda-library.h"

namespace {

namespace ours = rankplan::nvml;
namespace cuda = rankplan::cuda;

template <typename T, typename = void>
struct IsComplete : std::false_type {};
template <typename T>
struct IsComplete<T, decltype(void(sizeof(T)))> : std::true_type {};

/** Pointers lead to things of one size, as far as both are known; all else is a number of one size and kind. */
template <typename A, typename B>
constexpr bool is_alike() {
  if constexpr (std::is_pointer_v<A> && std::is_pointer_v<B>) {
    using To = std::remove_cv_t<std::remove_pointer_t<A>>;
    using From = std::remove_cv_t<std::remove_pointer_t<B>>;
    if constexpr (std::is_void_v<To> || std::is_void_v<From>) return true;
    else if constexpr (!IsComplete<To>::value || !IsComplete<From>::value) return true;
    else return is_alike<To, From>();
  } else if constexpr (std::is_class_v<A> || std::is_class_v<B>) {
    return std::is_class_v<A> && std::is_class_v<B> && sizeof(A) == sizeof(B);
  } else {
    return sizeof(A) == sizeof(B) && std::is_pointer_v<A> == std::is_pointer_v<B> &&
           std::is_floating_point_v<A> == std::is_floating_point_v<B>;
  }
}

template <typename Ours, typename Theirs>
struct Calls : std::false_type {};
template <typename R, typename... A, typename S, typename... B>
struct Calls<R(A...), S(B...)> {
  static constexpr bool compare() {
    if constexpr (sizeof...(A) == sizeof...(B)) return is_alike<R, S>() && (is_alike<A, B>() && ...);
    else return false;
  }
  static constexpr bool value = compare();
};

/** The signature behind a member of a table of functions. */
template <typename T>
struct SignatureOf;
template <typename S>
struct SignatureOf<ours::Function<S>> {
  using Type = S;
};
template <typename S>
struct SignatureOf<cuda::Function<S>> {
  using Type = S;
};
template <>
struct SignatureOf<ours::ProcessLister> : SignatureOf<decltype(ours::ProcessLister::function)> {};
template <typename S>
struct SignatureOf<S *> {
  using Type = S;
};

#define CALLS(table, member, function) \
  static_assert(Calls<SignatureOf<decltype(table::member)>::Type, decltype(function)>::value, #function)
#define PLACE(struct_, member, theirs, name)                                             \
  static_assert(offsetof(struct_, member) == offsetof(theirs, name), #theirs "." #name); \
  static_assert(sizeof(struct_::member) == sizeof(theirs::name), #theirs "." #name)
#define NUMBER(value, theirs) static_assert(static_cast<long long>(value) == static_cast<long long>(theirs), #theirs)

static_assert(sizeof(ours::PciInfo) == sizeof(nvmlPciInfo_t));
PLACE(ours::PciInfo, domain, nvmlPciInfo_t, domain);
PLACE(ours::PciInfo, bus, nvmlPciInfo_t, bus);
PLACE(ours::PciInfo, device, nvmlPciInfo_t, device);
PLACE(ours::PciInfo, busId, nvmlPciInfo_t, busId);
static_assert(sizeof(ours::Memory) == sizeof(nvmlMemory_t));
PLACE(ours::Memory, total, nvmlMemory_t, total);
PLACE(ours::Memory, free, nvmlMemory_t, free);
PLACE(ours::Memory, used, nvmlMemory_t, used);
static_assert(sizeof(ours::MemoryV2) == sizeof(nvmlMemory_v2_t));
PLACE(ours::MemoryV2, version, nvmlMemory_v2_t, version);
PLACE(ours::MemoryV2, total, nvmlMemory_v2_t, total);
PLACE(ours::MemoryV2, reserved, nvmlMemory_v2_t, reserved);
PLACE(ours::MemoryV2, free, nvmlMemory_v2_t, free);
PLACE(ours::MemoryV2, used, nvmlMemory_v2_t, used);
NUMBER(ours::kMemoryV2, nvmlMemory_v2);
static_assert(sizeof(ours::ProcessInfo) == sizeof(nvmlProcessInfo_t));
static_assert(ours::kProcessInfoV1 == sizeof(nvmlProcessInfo_v1_t));
PLACE(ours::ProcessInfo, pid, nvmlProcessInfo_t, pid);
PLACE(ours::ProcessInfo, usedGpuMemory, nvmlProcessInfo_t, usedGpuMemory);
PLACE(ours::ProcessInfo, gpuInstanceId, nvmlProcessInfo_t, gpuInstanceId);
PLACE(ours::ProcessInfo, computeInstanceId, nvmlProcessInfo_t, computeInstanceId);
static_assert(sizeof(ours::FabricInfo) == sizeof(nvmlGpuFabricInfo_t));
PLACE(ours::FabricInfo, cluster, nvmlGpuFabricInfo_t, clusterUuid);
PLACE(ours::FabricInfo, status, nvmlGpuFabricInfo_t, status);
PLACE(ours::FabricInfo, clique, nvmlGpuFabricInfo_t, cliqueId);
PLACE(ours::FabricInfo, state, nvmlGpuFabricInfo_t, state);
static_assert(sizeof(ours::FabricInfoV2) == sizeof(nvmlGpuFabricInfo_v2_t));
PLACE(ours::FabricInfoV2, version, nvmlGpuFabricInfo_v2_t, version);
PLACE(ours::FabricInfoV2, cluster, nvmlGpuFabricInfo_v2_t, clusterUuid);
PLACE(ours::FabricInfoV2, status, nvmlGpuFabricInfo_v2_t, status);
PLACE(ours::FabricInfoV2, clique, nvmlGpuFabricInfo_v2_t, cliqueId);
PLACE(ours::FabricInfoV2, state, nvmlGpuFabricInfo_v2_t, state);
PLACE(ours::FabricInfoV2, health, nvmlGpuFabricInfo_v2_t, healthMask);
NUMBER(ours::kFabricInfoV2, nvmlGpuFabricInfo_v2);
static_assert(sizeof(ours::Utilization) == sizeof(nvmlUtilization_t));
PLACE(ours::Utilization, gpu, nvmlUtilization_t, gpu);

NUMBER(ours::kSuccess, NVML_SUCCESS);
NUMBER(ours::kInvalidArgument, NVML_ERROR_INVALID_ARGUMENT);
NUMBER(ours::kNotSupported, NVML_ERROR_NOT_SUPPORTED);
NUMBER(ours::kInsufficientSize, NVML_ERROR_INSUFFICIENT_SIZE);
NUMBER(ours::kFunctionNotFound, NVML_ERROR_FUNCTION_NOT_FOUND);
NUMBER(ours::kGpuIsLost, NVML_ERROR_GPU_IS_LOST);
NUMBER(ours::kResetRequired, NVML_ERROR_RESET_REQUIRED);
NUMBER(ours::kTextSize, NVML_DEVICE_UUID_V2_BUFFER_SIZE);
NUMBER(ours::kTextSize, NVML_DEVICE_NAME_V2_BUFFER_SIZE);
NUMBER(ours::kFabricCompleted, NVML_GPU_FABRIC_STATE_COMPLETED);
NUMBER(0, NVML_GPU_FABRIC_STATE_NOT_SUPPORTED);
NUMBER(ours::kSingleSwitch, NVML_TOPOLOGY_SINGLE);
NUMBER(ours::kMultipleSwitches, NVML_TOPOLOGY_MULTIPLE);
NUMBER(ours::kHostBridge, NVML_TOPOLOGY_HOSTBRIDGE);
NUMBER(ours::kCpuNode, NVML_TOPOLOGY_NODE);
NUMBER(ours::kSystem, NVML_TOPOLOGY_SYSTEM);
NUMBER(ours::kLinkToGpu, NVML_NVLINK_DEVICE_TYPE_GPU);
NUMBER(ours::kLinkToSwitch, NVML_NVLINK_DEVICE_TYPE_SWITCH);
NUMBER(ours::kAffinityNode, NVML_AFFINITY_SCOPE_NODE);

// fabric_v2 is not in calls.h: the function takes the newest form by its type, and each form by its version; all begin
// alike.
static_assert(sizeof(ours::FabricInfoV2) <= sizeof(nvmlGpuFabricInfoV_t));

static_assert(sizeof(cuda::Uuid) == sizeof(CUuuid));
static_assert(sizeof(cuda::DevicePointer) == sizeof(CUdeviceptr));
NUMBER(cuda::kOutOfMemory, CUDA_ERROR_OUT_OF_MEMORY);
NUMBER(cuda::kPeerAccessAlreadyEnabled, CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED);
NUMBER(cuda::kMultiprocessorCount, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
NUMBER(cuda::kPciBus, CU_DEVICE_ATTRIBUTE_PCI_BUS_ID);
NUMBER(cuda::kPciDevice, CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID);
NUMBER(cuda::kPciDomain, CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID);
NUMBER(cuda::kL2CacheBytes, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
NUMBER(cuda::kCapabilityMajor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
NUMBER(cuda::kCapabilityMinor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
NUMBER(cuda::kStreamNonBlocking, CU_STREAM_NON_BLOCKING);
NUMBER(cuda::kHostPortable, CU_MEMHOSTALLOC_PORTABLE);

NUMBER(cuda::kNotTransposed, CUBLAS_OP_N);
NUMBER(cuda::kBf16, CUDA_R_16BF);
NUMBER(cuda::kComputeFp32, CUBLAS_COMPUTE_32F);
NUMBER(cuda::kDefaultAlgorithm, CUBLAS_GEMM_DEFAULT);
#include <calls.h>
// Nor is gemm: for C++ it is overloaded; this is the one that the library exports.
using GemmEx = cublasStatus_t(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const void *,
                              const void *, cudaDataType, int, const void *, cudaDataType, int, const void *, void *,
                              cudaDataType, int, cublasComputeType_t, cublasGemmAlgo_t);
[[maybe_unused]] constexpr GemmEx *kGemmEx = &cublasGemmEx;
static_assert(Calls<SignatureOf<decltype(cuda::CublasFunctions::gemm)>::Type, GemmEx>::value, "cublasGemmEx");

}  // namespace
