#include "score-node.h"

#include <pthread.h>

#include "../core/old-glibc.h"

namespace rankplan::probe {

namespace {

struct Task {
  const Node *node;
  unsigned index;
};

void *run(void *argument) {
  const auto *task = static_cast<const Task *>(argument);
  score_gpu(*task->node, task->index);
  return nullptr;
}

}  // namespace

cuda::Outcome list_gpus(const cuda::Library &library, std::vector<GpuResult> &results) {
  int count = 0;
  if (auto failure = library.call(library.functions().device_count, &count)) return failure;
  if (count == 0) return library.describe("cuDeviceGetCount", 100);
  results.resize(static_cast<std::size_t>(count));
  for (int ordinal = 0; ordinal < count; ordinal++) {
    GpuResult &result = results[static_cast<std::size_t>(ordinal)];
    result.failure = read_gpu(library, ordinal, result.gpu);
    if (result.failure) result.failed_at = "identify";
  }
  return std::nullopt;
}

bool score_node(const Options &options, const cuda::Library &library, const cuda::Cublas &cublas,
                const HealthReader &health, std::vector<GpuResult> &results) {
  const ProgressLines progress(options.progress_descriptor);
  Rendezvous rendezvous(static_cast<unsigned>(results.size()));
  std::vector<PeerSlot> slots(results.size());
  const Node node = {options, library, cublas, health, progress, rendezvous, results, slots};
  std::vector<Task> tasks(results.size());
  std::vector<pthread_t> threads(results.size());
  for (unsigned i = 0; i < tasks.size(); i++) {
    tasks[i] = {&node, i};
    // Threads that already run wait for this one for ever, so the process must end.
    if (pthread_create(&threads[i], nullptr, run, &tasks[i]) != 0) return false;
  }
  for (const pthread_t thread : threads) pthread_join(thread, nullptr);
  return true;
}

}  // namespace rankplan::probe
