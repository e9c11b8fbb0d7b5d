#pragma once

#include <unistd.h>

#include <cstdio>

namespace rankplan {

/**
 * Which call of the driver is under way. Each is written as a line `CALL GPU`, so that another process knows it when
 * this one stands still inside the driver.
 */
class Progress {
 public:
  /** `descriptor`: where the lines go; -1 for nowhere. */
  explicit Progress(int descriptor = -1) : descriptor_(descriptor) {}

  /** `gpu`: the driver's index of the GPU that the next calls are about; -1 for none. */
  void turn_to(int gpu) { gpu_ = gpu; }

  void enter(const char *call) {
    call_ = call;
    if (descriptor_ < 0) return;
    char line[128];
    const int length = std::snprintf(line, sizeof line, "%s %d\n", call, gpu_);
    if (length < 0 || length >= static_cast<int>(sizeof line)) return;
    // A reader that is gone does not wait for an answer either.
    if (write(descriptor_, line, static_cast<std::size_t>(length)) < 0) descriptor_ = -1;
  }

  const char *call() const { return call_; }

 private:
  int descriptor_;
  int gpu_ = -1;
  const char *call_ = "";
};

}  // namespace rankplan
