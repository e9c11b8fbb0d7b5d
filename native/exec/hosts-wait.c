#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "announce.h"
#include "end-processes.h"
#include "hosts.h"
#include "orders.h"
#include "report.h"
#include "start-rank.h"

enum { MS = 1000, SIGNAL_STATUS = 128, KILL_MS = 6000 };

static void tell_signal(const struct hosts *hosts, int signal_number) {
  const long grace_ms = hosts->options->grace_ms;
  if (has_reader()) announce_signal(signal_number, grace_ms);
  else if (is_on_terminal())
    say_of_hosts(hosts, "ending the ranks, within %g s; Ctrl-C kills them", (double)grace_ms / MS);
}

static void take_signal(struct hosts *hosts, int signal_number) {
  const char order[] = {order_of_signal(signal_number), '\0'};
  if (order[0] == '\0') return;
  if (signal_number == SIGUSR1 || signal_number == SIGUSR2) {
    for (size_t i = 0; i < hosts->count; i++) {
      if (hosts->items[i].state == RUNNING) tell_host(&hosts->items[i], order, 1);
    }
    return;
  }
  settle_felt(hosts, true);
  hosts->is_dismissed = true;
  hosts->times_dismissed++;
  if (hosts->status == 0 && hosts->failed == 0) hosts->status = SIGNAL_STATUS + signal_number;
  const bool is_second = hosts->was_interrupted && signal_number == SIGINT;
  hosts->was_interrupted = hosts->was_interrupted || signal_number == SIGINT;
  if (!hosts->is_stopping) tell_signal(hosts, signal_number);
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
  for (size_t i = 0; i < hosts->count; i++) reap_link(&hosts->items[i].link);
  for (size_t i = 0; i < hosts->relay_count; i++) reap_link(&hosts->relays[i].link);
}

/** Whoever holds the lifeline asks who uses the GPUs of a host: its name, and the end of the line. */
static void ask_host(struct hosts *hosts, const char *name) {
  const char order = ORDER_OBSERVE;
  for (size_t i = 0; i < hosts->count; i++) {
    struct host *host = &hosts->items[i];
    if (host->state == RUNNING && !host->is_done && strcmp(host->name, name) == 0) tell_host(host, &order, 1);
  }
}

static void take_question(struct hosts *hosts, char character) {
  static struct line_buffer line;
  if (character != '\n' && line.length + 1 < sizeof line.text) line.text[line.length++] = character;
  if (character != '\n') return;
  line.text[line.length] = '\0';
  line.length = 0;
  ask_host(hosts, line.text);
}

static void watch_lifeline(struct hosts *hosts, int *lifeline) {
  char piece[256];
  const ssize_t got = read(*lifeline, piece, sizeof piece);
  for (ssize_t i = 0; i < got; i++) take_question(hosts, piece[i]);
  if (got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN))) return;
  *lifeline = NO_DESCRIPTOR;
  take_signal(hosts, SIGTERM);
}

/** The kernel takes no more than there may be descriptors: not those of hosts behind a relay. */
static struct pollfd *list_link(struct link *link, struct pollfd *free_place) {
  const bool is_idle = link->output == NO_DESCRIPTOR && link->errors == NO_DESCRIPTOR && link->pending_length == 0;
  link->watched = is_idle ? NULL : free_place;
  if (is_idle) return free_place;
  watch_link(link, free_place);
  return free_place + OF_A_LINK;
}

/** How many there are. */
static size_t list_watched(struct hosts *hosts) {
  struct pollfd *at = hosts->watched;
  *at++ = (struct pollfd){.fd = hosts->signals, .events = POLLIN};
  *at++ = (struct pollfd){.fd = hosts->lifeline, .events = POLLIN};
  *at++ = (struct pollfd){.fd = output_descriptor(STDOUT_FILENO), .events = POLLOUT};
  *at++ = (struct pollfd){.fd = output_descriptor(STDERR_FILENO), .events = POLLOUT};
  for (size_t i = 0; i < hosts->count; i++) at = list_link(&hosts->items[i].link, at);
  for (size_t i = 0; i < hosts->relay_count; i++) at = list_link(&hosts->relays[i].link, at);
  return (size_t)(at - hosts->watched);
}

static void take_hosts(struct hosts *hosts) {
  for (size_t i = 0; i < hosts->count; i++) {
    const struct pollfd *found = hosts->items[i].link.watched;
    if (found == NULL) continue;
    if (found[0].revents != 0) read_host(hosts, &hosts->items[i]);
    if (found[1].revents != 0) read_complaint(&hosts->items[i]);
    if (found[2].revents != 0) send_pending(&hosts->items[i].link);
  }
}

static void take_relays(struct hosts *hosts) {
  for (size_t i = 0; i < hosts->relay_count; i++) {
    const struct pollfd *found = hosts->relays[i].link.watched;
    if (found == NULL) continue;
    if (found[0].revents != 0) read_relay(hosts, &hosts->relays[i]);
    if (found[1].revents != 0) read_relay_errors(&hosts->relays[i]);
    if (found[2].revents != 0) send_pending(&hosts->relays[i].link);
  }
}

void wait_for_hosts(struct hosts *hosts, int timeout) {
  const struct pollfd *watched = hosts->watched;
  if (poll(hosts->watched, list_watched(hosts), timeout) > 0) {
    take_hosts(hosts);
    take_relays(hosts);
    if (watched[2].revents != 0) drain_output(STDOUT_FILENO);
    if (watched[3].revents != 0) drain_output(STDERR_FILENO);
    if (watched[1].revents != 0) watch_lifeline(hosts, &hosts->lifeline);
    if (watched[0].revents != 0) take_signals(hosts);
  }
  reap_transports(hosts);
}

// --- Heartbeat ---

void send_beats(struct hosts *hosts) {
  static const char beat[] = {ORDER_BEAT};
  if (now_ms() < hosts->next_beat) return;
  hosts->next_beat = now_ms() + MS;
  send_relay_beats(hosts);
  for (size_t i = 0; i < hosts->count; i++) {
    struct host *host = &hosts->items[i];
    if (is_over(host)) continue;
    if (host->state == RUNNING && host->beats_open++ == 0) host->beat_sent = wall_ms();
    tell_host(host, beat, sizeof beat);
  }
}

void hold_output(struct hosts *hosts) {
  const bool is_full = is_output_full();
  if (is_full == hosts->is_held || (hosts->is_held && has_output())) return;
  hosts->is_held = is_full;
  const char order[] = {is_full ? ORDER_WAIT : ORDER_GO_ON};
  for (size_t i = 0; i < hosts->count; i++) {
    if (hosts->items[i].state == RUNNING) tell_host(&hosts->items[i], order, sizeof order);
  }
}
