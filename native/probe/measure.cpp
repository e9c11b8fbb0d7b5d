#include "measure.h"

#include <algorithm>
#include <cmath>

#include "../cuda/stopwatch.h"

namespace rankplan::probe {

namespace {

/** More than any sample needs; a clock that stands still would let it grow for ever. */
constexpr unsigned kMostTimes = 1U << 20;
constexpr unsigned kMostWindows = 1000;

class Timer {
 public:
  Timer(const GpuSession &session, Workload &workload)
      : session_(session), workload_(workload), stopwatch_(session.library()) {}

  cuda::Outcome create() { return stopwatch_.create(); }

  /** Milliseconds for the work `times` over. `meanwhile` is called while the GPU works. */
  cuda::Outcome time(unsigned times, double &milliseconds, const std::function<void()> &meanwhile = nullptr) {
    if (auto failure = stopwatch_.start(session_.stream())) return failure;
    if (auto failure = workload_.enqueue(times)) return failure;
    if (auto failure = stopwatch_.stop(session_.stream())) return failure;
    if (meanwhile) meanwhile();
    return stopwatch_.read(milliseconds);
  }

  double rate(unsigned times, double milliseconds) const { return workload_.work() * times / (milliseconds / 1000); }

 private:
  const GpuSession &session_;
  Workload &workload_;
  cuda::Stopwatch stopwatch_;
};

/** How many repetitions take at least `wanted`, if `times` of them took `milliseconds`. */
unsigned scale(unsigned times, double milliseconds, double wanted) {
  if (!(milliseconds > 0)) return std::min(times * 8, kMostTimes);
  const double needed = std::ceil(1.05 * wanted / milliseconds * times);
  return static_cast<unsigned>(std::clamp(needed, 1.0, static_cast<double>(kMostTimes)));
}

/** Finds how often the work has to be done for one sample. */
cuda::Outcome calibrate(Timer &timer, double wanted, unsigned &times) {
  double milliseconds = 0;
  while (milliseconds < wanted) {
    const unsigned next = std::max(scale(times, milliseconds, wanted), times);
    if (next == kMostTimes && times == kMostTimes) {
      return cuda::Failure{"cuEventElapsedTime", 0, "", "the GPU's clock stands still"};
    }
    times = next;
    if (auto failure = timer.time(times, milliseconds)) return failure;
  }
  times = scale(times, milliseconds, wanted);
  return std::nullopt;
}

cuda::Outcome warm_up(Timer &timer, const Protocol &protocol, double settled_within, Measurement &measurement) {
  const auto windows_per = static_cast<unsigned>(std::max(1.0, protocol.window_ms / protocol.sample_ms));
  double before = 0;
  for (unsigned window = 0; window < kMostWindows; window++) {
    double milliseconds = 0;
    if (auto failure = timer.time(measurement.times * windows_per, milliseconds)) return failure;
    const double rate = timer.rate(measurement.times * windows_per, milliseconds);
    measurement.warm_up_ms += milliseconds;
    measurement.is_settled = before > 0 && std::fabs(rate - before) <= settled_within * before;
    measurement.times =
        std::max(measurement.times, scale(measurement.times * windows_per, milliseconds, protocol.sample_ms));
    before = rate;
    if (measurement.is_settled && measurement.warm_up_ms >= protocol.warm_up_ms) break;
    if (measurement.warm_up_ms >= protocol.longest_warm_up_ms) break;
  }
  return std::nullopt;
}

}  // namespace

cuda::Outcome measure(const GpuSession &session, Workload &workload, const Protocol &protocol, double settled_within,
                      const Observer &observer, Measurement &measurement) {
  Timer timer(session, workload);
  if (auto failure = timer.create()) return failure;
  if (auto failure = calibrate(timer, protocol.sample_ms, measurement.times)) return failure;
  if (auto failure = warm_up(timer, protocol, settled_within, measurement)) return failure;
  for (unsigned i = 0; i < protocol.samples; i++) {
    double milliseconds = 0;
    if (auto failure = timer.time(measurement.times, milliseconds)) return failure;
    measurement.samples.push_back(timer.rate(measurement.times, milliseconds));
    measurement.shortest_sample_ms = i == 0 ? milliseconds : std::min(measurement.shortest_sample_ms, milliseconds);
    observer.progress(i + 1);
  }
  // In a sample of its own, so that the questions to the driver disturb no other.
  double ignored = 0;
  return timer.time(measurement.times, ignored, [&] { measurement.during = observer.read_health(); });
}

cuda::Outcome run_sample(const GpuSession &session, Workload &workload, unsigned times) {
  if (auto failure = workload.enqueue(times)) return failure;
  return session.wait();
}

}  // namespace rankplan::probe
