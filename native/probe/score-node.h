#pragma once

#include "score-gpu.h"

namespace rankplan::probe {

/** Lists the GPUs that CUDA shows. */
cuda::Outcome list_gpus(const cuda::Library &library, std::vector<GpuResult> &results);

/** Measures all GPUs of `results`, each on a thread of its own; false when a thread could not be started. */
bool score_node(const Options &options, const cuda::Library &library, const cuda::Cublas &cublas,
                const HealthReader &health, std::vector<GpuResult> &results);

}  // namespace rankplan::probe
