#pragma once

#include <map>
#include <string>

#include "../core/nvml-session.h"
#include "health.h"

namespace rankplan::probe {

/** Functions beyond those that discovery needs; each may be missing. */
struct HealthFunctions {
  nvml::Function<nvml::Status(nvml::Device, unsigned, unsigned *)> clock;
  nvml::Function<nvml::Status(nvml::Device, unsigned, unsigned *)> temperature;
  nvml::Function<nvml::Status(nvml::Device, unsigned *)> power;
  nvml::Function<nvml::Status(nvml::Device, unsigned long long *)> throttle;
};

/** Asks NVML how GPUs do. Without the library, every answer is empty. May be used from any thread once it is open. */
class HealthReader {
 public:
  /** Opens `path` and nothing else, or, when that is empty, what the linker finds. */
  void open(const std::string &path);

  Health read(const std::string &uuid) const;

  bool is_open() const { return is_open_; }
  /** The file; empty when none was opened. */
  const std::string &library() const { return library_.file.path(); }
  /** Why the library is missing; empty if it is there. */
  const std::string &absence() const { return absence_; }
  const std::string &driver() const { return driver_; }

 private:
  void list_devices(const nvml::Session &session);
  std::optional<std::vector<unsigned>> read_processes(nvml::Device device) const;

  nvml::Library library_;
  HealthFunctions functions_;
  std::map<std::string, nvml::Device> devices_;
  std::string absence_;
  std::string driver_;
  bool is_open_ = false;
};

}  // namespace rankplan::probe
