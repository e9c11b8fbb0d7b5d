#include "read-processes.h"

#include <algorithm>
#include <cstring>

namespace rankplan::nvml {

namespace {

/** The size of the first buffer, and the limit of larger ones, in processes. A list that needs more is not read. */
constexpr unsigned kFirstRoom = 128;
constexpr unsigned kMostProcesses = 65536;

/** Bytes and instances that do not apply, or that this driver does not report. */
constexpr std::uint64_t kNoBytes = ~std::uint64_t{0};
constexpr unsigned kNoInstance = ~0U;

ProcessFacts read_element(const unsigned char *element, unsigned size, bool is_mps_client) {
  ProcessInfo info = {};
  info.gpuInstanceId = kNoInstance;
  info.computeInstanceId = kNoInstance;
  std::memcpy(&info, element, size < sizeof info ? size : sizeof info);
  ProcessFacts process;
  process.pid = info.pid;
  process.is_mps_client = is_mps_client;
  if (info.usedGpuMemory != kNoBytes) process.used_bytes = info.usedGpuMemory;
  if (info.gpuInstanceId != kNoInstance) process.gpu_instance = info.gpuInstanceId;
  if (info.computeInstanceId != kNoInstance) process.compute_instance = info.computeInstanceId;
  return process;
}

/** False when the driver does not list them. The list may grow between two calls. */
bool append_processes(const Session &session, const ProcessLister &lister, Device device, bool is_mps_client,
                      std::vector<ProcessFacts> &processes) {
  std::vector<unsigned char> list;
  unsigned room = kFirstRoom;
  unsigned count = 0;
  Status status = kInsufficientSize;
  while (status == kInsufficientSize && room <= kMostProcesses) {
    // Room for the largest element, because the size that the driver uses is not certain.
    list.assign(std::size_t{room} * kLargestProcessInfo, 0);
    count = room;
    status = session.call(lister.function, device, &count, static_cast<void *>(list.data()));
    room = (count > room ? count : room) * 2;
  }
  if (status != kSuccess) return false;
  for (unsigned i = 0; i < count && (std::size_t{i} + 1) * kLargestProcessInfo <= list.size(); i++)
    processes.push_back(read_element(list.data() + std::size_t{i} * lister.size, lister.size, is_mps_client));
  return true;
}

bool is_same(const ProcessFacts &a, const ProcessFacts &b) {
  return a.pid == b.pid && a.gpu_instance == b.gpu_instance && a.compute_instance == b.compute_instance;
}

std::vector<ProcessFacts> without_repetitions(const std::vector<ProcessFacts> &listed) {
  std::vector<ProcessFacts> once;
  for (const ProcessFacts &process : listed) {
    const auto known =
        std::find_if(once.begin(), once.end(), [&](const ProcessFacts &other) { return is_same(process, other); });
    if (known == once.end()) {
      once.push_back(process);
      continue;
    }
    known->used_bytes = std::max(known->used_bytes, process.used_bytes);
    known->is_mps_client = known->is_mps_client || process.is_mps_client;
  }
  return once;
}

}  // namespace

std::optional<std::vector<ProcessFacts>> read_processes(const Session &session, Device device) {
  const Functions &f = session.functions();
  std::vector<ProcessFacts> processes;
  if (!append_processes(session, f.processes, device, false, processes)) return std::nullopt;
  append_processes(session, f.mps_processes, device, true, processes);
  return without_repetitions(processes);
}

std::optional<std::vector<ProcessFacts>> read_graphics_processes(const Session &session, Device device) {
  std::vector<ProcessFacts> processes;
  if (!append_processes(session, session.functions().graphics_processes, device, false, processes)) return std::nullopt;
  return without_repetitions(processes);
}

}  // namespace rankplan::nvml
