// The use of GPUs at one moment, as plain data. A field is empty if the driver does not report it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facts.h"

namespace rankplan {

/** A process that holds something on a GPU. */
struct ProcessFacts {
  /** In the driver's PID namespace, which need not be that of this process. */
  unsigned pid = 0;
  std::optional<std::uint64_t> used_bytes;
  std::optional<unsigned> gpu_instance;
  std::optional<unsigned> compute_instance;
  /** It works through the server of the Multi-Process Service. */
  bool is_mps_client = false;
};

struct DeviceUse {
  std::optional<std::string> uuid;
  std::optional<std::uint64_t> used_bytes;
  /** What processes hold of it; empty if that cannot be separated from what firmware or the host keep there. */
  std::optional<std::uint64_t> held_bytes;
  std::optional<std::uint64_t> total_bytes;
  /** The GPU instance of a MIG instance; MIG instances with the same number share its memory. */
  std::optional<unsigned> gpu_instance;
  /** Compute processes; empty if the driver does not list them. */
  std::optional<std::vector<ProcessFacts>> processes;
  /** Those that draw, which may compute as well; empty if the driver does not list them. */
  std::optional<std::vector<ProcessFacts>> graphics_processes;
};

struct GpuUse : DeviceUse {
  std::optional<PciAddress> pci;
  /** Share of the last second or less in which something ran, in percent. */
  std::optional<unsigned> utilization;
  /** Under MIG, where processes are reported by instance. */
  std::vector<DeviceUse> instances;
  /** Why nothing is known of this GPU. */
  std::optional<CallFailure> failure;
};

struct UseFacts : DriverAnswer {
  /** In the driver's order. */
  std::vector<GpuUse> gpus;
};

}  // namespace rankplan
