#include "cuda-library.h"

#include "explain-status.h"

namespace rankplan::cuda {

namespace {

/** Finds functions by name, and remembers the first that is missing. */
class Resolver {
 public:
  explicit Resolver(const SharedLibrary &file) : file_(file) {}

  template <typename Signature>
  void resolve(Function<Signature> &function, const std::vector<const char *> &names) {
    function.name = names.front();
    file_.resolve(function, names);
    if (function.call == nullptr && lacks_ == nullptr) lacks_ = names.front();
  }

  const char *lacks() const { return lacks_; }

 private:
  const SharedLibrary &file_;
  const char *lacks_ = nullptr;
};

void resolve_devices(Resolver &resolver, Functions &f) {
  resolver.resolve(f.init, {"cuInit"});
  resolver.resolve(f.error_name, {"cuGetErrorName"});
  resolver.resolve(f.driver_version, {"cuDriverGetVersion"});
  resolver.resolve(f.device_count, {"cuDeviceGetCount"});
  resolver.resolve(f.device, {"cuDeviceGet"});
  resolver.resolve(f.device_name, {"cuDeviceGetName"});
  // The first form gives a MIG instance the UUID of its GPU.
  resolver.resolve(f.device_uuid, {"cuDeviceGetUuid_v2", "cuDeviceGetUuid"});
  resolver.resolve(f.device_memory, {"cuDeviceTotalMem_v2"});
  resolver.resolve(f.attribute, {"cuDeviceGetAttribute"});
  resolver.resolve(f.retain_context, {"cuDevicePrimaryCtxRetain"});
  resolver.resolve(f.release_context, {"cuDevicePrimaryCtxRelease_v2", "cuDevicePrimaryCtxRelease"});
  resolver.resolve(f.set_context, {"cuCtxSetCurrent"});
  resolver.resolve(f.can_access_peer, {"cuDeviceCanAccessPeer"});
  resolver.resolve(f.enable_peer, {"cuCtxEnablePeerAccess"});
}

void resolve_memory(Resolver &resolver, Functions &f) {
  resolver.resolve(f.memory_info, {"cuMemGetInfo_v2"});
  resolver.resolve(f.allocate, {"cuMemAlloc_v2"});
  resolver.resolve(f.release, {"cuMemFree_v2"});
  resolver.resolve(f.allocate_host, {"cuMemHostAlloc"});
  resolver.resolve(f.release_host, {"cuMemFreeHost"});
  resolver.resolve(f.copy_to_device, {"cuMemcpyHtoDAsync_v2"});
  resolver.resolve(f.copy_to_host, {"cuMemcpyDtoHAsync_v2"});
  resolver.resolve(f.copy_on_device, {"cuMemcpyDtoDAsync_v2"});
  resolver.resolve(f.copy_to_peer, {"cuMemcpyPeerAsync"});
}

void resolve_work(Resolver &resolver, Functions &f) {
  resolver.resolve(f.create_stream, {"cuStreamCreate"});
  resolver.resolve(f.destroy_stream, {"cuStreamDestroy_v2"});
  resolver.resolve(f.wait_for_stream, {"cuStreamSynchronize"});
  resolver.resolve(f.create_event, {"cuEventCreate"});
  resolver.resolve(f.destroy_event, {"cuEventDestroy_v2"});
  resolver.resolve(f.record_event, {"cuEventRecord"});
  resolver.resolve(f.wait_for_event, {"cuEventSynchronize"});
  resolver.resolve(f.elapsed, {"cuEventElapsedTime"});
  resolver.resolve(f.load_module, {"cuModuleLoadDataEx"});
  resolver.resolve(f.unload_module, {"cuModuleUnload"});
  resolver.resolve(f.kernel, {"cuModuleGetFunction"});
  resolver.resolve(f.blocks_per_multiprocessor, {"cuOccupancyMaxActiveBlocksPerMultiprocessor"});
  resolver.resolve(f.launch, {"cuLaunchKernel"});
}

}  // namespace

Outcome Library::open(const std::string &path, Library &library) {
  // The unversioned name may be a stub of the CUDA toolkit, which links and then fails.
  std::vector<OpenFailure> failures;
  library.file_ = SharedLibrary::open({path.empty() ? "libcuda.so.1" : path}, failures);
  if (!library.file_.is_open()) {
    return Failure{"dlopen", 0, "",
                   "the NVIDIA driver's libcuda.so.1 cannot be opened: " + failures.front().reason +
                       "; install the driver, or let the container have it (`--nv`, `--gpus all`)"};
  }
  Resolver resolver(library.file_);
  resolve_devices(resolver, library.functions_);
  resolve_memory(resolver, library.functions_);
  resolve_work(resolver, library.functions_);
  if (resolver.lacks() == nullptr) return std::nullopt;
  return Failure{
      "dlsym", 0, "",
      library.path() + " has no " + resolver.lacks() + ": the driver is too old, or this is another library"};
}

Failure Library::describe(const char *call, Status status) const {
  const char *name = nullptr;
  if (functions_.error_name.call(status, &name) != kSuccess) name = nullptr;
  return {call, status, name == nullptr ? "" : name, explain_status(status)};
}

}  // namespace rankplan::cuda
