#include <errno.h>
#include <string.h>

#include "end-processes.h"
#include "hosts.h"

/** An sshd drops some of more than 10 that have not logged in, and one may be the gate to all hosts. */
enum {
  MOST_AT_ONCE = 32,
  MOST_AFTER_DROPS = 8,
  YOUNG_MS = 1000,
  FIRST_PAUSE_MS = 100,
  MOST_DOUBLED = 4,
  SPREAD_MS = 13
};

/** A host that is down keeps the others waiting for a second only. */
static bool is_young(const struct host *host) {
  return host->state == CONNECTING && host->relay == NULL && !host->has_spoken && host->link.is_there &&
         now_ms() - host->connected < YOUNG_MS;
}

static size_t count_young(const struct hosts *hosts) {
  size_t count = 0;
  for (size_t i = 0; i < hosts->count; i++) count += is_young(&hosts->items[i]) ? 1 : 0;
  return count;
}

/** Before anybody was asked who he is. All else that ssh says is an answer. */
static bool was_dropped(const struct host *host) {
  static const char *const ANSWERS[] = {"Permission denied", "verification failed", "forwarding failed",
                                        "Too many authentication failures"};
  const char *said = host->link.complaint;
  if (host->state != CONNECTING || host->has_spoken || host->link.is_there || host->link.is_open) return false;
  for (size_t i = 0; i < sizeof ANSWERS / sizeof *ANSWERS; i++) {
    if (strstr(said, ANSWERS[i]) != NULL) return false;
  }
  return strstr(said, "kex_exchange_identification: ") != NULL;
}

/** Not all of them at the same time. */
static void try_again(struct hosts *hosts, struct host *host) {
  const int drops = host->drops + 1;
  const long long pause = (long long)FIRST_PAUSE_MS << (drops < MOST_DOUBLED ? drops : MOST_DOUBLED);
  const size_t place = (size_t)(host - hosts->items);
  hosts->most_at_once = MOST_AFTER_DROPS;
  forget_link(&host->link);
  host->state = WAITING;
  host->drops = drops;
  host->due = now_ms() + pause + (long long)(place * SPREAD_MS % (size_t)pause);
}

/** Not before its time; behind a relay, when that has answered. */
static bool is_due(const struct host *host) {
  return host->state == WAITING && host->due <= now_ms() && (host->relay == NULL || host->relay->is_ready);
}

static bool refuse_connection(const struct hosts *hosts, const struct host *host) {
  const bool is_full = errno == EMFILE;
  say_of_hosts(hosts, "%s: %s%s", host->transport[0], strerror(errno),
               is_full ? " (each host takes three: raise ulimit -n, or give --fanout)" : "");
  return false;
}

bool connect_hosts(struct hosts *hosts) {
  if (hosts->most_at_once == 0) hosts->most_at_once = MOST_AT_ONCE;
  tend_relays(hosts);
  for (size_t i = 0; i < hosts->count; i++) {
    if (was_dropped(&hosts->items[i])) try_again(hosts, &hosts->items[i]);
  }
  size_t young = count_young(hosts);
  for (size_t i = 0; i < hosts->count; i++) {
    struct host *host = &hosts->items[i];
    const bool is_direct = host->relay == NULL;
    if (!is_due(host) || (is_direct && young >= hosts->most_at_once)) continue;
    if (!connect_host(hosts, host)) return refuse_connection(hosts, host);
    young += is_direct ? 1 : 0;
  }
  return true;
}
