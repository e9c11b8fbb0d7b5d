// Device memory: rankplan's own kernel, and the driver's copy.
#include "../cuda/kernels/kernel-shapes.h"
#include "../cuda/memory.h"
#include "buffer-size.h"
#include "workload.h"

namespace rankplan::probe {

namespace {

/** Two buffers of noise. */
struct Buffers {
  explicit Buffers(const cuda::Library &library) : to(library), from(library) {}

  cuda::DeviceMemory to;
  cuda::DeviceMemory from;
};

/** Fills `buffers`, or returns why it cannot. */
std::optional<Prepared> allocate(const GpuSession &session, Buffers &buffers) {
  std::uint64_t free = 0;
  if (auto failure = session.free_memory(free)) return *failure;
  const std::uint64_t bytes = choose_buffer_size(session.gpu().l2_bytes, free);
  if (bytes == 0) {
    return Absence{"only " + std::to_string(free >> 20) + " MiB of the GPU's memory are free: the cache would answer"};
  }
  for (cuda::DeviceMemory *memory : {&buffers.to, &buffers.from}) {
    if (auto failure = memory->allocate(bytes)) return *failure;
    if (auto failure = fill_with_noise(session.library(), session.stream(), memory->address(), bytes)) return *failure;
  }
  return std::nullopt;
}

/** Both ways are counted: each byte is read and written. */
double count_bytes(const Buffers &buffers) { return 2.0 * static_cast<double>(buffers.to.bytes()); }

class CopyKernel final : public Workload {
 public:
  explicit CopyKernel(const GpuSession &session) : session_(session), buffers_(session.library()) {}

  std::optional<Prepared> prepare(cuda::KernelModule &kernels) {
    if (auto failure = kernels.find(RANKPLAN_COPY_KERNEL, kernel_)) return *failure;
    return allocate(session_, buffers_);
  }

  cuda::Outcome enqueue(unsigned times) override {
    cuda::DevicePointer to = buffers_.to.address();
    cuda::DevicePointer from = buffers_.from.address();
    // Whole: buffers are a number of MiB.
    const auto blocks = static_cast<unsigned>(buffers_.to.bytes() / RANKPLAN_COPY_BLOCK_BYTES);
    void *parameters[] = {&to, &from};
    return cuda::launch(session_.library(), kernel_, blocks, session_.stream(), parameters, times);
  }

  double work() const override { return count_bytes(buffers_); }

  void describe(JsonWriter &json) const override {
    json.key("bufferBytes").integer(static_cast<std::int64_t>(buffers_.to.bytes()));
  }

 private:
  const GpuSession &session_;
  Buffers buffers_;
  cuda::Kernel kernel_ = nullptr;
};

class DeviceCopy final : public Workload {
 public:
  explicit DeviceCopy(const GpuSession &session) : session_(session), buffers_(session.library()) {}

  std::optional<Prepared> prepare() { return allocate(session_, buffers_); }

  cuda::Outcome enqueue(unsigned times) override {
    const auto &library = session_.library();
    for (unsigned i = 0; i < times; i++) {
      if (auto failure = library.call(library.functions().copy_on_device, buffers_.to.address(),
                                      buffers_.from.address(), buffers_.to.bytes(), session_.stream()))
        return failure;
    }
    return std::nullopt;
  }

  double work() const override { return count_bytes(buffers_); }

  void describe(JsonWriter &json) const override {
    json.key("bufferBytes").integer(static_cast<std::int64_t>(buffers_.to.bytes()));
  }

 private:
  const GpuSession &session_;
  Buffers buffers_;
};

}  // namespace

Prepared prepare_copy_kernel(const Bench &bench) {
  auto workload = std::make_unique<CopyKernel>(bench.session);
  if (auto obstacle = workload->prepare(bench.kernels)) return std::move(*obstacle);
  return Ready{std::move(workload), "copy-kernel/1"};
}

Prepared prepare_device_copy(const Bench &bench) {
  auto workload = std::make_unique<DeviceCopy>(bench.session);
  if (auto obstacle = workload->prepare()) return std::move(*obstacle);
  return Ready{std::move(workload), "memcpy-dtod/1"};
}

}  // namespace rankplan::probe
