#include "hosts.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "catch-signals.h"
#include "detach.h"
#include "end-processes.h"
#include "orders.h"
#include "report.h"
#include "start-rank.h"

enum { MS = 1000, TICK_MS = 50 };

static const int CAUGHT[] = {SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};

static size_t count_ranks(const struct hosts *hosts) {
  size_t count = 0;
  for (size_t i = 0; i < hosts->count; i++) count += hosts->items[i].ranks;
  return count;
}

bool is_on_terminal(void) { return isatty(STDERR_FILENO) == 1; }

static void look_for_lost(struct hosts *hosts) {
  look_for_lost_relays(hosts);
  for (size_t i = 0; i < hosts->count; i++) {
    struct host *host = &hosts->items[i];
    if (host->state != RUNNING || host->is_done || host->is_given_up) continue;
    const bool is_gone = !host->link.is_open && !host->link.is_there;
    // Until its guard has answered, its shell is at work.
    const long patience = host->has_begun ? hosts->options->patience_ms : hosts->options->timeout_ms;
    if (is_gone || silence_of(host) > patience) lose_host(hosts, host);
  }
}

// --- The phases ---

static void begin_all(struct hosts *hosts) {
  char order[32];
  int port = 0;
  for (size_t i = 0; i < hosts->count; i++) {
    if (hosts->items[i].port != 0) port = hosts->items[i].port;
  }
  const int length = snprintf(order, sizeof order, "%c%d\n", ORDER_START, port);
  for (size_t i = 0; i < hosts->count; i++) {
    hosts->items[i].state = RUNNING;
    hosts->items[i].heard = now_ms();
    tell_host(&hosts->items[i], order, (size_t)length);
  }
  hosts->next_beat = 0;
  record_hosts(hosts);
  tell_begun();
  if (hosts->attempt > 0) {
    say_of_hosts(hosts, "restart %d of %d; logs of the attempt before: %s/attempt-%d on each", hosts->attempt,
                 hosts->options->restarts, hosts->options->launch.logs, hosts->attempt - 1);
  }
  if (!is_on_terminal()) return;
  const size_t ranks = count_ranks(hosts);
  say_of_hosts(hosts, "%zu rank%s on %zu host%s; logs: %s on each", ranks, plural(ranks), hosts->count,
               plural(hosts->count), hosts->options->launch.logs);
}

static bool is_any_running(const struct hosts *hosts) {
  for (size_t i = 0; i < hosts->count; i++) {
    if (hosts->items[i].state == RUNNING && !hosts->items[i].is_done) return true;
  }
  return false;
}

static void watch_all(struct hosts *hosts) {
  while (is_any_running(hosts)) {
    send_beats(hosts);
    wait_for_hosts(hosts, hosts->failed == 0 ? (int)(MS / 4) : TICK_MS);
    look_for_lost(hosts);
    hold_output(hosts);
    settle_felt(hosts, false);
    judge(hosts);
    if (hosts->is_stopping && now_ms() >= hosts->deadline) break;
  }
  hosts->is_late = true;
  for (size_t i = 0; i < hosts->count; i++) {
    struct host *host = &hosts->items[i];
    if (host->state != RUNNING || host->is_done) continue;
    say_of_hosts(hosts, "%s did not say that its ranks have ended", host->name);
    host->is_given_up = true;
  }
  judge(hosts);
  record_hosts(hosts);
}

static bool is_any_transport_left(const struct hosts *hosts) {
  for (size_t i = 0; i < hosts->count; i++) {
    if (hosts->items[i].link.pid > 0) return true;
  }
  for (size_t i = 0; i < hosts->relay_count; i++) {
    if (hosts->relays[i].link.pid > 0) return true;
  }
  return false;
}

static void signal_link(const struct link *link, int signal_number) {
  if (link->pid > 0) kill(-link->pid, signal_number);
}

