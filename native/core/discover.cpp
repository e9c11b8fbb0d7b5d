#include "discover.h"

#include <cstring>

#include "nvml-library.h"
#include "nvml-session.h"
#include "read-gpu.h"
#include "read-links.h"

namespace rankplan {

namespace {

/** More GPUs than any machine has: a bound for what a driver may answer. */
constexpr unsigned kMaxGpus = 1024;

using nvml::Session;

void read_versions(const Session &session, MachineFacts &facts) {
  char text[nvml::kTextSize] = {};
  if (session.call(session.functions().driver_version, static_cast<char *>(text), nvml::kTextSize) == nvml::kSuccess)
    facts.driver = std::string(text, strnlen(text, sizeof text));
  int version = 0;
  if (session.call(session.functions().cuda_version, &version) == nvml::kSuccess) facts.cuda_version = version;
}

void read_gpus(const Session &session, unsigned count, MachineFacts &facts) {
  std::vector<nvml::Device> devices;
  const auto &handle = session.functions().handle;
  for (unsigned i = 0; i < count; i++) {
    session.turn_to(static_cast<int>(i));
    nvml::Device device = nullptr;
    const nvml::Status status = session.call(handle, i, &device);
    GpuFacts gpu;
    if (status != nvml::kSuccess) gpu.failure = describe_failure(session, status);
    else gpu = read_gpu(session, device);
    devices.push_back(gpu.failure.has_value() ? nullptr : device);
    facts.gpus.push_back(std::move(gpu));
  }
  read_links(session, devices, facts.gpus);
}

void ask(const Session &session, MachineFacts &facts) {
  const nvml::Functions &f = session.functions();
  const auto note_failure = [&](nvml::Status status) {
    facts.outcome = Outcome::kFailed;
    facts.failure = describe_failure(session, status);
  };
  if (const nvml::Status status = session.call(f.init); status != nvml::kSuccess) return note_failure(status);
  read_versions(session, facts);
  unsigned count = 0;
  if (const nvml::Status status = session.call(f.count, &count); status != nvml::kSuccess) {
    note_failure(status);
  } else {
    read_gpus(session, count < kMaxGpus ? count : kMaxGpus, facts);
    facts.outcome = Outcome::kFound;
  }
  session.turn_to(-1);
  session.call(f.shutdown);
}

}  // namespace

MachineFacts discover(const std::string &library_path, Progress &progress) {
  MachineFacts facts;
  progress.call = "dlopen";
  const nvml::Library library = nvml::open_library(library_path, facts.open_failures);
  facts.library = library.file.path();
  if (!library.file.is_open()) {
    facts.outcome = Outcome::kNoLibrary;
  } else if (library.lacks != nullptr) {
    facts.outcome = Outcome::kUselessLibrary;
    facts.lacks = library.lacks;
  } else {
    ask(Session(library.functions, progress), facts);
  }
  return facts;
}

}  // namespace rankplan
