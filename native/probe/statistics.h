#pragma once

#include <vector>

namespace rankplan::probe {

/** What samples say together. */
struct Summary {
  double median = 0;
  /** The values that 7 % and 93 % of the samples do not exceed (nearest rank): of 15, the second from each end. */
  double p7 = 0;
  double p93 = 0;
  /** Standard deviation over mean. */
  double variation = 0;
};

/** `samples` must not be empty. */
Summary summarize(std::vector<double> samples);

}  // namespace rankplan::probe
