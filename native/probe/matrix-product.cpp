// The product of two square bf16 matrices by cuBLAS, summed in FP32: what large models spend their time with.
#include "../cuda/memory.h"
#include "workload.h"

namespace rankplan::probe {

namespace {

struct Size {
  int rows;
  const char *method;
};

/** The first for which half of the free memory is enough. Another size is another method. */
constexpr Size kSizes[] = {{8192, "cublas-gemm-bf16-8192/1"}, {4096, "cublas-gemm-bf16-4096/1"}};

constexpr int kOldestMajor = 8;

std::uint64_t bytes_of(int rows) {
  return std::uint64_t{2} * static_cast<unsigned>(rows) * static_cast<unsigned>(rows);
}

class MatrixProduct final : public Workload {
 public:
  MatrixProduct(const GpuSession &session, const cuda::Cublas &cublas, int rows)
      : session_(session),
        functions_(cublas.functions),
        rows_(rows),
        a_(session.library()),
        b_(session.library()),
        product_(session.library()) {}

  ~MatrixProduct() override {
    if (handle_ != nullptr) functions_.destroy(handle_);
  }

  cuda::Outcome prepare() {
    if (const auto status = functions_.create(&handle_); status != 0) {
      handle_ = nullptr;
      return cuda::describe_cublas("cublasCreate_v2", status);
    }
    if (const auto status = functions_.version(handle_, &version_); status != 0)
      return cuda::describe_cublas("cublasGetVersion_v2", status);
    if (const auto status = functions_.set_stream(handle_, session_.stream()); status != 0)
      return cuda::describe_cublas("cublasSetStream_v2", status);
    for (cuda::DeviceMemory *matrix : {&a_, &b_}) {
      if (auto failure = matrix->allocate_noise(session_.stream(), bytes_of(rows_))) return failure;
    }
    return product_.allocate(bytes_of(rows_));
  }

  cuda::Outcome enqueue_once() override {
    const float one = 1;
    const float zero = 0;
    const auto status = functions_.gemm(handle_, cuda::kNotTransposed, cuda::kNotTransposed, rows_, rows_, rows_, &one,
                                        at(a_), cuda::kBf16, rows_, at(b_), cuda::kBf16, rows_, &zero, at(product_),
                                        cuda::kBf16, rows_, cuda::kComputeFp32, cuda::kDefaultAlgorithm);
    if (status != 0) return cuda::describe_cublas("cublasGemmEx", status);
    return std::nullopt;
  }

  double work() const override {
    const auto rows = static_cast<double>(rows_);
    return 2 * rows * rows * rows;
  }

  void describe(JsonWriter &json) const override {
    json.key("rows").integer(rows_);
    json.key("cublasVersion").integer(version_);
  }

 private:
  /** An address of the GPU as cuBLAS takes it. */
  static void *at(const cuda::DeviceMemory &memory) {
    return reinterpret_cast<void *>(memory.address());  // NOLINT(performance-no-int-to-ptr)
  }

  const GpuSession &session_;
  const cuda::CublasFunctions &functions_;
  int rows_;
  cuda::DeviceMemory a_;
  cuda::DeviceMemory b_;
  cuda::DeviceMemory product_;
  cuda::CublasHandle handle_ = nullptr;
  int version_ = 0;
};

}  // namespace

Prepared prepare_matrix_product(const Bench &bench) {
  const Gpu &gpu = bench.session.gpu();
  if (gpu.capability_major < kOldestMajor) {
    return Absence{"bf16 needs compute capability 8.0; this GPU has " + std::to_string(gpu.capability_major) + '.' +
                       std::to_string(gpu.capability_minor),
                   true};
  }
  if (!bench.cublas.is_there()) return Absence{bench.cublas.absence};
  std::uint64_t free = 0;
  if (auto failure = bench.session.free_memory(free)) return *failure;
  for (const Size &size : kSizes) {
    if (3 * bytes_of(size.rows) > free / 2) continue;
    auto workload = std::make_unique<MatrixProduct>(bench.session, bench.cublas, size.rows);
    if (auto failure = workload->prepare()) return *failure;
    return Ready{std::move(workload), size.method};
  }
  return Absence{"only " + std::to_string(free >> 20) +
                 " MiB of the GPU's memory are free: too little for the matrices"};
}

}  // namespace rankplan::probe
