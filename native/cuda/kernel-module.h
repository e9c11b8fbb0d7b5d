#pragma once

#include "cuda-library.h"

namespace rankplan::cuda {

/** rankplan's own kernels in the current context. The driver compiles them when the first one is requested. */
class KernelModule {
 public:
  explicit KernelModule(const Library &library) : library_(library) {}
  KernelModule(const KernelModule &) = delete;
  KernelModule &operator=(const KernelModule &) = delete;
  ~KernelModule();

  Outcome find(const char *name, Kernel &kernel);

 private:
  Outcome load();

  const Library &library_;
  Module module_ = nullptr;
};

/** How many blocks of a kernel fill a GPU with so many multiprocessors. */
Outcome choose_grid(const Library &library, Kernel kernel, unsigned multiprocessors, unsigned &grid);

/** Puts a launch on the stream. `parameters` point to the kernel's arguments. */
Outcome launch(const Library &library, Kernel kernel, unsigned grid, Stream stream, void **parameters);

}  // namespace rankplan::cuda
