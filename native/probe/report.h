#pragma once

#include <string>

#include "score-gpu.h"

namespace rankplan::probe {

/** What the document has besides its GPUs. */
struct Report {
  const Options &options;
  const cuda::Library &library;
  const cuda::Cublas &cublas;
  const HealthReader &health;
  /** 13000 is CUDA 13.0; 0 when unknown. */
  int cuda_version = 0;
  /** Why there is nothing to measure on this machine. */
  cuda::Outcome failure;
};

/** The JSON document of the whole run. */
std::string render_report(const Report &report, const std::vector<GpuResult> &results);

}  // namespace rankplan::probe
