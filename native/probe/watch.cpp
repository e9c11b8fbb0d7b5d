#include "watch.h"

#include <unistd.h>

#include <cerrno>
#include <string>

#include "../core/discover.h"
#include "../core/observe.h"
#include "../core/render-facts.h"
#include "seen-processes.h"

namespace rankplan::probe {

namespace {

bool write_whole(const std::string &text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t written = write(STDOUT_FILENO, text.data() + done, text.size() - done);
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) done += static_cast<std::size_t>(written);
  }
  return true;
}

/** False at the end of stdin. Questions that came while one was answered are one. */
bool await_question() {
  char piece[256];
  for (;;) {
    const ssize_t got = read(STDIN_FILENO, piece, sizeof piece);
    if (got >= 0) return got > 0;
    if (errno != EINTR) return false;
  }
}

bool answer(const Options &options, Progress &progress) {
  const UseFacts facts = observe({options.nvml, true}, progress);
  JsonWriter json;
  json.begin_object();
  write_uses(json, facts);
  json.key("guard").integer(getppid());
  write_processes(json, facts, options.folder);
  json.end_object();
  return write_whole(json.result() + "\n");
}

}  // namespace

int discover_here(const Options &options) {
  Progress progress(-1);
  const bool is_written = write_whole(render(discover({options.nvml, true}, progress)) + "\n");
  return is_written && answer(options, progress) ? 0 : 1;
}

int watch(const Options &options) {
  for (bool is_asked = true; is_asked;) {
    Progress progress(STDOUT_FILENO);
    is_asked = answer(options, progress) && await_question();
  }
  return 0;
}

}  // namespace rankplan::probe
