#include "gpu.h"

#include <cstdio>

#include "../core/read-fabric.h"

namespace rankplan::probe {

namespace {

constexpr int kNameSize = 256;

std::string format_address(int domain, int bus, int device) {
  char text[32];
  std::snprintf(text, sizeof text, "%04x:%02x:%02x.0", static_cast<unsigned>(domain), static_cast<unsigned>(bus),
                static_cast<unsigned>(device));
  return text;
}

}  // namespace

cuda::Outcome read_gpu(const cuda::Library &library, int ordinal, Gpu &gpu) {
  const cuda::Functions &f = library.functions();
  gpu.ordinal = ordinal;
  if (auto failure = library.call(f.device, &gpu.device, ordinal)) return failure;
  char name[kNameSize] = {};
  if (auto failure = library.call(f.device_name, static_cast<char *>(name), kNameSize - 1, gpu.device)) return failure;
  gpu.model = name;
  cuda::Uuid uuid = {};
  if (auto failure = library.call(f.device_uuid, &uuid, gpu.device)) return failure;
  gpu.uuid = nvml::format_uuid(uuid.bytes);
  std::size_t bytes = 0;
  if (auto failure = library.call(f.device_memory, &bytes, gpu.device)) return failure;
  gpu.memory_bytes = bytes;

  struct Wanted {
    cuda::Attribute attribute;
    int value;
  };
  Wanted wanted[] = {{cuda::kCapabilityMajor, 0}, {cuda::kCapabilityMinor, 0}, {cuda::kMultiprocessorCount, 0},
                     {cuda::kL2CacheBytes, 0},    {cuda::kPciDomain, 0},       {cuda::kPciBus, 0},
                     {cuda::kPciDevice, 0}};
  for (Wanted &one : wanted) {
    if (auto failure = library.call(f.attribute, &one.value, static_cast<int>(one.attribute), gpu.device))
      return failure;
  }
  gpu.capability_major = wanted[0].value;
  gpu.capability_minor = wanted[1].value;
  gpu.multiprocessors = static_cast<unsigned>(wanted[2].value);
  gpu.l2_bytes = static_cast<std::uint64_t>(wanted[3].value);
  gpu.pci = format_address(wanted[4].value, wanted[5].value, wanted[6].value);
  return std::nullopt;
}

GpuSession::~GpuSession() {
  const cuda::Functions &f = library_.functions();
  if (stream_ != nullptr) f.destroy_stream.call(stream_);
  if (context_ != nullptr) f.release_context.call(gpu_.device);
}

cuda::Outcome GpuSession::open() {
  const cuda::Functions &f = library_.functions();
  if (auto failure = library_.call(f.retain_context, &context_, gpu_.device)) {
    context_ = nullptr;
    return failure;
  }
  if (auto failure = library_.call(f.set_context, context_)) return failure;
  return library_.call(f.create_stream, &stream_, cuda::kStreamNonBlocking);
}

cuda::Outcome GpuSession::free_memory(std::uint64_t &bytes) const {
  std::size_t free = 0;
  std::size_t total = 0;
  if (auto failure = library_.call(library_.functions().memory_info, &free, &total)) return failure;
  bytes = free;
  return std::nullopt;
}

cuda::Outcome GpuSession::wait() const { return library_.call(library_.functions().wait_for_stream, stream_); }

}  // namespace rankplan::probe
