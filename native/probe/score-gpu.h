#pragma once

#include <string>
#include <vector>

#include "../cuda/cublas-library.h"
#include "health-reader.h"
#include "options.h"
#include "progress-lines.h"
#include "rendezvous.h"
#include "results.h"

namespace rankplan::probe {

/** The memory of a GPU that the others use for copies. */
struct PeerSlot {
  cuda::Context context = nullptr;
  /** 0: no memory. */
  cuda::DevicePointer address = 0;
  std::uint64_t bytes = 0;
};

/** What the threads of all GPUs share. `results` and `slots` have an entry per GPU, which only its thread writes. */
struct Node {
  const Options &options;
  const cuda::Library &library;
  const cuda::Cublas &cublas;
  const HealthReader &health;
  const ProgressLines &progress;
  Rendezvous &rendezvous;
  std::vector<GpuResult> &results;
  std::vector<PeerSlot> &slots;
};

/** Measures GPU `index` in step with the others. To be called once for each GPU, each on a thread of its own. */
void score_gpu(const Node &node, unsigned index);

}  // namespace rankplan::probe
