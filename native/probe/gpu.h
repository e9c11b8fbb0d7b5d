#pragma once

#include <cstdint>
#include <string>

#include "../cuda/cuda-library.h"

namespace rankplan::probe {

/** A GPU, or a MIG instance, as CUDA shows it. */
struct Gpu {
  int ordinal = 0;
  cuda::DeviceOrdinal device = 0;
  /** 32 hexadecimal digits in groups: CUDA does not say whether it is a GPU's or a MIG instance's. */
  std::string uuid;
  std::string model;
  /** As sysfs writes it: 0000:17:00.0. */
  std::string pci;
  int capability_major = 0;
  int capability_minor = 0;
  unsigned multiprocessors = 0;
  std::uint64_t l2_bytes = 0;
  std::uint64_t memory_bytes = 0;
};

cuda::Outcome read_gpu(const cuda::Library &library, int ordinal, Gpu &gpu);

/** The primary context of a GPU, current on this thread, and a stream in it. */
class GpuSession {
 public:
  GpuSession(const cuda::Library &library, const Gpu &gpu) : library_(library), gpu_(gpu) {}
  GpuSession(const GpuSession &) = delete;
  GpuSession &operator=(const GpuSession &) = delete;
  ~GpuSession();

  cuda::Outcome open();

  const cuda::Library &library() const { return library_; }
  const Gpu &gpu() const { return gpu_; }
  cuda::Context context() const { return context_; }
  cuda::Stream stream() const { return stream_; }

  cuda::Outcome free_memory(std::uint64_t &bytes) const;
  /** Waits for the stream; a fault that broke the context shows here. */
  cuda::Outcome wait() const;

 private:
  const cuda::Library &library_;
  const Gpu &gpu_;
  cuda::Context context_ = nullptr;
  cuda::Stream stream_ = nullptr;
};

}  // namespace rankplan::probe
