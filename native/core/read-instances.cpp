#include "read-instances.h"

#include "read-gpu.h"

namespace rankplan::nvml {

namespace {

/** More instances than a GPU can have: a bound for what a driver may answer. */
constexpr unsigned kMaxInstances = 64;

}  // namespace

std::optional<unsigned> read_number(const Session &session, const Function<Status(Device, unsigned *)> &function,
                                    Device device) {
  unsigned number = 0;
  return session.call(function, device, &number) == kSuccess ? std::optional(number) : std::nullopt;
}

bool has_mig(const Session &session, Device gpu) {
  unsigned current = 0;
  unsigned pending = 0;
  return session.call(session.functions().mig_mode, gpu, &current, &pending) == kSuccess && current == 1;
}

void for_each_instance(const Session &session, Device gpu, const std::function<void(Device instance)> &take) {
  if (!has_mig(session, gpu)) return;
  const unsigned count = read_number(session, session.functions().mig_count, gpu).value_or(0);
  for (unsigned i = 0; i < count && i < kMaxInstances; i++) {
    Device device = nullptr;
    // The places are those of the finest division, so most of them are empty.
    if (session.call(session.functions().mig_handle, gpu, i, &device) == kSuccess) take(device);
  }
}

std::vector<InstanceFacts> read_instances(const Session &session, Device gpu) {
  std::vector<InstanceFacts> instances;
  for_each_instance(session, gpu, [&](Device device) {
    const Functions &f = session.functions();
    InstanceFacts instance;
    Status status = kSuccess;
    instance.uuid = read_text(session, f.uuid, device, status);
    instance.model = read_text(session, f.model, device, status);
    instance.memory_bytes = read_total_memory(session, device, status);
    instance.gpu_instance = read_number(session, f.gpu_instance, device);
    instance.compute_instance = read_number(session, f.compute_instance, device);
    instances.push_back(instance);
  });
  return instances;
}

}  // namespace rankplan::nvml
