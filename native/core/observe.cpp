#include "observe.h"

#include "read-gpu.h"
#include "read-instances.h"
#include "read-processes.h"

namespace rankplan {

namespace {

using nvml::Device;
using nvml::Session;
using nvml::Status;

/** The kernel uses the memory of such a GPU as its own, for files and for processes that know of no GPU. */
bool is_host_memory(const Session &session, Device device) {
  unsigned node = 0;
  return session.call(session.functions().numa_node, device, &node) == nvml::kSuccess;
}

/** Returns the status of the call for memory, which works on every GPU that is not lost. */
Status read_device(const Session &session, Device device, DeviceUse &use) {
  Status status = nvml::kSuccess;
  use.uuid = nvml::read_text(session, session.functions().uuid, device, status);
  const auto memory = nvml::read_memory(session, device, status);
  if (!memory.has_value()) return status;
  use.used_bytes = memory->used;
  if (!memory->has_reserve && !is_host_memory(session, device)) use.held_bytes = memory->used;
  use.total_bytes = memory->total;
  return status;
}

std::optional<unsigned> read_utilization(const Session &session, Device device) {
  nvml::Utilization rates = {};
  if (session.call(session.functions().utilization, device, &rates) != nvml::kSuccess) return std::nullopt;
  return rates.gpu;
}

GpuUse read_use(const Session &session, Device device) {
  GpuUse gpu;
  if (const Status status = read_device(session, device, gpu); nvml::is_fatal(status)) {
    gpu.failure = nvml::describe_failure(session, status);
    return gpu;
  }
  Status status = nvml::kSuccess;
  gpu.pci = nvml::read_address(session, device, status);
  gpu.processes = nvml::read_processes(session, device);
  gpu.graphics_processes = nvml::read_graphics_processes(session, device);
  gpu.utilization = read_utilization(session, device);
  nvml::for_each_instance(session, device, [&](Device instance) {
    DeviceUse use;
    read_device(session, instance, use);
    use.gpu_instance = nvml::read_number(session, session.functions().gpu_instance, instance);
    use.processes = nvml::read_processes(session, instance);
    gpu.instances.push_back(std::move(use));
  });
  return gpu;
}

}  // namespace

UseFacts observe(const Question &question, Progress &progress) {
  UseFacts facts;
  ask_driver(question, progress, facts, [&](const Session &session) {
    return for_each_gpu(session, [&](Device device, Status status) {
      GpuUse gpu;
      if (device == nullptr) gpu.failure = nvml::describe_failure(session, status);
      else gpu = read_use(session, device);
      facts.gpus.push_back(std::move(gpu));
    });
  });
  return facts;
}

}  // namespace rankplan
