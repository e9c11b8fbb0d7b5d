#include "read-gpu.h"

#include <cstring>

#include "cpu-list.h"
#include "read-fabric.h"
#include "read-instances.h"

namespace rankplan::nvml {

namespace {

/** Words of a CPU mask: 8192 CPUs. NUMA nodes need fewer. */
constexpr unsigned kMaskWords = 128;

std::optional<std::string> read_capability(const Session &session, Device device, Status &status) {
  int major = 0;
  int minor = 0;
  status = session.call(session.functions().capability, device, &major, &minor);
  if (status != kSuccess) return std::nullopt;
  return std::to_string(major) + '.' + std::to_string(minor);
}

std::optional<std::string> read_cpus(const Session &session, Device device, Status &status) {
  std::vector<unsigned long> mask(kMaskWords);
  status = session.call(session.functions().cpu_affinity, device, kMaskWords, mask.data());
  if (status != kSuccess) return std::nullopt;
  std::string list = list_bits(mask);
  if (list.empty()) return std::nullopt;
  return list;
}

std::optional<unsigned> read_numa_node(const Session &session, Device device, Status &status) {
  std::vector<unsigned long> mask(kMaskWords);
  status = session.call(session.functions().memory_affinity, device, kMaskWords, mask.data(), kAffinityNode);
  return status == kSuccess ? only_bit(mask) : std::nullopt;
}

}  // namespace

bool is_fatal(Status status) { return status == kGpuIsLost || status == kResetRequired; }

std::optional<PciAddress> read_address(const Session &session, Device device, Status &status) {
  PciInfo info = {};
  status = session.call(session.functions().pci, device, &info);
  if (status != kSuccess) return std::nullopt;
  return PciAddress{info.domain, info.bus, info.device};
}

CallFailure describe_failure(const Session &session, Status status) {
  const auto &error_text = session.functions().error_text;
  const char *text = error_text ? error_text.call(status) : nullptr;
  return {session.last_call(), status, text == nullptr ? "" : text};
}

std::optional<std::string> read_text(const Session &session, const Function<Status(Device, char *, unsigned)> &function,
                                     Device device, Status &status) {
  char text[kTextSize] = {};
  status = session.call(function, device, static_cast<char *>(text), kTextSize);
  if (status != kSuccess) return std::nullopt;
  return std::string(text, strnlen(text, kTextSize));
}

std::optional<MemoryUse> read_memory(const Session &session, Device device, Status &status) {
  MemoryV2 memory = {};
  memory.version = kMemoryV2;
  status = session.call(session.functions().memory_v2, device, &memory);
  if (status == kSuccess) return MemoryUse{memory.total, memory.used, false};
  if (is_fatal(status)) return std::nullopt;
  Memory plain = {};
  status = session.call(session.functions().memory, device, &plain);
  if (status != kSuccess) return std::nullopt;
  // Drivers that have the newer form count the reserve in the older one; those before did not.
  return MemoryUse{plain.total, plain.used, static_cast<bool>(session.functions().memory_v2)};
}

std::optional<std::uint64_t> read_total_memory(const Session &session, Device device, Status &status) {
  const auto memory = read_memory(session, device, status);
  return memory.has_value() ? std::optional(memory->total) : std::nullopt;
}

GpuFacts read_gpu(const Session &session, Device device) {
  const Functions &f = session.functions();
  GpuFacts gpu;
  Status status = kSuccess;
  const auto note_failure = [&] {
    if (is_fatal(status) && !gpu.failure.has_value()) gpu.failure = describe_failure(session, status);
  };
  gpu.pci = read_address(session, device, status);
  note_failure();
  gpu.uuid = read_text(session, f.uuid, device, status);
  note_failure();
  gpu.model = read_text(session, f.model, device, status);
  note_failure();
  gpu.memory_bytes = read_total_memory(session, device, status);
  note_failure();
  if (gpu.failure.has_value()) return gpu;
  gpu.capability = read_capability(session, device, status);
  gpu.cpus = read_cpus(session, device, status);
  gpu.numa_node = read_numa_node(session, device, status);
  gpu.is_divided = has_mig(session, device);
  gpu.instances = read_instances(session, device);
  gpu.fabric = read_fabric(session, device);
  return gpu;
}

}  // namespace rankplan::nvml
