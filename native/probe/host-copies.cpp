// Copies between pinned memory of the host and the GPU, one direction at a time.
#include <cstring>

#include "../cuda/memory.h"
#include "workload.h"

namespace rankplan::probe {

namespace {

constexpr std::size_t kBytes = std::size_t{64} << 20;

enum class Direction { kToDevice, kToHost };

class HostCopy final : public Workload {
 public:
  HostCopy(const GpuSession &session, Direction direction)
      : session_(session), direction_(direction), device_(session.library()), host_(session.library()) {}

  cuda::Outcome prepare() {
    if (auto failure = device_.allocate_noise(session_.stream(), kBytes)) return failure;
    if (auto failure = host_.allocate(kBytes)) return failure;
    // Touched here, on a thread that runs on the GPU's own CPUs, so the pages are near.
    std::memset(host_.address(), 0x5a, kBytes);
    if (auto failure = copy_to_host()) return failure;
    return session_.wait();
  }

  cuda::Outcome enqueue_once() override {
    if (direction_ == Direction::kToHost) return copy_to_host();
    const void *from = host_.address();
    const auto &library = session_.library();
    return library.call(library.functions().copy_to_device, device_.address(), from, kBytes, session_.stream());
  }

  double work() const override { return static_cast<double>(kBytes); }

  void describe(JsonWriter &json) const override { json.key("bufferBytes").integer(std::int64_t{kBytes}); }

 private:
  cuda::Outcome copy_to_host() {
    const auto &library = session_.library();
    return library.call(library.functions().copy_to_host, host_.address(), device_.address(), kBytes,
                        session_.stream());
  }

  const GpuSession &session_;
  Direction direction_;
  cuda::DeviceMemory device_;
  cuda::PinnedMemory host_;
};

Prepared prepare(const Bench &bench, Direction direction, const char *method) {
  auto workload = std::make_unique<HostCopy>(bench.session, direction);
  if (auto failure = workload->prepare()) return *failure;
  return Ready{std::move(workload), method};
}

}  // namespace

Prepared prepare_host_to_device(const Bench &bench) { return prepare(bench, Direction::kToDevice, "memcpy-htod/1"); }

Prepared prepare_device_to_host(const Bench &bench) { return prepare(bench, Direction::kToHost, "memcpy-dtoh/1"); }

}  // namespace rankplan::probe
