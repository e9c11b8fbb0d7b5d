#include "hosts.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "detach.h"
#include "end-processes.h"
#include "orders.h"
#include "report.h"
#include "start-rank.h"

enum { MS = 1000, SIGNAL_STATUS = 128, KILL_MS = 6000, TICK_MS = 50, OWN_DESCRIPTORS = 4, OF_A_HOST = 3 };

bool is_ready(const struct host *host) { return host->state == READY && host->output != NO_DESCRIPTOR; }

static bool is_resolved(const struct host *host) {
  return host->state != CONNECTING || (host->output == NO_DESCRIPTOR && host->pid == 0);
}

static size_t count_ranks(const struct hosts *hosts) {
  size_t count = 0;
  for (size_t i = 0; i < hosts->count; i++) count += hosts->items[i].ranks;
  return count;
}

static const char *plural(size_t count) { return count == 1 ? "" : "s"; }

static bool is_on_terminal(void) { return isatty(STDERR_FILENO) == 1; }

// --- What comes in ---

static void take_signal(struct hosts *hosts, int signal_number) {
  const char order[] = {order_of_signal(signal_number), '\0'};
  if (order[0] == '\0') return;
  if (signal_number == SIGUSR1 || signal_number == SIGUSR2) {
    for (size_t i = 0; i < hosts->count; i++) {
      if (hosts->items[i].state == RUNNING) tell_host(&hosts->items[i], order, 1);
    }
    return;
  }
  hosts->is_dismissed = true;
  hosts->times_dismissed++;
  if (hosts->status == 0 && hosts->failed == 0) hosts->status = SIGNAL_STATUS + signal_number;
  const bool is_second = hosts->was_interrupted && signal_number == SIGINT;
  hosts->was_interrupted = hosts->was_interrupted || signal_number == SIGINT;
  if (is_on_terminal() && !hosts->is_stopping) {
    say_of_hosts(hosts, "ending the ranks, within %g s; Ctrl-C kills them", (double)hosts->options->grace_ms / MS);
  }
  stop_hosts(hosts, order);
  if (!is_second) return;
  const char kill_order[] = {ORDER_KILL, '\0'};
  stop_hosts(hosts, kill_order);
  hosts->deadline = now_ms() + KILL_MS;
}

static void take_signals(struct hosts *hosts) {
  struct signalfd_siginfo taken;
  while (read(hosts->signals, &taken, sizeof taken) == sizeof taken) take_signal(hosts, (int)taken.ssi_signo);
}

static void reap_transports(struct hosts *hosts) {
  for (size_t i = 0; i < hosts->count; i++) {
    struct host *host = &hosts->items[i];
    if (host->pid > 0 && waitpid(host->pid, &host->wait_status, WNOHANG) == host->pid) host->pid = 0;
  }
}

static void watch_lifeline(struct hosts *hosts, int *lifeline) {
  char piece[256];
  const ssize_t got = read(*lifeline, piece, sizeof piece);
  if (got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN))) return;
  *lifeline = NO_DESCRIPTOR;
  take_signal(hosts, SIGTERM);
}

static void list_watched(const struct hosts *hosts, int lifeline, struct pollfd *watched) {
  watched[0] = (struct pollfd){.fd = hosts->signals, .events = POLLIN};
  watched[1] = (struct pollfd){.fd = lifeline, .events = POLLIN};
  watched[2] = (struct pollfd){.fd = output_descriptor(STDOUT_FILENO), .events = POLLOUT};
  watched[3] = (struct pollfd){.fd = output_descriptor(STDERR_FILENO), .events = POLLOUT};
  for (size_t i = 0; i < hosts->count; i++) {
    const struct host *host = &hosts->items[i];
    struct pollfd *of_host = &watched[OWN_DESCRIPTORS + OF_A_HOST * i];
    of_host[0] = (struct pollfd){.fd = host->output, .events = POLLIN};
    of_host[1] = (struct pollfd){.fd = host->errors, .events = POLLIN};
    of_host[2] = (struct pollfd){.fd = host->pending_length > 0 ? host->input : NO_DESCRIPTOR, .events = POLLOUT};
  }
}

