// What rankplan-probe computes, without a GPU: figures of samples, sizes, verdicts, JSON.
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "../core/json-writer.h"
#include "../probe/buffer-size.h"
#include "../probe/quality.h"
#include "../probe/statistics.h"

namespace {

using namespace rankplan;
using namespace rankplan::probe;

int failures = 0;

void expect(bool is_true, const char *what) {
  if (is_true) return;
  std::fprintf(stderr, "probe-test: %s\n", what);
  failures++;
}

void test_statistics() {
  std::vector<double> samples;
  for (int i = 15; i >= 1; i--) samples.push_back(i);
  const Summary summary = summarize(samples);
  expect(summary.median == 8, "the median of 1 to 15 is 8");
  expect(summary.p7 == 2 && summary.p93 == 14, "7 % and 93 % of 15 samples are the second from each end");
  expect(std::fabs(summary.variation - 4.472136 / 8) < 1e-6, "the variation is that of a sample");
  expect(summarize({2, 4}).median == 3, "the median of two is between them");
  expect(summarize({5}).variation == 0, "one sample does not vary");
}

void test_buffer_size() {
  constexpr std::uint64_t kMiB = 1 << 20;
  expect(choose_buffer_size(50 * kMiB, 80000 * kMiB) == 400 * kMiB, "eight times the cache");
  expect(choose_buffer_size(6 * kMiB, 80000 * kMiB) == 256 * kMiB, "256 MiB at least");
  expect(choose_buffer_size(500 * kMiB, 800000 * kMiB) == 2048 * kMiB, "2 GiB at most");
  expect(choose_buffer_size(6 * kMiB, 400 * kMiB + 5) == 100 * kMiB, "a quarter of what is free, in whole MiB");
  expect(choose_buffer_size(50 * kMiB, 700 * kMiB) == 0, "not what the cache holds");
}

Judgement judge_with(const Health &idle, const Health &during, double variation = 0.001, bool is_settled = true) {
  return judge({idle, during, during, variation, 0.02, is_settled}, 100);
}

void test_quality() {
  Health quiet;
  quiet.processes = std::vector<unsigned>{};
  Health ours = quiet;
  ours.processes = std::vector<unsigned>{100};
  expect(judge_with(quiet, ours).quality == Quality::kOk, "one's own process is not foreign");
  Health renamed = quiet;
  renamed.processes = std::vector<unsigned>{77};
  expect(judge_with(quiet, renamed).quality == Quality::kOk, "nor is it under the number of another namespace");
  Health twice = quiet;
  twice.processes = std::vector<unsigned>{100, 100};
  expect(judge_with(quiet, twice).quality == Quality::kOk, "nor when it is listed twice");
  twice.processes = std::vector<unsigned>{77, 77};
  expect(judge_with(quiet, twice).quality == Quality::kOk, "under whichever number");
  Health two = quiet;
  two.processes = std::vector<unsigned>{77, 78};
  expect(judge_with(quiet, two).quality == Quality::kBusy, "but two cannot both be it");
  expect(judge_with(renamed, renamed).quality == Quality::kBusy, "one that was there before is foreign");
  Health used = quiet;
  used.utilization = 40;
  expect(judge_with(used, ours).quality == Quality::kBusy, "use without a process is somebody's");
  Health capped = ours;
  capped.throttle = 0x4;
  expect(judge_with(quiet, capped).quality == Quality::kOk, "the power cap is how the card runs");
  capped.throttle = 0x44;
  expect(judge_with(quiet, capped).quality == Quality::kThrottled, "heat is not");
  expect(judge_with(quiet, ours, 0.03).quality == Quality::kNoisy, "samples that vary are noise");
  expect(judge_with(quiet, ours, 0.001, false).quality == Quality::kNoisy, "so is a speed that has not settled");
  expect(judge_with(renamed, capped, 0.03).remarks.size() == 3, "everything is remarked on");
  expect(judge_with(Health(), Health()).quality == Quality::kOk, "what is not known is no fault");
}

void test_json() {
  JsonWriter json;
  json.begin_object().key("a\"\\\n").text("\x01 é").key("n").begin_array().number(1.5).number(NAN).integer(-3);
  json.boolean(true).null().begin_object().end_object().end_array().key("t").text_or_null("").end_object();
  expect(json.result() == "{\"a\\\"\\\\\\u000a\":\"\\u0001 é\",\"n\":[1.5,null,-3,true,null,{}],\"t\":null}",
         "JSON is written as it should be");
}

}  // namespace

int main() {
  test_statistics();
  test_buffer_size();
  test_quality();
  test_json();
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
