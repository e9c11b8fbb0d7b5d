#pragma once

#include <string_view>

#include "measure.h"
#include "workload.h"

namespace rankplan::probe {

/** Something that is measured, and how its samples have to look. */
struct Metric {
  const char *name;
  const char *unit;
  /** Bytes or operations per second of one unit. */
  double per_unit;
  /** The methods that can stand behind a figure, best first. A change that moves figures gets a new number. */
  std::string_view methods;
  /** Relative: two windows of the warm-up that differ by no more are alike. */
  double settled_within;
  /** Relative standard deviation from which on the figure is noisy. */
  double noisy_from;
  const Protocol &protocol;
  Prepared (*prepare)(const Bench &bench);
};

/** Every metric of one GPU, in the order of measuring; the peer copies come after them. */
inline constexpr Metric kMetrics[] = {
    {"bandwidth", "GB/s", 1e9, "copy-kernel/1", 0.01, 0.02, kFullProtocol, prepare_copy_kernel},
    {"copy", "GB/s", 1e9, "memcpy-dtod/1", 0.01, 0.02, kFullProtocol, prepare_device_copy},
    {"fp32", "TFLOP/s", 1e12, "fma-kernel/1", 0.01, 0.02, kFullProtocol, prepare_fma},
    {"bf16", "TFLOP/s", 1e12, "cublas-gemm-bf16-8192/1 cublas-gemm-bf16-4096/1", 0.01, 0.03, kLongProtocol,
     prepare_matrix_product},
    {"h2d", "GB/s", 1e9, "memcpy-htod/1", 0.03, 0.05, kFullProtocol, prepare_host_to_device},
    {"d2h", "GB/s", 1e9, "memcpy-dtoh/1", 0.03, 0.05, kFullProtocol, prepare_device_to_host},
};

/** Copies to the other GPUs, whose workload needs two. */
inline constexpr Metric kPeerMetric = {"peer", "GB/s", 1e9, "memcpy-peer/1", 0.03, 0.05, kShortProtocol, nullptr};

bool is_metric(std::string_view name);

/** What `--list` prints. */
std::string list_metrics();

}  // namespace rankplan::probe
