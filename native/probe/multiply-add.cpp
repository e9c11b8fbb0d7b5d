// FP32 arithmetic: multiply-adds in registers, which no memory slows down.
#include "../cuda/kernels/kernel-shapes.h"
#include "../cuda/memory.h"
#include "workload.h"

namespace rankplan::probe {

namespace {

/** About a millisecond on a GPU of 2024, two on one of 2016. */
constexpr unsigned kIterations = 512;

class MultiplyAdd final : public Workload {
 public:
  explicit MultiplyAdd(const GpuSession &session) : session_(session), result_(session.library()) {}

  cuda::Outcome prepare(cuda::KernelModule &kernels) {
    if (auto failure = kernels.find(RANKPLAN_FMA_KERNEL, kernel_)) return failure;
    const auto multiprocessors = session_.gpu().multiprocessors;
    if (auto failure = cuda::choose_grid(session_.library(), kernel_, multiprocessors, grid_)) return failure;
    return result_.allocate(sizeof(float));
  }

  cuda::Outcome enqueue_once() override {
    cuda::DevicePointer result = result_.address();
    float multiplier = -1.0F;
    float addend = 1.2345F;
    unsigned iterations = kIterations;
    void *parameters[] = {&result, &multiplier, &addend, &iterations};
    return cuda::launch(session_.library(), kernel_, grid_, session_.stream(), parameters);
  }

  double work() const override {
    return 2.0 * RANKPLAN_FMA_PER_ITERATION * kIterations * RANKPLAN_BLOCK_THREADS * grid_;
  }

  void describe(JsonWriter &json) const override { json.key("grid").integer(grid_); }

 private:
  const GpuSession &session_;
  cuda::DeviceMemory result_;
  cuda::Kernel kernel_ = nullptr;
  unsigned grid_ = 0;
};

}  // namespace

Prepared prepare_fma(const Bench &bench) {
  auto workload = std::make_unique<MultiplyAdd>(bench.session);
  if (auto failure = workload->prepare(bench.kernels)) return *failure;
  return Ready{std::move(workload), "fma-kernel/1"};
}

}  // namespace rankplan::probe
