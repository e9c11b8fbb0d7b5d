#pragma once

#include <optional>
#include <string>

namespace rankplan::cuda {

/** A call of the driver, or of a library on top of it, that did not work out. */
struct Failure {
  std::string call;
  int status = 0;
  /** The status as the library's documentation names it; empty when it has no name. */
  std::string name;
  /** What is wrong, and what to do. */
  std::string advice;
};

/** Empty when all is well. */
using Outcome = std::optional<Failure>;

}  // namespace rankplan::cuda
