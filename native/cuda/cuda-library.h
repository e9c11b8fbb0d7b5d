#pragma once

#include <string>
#include <vector>

#include "../core/shared-library.h"
#include "cuda-abi.h"
#include "failure.h"

namespace rankplan::cuda {

/** A function of the driver; empty in a driver that lacks it. */
template <typename Signature>
struct Function {
  Signature *call = nullptr;
  const char *name = nullptr;
};

/** What rankplan calls of libcuda. Where the interface changed, the symbol carries the version (`_v2`). */
struct Functions {
  Function<Status(unsigned)> init;
  Function<Status(Status, const char **)> error_name;
  Function<Status(int *)> driver_version;
  Function<Status(int *)> device_count;
  Function<Status(DeviceOrdinal *, int)> device;
  Function<Status(char *, int, DeviceOrdinal)> device_name;
  Function<Status(Uuid *, DeviceOrdinal)> device_uuid;
  Function<Status(std::size_t *, DeviceOrdinal)> device_memory;
  Function<Status(int *, int, DeviceOrdinal)> attribute;
  Function<Status(Context *, DeviceOrdinal)> retain_context;
  Function<Status(DeviceOrdinal)> release_context;
  Function<Status(Context)> set_context;
  Function<Status(std::size_t *, std::size_t *)> memory_info;
  Function<Status(DevicePointer *, std::size_t)> allocate;
  Function<Status(DevicePointer)> release;
  Function<Status(void **, std::size_t, unsigned)> allocate_host;
  Function<Status(void *)> release_host;
  Function<Status(DevicePointer, const void *, std::size_t, Stream)> copy_to_device;
  Function<Status(void *, DevicePointer, std::size_t, Stream)> copy_to_host;
  Function<Status(DevicePointer, DevicePointer, std::size_t, Stream)> copy_on_device;
  Function<Status(DevicePointer, Context, DevicePointer, Context, std::size_t, Stream)> copy_to_peer;
  Function<Status(int *, DeviceOrdinal, DeviceOrdinal)> can_access_peer;
  Function<Status(Context, unsigned)> enable_peer;
  Function<Status(Stream *, unsigned)> create_stream;
  Function<Status(Stream)> destroy_stream;
  Function<Status(Stream)> wait_for_stream;
  Function<Status(EventHandle *, unsigned)> create_event;
  Function<Status(EventHandle)> destroy_event;
  Function<Status(EventHandle, Stream)> record_event;
  Function<Status(EventHandle)> wait_for_event;
  Function<Status(float *, EventHandle, EventHandle)> elapsed;
  Function<Status(Module *, const void *, unsigned, int *, void **)> load_module;
  Function<Status(Module)> unload_module;
  Function<Status(Kernel *, Module, const char *)> kernel;
  Function<Status(int *, Kernel, int, std::size_t)> blocks_per_multiprocessor;
  Function<Status(Kernel, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Stream, void **,
                  void **)>
      launch;
};

/** The driver, open and complete. Its functions may be called from any thread. */
class Library {
 public:
  /** Opens `path` and nothing else, or, when that is empty, libcuda.so.1 where the linker finds it. */
  static Outcome open(const std::string &path, Library &library);

  const Functions &functions() const { return functions_; }
  const std::string &path() const { return file_.path(); }

  /** Calls a function, and turns what it returns into a failure with a name and advice. */
  template <typename... Parameters, typename... Arguments>
  [[nodiscard]] Outcome call(const Function<Status(Parameters...)> &function, Arguments... arguments) const {
    const Status status = function.call(arguments...);
    if (status == kSuccess) return std::nullopt;
    return describe(function.name, status);
  }

  Failure describe(const char *call, Status status) const;

 private:
  SharedLibrary file_;
  Functions functions_;
};

}  // namespace rankplan::cuda
