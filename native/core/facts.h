// What discovery finds out, as plain data. What is not known is empty, never a guess.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shared-library.h"

namespace rankplan {

/** A call of the driver that did not work out. */
struct CallFailure {
  std::string call;
  int status = 0;
  /** The driver's own words. */
  std::string text;
};

struct PciAddress {
  unsigned domain = 0;
  unsigned bus = 0;
  unsigned device = 0;

  bool operator==(const PciAddress &other) const {
    return domain == other.domain && bus == other.bus && device == other.device;
  }
};

/** A part of a GPU under MIG. */
struct InstanceFacts {
  std::optional<std::string> uuid;
  std::optional<std::string> model;
  std::optional<std::uint64_t> memory_bytes;
  std::optional<unsigned> gpu_instance;
  std::optional<unsigned> compute_instance;
};

/** The NVLink fabric that a GPU belongs to, which may span machines. */
struct FabricFacts {
  /** As UUIDs are written; all zeros where the fabric is this machine's own. */
  std::string cluster;
  unsigned clique = 0;
  /** Whether the GPU has joined the fabric: the driver's search has ended without an error. */
  bool is_complete = false;
};

struct GpuFacts {
  std::optional<std::string> uuid;
  std::optional<PciAddress> pci;
  std::optional<std::string> model;
  std::optional<std::uint64_t> memory_bytes;
  std::optional<std::string> capability;
  /** CPU numbers and ranges. */
  std::optional<std::string> cpus;
  std::optional<unsigned> numa_node;
  /** It is in MIG mode, and so cannot be used as a whole; there need not be instances yet. */
  bool is_divided = false;
  std::vector<InstanceFacts> instances;
  /** The path to each GPU in the driver's order, as `nvidia-smi topo` words it; empty if not known. */
  std::vector<std::string> links;
  /** Empty for a GPU that no fabric can have. */
  std::optional<FabricFacts> fabric;
  /** Why this GPU cannot be used at all. */
  std::optional<CallFailure> failure;
};

enum class Outcome { kFound, kNoLibrary, kUselessLibrary, kFailed };

/** The outcome of the request to the driver as a whole. */
struct DriverAnswer {
  Outcome outcome = Outcome::kFailed;
  /** The file of the driver library; empty when none was opened. */
  std::string library;
  std::vector<OpenFailure> open_failures;
  /** For kUselessLibrary: the function that it lacks. */
  std::string lacks;
  /** For kFailed: the call that failed for the machine as a whole. */
  CallFailure failure;
};

struct MachineFacts : DriverAnswer {
  std::optional<std::string> driver;
  /** 13000 is CUDA 13.0. */
  std::optional<int> cuda_version;
  /** In the driver's order. */
  std::vector<GpuFacts> gpus;
};

}  // namespace rankplan
