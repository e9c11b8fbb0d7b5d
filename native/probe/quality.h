#pragma once

#include <string>
#include <vector>

#include "health.h"

namespace rankplan::probe {

enum class Quality { kOk, kNoisy, kThrottled, kBusy };

const char *name_of(Quality quality);

/** What is known of a figure besides its samples. */
struct Circumstances {
  /** Before this process had a context on the GPU. */
  const Health &idle;
  const Health &during;
  const Health &after;
  double variation;
  double noisy_from;
  bool is_settled;
};

struct Judgement {
  /** The worst that was found: busy, then throttled, then noisy. */
  Quality quality = Quality::kOk;
  /** One sentence for each thing. */
  std::vector<std::string> remarks;
};

/** `own_pid` is not foreign; the driver may know it by another number where process ids are in namespaces. */
Judgement judge(const Circumstances &circumstances, unsigned own_pid);

/** The GPU was used in the last second, and no process is on it now: by one that is not listed, or has just ended. */
bool was_just_used(const Health &idle);

/** Processes on the GPU that are not this one. */
std::vector<unsigned> list_foreign(const Health &idle, const Health &now, unsigned own_pid);

}  // namespace rankplan::probe
