#include "guard-events.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "announce.h"
#include "catch-signals.h"
#include "first-failure.h"
#include "options.h"
#include "orders.h"
#include "report.h"
#include "start-rank.h"
#include "watcher.h"

/** Milliseconds between looks at what is being ended, and until a rank that left early is told. */
enum { TICK_MS = 20, EARLY_MS = 30000, SIGNAL_STATUS = 128 };

/** The first reason to stop decides the status, and is told: what the ranks end with afterwards is its consequence. */
static void stop_for(struct guard *guard, int signal_number, bool is_killed) {
  const int reason = is_killed ? SIGKILL : signal_number;
  settle_failure(guard, true);
  guard->is_dismissed = true;
  if (guard->status == 0 && !guard->is_stopping) {
    if (!guard->is_one_command) guard->status = SIGNAL_STATUS + reason;
    if (is_killed) announce_kill(SIGKILL);
    else if (guard->patience_ms > 0 && guard->lifeline == NO_DESCRIPTOR) announce_torn();
    else announce_signal(signal_number, guard->grace_ms);
  }
  stop_ranks(guard, signal_number);
}

/** A second INT is impatience. */
static void take_signal(struct guard *guard, int signal_number) {
  if (signal_number == SIGCHLD) return;
  if (signal_number == WATCHER_DIED) {
    stop_for(guard, SIGTERM, true);
    return;
  }
  if (signal_number == SIGUSR1 || signal_number == SIGUSR2) {
    signal_groups(guard, signal_number);
    return;
  }
  if (signal_number == SIGCONT) {
    resume_ranks(guard);
    return;
  }
  if (signal_number == SIGTSTP) {
    pause_ranks(guard);
    if (!guard->is_watched) stop_this_process();
    return;
  }
  if (signal_number == SIGINT && guard->was_interrupted && !guard->is_killing) start_killing(guard);
  guard->was_interrupted = guard->was_interrupted || signal_number == SIGINT;
  stop_for(guard, signal_number, false);
}

static void take_signals(struct guard *guard) {
  struct signalfd_siginfo taken;
  while (read(guard->signals, &taken, sizeof taken) == sizeof taken) take_signal(guard, (int)taken.ssi_signo);
}

static void tear_lifeline(struct guard *guard) {
  guard->lifeline = NO_DESCRIPTOR;  // poll passes over it
  stop_for(guard, SIGTERM, false);
}

/** Whether ranks go on where others have ended well: they may wait for these for ever. */
static bool may_tell_early(const struct guard *guard) {
  return guard->left_first != 0 && !guard->was_told_early && guard->running > 0 && !guard->is_stopping;
}

void tell_early(struct guard *guard) {
  if (!may_tell_early(guard) || now_ms() < guard->left_first + EARLY_MS) return;
  guard->was_told_early = true;
  announce_waiting(guard->ranks, guard->count, EARLY_MS);
}

static void take_order(struct guard *guard, char order) {
  const int signal_number = signal_of_order(order);
  if (order == ORDER_BEAT) report((struct event){.name = "beat", .rank = -1, .status = -1, .at = wall_ms()});
  else if (order == ORDER_KILL && !guard->is_killing) start_killing(guard);
  else if (order == ORDER_OBSERVE) ask_sampler(&guard->sampler);
  else if (order == ORDER_WAIT && guard->follower.pid > 0) kill(guard->follower.pid, SIGSTOP);
  else if (order == ORDER_GO_ON && guard->follower.pid > 0) kill(guard->follower.pid, SIGCONT);
  else if (signal_number != 0) take_signal(guard, signal_number);
}

/** False at the end of the lifeline. */
static bool take_orders(struct guard *guard) {
  char piece[256];
  const ssize_t got = read(guard->lifeline, piece, sizeof piece);
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return true;
  guard->heard = now_ms();
  for (ssize_t i = 0; guard->patience_ms > 0 && i < got; i++) take_order(guard, piece[i]);
  return got > 0;
}

static long long silence_left(const struct guard *guard) {
  if (guard->patience_ms == 0 || guard->lifeline == NO_DESCRIPTOR) return INT_MAX;
  return guard->heard + guard->patience_ms - now_ms();
}

/** Orphans change their parent without a word, so what is being ended is looked at in ticks. */
static int choose_timeout(const struct guard *guard) {
  if (guard->is_killing || guard->is_clearing) return TICK_MS;
  const long long silence = silence_left(guard);
  const long long settle = settle_left(guard);
  if (settle >= 0) return (int)(settle < silence ? settle : silence > 0 ? silence : 0);
  const bool has_deadline = guard->is_stopping || may_tell_early(guard);
  if (!has_deadline && silence == INT_MAX) return -1;
  long long left = (guard->is_stopping ? guard->deadline : guard->left_first + EARLY_MS) - now_ms();
  if (!has_deadline || silence < left) left = silence;
  if (left <= 0) return 0;
  return left > INT_MAX ? INT_MAX : (int)left;
}

void wait_for_events(struct guard *guard) {
  struct pollfd watched[] = {{.fd = guard->signals, .events = POLLIN},
                             {.fd = guard->lifeline, .events = POLLIN},
                             {.fd = guard->sampler.answers, .events = POLLIN}};
  flush_reports();
  if (poll(watched, 3, choose_timeout(guard)) > 0) {
    if (watched[0].revents != 0) take_signals(guard);
    if (watched[1].revents != 0 && !take_orders(guard)) tear_lifeline(guard);
    if (watched[2].revents != 0) read_sampler(&guard->sampler);
  }
  if (silence_left(guard) <= 0) tear_lifeline(guard);
}

void await_follower(struct guard *guard) {
  const pid_t pid = guard->follower.pid;
  const long long deadline = now_ms() + guard->grace_ms;
  dismiss_follower(&guard->follower);
  while (pid != 0 && waitpid(pid, NULL, WNOHANG) == 0) {
    struct pollfd watched[] = {{.fd = guard->signals, .events = POLLIN}, {.fd = guard->lifeline, .events = POLLIN}};
    struct signalfd_siginfo taken;
    poll(watched, 2, guard->is_dismissed ? TICK_MS : choose_timeout(guard));
    bool is_over = watched[1].revents != 0 && !take_orders(guard);
    is_over = is_over || silence_left(guard) <= 0 || (guard->is_dismissed && now_ms() >= deadline);
    flush_reports();
    while (read(guard->signals, &taken, sizeof taken) == sizeof taken) {
      const int number = (int)taken.ssi_signo;
      is_over = is_over || number == SIGHUP || number == SIGINT || number == SIGQUIT || number == SIGTERM;
      if (number == SIGTSTP && !guard->is_watched) stop_this_process();
    }
    if (is_over) kill(pid, SIGKILL);
  }
}
