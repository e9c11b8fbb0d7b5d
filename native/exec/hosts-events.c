#include <stdio.h>
#include <string.h>

#include "end-processes.h"
#include "event-line.h"
#include "hosts.h"
#include "orders.h"
#include "report.h"
#include "start-rank.h"
#include "status-words.h"

enum { NAME_SIZE = 32, TEXT_SIZE = 1 << 12, SIGNAL_STATUS = 128, SKEW_SECONDS = 5, MS = 1000, NO_TIME = -1 };

static void append(char *text, size_t size, const char *more) {
  const size_t length = strlen(text);
  snprintf(text + length, size - length, "%s", more);
}

/** The launcher's clock when its answer to a beat was on half its way, as NTP has it: the shortest way tells best. */
static void note_beat(struct host *host, const char *line) {
  const long long at = find_number(line, "at", NO_TIME);
  host->has_begun = true;
  if (host->beats_open > 0) host->beats_open--;
  if (host->beat_sent == 0 || at == NO_TIME) return;
  const long long way = wall_ms() - host->beat_sent;
  if (host->nearest < 0 || way < host->nearest) {
    host->nearest = way;
    host->offset = at - (host->beat_sent + way / 2);
  }
  host->beat_sent = 0;
}

static void note_ready(struct hosts *hosts, struct host *host, const char *line) {
  if (host->state != CONNECTING) return;
  host->state = READY;
  host->port = (int)find_number(line, "port", 0);
  host->free_mb = find_number(line, "free", 0) / MS;
  find_text(line, "machine", host->machine, sizeof host->machine);
  const long long skew = find_number(line, "clock", 0) - wall_ms() / MS;
  if (skew > SKEW_SECONDS || skew < -SKEW_SECONDS) {
    say_of_hosts(hosts, "warning: the clock of %s is %lld s %s", host->name, skew < 0 ? -skew : skew,
                 skew < 0 ? "behind" : "ahead");
  }
}

/** It knows better now. */
static void forget_felt(struct host *host) {
  if (host->verdict.is_felt) host->verdict.text[0] = '\0';
}

/** Its rank that failed first, or that felt the failure of another; the lines that follow say more. */
static void note_decision(struct hosts *hosts, struct host *host, const char *line, bool is_felt) {
  const long long told = find_number(line, "at", NO_TIME);
  const long long at = told == NO_TIME ? wall_ms() : told - host->offset;
  const int status = (int)find_number(line, "status", STATUS_OWN);
  forget_felt(host);
  host->is_telling = true;
  if (is_felt) note_felt(hosts, host, status, at);
  else blame_host(hosts, host, status, at);
}

/** Somebody ended the host's ranks there. */
static void note_interruption(struct hosts *hosts, struct host *host, const char *line) {
  char name[SIGNAL_NAME_SIZE];
  char words[SIGNAL_NAME_SIZE + NAME_SIZE * 2];
  if (hosts->is_stopping) return;
  hosts->was_ended_there = true;
  find_text(line, "subject", name, sizeof name);
  snprintf(words, sizeof words, "rankplan-exec got %s, and ended the ranks\n", name);
  const int killer = (int)find_number(line, "killer", 0);
  forget_felt(host);
  blame_host(hosts, host, SIGNAL_STATUS + killer, wall_ms());
  if (host->verdict.text[0] == '\0') snprintf(host->verdict.text, sizeof host->verdict.text, "%s", words);
}

/** It heard the launcher no more: its machine, this one or the network stood still. */
static void note_torn(struct hosts *hosts, struct host *host) {
  if (hosts->is_stopping) return;
  snprintf(host->verdict.text, sizeof host->verdict.text,
           "lost: it had no sign of the launcher, and ended its ranks\n");
  blame_host(hosts, host, STATUS_LOST, wall_ms());
}

static void note_end(struct hosts *hosts, struct host *host, const char *line) {
  host->is_done = true;
  const int status = (int)find_number(line, "status", 0);
  if (status == 0 || hosts->is_stopping || host->verdict.is_there) return;
  // It was killed: no rank is to blame.
  host->is_telling = true;
  blame_host(hosts, host, status, wall_ms());
}

