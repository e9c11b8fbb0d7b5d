#include "deadline.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>

#include "old-glibc.h"

namespace rankplan {

namespace {

/** A late thread still writes to its end: the pipe lives as long as the work, and costs a descriptor until then. */
struct Errand {
  std::function<void()> work;
  int done;
};

void *run(void *argument) {
  const std::unique_ptr<Errand> errand(static_cast<Errand *>(argument));
  errand->work();
  close(errand->done);
  return nullptr;
}

bool start(Errand *errand) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  const bool started = pthread_create(&thread, &attributes, run, errand) == 0;
  pthread_attr_destroy(&attributes);
  return started;
}

/** Waits until the other end is closed. */
bool wait_for_end(int descriptor, int timeout_ms) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::milliseconds(timeout_ms);
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd waiting = {descriptor, POLLIN, 0};
    const int ready = poll(&waiting, 1, left > 0 ? static_cast<int>(left) : 0);
    if (ready > 0) return true;
    if (ready == 0 || errno != EINTR) return false;
  }
}

}  // namespace

Waited run_with_deadline(std::function<void()> work, int timeout_ms) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return Waited::kNoThread;
  auto errand = std::make_unique<Errand>(Errand{std::move(work), ends[1]});
  if (!start(errand.get())) {
    close(ends[0]);
    close(ends[1]);
    return Waited::kNoThread;
  }
  static_cast<void>(errand.release());  // the thread has it now
  const bool is_done = wait_for_end(ends[0], timeout_ms);
  close(ends[0]);
  return is_done ? Waited::kDone : Waited::kTooLong;
}

}  // namespace rankplan
