#include "quality.h"

#include <algorithm>
#include <cstdio>

namespace rankplan::probe {

namespace {

/** Percent; a display or a monitoring tool stays below. */
constexpr unsigned kBusyFrom = 10;

bool contains(const std::vector<unsigned> &list, unsigned value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %%", 100 * share);
  return text;
}

class Verdict {
 public:
  void add(Quality quality, std::string remark) {
    if (quality > judgement_.quality) judgement_.quality = quality;
    judgement_.remarks.push_back(std::move(remark));
  }

  Judgement take() { return std::move(judgement_); }

 private:
  Judgement judgement_;
};

void judge_processes(const Circumstances &seen, unsigned own_pid, Verdict &verdict) {
  std::vector<unsigned> foreign = list_foreign(seen.idle, seen.idle, own_pid);
  for (const Health *now : {&seen.during, &seen.after}) {
    for (const unsigned pid : list_foreign(seen.idle, *now, own_pid)) {
      if (!contains(foreign, pid)) foreign.push_back(pid);
    }
  }
  if (!foreign.empty()) {
    std::string list;
    for (const unsigned pid : foreign) list += (list.empty() ? "" : ", ") + std::to_string(pid);
    verdict.add(Quality::kBusy, "other processes use the GPU: " + list);
  } else if (was_just_used(seen.idle)) {
    verdict.add(Quality::kBusy, "the GPU was used before (" + std::to_string(*seen.idle.utilization) +
                                    " %), by what is not in its list of processes");
  }
}

void judge_throttling(const Circumstances &seen, Verdict &verdict) {
  const std::uint64_t bits = seen.during.throttle.value_or(0) | seen.after.throttle.value_or(0);
  for (const ThrottleReason &reason : kThrottleReasons) {
    if ((bits & reason.bit) != 0 && reason.is_fault)
      verdict.add(Quality::kThrottled, std::string("the clocks were held down: ") + reason.name);
  }
}

}  // namespace

const char *name_of(Quality quality) {
  static constexpr const char *kNames[] = {"ok", "noisy", "throttled", "busy"};
  return kNames[static_cast<int>(quality)];
}

bool was_just_used(const Health &idle) {
  const bool is_alone = !idle.processes || idle.processes->empty();
  return is_alone && idle.utilization.value_or(0) >= kBusyFrom;
}

std::vector<unsigned> list_foreign(const Health &idle, const Health &now, unsigned own_pid) {
  const std::vector<unsigned> none;
  const std::vector<unsigned> &before = idle.processes ? *idle.processes : none;
  std::vector<unsigned> foreign = now.processes ? *now.processes : none;
  const auto others = std::remove(foreign.begin(), foreign.end(), own_pid);
  if (others != foreign.end()) {
    foreign.erase(others, foreign.end());  // it may be listed for each of its clients
  } else {
    // Under another number in the driver's namespace: then one of those that came meanwhile is this process.
    const auto new_one =
        std::find_if(foreign.begin(), foreign.end(), [&](unsigned pid) { return !contains(before, pid); });
    if (new_one != foreign.end()) {
      const unsigned pid = *new_one;
      foreign.erase(std::remove(foreign.begin(), foreign.end(), pid), foreign.end());
    }
  }
  return foreign;
}

Judgement judge(const Circumstances &circumstances, unsigned own_pid) {
  Verdict verdict;
  judge_processes(circumstances, own_pid, verdict);
  judge_throttling(circumstances, verdict);
  if (circumstances.variation >= circumstances.noisy_from)
    verdict.add(Quality::kNoisy, "the samples vary by " + percent(circumstances.variation));
  if (!circumstances.is_settled) verdict.add(Quality::kNoisy, "the speed had not settled when the samples began");
  return verdict.take();
}

}  // namespace rankplan::probe
