#include "health-reader.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <string_view>

#include "../core/read-processes.h"

namespace rankplan::probe {

namespace {

/** nvmlClockType_t and nvmlTemperatureSensors_t. */
constexpr unsigned kSmClock = 1;
constexpr unsigned kMemoryClock = 2;
constexpr unsigned kGpuSensor = 0;

constexpr unsigned kMostInstances = 64;
constexpr std::string_view kMpsServer = "nvidia-cuda-mps";

template <typename Signature>
void resolve(const SharedLibrary &file, nvml::Function<Signature> &function, const std::vector<const char *> &names) {
  function.call = reinterpret_cast<Signature *>(file.find(names, function.name));
}

HealthFunctions resolve_all(const SharedLibrary &file) {
  HealthFunctions f;
  resolve(file, f.clock, {"nvmlDeviceGetClockInfo"});
  resolve(file, f.temperature, {"nvmlDeviceGetTemperature"});
  resolve(file, f.power, {"nvmlDeviceGetPowerUsage"});
  resolve(file, f.throttle, {"nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetCurrentClocksThrottleReasons"});
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
  if (const nvml::Status status = library_.functions.init.call(); status != nvml::kSuccess) {
    const auto &error_text = library_.functions.error_text;
    const char *text = error_text ? error_text.call(status) : nullptr;
    absence_ = "nvmlInit: " + std::string(text == nullptr ? "" : text) + " (" + std::to_string(status) + ')';
    return;
  }
  is_open_ = true;
  functions_ = resolve_all(library_.file);
  char driver[nvml::kTextSize] = {};
  const auto &version = library_.functions.driver_version;
  if (version && version.call(driver, nvml::kTextSize) == nvml::kSuccess) driver_ = driver;
  list_devices();
}

void HealthReader::list_devices() {
  const nvml::Functions &f = library_.functions;
  unsigned count = 0;
  if (f.count.call(&count) != nvml::kSuccess) return;
  for (unsigned i = 0; i < count; i++) {
    nvml::Device device = nullptr;
    if (f.handle.call(i, &device) != nvml::kSuccess) continue;
    add_device(device);
    for (unsigned place = 0; f.mig_handle && place < kMostInstances; place++) {
      nvml::Device instance = nullptr;
      const nvml::Status status = f.mig_handle.call(device, place, &instance);
      if (status == nvml::kSuccess) add_device(instance);
      else if (status != nvml::kNotFound) break;
    }
  }
}

void HealthReader::add_device(nvml::Device device) {
  char uuid[nvml::kTextSize] = {};
  const auto &read_uuid = library_.functions.uuid;
  if (read_uuid && read_uuid.call(device, uuid, nvml::kTextSize) == nvml::kSuccess) devices_[digits_of(uuid)] = device;
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