static void take_words_said(struct hosts *hosts, struct host *host, const char *line) {
  char text[TEXT_SIZE];
  find_text(line, "subject", text, sizeof text);
  if (host->is_telling) append(host->verdict.text, sizeof host->verdict.text, text);
  else if (!host->is_done) say_lines(hosts, host->name, text);
}

/** What a launcher shows of ranks. All else becomes words, a verdict or a state here. */
static bool is_of_rank(const char *name) {
  return strcmp(name, "started") == 0 || strcmp(name, "ended") == 0 || strcmp(name, "line") == 0;
}

/** As this program words it: another may send anything. */
static void pass_on(const struct host *host, const char *name, const char *line) {
  char outcome[STATUS_WORDS_SIZE] = "";
  char text[TEXT_SIZE] = "";
  const bool has_outcome = find_text(line, "outcome", outcome, sizeof outcome);
  const bool has_text = find_text(line, "subject", text, sizeof text);
  report((struct event){.name = name,
                        .host = host->name,
                        .node = host->node,
                        .rank = (int)find_number(line, "rank", -1),
                        .pid = (int)find_number(line, "pid", 0),
                        .status = (int)find_number(line, "status", -1),
                        .killer = (int)find_number(line, "killer", 0),
                        .subject = has_text ? text : NULL,
                        .outcome = has_outcome ? outcome : NULL});
}

/** Parts of what its sampler said; whoever judges it reads it as a stranger's word. */
static void pass_sample_on(const struct host *host, const char *line) {
  char text[TEXT_SIZE];
  if (!find_text(line, "subject", text, sizeof text)) return;
  report((struct event){
      .name = "sample", .host = host->name, .node = host->node, .rank = -1, .status = -1, .subject = text});
}

static void take_event(struct hosts *hosts, struct host *host, const char *line) {
  char name[NAME_SIZE];
  char text[TEXT_SIZE];
  find_text(line, "event", name, sizeof name);
  const bool is_said = strcmp(name, "said") == 0;
  if (is_of_rank(name)) pass_on(host, name, line);
  if (strcmp(name, "sample") == 0) pass_sample_on(host, line);
  if (!is_said) host->is_telling = false;
  if (is_said) take_words_said(hosts, host, line);
  else if (strcmp(name, "beat") == 0) note_beat(host, line);
  else if (strcmp(name, "ready") == 0) note_ready(hosts, host, line);
  else if (strcmp(name, "decided") == 0) note_decision(hosts, host, line, false);
  else if (strcmp(name, "felt") == 0) note_decision(hosts, host, line, true);
  else if (strcmp(name, "interrupted") == 0) note_interruption(hosts, host, line);
  else if (strcmp(name, "torn") == 0) note_torn(hosts, host);
  else if (strcmp(name, "survivor") == 0) host->has_survivors = true;
  else if (strcmp(name, "done") == 0) note_end(hosts, host, line);
  else if (strcmp(name, "ended") == 0) {
    host->ended++;
    if (find_number(line, "status", 1) == 0) host->well++;
  } else if (strcmp(name, "refused") == 0 && find_text(line, "subject", text, sizeof text)) {
    append(host->refusals, sizeof host->refusals, text);
    append(host->refusals, sizeof host->refusals, "\n");
  }
}

void take_line(struct hosts *hosts, struct host *host, char *line, size_t length) {
  host->heard = now_ms();
  if (line[0] == OUTPUT_MARK || line[0] == ERRORS_MARK) {
    const int target = line[0] == OUTPUT_MARK ? OUTPUT_MARK : ERRORS_MARK;
    line[length] = '\n';
    show_output(target, line + 1, length);
  } else if (strncmp(line, "{\"event\":", strlen("{\"event\":")) == 0) {
    take_event(hosts, host, line);
  } else if (host->state == CONNECTING && length > 0) {  // a login shell's, or all that is there: a gateway's menu
    line[length] = '\n';
    keep_complaint(&host->link, line, length + 1);
  }
}
