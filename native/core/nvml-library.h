#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nvml-abi.h"
#include "shared-library.h"

namespace rankplan::nvml {

/** A function of the driver library in the newest form that it has; empty in a driver that has none. */
template <typename Signature>
struct Function {
  Signature *call = nullptr;
  const char *name = nullptr;

  explicit operator bool() const { return call != nullptr; }
};

/** A function that lists processes, and how many bytes it writes for each. */
struct ProcessLister {
  Function<Status(Device, unsigned *, void *)> function;
  unsigned size = 0;
};

/** The functions that rankplan calls. It needs `init`, `count` and `handle`; without another one a field is unknown. */
struct Functions {
  Function<Status()> init;
  Function<Status()> shutdown;
  Function<const char *(Status)> error_text;
  Function<Status(char *, unsigned)> driver_version;
  Function<Status(int *)> cuda_version;
  Function<Status(unsigned *)> count;
  Function<Status(unsigned, Device *)> handle;
  Function<Status(Device, char *, unsigned)> uuid;
  Function<Status(Device, char *, unsigned)> model;
  Function<Status(Device, PciInfo *)> pci;
  Function<Status(Device, MemoryV2 *)> memory_v2;
  Function<Status(Device, Memory *)> memory;
  Function<Status(Device, int *, int *)> capability;
  Function<Status(Device, unsigned, unsigned long *)> cpu_affinity;
  Function<Status(Device, unsigned, unsigned long *, unsigned)> memory_affinity;
  Function<Status(Device, unsigned *, unsigned *)> mig_mode;
  Function<Status(Device, unsigned *)> mig_count;
  Function<Status(Device, unsigned, Device *)> mig_handle;
  Function<Status(Device, unsigned *)> gpu_instance;
  Function<Status(Device, unsigned *)> compute_instance;
  Function<Status(Device, Device, int *)> common_ancestor;
  Function<Status(Device, unsigned, int *)> link_state;
  Function<Status(Device, unsigned, PciInfo *)> link_address;
  Function<Status(Device, unsigned, int *)> link_end;
  Function<Status(Device, Utilization *)> utilization;
  Function<Status(Device, unsigned *)> numa_node;
  Function<Status(Device, FabricInfoV2 *)> fabric_v2;
  Function<Status(Device, FabricInfo *)> fabric;
  ProcessLister processes;
  ProcessLister graphics_processes;
  ProcessLister mps_processes;
};

struct Library {
  SharedLibrary file;
  Functions functions;
  /** The first function without which nothing works and that the library lacks; null when all are there. */
  const char *lacks = nullptr;
};

/** Opens the driver's management library: `path` and nothing else, or, when that is empty, where the linker finds it.
 */
Library open_library(const std::string &path, std::vector<OpenFailure> &failures);

}  // namespace rankplan::nvml
