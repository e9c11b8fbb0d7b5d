#include "statistics.h"

#include <algorithm>
#include <cmath>

namespace rankplan::probe {

namespace {

double nearest_rank(const std::vector<double> &sorted, double share) {
  const double rank = std::ceil(share * static_cast<double>(sorted.size()));
  return sorted[rank < 1 ? 0 : static_cast<std::size_t>(rank) - 1];
}

double variation_of(const std::vector<double> &samples) {
  double sum = 0;
  for (const double sample : samples) sum += sample;
  const double mean = sum / static_cast<double>(samples.size());
  double squares = 0;
  for (const double sample : samples) squares += (sample - mean) * (sample - mean);
  const double degrees = static_cast<double>(std::max<std::size_t>(samples.size() - 1, 1));
  return mean > 0 ? std::sqrt(squares / degrees) / mean : 0;
}

}  // namespace

Summary summarize(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  const std::size_t middle = samples.size() / 2;
  Summary summary;
  summary.median = samples.size() % 2 == 1 ? samples[middle] : (samples[middle - 1] + samples[middle]) / 2;
  summary.p7 = nearest_rank(samples, 0.07);
  summary.p93 = nearest_rank(samples, 0.93);
  summary.variation = variation_of(samples);
  return summary;
}

}  // namespace rankplan::probe
