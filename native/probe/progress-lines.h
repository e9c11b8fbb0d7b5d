#pragma once

#include <string>
#include <string_view>

namespace rankplan::probe {

/** Tells on a descriptor how far the measuring is: one JSON object a line. What cannot be written is lost. */
class ProgressLines {
 public:
  /** `descriptor` is -1 where no progress is wanted. */
  explicit ProgressLines(int descriptor) : descriptor_(descriptor) {}

  /** `stage` is a metric, or what else takes time; `done` of `of` steps. May be called from any thread. */
  void tell(int gpu, std::string_view stage, unsigned done, unsigned of) const;

 private:
  int descriptor_;
};

}  // namespace rankplan::probe
