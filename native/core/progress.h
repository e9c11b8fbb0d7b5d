#pragma once

#include <atomic>

namespace rankplan {

/** Which call of the driver is under way, for whoever gave up waiting for it. */
struct Progress {
  std::atomic<const char *> call{nullptr};
  /** The driver's index of the GPU that is being asked; -1 for none. */
  std::atomic<int> gpu{-1};
};

}  // namespace rankplan
