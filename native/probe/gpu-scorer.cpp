#include "gpu-scorer.h"

#include <unistd.h>

#include "near-cpus.h"

namespace rankplan::probe {

namespace {

constexpr useconds_t kLookMicroseconds = 100000;
constexpr int kLooks = 20;

/** Call it before a context is on the GPU. It waits, because a process that has just ended counts for a second. */
Health read_idle(const HealthReader &reader, const std::string &uuid) {
  Health health = reader.read(uuid);
  for (int look = 0; look < kLooks && was_just_used(health); look++) {
    usleep(kLookMicroseconds);
    health = reader.read(uuid);
  }
  return health;
}

}  // namespace

GpuScorer::GpuScorer(const Node &node, unsigned index)
    : node_(node),
      index_(index),
      result_(node.results[index]),
      session_(node.library, result_.gpu),
      kernels_(node.library) {}

void GpuScorer::open() {
  if (!is_usable()) return;
  node_.progress.tell(result_.gpu.ordinal, "open", 0, 1);
  result_.cpus = stay_near(result_.gpu.pci);
  result_.idle = read_idle(node_.health, result_.gpu.uuid);
  cuda::Outcome failure = session_.open();
  if (!failure && was_just_used(result_.idle)) look_at_raised_clocks();
  if (!failure) failure = session_.free_memory(result_.free_bytes);
  if (failure) {
    result_.failure = failure;
    result_.failed_at = "open";
  }
  node_.progress.tell(result_.gpu.ordinal, "open", 1, 1);
}

/**
 * A display needs little work, but at idle clocks this looks like much. A context raises the clocks and runs nothing
 * yet: utilization that is still high now does not come from a display.
 */
void GpuScorer::look_at_raised_clocks() {
  for (int look = 0; look < kLooks && was_just_used(result_.idle); look++) {
    usleep(kLookMicroseconds);
    result_.idle.utilization = node_.health.read(result_.gpu.uuid).utilization;
  }
}

unsigned GpuScorer::turns() const { return node_.options.is_solo ? static_cast<unsigned>(node_.results.size()) : 1; }

void GpuScorer::score(const Metric &metric) {
  for (unsigned turn = 0; turn < turns(); turn++) {
    const bool takes_part = has_turn(turn) && is_usable();
    std::optional<Prepared> prepared;
    node_.rendezvous.meet();
    if (takes_part) prepared = metric.prepare({session_, kernels_, node_.cublas});
    node_.rendezvous.meet();
    if (takes_part) {
      result_.metrics.push_back(score_now(metric, prepared));
    } else {
      node_.rendezvous.finish();
    }
  }
}

MetricResult GpuScorer::score_now(const Metric &metric, std::optional<Prepared> &prepared) {
  if (auto *ready = std::get_if<Ready>(&*prepared)) {
    auto outcome = time(*ready->workload, metric);
    if (auto *figure = std::get_if<Figure>(&outcome)) {
      figure->method = ready->method;
      return {&metric, std::move(*figure)};
    }
    return {&metric, std::get<cuda::Failure>(outcome)};
  }
  node_.rendezvous.finish();
  if (auto *absence = std::get_if<Absence>(&*prepared)) return {&metric, std::move(*absence)};
  const auto &failure = std::get<cuda::Failure>(*prepared);
  note_fault(failure, metric.name);
  return {&metric, failure};
}

std::variant<Figure, cuda::Failure> GpuScorer::time(Workload &workload, const Metric &metric) {
  const int gpu = result_.gpu.ordinal;
  node_.progress.tell(gpu, metric.name, 0, metric.protocol.samples);
  const Observer observer = {
      [&](unsigned done) { node_.progress.tell(gpu, metric.name, done, metric.protocol.samples); },
      [&] { return node_.health.read(result_.gpu.uuid); },
  };
  Measurement measurement;
  auto failure = measure(session_, workload, metric.protocol, metric.settled_within, observer, measurement);
  node_.rendezvous.finish();
  if (failure) {
    note_fault(*failure, metric.name);
    return *failure;
  }
  keep_busy(workload, measurement.times);
  return make_figure(workload, metric, std::move(measurement));
}

void GpuScorer::keep_busy(Workload &workload, unsigned times) {
  while (!node_.rendezvous.all_finished()) {
    // The next phase reports a fault.
    if (run_sample(session_, workload, times)) return;
  }
}

Figure GpuScorer::make_figure(const Workload &workload, const Metric &metric, Measurement measurement) const {
  Figure figure;
  figure.summary = summarize(measurement.samples);
  figure.measurement = std::move(measurement);
  figure.after = node_.health.read(result_.gpu.uuid);
  const Circumstances circumstances = {result_.idle,      figure.measurement.during,
                                       figure.after,      figure.summary.variation,
                                       metric.noisy_from, figure.measurement.is_settled};
  figure.judgement = judge(circumstances, static_cast<unsigned>(getpid()));
  JsonWriter details;
  details.begin_object();
  workload.describe(details);
  details.end_object();
  figure.details = details.result();
  return figure;
}

void GpuScorer::note_fault(const cuda::Failure &failure, const char *stage) {
  if (!is_usable() || !session_.wait()) return;
  result_.failure = failure;
  result_.failed_at = stage;
}

}  // namespace rankplan::probe
