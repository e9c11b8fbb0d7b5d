#pragma once

#include "facts.h"
#include "nvml-session.h"

namespace rankplan::nvml {

/** The failure of the last call, with the driver's words for it. */
CallFailure describe_failure(const Session &session, Status status);

/** Reads everything about one GPU except its links. A GPU that is lost meanwhile has a `failure`. */
GpuFacts read_gpu(const Session &session, Device device);

/** After such a status no value from the GPU can be trusted. */
bool is_fatal(Status status);

std::optional<PciAddress> read_address(const Session &session, Device device, Status &status);

/** In bytes. */
struct MemoryUse {
  std::uint64_t total = 0;
  std::uint64_t used = 0;
  /** What firmware keeps may be counted in `used`. */
  bool has_reserve = false;
};

/** What a whole GPU and a MIG instance have alike. */
std::optional<std::string> read_text(const Session &session, const Function<Status(Device, char *, unsigned)> &function,
                                     Device device, Status &status);
std::optional<MemoryUse> read_memory(const Session &session, Device device, Status &status);
std::optional<std::uint64_t> read_total_memory(const Session &session, Device device, Status &status);

}  // namespace rankplan::nvml