void end_transports(struct hosts *hosts) {
  static const int SIGNALS[] = {0, SIGTERM, SIGKILL};
  for (size_t i = 0; i < hosts->count; i++) close_link(&hosts->items[i].link);
  for (size_t i = 0; i < hosts->relay_count; i++) close_link(&hosts->relays[i].link);
  for (size_t step = 0; step < sizeof SIGNALS / sizeof *SIGNALS; step++) {
    for (size_t i = 0; i < hosts->count; i++) signal_link(&hosts->items[i].link, SIGNALS[step]);
    for (size_t i = 0; i < hosts->relay_count; i++) signal_link(&hosts->relays[i].link, SIGNALS[step]);
    const long long deadline = now_ms() + (hosts->has_begun ? MS : MS / 2);
    while (is_any_transport_left(hosts) && now_ms() < deadline) wait_for_hosts(hosts, TICK_MS);
  }
}

/** Whoever ends the run now has waited long enough, and who did before waits for the grace, as on one machine. */
static bool has_waited(const struct hosts *hosts, int times_before, long long deadline) {
  return hosts->times_dismissed > times_before || (hosts->times_dismissed > 0 && now_ms() >= deadline);
}

/** Its reader may never read on. */
static void await_output(struct hosts *hosts) {
  const int before = hosts->times_dismissed;
  const long long deadline = now_ms() + hosts->options->grace_ms;
  while (has_output() && !has_waited(hosts, before, deadline)) wait_for_hosts(hosts, TICK_MS);
  dismiss_writers();
  while (is_writer_left()) {
    if (has_waited(hosts, before, deadline)) kill_writers();
    wait_for_hosts(hosts, TICK_MS);
  }
}

static void sum_up(const struct hosts *hosts) {
  size_t well = 0;
  const size_t ranks = count_ranks(hosts);
  for (size_t i = 0; i < hosts->count; i++) well += hosts->items[i].well;
  if (!is_on_terminal() && !is_detached()) return;
  char restarts[32] = "";
  const size_t attempt = (size_t)hosts->attempt;
  if (attempt > 0) snprintf(restarts, sizeof restarts, ", %zu restart%s", attempt, plural(attempt));
  say_of_hosts(hosts, "%zu rank%s on %zu host%s ended %s %.1f s, %zu well%s; logs: %s on each", ranks, plural(ranks),
               hosts->count, plural(hosts->count), well == ranks ? "in" : "after",
               (double)(now_ms() - hosts->started) / MS, well, restarts, hosts->options->launch.logs);
}

static void run_attempt(struct hosts *hosts) {
  const bool are_ready = make_ready(hosts);
  if (are_ready && !hosts->options->only_checks) {
    hosts->has_begun = true;
    note_hosts(hosts);
    begin_all(hosts);
    watch_all(hosts);
  }
  end_transports(hosts);
}

int guard_hosts(const struct options *options) {
  static struct hosts hosts;
  hosts = (struct hosts){.options = options, .lifeline = options->lifeline, .started = now_ms()};
  const char *problem = read_hosts(options, &hosts);
  if (problem != NULL) {
    say_of_hosts(&hosts, "%s", problem);
    return STATUS_OWN;
  }
  hosts.signals = catch_signals(CAUGHT, sizeof CAUGHT / sizeof *CAUGHT);
  signal(SIGTSTP, SIG_IGN);  // without its heartbeat the hosts would end their ranks
  hosts.watched = calloc(OWN_DESCRIPTORS + OF_A_LINK * (hosts.count + hosts.count), sizeof *hosts.watched);
  if (hosts.signals < 0 || hosts.watched == NULL || (options->wants_tee && !start_writers())) return STATUS_OWN;
  do run_attempt(&hosts);
  while (begin_next_attempt(&hosts));
  await_output(&hosts);
  if (hosts.has_begun) sum_up(&hosts);
  collect_logs(&hosts);
  report((struct event){.name = "done", .rank = -1, .status = hosts.status});
  return hosts.status;
}