void wait_for_hosts(struct hosts *hosts, int timeout) {
  list_watched(hosts, hosts->lifeline, hosts->watched);
  const struct pollfd *watched = hosts->watched;
  if (poll(hosts->watched, OWN_DESCRIPTORS + OF_A_HOST * hosts->count, timeout) > 0) {
    for (size_t i = 0; i < hosts->count; i++) {
      const struct pollfd *of_host = &watched[OWN_DESCRIPTORS + OF_A_HOST * i];
      if (of_host[0].revents != 0) read_host(hosts, &hosts->items[i]);
      if (of_host[1].revents != 0) read_complaint(&hosts->items[i]);
      if (of_host[2].revents != 0) send_pending(&hosts->items[i]);
    }
    if (watched[2].revents != 0) drain_output(STDOUT_FILENO);
    if (watched[3].revents != 0) drain_output(STDERR_FILENO);
    if (watched[1].revents != 0) watch_lifeline(hosts, &hosts->lifeline);
    if (watched[0].revents != 0) take_signals(hosts);
  }
  reap_transports(hosts);
}

// --- Heartbeat ---

static void send_beats(struct hosts *hosts) {
  static const char beat[] = {ORDER_BEAT};
  if (now_ms() < hosts->next_beat) return;
  hosts->next_beat = now_ms() + MS;
  for (size_t i = 0; i < hosts->count; i++) {
    struct host *host = &hosts->items[i];
    if (is_over(host)) continue;
    if (host->state == RUNNING && host->beats_open++ == 0) host->beat_sent = wall_ms();
    tell_host(host, beat, sizeof beat);
  }
}

/** Ranks go on to write to their logs; what is read of them waits. */
static void hold_output(struct hosts *hosts) {
  const bool is_full = is_output_full();
  if (is_full == hosts->is_held || (hosts->is_held && has_output())) return;
  hosts->is_held = is_full;
  const char order[] = {is_full ? ORDER_WAIT : ORDER_GO_ON};
  for (size_t i = 0; i < hosts->count; i++) {
    if (hosts->items[i].state == RUNNING) tell_host(&hosts->items[i], order, sizeof order);
  }
}

static void look_for_lost(struct hosts *hosts) {
  for (size_t i = 0; i < hosts->count; i++) {
    struct host *host = &hosts->items[i];
    if (host->state != RUNNING || host->is_done || host->is_given_up) continue;
    const bool is_gone = host->output == NO_DESCRIPTOR && host->pid == 0;
    // Until its guard has answered, its shell is at work.
    const long patience = host->has_begun ? hosts->options->patience_ms : hosts->options->timeout_ms;
    if (is_gone || now_ms() - host->heard > patience) lose_host(hosts, host);
  }
}

// --- The phases ---

static bool connect_all(struct hosts *hosts) {
  for (size_t i = 0; i < hosts->count; i++) {
    if (connect_host(hosts, &hosts->items[i])) continue;
    say_of_hosts(hosts, "%s: %s", hosts->items[i].transport[0], strerror(errno));
    return false;
  }
  return true;
}

static void say_refusal(const struct hosts *hosts, const struct host *host) {
  char words[2 * COMPLAINT_SIZE];
  if (host->refusals[0] != '\0') {
    say_lines(hosts, host->name, host->refusals);
    return;
  }
  describe_transport(host, words, sizeof words);
  if (is_resolved(host)) say_of_hosts(hosts, "%s cannot be used: %s", host->name, words);
  else
    say_of_hosts(hosts, "%s was not ready within %g s: %s", host->name, (double)hosts->options->timeout_ms / MS, words);
}

static void say_ready(const struct hosts *hosts, const struct host *host) {
  if (!hosts->options->only_checks || !is_ready(host)) return;
  say_of_hosts(hosts, "%s is ready (%zu rank%s; %lld GB free)", host->name, host->ranks, plural(host->ranks),
               host->free_mb / MS);
}

static void refuse_attempt(struct hosts *hosts, size_t ready) {
  const bool is_first = hosts->attempt == 0;
  hosts->is_dismissed = true;
  for (size_t i = 0; i < hosts->count; i++) say_ready(hosts, &hosts->items[i]);
  hosts->status = is_first ? STATUS_REFUSED : hosts->failed_status;
  if (is_first && ready == 0) return;
  say_of_hosts(hosts, "%s%zu of %zu hosts are ready%s", is_first ? "" : "no restart: ", ready, hosts->count,
               is_first ? "; nothing was started" : "");
}

