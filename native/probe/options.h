#pragma once

#include <string>
#include <vector>

namespace rankplan::probe {

/** Options of the command line. */
struct Options {
  /** One GPU after the other, instead of all at once. */
  bool is_solo = false;
  /** Only list what can be measured. */
  bool lists = false;
  /** Measure nothing: report who uses the GPUs at each request on stdin. */
  bool watches = false;
  bool discovers = false;
  /** RANKPLAN_RUN_DIR of the ranks that are to be recognized. */
  std::string folder;
  /** Names of metrics; empty for all. */
  std::vector<std::string> metrics;
  /** Written into the document as it is: this program does not look at the clock. */
  std::string date;
  int progress_descriptor = -1;
  /** The process ends by SIGALRM after so many seconds; 0 for never. */
  unsigned deadline_seconds = 0;
  /** Files to open in place of what the linker finds; of cuBLAS, also `none`. */
  std::string cuda;
  std::string nvml;
  std::string cublas;
};

/** Returns what is wrong, or nothing. */
std::string parse_options(int count, char **arguments, Options &options);

extern const char kUsage[];

}  // namespace rankplan::probe
