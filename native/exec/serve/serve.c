#include "serve.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "../base/process.h"
#include "../tell/outbox.h"
#include "guard.h"

/** EARLY_PATIENCE: so many times longer before there are ranks. A launcher that reaches many hosts is busy. */
enum { MUCH_WAITING = 1 << 16, FAREWELL_MS = 3000, EARLY_PATIENCE = 15 };

static const int CAUGHT[] = {SIGCHLD, SIGHUP,  SIGINT,  SIGQUIT, SIGTERM,
                             SIGUSR1, SIGUSR2, SIGTSTP, SIGCONT, WATCHER_GONE};

static void take_signals(struct guard_state *guard) {
  struct signalfd_siginfo taken;
  while (read(guard->signals, &taken, sizeof taken) == sizeof taken) take_signal(guard, (int)taken.ssi_signo);
}

static void hear(struct guard_state *guard, short happened) {
  guard->heard = now_ms();
  const bool is_there = (happened & POLLIN) == 0 || fill_inbox(&guard->inbox, guard->lifeline);
  const bool has_ended = (happened & (POLLHUP | POLLERR | POLLNVAL | POLLRDHUP)) != 0 && (happened & POLLIN) == 0;
  obey(guard);
  if ((!is_there || has_ended) && guard->lifeline != NOWHERE) lose_launcher(guard, false);
}

static void pass_helpers_lines(struct guard_state *guard) {
  if (measure_outbox() < MUCH_WAITING) {
    fill_passage(&guard->errand_lines);
    pass_on(&guard->errand_lines, SIZE_MAX);
  }
  if (!is_holding(&guard->output)) fill_passage(&guard->output);
  const bool is_last = guard->output.descriptor < 0;
  guard->credit -= pass_on(&guard->output, guard->credit);
  if (is_last && !is_holding(&guard->output)) guard->output.length = 0;
}

static long long silence_left(const struct guard_state *guard) {
  if (guard->patience_ms == 0 || guard->lifeline == NOWHERE) return INT_MAX;
  const long long unheard = now_ms() - guard->heard;
  const long long stalled = measure_stall();
  const long long patience = guard->patience_ms * (guard->phase == READY ? EARLY_PATIENCE : 1);
  return patience - (unheard > stalled ? unheard : stalled);
}

static int choose_timeout(const struct guard_state *guard) {
  const int due = choose_wait(guard);
  long long left = silence_left(guard);
  if (guard->phase == OVER && guard->is_dismissed) left = FAREWELL_MS - measure_stall();
  if (left == INT_MAX) return due;
  if (left < 0) left = 0;
  return due >= 0 && due < left ? due : (int)left;
}

static void await_something(struct guard_state *guard, int reader) {
  const bool has_room = measure_outbox() < MUCH_WAITING;
  const bool shows = has_room && !is_holding(&guard->output);
  struct pollfd watched[] = {
      {.fd = guard->lifeline, .events = (short)((has_room ? POLLIN : 0) | POLLRDHUP)},
      {.fd = guard->signals, .events = POLLIN},
      {.fd = measure_outbox() > 0 ? reader : NOWHERE, .events = POLLOUT},
      {.fd = has_room ? guard->errand_lines.descriptor : NOWHERE, .events = POLLIN},
      {.fd = has_room ? guard->sampler.channel : NOWHERE, .events = POLLIN},
      {.fd = shows ? guard->output.descriptor : NOWHERE, .events = POLLIN},
  };
  poll(watched, sizeof watched / sizeof *watched, choose_timeout(guard));
  take_signals(guard);
  if (watched[0].revents != 0) hear(guard, watched[0].revents);
  if (watched[4].revents != 0) read_gpu_watcher(guard);
  pass_helpers_lines(guard);
}

static bool is_over(const struct guard_state *guard) {
  const bool may_end = guard->phase == OVER && guard->is_dismissed;
  return may_end && (measure_outbox() == 0 || measure_stall() >= FAREWELL_MS);
}

static int serve_alone(struct guard_state *guard, int reader) {
  struct utsname system;
  tell((struct event){.name = "hello",
                      .protocol = NUMBER(SERVE_PROTOCOL),
                      .pid = NUMBER(getpid()),
                      .machine = uname(&system) == 0 ? system.machine : ""});
  while (!is_over(guard)) {
    const bool is_unheard = is_outbox_broken() || silence_left(guard) <= 0;
    if (is_unheard && guard->lifeline != NOWHERE) lose_launcher(guard, true);
    advance(guard);
    answer_questions(guard);
    empty_outbox();
    if (!is_over(guard)) await_something(guard, reader);
  }
  kill_errands(guard);
  return guard->status;
}

/** Moves a descriptor of the launcher, so that ranks do not get it; 0 to 2 stay open, so that no log becomes one. */
static bool take_descriptor(int standard, int *own) {
  *own = fcntl(standard, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  const int nothing = open("/dev/null", O_RDWR);
  if (*own < 0 || nothing < 0) return false;
  if (nothing != standard) dup2(nothing, standard);
  if (nothing > STDERR_FILENO) close(nothing);
  return true;
}

int serve(long patience_ms, char **words) {
  static struct guard_state guard = {
      .follower_end = NOWHERE, .output = {.descriptor = NOWHERE}, .sampler = {.channel = NOWHERE}};
  int reader = NOWHERE;
  guard.patience_ms = patience_ms;
  guard.heard = now_ms();
  if (fcntl(STDERR_FILENO, F_GETFD) < 0 && open("/dev/null", O_RDWR) < 0) return STATUS_OWN;
  if (!take_descriptor(STDIN_FILENO, &guard.lifeline) || !take_descriptor(STDOUT_FILENO, &reader)) return STATUS_OWN;
  open_outbox(reader, false);
  guard.signals = catch_signals(CAUGHT, sizeof CAUGHT / sizeof *CAUGHT);
  if (guard.signals < 0 || !open_passage(&guard.errand_lines, &guard.errand_into)) return STATUS_OWN;
  const pid_t child = begin_being_watched(&guard);
  return child > 0 ? watch_over(&guard, child, words) : serve_alone(&guard, reader);
}
