// rankplan-probe: measures this machine's GPUs through the CUDA driver, in a process of its own, so that a fault of the
// driver or of a GPU ends only this process. Status 0: the document has all, failures of GPUs included; 2: usage; 3:
// nothing could be measured, and the document says why. With --discover and --watch it reports who uses them, see
// watch.h.
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "report.h"
#include "score-node.h"
#include "watch.h"

namespace rankplan::probe {

namespace {

constexpr int kUsageStatus = 2;
constexpr int kEnvironmentStatus = 3;

/** Nothing that is slow or stuck may outlive its caller. */
void limit_life(const Options &options) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (options.deadline_seconds > 0) alarm(options.deadline_seconds);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGHUP, SIG_IGN);  // the caller knows whether the end of a login matters
}

/** Read by the driver when it starts. */
void set_environment() {
  setenv("CUDA_DEVICE_ORDER", "PCI_BUS_ID", 1);
  setenv("CUDA_CACHE_DISABLE", "1", 1);
}

cuda::Outcome start(const Options &options, cuda::Library &library, int &version, std::vector<GpuResult> &results) {
  if (auto failure = cuda::Library::open(options.cuda, library)) return failure;
  if (auto failure = library.call(library.functions().init, 0U)) return failure;
  if (auto failure = library.call(library.functions().driver_version, &version)) return failure;
  return list_gpus(library, results);
}

int run(const Options &options) {
  const ProgressLines progress(options.progress_descriptor);
  cuda::Library library;
  HealthReader health;
  std::vector<GpuResult> results;
  int version = 0;
  progress.tell(-1, "start", 0, 1);
  cuda::Outcome failure = start(options, library, version, results);
  health.open(options.nvml);
  progress.tell(-1, "start", 1, 1);
  cuda::Cublas cublas;
  if (!failure) {
    cublas = cuda::open_cublas(options.cublas, version);
    if (!score_node(options, library, cublas, health, results)) {
      std::fputs("rankplan-probe: the system starts no more threads\n", stderr);
      _exit(kEnvironmentStatus);
    }
  }
  const std::string text = render_report({options, library, cublas, health, version, failure}, results);
  const bool is_written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  return failure || !is_written ? kEnvironmentStatus : 0;
}

}  // namespace

}  // namespace rankplan::probe

int main(int count, char **arguments) {
  using namespace rankplan::probe;
  Options options;
  if (const std::string problem = parse_options(count, arguments, options); !problem.empty()) {
    std::fprintf(stderr, "rankplan-probe: %s\n%s", problem.c_str(), kUsage);
    return kUsageStatus;
  }
  if (options.lists) {
    std::puts(list_metrics().c_str());
    return 0;
  }
  limit_life(options);
  if (options.discovers) return discover_here(options);
  if (options.watches) return watch(options);
  set_environment();
  return run(options);
}