/** All hosts make their checks at once, and all that they refuse is told: the number of those that are ready. */
static size_t prepare_all(struct hosts *hosts) {
  const long long deadline = now_ms() + hosts->options->timeout_ms;
  for (bool is_waiting = true; is_waiting && !hosts->is_stopping && now_ms() < deadline;) {
    send_beats(hosts);
    is_waiting = false;
    for (size_t i = 0; i < hosts->count; i++) is_waiting = is_waiting || !is_resolved(&hosts->items[i]);
    if (is_waiting) wait_for_hosts(hosts, TICK_MS);
  }
  size_t ready = 0;
  for (size_t i = 0; i < hosts->count && !hosts->is_stopping; i++) {
    const struct host *host = &hosts->items[i];
    ready += is_ready(host) ? 1 : 0;
    if (!is_ready(host)) say_refusal(hosts, host);
  }
  return ready;
}

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
}

static bool is_any_transport_left(const struct hosts *hosts) {
  for (size_t i = 0; i < hosts->count; i++) {
    if (hosts->items[i].pid > 0) return true;
  }
  return false;
}

/** A transport that is alive has nothing more to do. */
static void end_transports(struct hosts *hosts) {
  static const int SIGNALS[] = {0, SIGTERM, SIGKILL};
  for (size_t i = 0; i < hosts->count; i++) close_host(&hosts->items[i]);
  for (size_t step = 0; step < sizeof SIGNALS / sizeof *SIGNALS; step++) {
    for (size_t i = 0; i < hosts->count; i++) {
      if (hosts->items[i].pid > 0) kill(-hosts->items[i].pid, SIGNALS[step]);
    }
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

static int catch_signals(void) {
  static const int CAUGHT[] = {SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};
  sigset_t caught;
  sigemptyset(&caught);
  for (size_t i = 0; i < sizeof CAUGHT / sizeof *CAUGHT; i++) {
    struct sigaction inherited;
    const bool is_kept = CAUGHT[i] == SIGHUP || CAUGHT[i] == SIGINT || CAUGHT[i] == SIGQUIT;
    if (is_kept && sigaction(CAUGHT[i], NULL, &inherited) == 0 && inherited.sa_handler == SIG_IGN) continue;
    signal(CAUGHT[i], SIG_DFL);
    sigaddset(&caught, CAUGHT[i]);
  }
  signal(SIGPIPE, SIG_IGN);
  signal(SIGTSTP, SIG_IGN);  // without its heartbeat the hosts would end their ranks
  sigprocmask(SIG_SETMASK, &caught, NULL);
  return signalfd(-1, &caught, SFD_CLOEXEC | SFD_NONBLOCK);
}

/** With spares in the places of hosts that are not: then all are asked again, for rank 0's may have moved. */
static bool make_ready(struct hosts *hosts) {
  for (;; hosts->round++) {
    for (size_t i = 0; i < hosts->count; i++) reset_host(&hosts->items[i]);
    if (!connect_all(hosts)) {
      hosts->is_dismissed = true;
      hosts->status = STATUS_OWN;
      return false;
    }
    const size_t ready = prepare_all(hosts);
    if (hosts->is_stopping) return false;
    if (ready == hosts->count) return true;
    if (!replace_unready(hosts)) {
      refuse_attempt(hosts, ready);
      return false;
    }
    end_transports(hosts);
  }
}

static void run_attempt(struct hosts *hosts) {
  const bool are_ready = make_ready(hosts);
  for (size_t i = 0; are_ready && i < hosts->count; i++) say_ready(hosts, &hosts->items[i]);
  if (are_ready && !hosts->options->only_checks) {
    hosts->has_begun = true;
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
  hosts.signals = catch_signals();
  hosts.watched = calloc(OWN_DESCRIPTORS + OF_A_HOST * hosts.count, sizeof *hosts.watched);
  if (hosts.signals < 0 || hosts.watched == NULL || (options->wants_tee && !start_writers())) return STATUS_OWN;
  do run_attempt(&hosts);
  while (begin_next_attempt(&hosts));
  await_output(&hosts);
  if (hosts.has_begun) sum_up(&hosts);
  report((struct event){.name = "done", .rank = -1, .status = hosts.status});
  return hosts.status;
}
