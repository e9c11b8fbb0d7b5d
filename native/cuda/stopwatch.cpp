#include "stopwatch.h"

namespace rankplan::cuda {

Stopwatch::~Stopwatch() {
  if (start_ != nullptr) library_.functions().destroy_event.call(start_);
  if (stop_ != nullptr) library_.functions().destroy_event.call(stop_);
}

Outcome Stopwatch::create() {
  const auto &create_event = library_.functions().create_event;
  if (auto failure = library_.call(create_event, &start_, 0U)) return failure;
  return library_.call(create_event, &stop_, 0U);
}

Outcome Stopwatch::start(Stream stream) { return library_.call(library_.functions().record_event, start_, stream); }

Outcome Stopwatch::stop(Stream stream) { return library_.call(library_.functions().record_event, stop_, stream); }

Outcome Stopwatch::read(double &milliseconds) {
  const Functions &f = library_.functions();
  if (auto failure = library_.call(f.wait_for_event, stop_)) return failure;
  float elapsed = 0;
  if (auto failure = library_.call(f.elapsed, &elapsed, start_, stop_)) return failure;
  milliseconds = static_cast<double>(elapsed);
  return std::nullopt;
}

}  // namespace rankplan::cuda
