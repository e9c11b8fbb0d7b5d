#include "progress-lines.h"

#include <unistd.h>

#include "../core/json-writer.h"

namespace rankplan::probe {

void ProgressLines::tell(int gpu, std::string_view stage, unsigned done, unsigned of) const {
  if (descriptor_ < 0) return;
  JsonWriter line;
  line.begin_object().key("gpu").integer(gpu).key("stage").text(stage);
  line.key("done").integer(done).key("of").integer(of).end_object();
  const std::string text = line.result() + '\n';
  // Shorter than PIPE_BUF, so lines of several threads do not mix.
  const ssize_t written = write(descriptor_, text.data(), text.size());
  static_cast<void>(written);
}

}  // namespace rankplan::probe
