#include "cublas-library.h"

#include "find-cublas.h"

namespace rankplan::cuda {

namespace {

template <typename Signature>
bool resolve(const SharedLibrary &file, Signature *&function, const char *name) {
  const char *found = nullptr;
  function = reinterpret_cast<Signature *>(file.find({name}, found));
  return function != nullptr;
}

bool resolve_all(const SharedLibrary &file, CublasFunctions &f) {
  return resolve(file, f.create, "cublasCreate_v2") && resolve(file, f.destroy, "cublasDestroy_v2") &&
         resolve(file, f.set_stream, "cublasSetStream_v2") && resolve(file, f.version, "cublasGetVersion_v2") &&
         resolve(file, f.gemm, "cublasGemmEx");
}

/** cuBLAS needs its sister library, which lies beside it, not always where the linker looks. */
void open_sister(const std::string &path) {
  const std::size_t name = path.rfind("libcublas.so");
  if (name == std::string::npos || path.find('/') == std::string::npos) return;
  std::vector<OpenFailure> ignored;
  SharedLibrary::open({path.substr(0, name) + "libcublasLt.so" + path.substr(name + 12)}, ignored);
}

/** The wheel of that major version: without a suffix it is of CUDA 13 or newer. */
std::string name_wheel(int major) { return major >= 13 ? "nvidia-cublas" : "nvidia-cublas-cu" + std::to_string(major); }

std::string describe_absence(const std::vector<OpenFailure> &failures, const std::vector<std::string> &too_new,
                             int major) {
  std::string text =
      "cuBLAS was not found: install it (`pip install " + name_wheel(major) + "`), or name it with RANKPLAN_CUBLAS";
  for (const std::string &file : too_new)
    text += "; " + file + " was passed over: it is newer than CUDA " + std::to_string(major) + ", the driver's";
  // The linker's bare names come last and say the least.
  const std::size_t shown = failures.size() < 3 ? failures.size() : 3;
  for (std::size_t i = 0; i < shown; i++) text += "; " + failures[i].reason;
  return text;
}

}  // namespace

Cublas open_cublas(const std::string &path, int driver_cuda_version) {
  Cublas cublas;
  if (path == "none") {
    cublas.absence = "cuBLAS was not asked for";
    return cublas;
  }
  std::vector<OpenFailure> failures;
  const int major = driver_cuda_version / 1000;
  const CublasPlaces places = path.empty() ? find_cublas(major) : CublasPlaces{{path}, {}};
  for (const std::string &candidate : places.candidates) {
    open_sister(candidate);
    cublas.file = SharedLibrary::open({candidate}, failures);
    if (!cublas.file.is_open()) continue;
    if (resolve_all(cublas.file, cublas.functions)) return cublas;
    failures.push_back({candidate, candidate + " lacks functions that cuBLAS has"});
  }
  cublas.absence = describe_absence(failures, places.too_new, major);
  return cublas;
}

Failure describe_cublas(const char *call, CublasStatus status) {
  struct Named {
    CublasStatus status;
    const char *name;
    const char *advice;
  };
  static constexpr Named kNamed[] = {
      {1, "CUBLAS_STATUS_NOT_INITIALIZED", "cuBLAS could not start: it may need a newer driver, or more free memory"},
      {3, "CUBLAS_STATUS_ALLOC_FAILED", "the GPU has too little free memory for cuBLAS"},
      {7, "CUBLAS_STATUS_INVALID_VALUE", "cuBLAS refused an argument: this is a bug in rankplan, please report it"},
      {8, "CUBLAS_STATUS_ARCH_MISMATCH", "this cuBLAS has no bf16 for this GPU: take a newer one"},
      {11, "CUBLAS_STATUS_MAPPING_ERROR", "cuBLAS could not reach the GPU's memory"},
      {13, "CUBLAS_STATUS_EXECUTION_FAILED", "the matrix product failed on the GPU: look at `dmesg` for Xid"},
      {14, "CUBLAS_STATUS_INTERNAL_ERROR", "cuBLAS failed: it may not fit the driver, or its libcublasLt is another's"},
      {15, "CUBLAS_STATUS_NOT_SUPPORTED", "this cuBLAS cannot do it on this GPU: take a newer one"},
  };
  for (const Named &named : kNamed) {
    if (named.status == status) return {call, status, named.name, named.advice};
  }
  return {call, status, "", "look this status of cuBLAS up in NVIDIA's documentation (cublasStatus_t)"};
}

}  // namespace rankplan::cuda
