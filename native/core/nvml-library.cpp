#include "nvml-library.h"

namespace rankplan::nvml {

namespace {

/** Drivers 535.43 to 535.98 have longer `_v3` elements. NVML does not report it, but their other functions show it. */
bool has_long_elements(const SharedLibrary &file) {
  const char *found = nullptr;
  return file.find({"nvmlDeviceGetConfComputeMemSizeInfo"}, found) != nullptr &&
         file.find({"nvmlDeviceGetRunningProcessDetailList"}, found) == nullptr;
}

void resolve_lister(const SharedLibrary &file, ProcessLister &lister, const char *v3, const char *v2, const char *v1) {
  file.resolve(lister.function, {v3, v2, v1});
  if (lister.function.name == v1) lister.size = kProcessInfoV1;
  else lister.size = lister.function.name == v3 && has_long_elements(file) ? kProcessInfoOf535 : sizeof(ProcessInfo);
}

/** Newest first: an older form may leave fields out, or take a smaller struct. */
void resolve_all(const SharedLibrary &file, Functions &f) {
  file.resolve(f.init, {"nvmlInit_v2", "nvmlInit"});
  file.resolve(f.shutdown, {"nvmlShutdown"});
  file.resolve(f.error_text, {"nvmlErrorString"});
  file.resolve(f.driver_version, {"nvmlSystemGetDriverVersion"});
  file.resolve(f.cuda_version, {"nvmlSystemGetCudaDriverVersion_v2", "nvmlSystemGetCudaDriverVersion"});
  file.resolve(f.count, {"nvmlDeviceGetCount_v2", "nvmlDeviceGetCount"});
  file.resolve(f.handle, {"nvmlDeviceGetHandleByIndex_v2", "nvmlDeviceGetHandleByIndex"});
  file.resolve(f.uuid, {"nvmlDeviceGetUUID"});
  file.resolve(f.model, {"nvmlDeviceGetName"});
  file.resolve(f.pci, {"nvmlDeviceGetPciInfo_v3", "nvmlDeviceGetPciInfo_v2"});
  file.resolve(f.memory_v2, {"nvmlDeviceGetMemoryInfo_v2"});
  file.resolve(f.memory, {"nvmlDeviceGetMemoryInfo"});
  file.resolve(f.capability, {"nvmlDeviceGetCudaComputeCapability"});
  file.resolve(f.cpu_affinity, {"nvmlDeviceGetCpuAffinity"});
  file.resolve(f.memory_affinity, {"nvmlDeviceGetMemoryAffinity"});
  file.resolve(f.mig_mode, {"nvmlDeviceGetMigMode"});
  file.resolve(f.mig_count, {"nvmlDeviceGetMaxMigDeviceCount"});
  file.resolve(f.mig_handle, {"nvmlDeviceGetMigDeviceHandleByIndex"});
  file.resolve(f.gpu_instance, {"nvmlDeviceGetGpuInstanceId"});
  file.resolve(f.compute_instance, {"nvmlDeviceGetComputeInstanceId"});
  file.resolve(f.common_ancestor, {"nvmlDeviceGetTopologyCommonAncestor"});
  file.resolve(f.link_state, {"nvmlDeviceGetNvLinkState"});
  file.resolve(f.link_address, {"nvmlDeviceGetNvLinkRemotePciInfo_v2"});
  file.resolve(f.link_end, {"nvmlDeviceGetNvLinkRemoteDeviceType"});
  file.resolve(f.utilization, {"nvmlDeviceGetUtilizationRates"});
  resolve_lister(file, f.processes, "nvmlDeviceGetComputeRunningProcesses_v3",
                 "nvmlDeviceGetComputeRunningProcesses_v2", "nvmlDeviceGetComputeRunningProcesses");
  file.resolve(f.numa_node, {"nvmlDeviceGetNumaNodeId"});
  file.resolve(f.fabric_v2, {"nvmlDeviceGetGpuFabricInfoV"});
  file.resolve(f.fabric, {"nvmlDeviceGetGpuFabricInfo"});
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
