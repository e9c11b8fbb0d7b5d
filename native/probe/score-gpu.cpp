#include "score-gpu.h"

#include <algorithm>

#include "gpu-scorer.h"

namespace rankplan::probe {

namespace {

bool is_wanted(const Options &options, const Metric &metric) {
  const auto &names = options.metrics;
  return names.empty() || std::find(names.begin(), names.end(), metric.name) != names.end();
}

}  // namespace

void score_gpu(const Node &node, unsigned index) {
  GpuScorer scorer(node, index);
  scorer.open();
  for (const Metric &metric : kMetrics) {
    if (is_wanted(node.options, metric)) scorer.score(metric);
  }
  if (is_wanted(node.options, kPeerMetric)) scorer.score_peers();
  // A context goes when all are done: others may have been copying to its memory.
  node.rendezvous.meet();
}

}  // namespace rankplan::probe
