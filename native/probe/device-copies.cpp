// Device memory: rankplan's own kernel, and the driver's copy.
#include "../cuda/kernels/kernel-shapes.h"
#include "../cuda/memory.h"
#include "buffer-size.h"
#include "workload.h"

namespace rankplan::probe {

namespace {

/** A copy between two buffers of noise. */
class BufferCopy : public Workload {
 public:
  explicit BufferCopy(const GpuSession &session)
      : session_(session), to_(session.library()), from_(session.library()) {}

  /** Returns why it cannot. */
  std::optional<Prepared> allocate() {
    std::uint64_t free = 0;
    if (auto failure = session_.free_memory(free)) return *failure;
    const std::uint64_t bytes = choose_buffer_size(session_.gpu().l2_bytes, free);
    if (bytes == 0) {
      return Absence{"only " + std::to_string(free >> 20) +
                     " MiB of the GPU's memory are free: the cache would answer"};
    }
    for (cuda::DeviceMemory *memory : {&to_, &from_}) {
      if (auto failure = memory->allocate_noise(session_.stream(), bytes)) return *failure;
    }
    return std::nullopt;
  }

  /** Both ways are counted: each byte is read and written. */
  double work() const final { return 2.0 * static_cast<double>(to_.bytes()); }

  void describe(JsonWriter &json) const final {
    json.key("bufferBytes").integer(static_cast<std::int64_t>(to_.bytes()));
  }

 protected:
  const GpuSession &session_;
  cuda::DeviceMemory to_;
  cuda::DeviceMemory from_;
};

class CopyKernel final : public BufferCopy {
 public:
  using BufferCopy::BufferCopy;

  std::optional<Prepared> prepare(cuda::KernelModule &kernels) {
    if (auto failure = kernels.find(RANKPLAN_COPY_KERNEL, kernel_)) return *failure;
    return allocate();
  }

  cuda::Outcome enqueue_once() override {
    cuda::DevicePointer to = to_.address();
    cuda::DevicePointer from = from_.address();
    // Whole: buffers are a number of MiB.
    const auto blocks = static_cast<unsigned>(to_.bytes() / RANKPLAN_COPY_BLOCK_BYTES);
    void *parameters[] = {&to, &from};
    return cuda::launch(session_.library(), kernel_, blocks, session_.stream(), parameters);
  }

 private:
  cuda::Kernel kernel_ = nullptr;
};

class DeviceCopy final : public BufferCopy {
 public:
  using BufferCopy::BufferCopy;

  cuda::Outcome enqueue_once() override {
    const auto &library = session_.library();
    return library.call(library.functions().copy_on_device, to_.address(), from_.address(), to_.bytes(),
                        session_.stream());
  }
};

}  // namespace

Prepared prepare_copy_kernel(const Bench &bench) {
  auto workload = std::make_unique<CopyKernel>(bench.session);
  if (auto obstacle = workload->prepare(bench.kernels)) return std::move(*obstacle);
  return Ready{std::move(workload), "copy-kernel/1"};
}

Prepared prepare_device_copy(const Bench &bench) {
  auto workload = std::make_unique<DeviceCopy>(bench.session);
  if (auto obstacle = workload->allocate()) return std::move(*obstacle);
  return Ready{std::move(workload), "memcpy-dtod/1"};
}

}  // namespace rankplan::probe
