#pragma once

#include <functional>
#include <vector>

#include "gpu.h"
#include "health.h"
#include "workload.h"

namespace rankplan::probe {

/** How long everything takes, in milliseconds of the GPU's clock. */
struct Protocol {
  /** A sample takes at least that long. */
  double sample_ms = 20;
  unsigned samples = 15;
  /** The length of a window of the warm-up, which compares each window with the one before. */
  double window_ms = 100;
  double warm_up_ms = 300;
  double longest_warm_up_ms = 1500;
};

inline constexpr Protocol kFullProtocol = {};
/**
 * For what draws more power than a card may: an H200 swings between 540 and 705 TFLOP/s in the first seconds, until its
 * power cap has found the clocks.
 */
inline constexpr Protocol kLongProtocol = {20, 15, 100, 3000, 4000};
/** For copies between pairs of GPUs, of which there are many, and which have no clock to raise. */
inline constexpr Protocol kShortProtocol = {20, 7, 40, 80, 400};

struct Measurement {
  /** Work per second. */
  std::vector<double> samples;
  /** How many times the work was done in a sample. */
  unsigned times = 1;
  double warm_up_ms = 0;
  double shortest_sample_ms = 0;
  /** Two windows of the warm-up agreed. */
  bool is_settled = false;
  Health during;
};

/** What happens beside the work. */
struct Observer {
  /** After each sample. */
  std::function<void(unsigned done)> progress;
  /** Asked once, while the GPU works. */
  std::function<Health()> read_health;
};

/** Warms up until the speed settles, then takes the samples. */
cuda::Outcome measure(const GpuSession &session, Workload &workload, const Protocol &protocol, double settled_within,
                      const Observer &observer, Measurement &measurement);

/** Does the work of one sample and waits for it. */
cuda::Outcome run_sample(const GpuSession &session, Workload &workload, unsigned times);

}  // namespace rankplan::probe
