#include "kernel-module.h"

#include <cstring>

#include "kernels/kernel-shapes.h"
#include "kernels/kernels-ptx.h"

namespace rankplan::cuda {

namespace {

/** CUjit_option. */
constexpr int kErrorLog = 5;
constexpr int kErrorLogSize = 6;
constexpr std::size_t kLogSize = 4096;

}  // namespace

KernelModule::~KernelModule() {
  if (module_ != nullptr) library_.functions().unload_module.call(module_);
}

Outcome KernelModule::find(const char *name, Kernel &kernel) {
  if (module_ == nullptr) {
    if (auto failure = load()) return failure;
  }
  return library_.call(library_.functions().kernel, &kernel, module_, name);
}

Outcome KernelModule::load() {
  char log[kLogSize] = {};
  int options[] = {kErrorLog, kErrorLogSize};
  // A number in place of an address is how the driver takes it.
  void *values[] = {log, reinterpret_cast<void *>(kLogSize - 1)};  // NOLINT(performance-no-int-to-ptr)
  auto failure = library_.call(library_.functions().load_module, &module_, static_cast<const void *>(kKernelsPtx), 2U,
                               static_cast<int *>(options), static_cast<void **>(values));
  if (!failure) return std::nullopt;
  module_ = nullptr;
  log[strcspn(log, "\n")] = '\0';
  if (log[0] != '\0') failure->advice += std::string(" (the driver's compiler says: ") + log + ')';
  return failure;
}

Outcome choose_grid(const Library &library, Kernel kernel, unsigned multiprocessors, unsigned &grid) {
  int blocks = 0;
  auto failure = library.call(library.functions().blocks_per_multiprocessor, &blocks, kernel,
                              static_cast<int>(RANKPLAN_BLOCK_THREADS), std::size_t{0});
  grid = static_cast<unsigned>(blocks) * multiprocessors;
  return failure;
}

Outcome launch(const Library &library, Kernel kernel, unsigned grid, Stream stream, void **parameters) {
  void **const no_extra = nullptr;
  return library.call(library.functions().launch, kernel, grid, 1U, 1U, RANKPLAN_BLOCK_THREADS, 1U, 1U, 0U, stream,
                      parameters, no_extra);
}

}  // namespace rankplan::cuda
