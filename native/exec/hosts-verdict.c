#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "end-processes.h"
#include "first-failure.h"
#include "hosts.h"
#include "orders.h"
#include "start-rank.h"

enum { LAST_MS = 7000, MS = 1000 };

bool is_over(const struct host *host) { return host->is_done || host->is_given_up || !host->link.is_open; }

void stop_hosts(struct hosts *hosts, const char *order) {
  if (!hosts->is_stopping) hosts->deadline = now_ms() + hosts->options->grace_ms + LAST_MS;
  hosts->is_stopping = true;
  for (size_t i = 0; i < hosts->count; i++) {
    if (hosts->items[i].state == RUNNING) tell_host(&hosts->items[i], order, strlen(order));
  }
}

bool is_blamed(const struct host *host) { return host->verdict.is_there && !host->verdict.is_felt; }

static void end_all(struct hosts *hosts) {
  const char orders[] = {ORDER_TERM, ORDER_BEAT, '\0'};
  if (hosts->is_stopping) return;
  hosts->failed = now_ms();
  stop_hosts(hosts, orders);
}

void blame_host(struct hosts *hosts, struct host *host, int status, long long at) {
  if (is_blamed(host)) return;
  host->verdict.is_there = true;
  host->verdict.is_felt = false;
  host->verdict.status = status;
  host->verdict.at = at;
  end_all(hosts);
}

void note_felt(struct hosts *hosts, struct host *host, int status, long long at) {
  if (host->verdict.is_there) return;
  host->verdict.is_there = host->verdict.is_felt = true;
  host->verdict.status = status;
  host->verdict.at = at;
  if (hosts->felt == 0) hosts->felt = now_ms();
}

static bool is_all_over(const struct hosts *hosts) {
  for (size_t i = 0; i < hosts->count; i++) {
    if (!is_over(&hosts->items[i])) return false;
  }
  return true;
}

void settle_felt(struct hosts *hosts, bool is_now) {
  if (hosts->felt == 0) return;
  if (is_now || is_all_over(hosts) || now_ms() >= hosts->felt + FELT_MS) end_all(hosts);
}

/** What a host says in order: whoever was heard after the failure has told of all that was before. */
static bool may_have_failed_before(const struct hosts *hosts, const struct host *host) {
  if (is_blamed(host) || is_over(host) || host->state != RUNNING) return false;
  return host->heard <= hosts->failed && now_ms() - hosts->failed < hosts->options->patience_ms;
}

static bool is_before(const struct verdict *one, const struct verdict *other) {
  return one->is_felt == other->is_felt ? one->at < other->at : other->is_felt;
}

void judge(struct hosts *hosts) {
  const struct host *first = NULL;
  if (hosts->is_judged || hosts->failed == 0) return;
  for (size_t i = 0; i < hosts->count; i++) {
    const struct host *host = &hosts->items[i];
    if (!hosts->is_late && may_have_failed_before(hosts, host)) return;
    // Its words come behind its decision, and may be on their way.
    if (!hosts->is_late && host->is_telling && !is_over(host) && now_ms() - hosts->failed < MS) return;
    if (!host->verdict.is_there) continue;
    if (first == NULL || is_before(&host->verdict, &first->verdict)) first = host;
  }
  if (first == NULL) return;
  hosts->is_judged = true;
  hosts->status = first->verdict.status;
  say_lines(hosts, first->name, first->verdict.text);
}

void lose_host(struct hosts *hosts, struct host *host) {
  char words[2 * COMPLAINT_SIZE];
  const bool is_silent = host->link.is_open;
  if (host->is_given_up) return;
  host->is_given_up = true;
  host->state = LOST;
  note_lost(hosts);
  describe_transport(host, words, sizeof words);
  if (is_blamed(host) || hosts->is_stopping) {
    say_of_hosts(hosts, "%s does not answer any more; its ranks end by themselves: %s", host->name, words);
    return;
  }
  const double seconds = (double)(now_ms() - host->heard) / MS;
  char *text = host->verdict.text;
  // What it refused after all were ready is a refusal, not a loss.
  const bool has_refused = host->refusals[0] != '\0';
  if (has_refused) snprintf(text, HOST_TEXT_SIZE, "%s", host->refusals);
  else if (is_silent) snprintf(text, HOST_TEXT_SIZE, "lost: no sign of it for %.1f s\n", seconds);
  else snprintf(text, HOST_TEXT_SIZE, "lost: %s\n", words);
  blame_host(hosts, host, has_refused ? STATUS_REFUSED : STATUS_LOST,
             is_silent ? wall_ms() - (now_ms() - host->heard) : wall_ms());
}
