#include "health-reader.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <string_view>

#include "../core/ask-driver.h"
#include "../core/read-gpu.h"
#include "../core/read-instances.h"
#include "../core/read-processes.h"

namespace rankplan::probe {

namespace {

/** nvmlClockType_t and nvmlTemperatureSensors_t. */
constexpr unsigned kSmClock = 1;
constexpr unsigned kMemoryClock = 2;
constexpr unsigned kGpuSensor = 0;

constexpr std::string_view kMpsServer = "nvidia-cuda-mps";

HealthFunctions resolve_all(const SharedLibrary &file) {
  HealthFunctions f;
  file.resolve(f.clock, {"nvmlDeviceGetClockInfo"});
  file.resolve(f.temperature, {"nvmlDeviceGetTemperature"});
  file.resolve(f.power, {"nvmlDeviceGetPowerUsage"});
  file.resolve(f.throttle, {"nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetCurrentClocksThrottleReasons"});
  return f;
}

/** CUDA and NVML agree on the digits only: `GPU-5F…` and `MIG-5f…` become `5f…`. */
std::string digits_of(const std::string &uuid) {
  const bool has_kind = uuid.compare(0, 4, "GPU-") == 0 || uuid.compare(0, 4, "MIG-") == 0;
  std::string digits = has_kind ? uuid.substr(4) : uuid;
  for (char &digit : digits) digit = static_cast<char>(std::tolower(static_cast<unsigned char>(digit)));
  return digits;
}

template <typename... Parameters, typename... Arguments>
std::optional<unsigned> ask(const nvml::Function<nvml::Status(Parameters...)> &function, Arguments... arguments) {
  unsigned answer = 0;
  if (!function || function.call(arguments..., &answer) != nvml::kSuccess) return std::nullopt;
  return answer;
}

/** The name of its program, cut by the kernel at 15 characters; empty if no process has that PID here. */
std::string read_command(unsigned pid) {
  std::FILE *file = std::fopen(("/proc/" + std::to_string(pid) + "/comm").c_str(), "re");
  if (file == nullptr) return "";
  char command[32] = "";
  const char *line = std::fgets(command, sizeof command, file);
  std::fclose(file);
  return line == nullptr ? "" : line;
}

/**
 * The server of the Multi-Process Service is on the GPUs of its clients, of which this process may be one, and computes
 * nothing itself. Beside clients it is who has no name here, if the driver counts PIDs of another namespace.
 */
bool is_mps_server(const ProcessFacts &process, bool has_clients) {
  if (process.is_mps_client) return false;
  const std::string command = read_command(process.pid);
  return command.empty() ? has_clients : command.compare(0, kMpsServer.size(), kMpsServer) == 0;
}

}  // namespace

void HealthReader::open(const std::string &path) {
  std::vector<OpenFailure> failures;
  library_ = nvml::open_library(path, failures);
  if (!library_.file.is_open()) {
    absence_ = failures.front().reason;
    return;
  }
  if (library_.lacks != nullptr) {
    absence_ = library_.file.path() + " has no " + library_.lacks;
    return;
  }
  Progress progress;
  const nvml::Session session(library_.functions, progress);
  if (const nvml::Status status = session.call(library_.functions.init); status != nvml::kSuccess) {
    absence_ = "nvmlInit: " + nvml::describe_failure(session, status).text + " (" + std::to_string(status) + ')';
    return;
  }
  is_open_ = true;
  functions_ = resolve_all(library_.file);
  char driver[nvml::kTextSize] = {};
  const auto &version = library_.functions.driver_version;
  if (session.call(version, static_cast<char *>(driver), nvml::kTextSize) == nvml::kSuccess) driver_ = driver;
  list_devices(session);
}

void HealthReader::list_devices(const nvml::Session &session) {
  const auto add = [&](nvml::Device device) {
    nvml::Status status = nvml::kSuccess;
    const auto uuid = nvml::read_text(session, library_.functions.uuid, device, status);
    if (uuid.has_value()) devices_[digits_of(*uuid)] = device;
  };
  for_each_gpu(session, [&](nvml::Device device, nvml::Status) {
    if (device == nullptr) return;
    add(device);
    nvml::for_each_instance(session, device, add);
  });
}

Health HealthReader::read(const std::string &uuid) const {
  Health health;
  const auto found = devices_.find(digits_of(uuid));
  if (found == devices_.end()) return health;
  const nvml::Device device = found->second;
  health.sm_mhz = ask(functions_.clock, device, kSmClock);
  health.memory_mhz = ask(functions_.clock, device, kMemoryClock);
  health.celsius = ask(functions_.temperature, device, kGpuSensor);
  health.milliwatts = ask(functions_.power, device);
  unsigned long long throttle = 0;
  if (functions_.throttle && functions_.throttle.call(device, &throttle) == nvml::kSuccess) health.throttle = throttle;
  nvml::Utilization rates = {};
  const auto &utilization = library_.functions.utilization;
  if (utilization && utilization.call(device, &rates) == nvml::kSuccess) health.utilization = rates.gpu;
  health.processes = read_processes(device);
  return health;
}

std::optional<std::vector<unsigned>> HealthReader::read_processes(nvml::Device device) const {
  Progress progress;
  const auto found = nvml::read_processes(nvml::Session(library_.functions, progress), device);
  if (!found.has_value()) return std::nullopt;
  const bool has_clients =
      std::any_of(found->begin(), found->end(), [](const ProcessFacts &process) { return process.is_mps_client; });
  std::vector<unsigned> processes;
  for (const ProcessFacts &process : *found) {
    if (!is_mps_server(process, has_clients)) processes.push_back(process.pid);
  }
  return processes;
}

}  // namespace rankplan::probe
