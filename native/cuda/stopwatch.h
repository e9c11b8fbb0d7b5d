#pragma once

#include "cuda-library.h"

namespace rankplan::cuda {

/** Two events of the GPU around work on a stream: the GPU's own clock, without the time to hand the work over. */
class Stopwatch {
 public:
  explicit Stopwatch(const Library &library) : library_(library) {}
  Stopwatch(const Stopwatch &) = delete;
  Stopwatch &operator=(const Stopwatch &) = delete;
  ~Stopwatch();

  Outcome create();
  Outcome start(Stream stream);
  /** Marks the end of the work that is on the stream now, and does not wait for it. */
  Outcome stop(Stream stream);
  /** Waits for the end; milliseconds between the marks. */
  Outcome read(double &milliseconds);

 private:
  const Library &library_;
  EventHandle start_ = nullptr;
  EventHandle stop_ = nullptr;
};

}  // namespace rankplan::cuda
