#include "kernel-module.h"

#include <cstring>

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
  void *values[] = {log, reinterpret_cast<void *>(kLogSize - 1)};
  auto failure = library_.call(library_.functions().load_module, &module_, static_cast<const void *>(kKernelsPtx), 2u,
                               static_cast<int *>(options), static_cast<void **>(values));
  if (!failure) return std::nullopt;
  module_ = nullptr;
  log[strcspn(log, "\n")] = '\0';
  if (log[0] != '\0') failure->advice += std::string(" (the driver's compiler says: ") + log + ')';
  return failure;
}

}  // namespace rankplan::cuda
