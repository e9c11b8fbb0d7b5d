#include "discover.h"

#include <cstring>

#include "read-gpu.h"
#include "read-links.h"

namespace rankplan {

namespace {

using nvml::Session;

void read_versions(const Session &session, MachineFacts &facts) {
  char text[nvml::kTextSize] = {};
  if (session.call(session.functions().driver_version, static_cast<char *>(text), nvml::kTextSize) == nvml::kSuccess)
    facts.driver = std::string(text, strnlen(text, sizeof text));
  int version = 0;
  if (session.call(session.functions().cuda_version, &version) == nvml::kSuccess) facts.cuda_version = version;
}

nvml::Status read_machine(const Session &session, MachineFacts &facts) {
  read_versions(session, facts);
  std::vector<nvml::Device> devices;
  const nvml::Status status = for_each_gpu(session, [&](nvml::Device device, nvml::Status given) {
    GpuFacts gpu;
    if (given != nvml::kSuccess) gpu.failure = describe_failure(session, given);
    else gpu = read_gpu(session, device);
    devices.push_back(gpu.failure.has_value() ? nullptr : device);
    facts.gpus.push_back(std::move(gpu));
  });
  if (status == nvml::kSuccess) read_links(session, devices, facts.gpus);
  return status;
}

}  // namespace

MachineFacts discover(const Question &question, Progress &progress) {
  MachineFacts facts;
  ask_driver(question, progress, facts, [&](const Session &session) { return read_machine(session, facts); });
  return facts;
}

}  // namespace rankplan
