#include "nvml-library.h"

namespace rankplan::nvml {

namespace {

template <typename Signature>
void resolve(const SharedLibrary &file, Function<Signature> &function, const std::vector<const char *> &names) {
  function.call = reinterpret_cast<Signature *>(file.find(names, function.name));
}

/** Drivers 535.43 to 535.98 have longer `_v3` elements. NVML does not report it, but their other functions show it. */
bool has_long_elements(const SharedLibrary &file) {
  const char *found = nullptr;
  return file.find({"nvmlDeviceGetConfComputeMemSizeInfo"}, found) != nullptr &&
         file.find({"nvmlDeviceGetRunningProcessDetailList"}, found) == nullptr;
}

void resolve_lister(const SharedLibrary &file, ProcessLister &lister, const char *v3, const char *v2, const char *v1) {
  resolve(file, lister.function, {v3, v2, v1});
  if (lister.function.name == v1) lister.size = kProcessInfoV1;
  else lister.size = lister.function.name == v3 && has_long_elements(file) ? kProcessInfoOf535 : sizeof(ProcessInfo);
}

/** Newest first: an older form may leave fields out, or take a smaller struct. */
void resolve_all(const SharedLibrary &file, Functions &f) {
  resolve(file, f.init, {"nvmlInit_v2", "nvmlInit"});
  resolve(file, f.shutdown, {"nvmlShutdown"});
  resolve(file, f.error_text, {"nvmlErrorString"});
  resolve(file, f.driver_version, {"nvmlSystemGetDriverVersion"});
  resolve(file, f.cuda_version, {"nvmlSystemGetCudaDriverVersion_v2", "nvmlSystemGetCudaDriverVersion"});
  resolve(file, f.count, {"nvmlDeviceGetCount_v2", "nvmlDeviceGetCount"});
  resolve(file, f.handle, {"nvmlDeviceGetHandleByIndex_v2", "nvmlDeviceGetHandleByIndex"});
  resolve(file, f.uuid, {"nvmlDeviceGetUUID"});
  resolve(file, f.model, {"nvmlDeviceGetName"});
  resolve(file, f.pci, {"nvmlDeviceGetPciInfo_v3", "nvmlDeviceGetPciInfo_v2"});
  resolve(file, f.memory_v2, {"nvmlDeviceGetMemoryInfo_v2"});
  resolve(file, f.memory, {"nvmlDeviceGetMemoryInfo"});
  resolve(file, f.capability, {"nvmlDeviceGetCudaComputeCapability"});
  resolve(file, f.cpu_affinity, {"nvmlDeviceGetCpuAffinity"});
  resolve(file, f.memory_affinity, {"nvmlDeviceGetMemoryAffinity"});
  resolve(file, f.mig_mode, {"nvmlDeviceGetMigMode"});
  resolve(file, f.mig_count, {"nvmlDeviceGetMaxMigDeviceCount"});
  resolve(file, f.mig_handle, {"nvmlDeviceGetMigDeviceHandleByIndex"});
  resolve(file, f.gpu_instance, {"nvmlDeviceGetGpuInstanceId"});
  resolve(file, f.compute_instance, {"nvmlDeviceGetComputeInstanceId"});
  resolve(file, f.common_ancestor, {"nvmlDeviceGetTopologyCommonAncestor"});
  resolve(file, f.link_state, {"nvmlDeviceGetNvLinkState"});
  resolve(file, f.link_address, {"nvmlDeviceGetNvLinkRemotePciInfo_v2"});
  resolve(file, f.link_end, {"nvmlDeviceGetNvLinkRemoteDeviceType"});
  resolve(file, f.utilization, {"nvmlDeviceGetUtilizationRates"});
  resolve_lister(file, f.processes, "nvmlDeviceGetComputeRunningProcesses_v3",
                 "nvmlDeviceGetComputeRunningProcesses_v2", "nvmlDeviceGetComputeRunningProcesses");
  resolve(file, f.numa_node, {"nvmlDeviceGetNumaNodeId"});
  resolve(file, f.fabric_v2, {"nvmlDeviceGetGpuFabricInfoV"});
  resolve(file, f.fabric, {"nvmlDeviceGetGpuFabricInfo"});
  resolve_lister(file, f.graphics_processes, "nvmlDeviceGetGraphicsRunningProcesses_v3",
                 "nvmlDeviceGetGraphicsRunningProcesses_v2", "nvmlDeviceGetGraphicsRunningProcesses");
  resolve_lister(file, f.mps_processes, "nvmlDeviceGetMPSComputeRunningProcesses_v3",
                 "nvmlDeviceGetMPSComputeRunningProcesses_v2", "nvmlDeviceGetMPSComputeRunningProcesses");
}

}  // namespace

Library open_library(const std::string &path, std::vector<OpenFailure> &failures) {
  Library library;
  // The unversioned name may be a stub of the CUDA toolkit, which links and then fails.
  library.file = SharedLibrary::open({path.empty() ? "libnvidia-ml.so.1" : path}, failures);
  if (!library.file.is_open()) return library;
  resolve_all(library.file, library.functions);
  const Functions &f = library.functions;
  if (!f.init) library.lacks = "nvmlInit";
  else if (!f.count) library.lacks = "nvmlDeviceGetCount";
  else if (!f.handle) library.lacks = "nvmlDeviceGetHandleByIndex";
  return library;
}

}  // namespace rankplan::nvml
