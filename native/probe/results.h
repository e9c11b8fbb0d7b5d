#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "measure.h"
#include "metrics.h"
#include "quality.h"
#include "statistics.h"

namespace rankplan::probe {

struct Figure {
  std::string method;
  Summary summary;
  Measurement measurement;
  Health after;
  Judgement judgement;
  /** A JSON object of the workload's own facts. */
  std::string details;
};

struct MetricResult {
  const Metric *metric = nullptr;
  std::variant<Figure, Absence, cuda::Failure> outcome;
};

/** Copies from one GPU to another. */
struct PeerResult {
  unsigned to = 0;
  /** The copy does not pass through host memory. */
  bool is_direct = false;
  std::variant<Figure, cuda::Failure> outcome;
};

struct GpuResult {
  Gpu gpu;
  /** Why the GPU cannot be used, from the start or after a fault. */
  std::optional<cuda::Failure> failure;
  /** The stage or metric during which it failed. */
  std::string failed_at;
  std::uint64_t free_bytes = 0;
  /** The CPUs on which its thread ran; empty: any. */
  std::string cpus;
  Health idle;
  std::vector<MetricResult> metrics;
  std::vector<PeerResult> peers;
};

}  // namespace rankplan::probe
