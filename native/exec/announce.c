#include "announce.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "detach.h"
#include "environment.h"
#include "full-disk.h"
#include "last-lines.h"
#include "place.h"
#include "printable.h"
#include "recorded-error.h"
#include "report.h"
#include "status-words.h"
#include "summary.h"

enum { WORDS_SIZE = 16384, SHOWN_LINES = 5, SHOWN_MESSAGE_LINES = 20, MOST_WARNINGS = 64, SHOWN_RANKS = 16, MS = 1000 };

static const char *program;  // NULL: nothing is told
static const char *folder;
static int output = STDERR_FILENO;
static uint64_t *warned;  // marks of what was said before, also by ranks that are being started

void begin_announcing(const char *name, const char *logs) {
  program = strdup(name);  // the watcher writes over the words
  folder = logs == NULL ? NULL : strdup(logs);
  // A rank's own stderr is its log.
  const int copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (copy >= 0) output = copy;
  void *shared = mmap(NULL, MOST_WARNINGS * sizeof *warned, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  warned = shared == MAP_FAILED ? NULL : shared;
}

static void say_text(const char *text) {
  if (has_reader()) {
    report_text("said", text);
    return;
  }
  for (size_t left = strlen(text); left > 0;) {
    const ssize_t written = write(output, text, left);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;  // nobody is there to read
    text += written;
    left -= (size_t)written;
  }
}

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...) {
  char words[WORDS_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(words, sizeof words, format, arguments);
  va_end(arguments);
  say_text(words);
}

/** As much of a text as is shown of one line. */
static void say_line(const char *indent, const char *line, size_t length) {
  enum { LONGEST = 4096 };
  char shown[PRINTABLE_SIZE(LONGEST)];
  make_printable(line, length < LONGEST ? length : LONGEST, shown);
  say("%s%s\n", indent, shown);
}

/** Who reads events decides that by himself. */
static bool is_on_terminal(void) { return program != NULL && !has_reader() && isatty(output) == 1; }

static void name_place(const struct environment *environment, char *place, size_t size) {
  const char *machine = find_machine(environment);
  const char *gpu = find_variable(environment, "RANKPLAN_GPU");
  const bool is_cpu = gpu == NULL || gpu[0] == '\0';
  const char *noun = is_cpu ? "CPU" : strchr(gpu, ',') == NULL ? "GPU " : "GPUs ";
  place[0] = '\0';
  if (machine != NULL) snprintf(place, size, " (%.200s, %s%.200s)", machine, noun, is_cpu ? "" : gpu);
}

static void word_end(const struct rank *rank, int status, int killer, char *words, size_t size) {
  if (rank->failure == NULL || rank->failure->step == NULL) {
    char how[STATUS_WORDS_SIZE];
    word_status(status, killer, how);
    snprintf(words, size, "%s", how);
    return;
  }
  char problem[PROBLEM_SIZE];
  char shown[PRINTABLE_SIZE(PROBLEM_SIZE)];
  describe_problem(rank->failure->step, rank->failure->subject, rank->failure->error, problem);
  make_printable(problem, strlen(problem), shown);
  snprintf(words, size, "could not be started: %s", shown);
}

static void say_recorded_error(const struct environment *environment) {
  const char *path = find_variable(environment, "TORCHELASTIC_ERROR_FILE");
  char *message = path == NULL ? NULL : read_recorded_error(path);
  if (message == NULL) return;
  say("  what it recorded:\n");
  size_t end = strlen(message);
  while (end > 0 && strchr(" \t\r\n", message[end - 1]) != NULL) end--;
  message[end] = '\0';
  const char *line = message;
  for (int i = 0; i < SHOWN_MESSAGE_LINES; i++) {
    const size_t length = strcspn(line, "\n");
    say_line("    ", line, length);
    if (line[length] == '\0') break;
    line += length + 1;
  }
  free(message);
}

static void say_last_lines(const char *path) {
  struct last_lines log;
  read_last_lines(path, SHOWN_LINES, &log);
  for (size_t i = 0; i < log.count; i++) say_line("  ", log.lines[i], log.lengths[i]);
}

void announce_failure(const struct rank *rank, int status, int killer) {
  if (program == NULL) return;
  char place[512];
  char words[PRINTABLE_SIZE(PROBLEM_SIZE) + 32];
  struct environment environment;
  make_environment(rank, &environment);  // what it did find, where it found no env file
  name_place(&environment, place, sizeof place);
  word_end(rank, status, killer, words, sizeof words);
  const bool has_log = rank->errors != NULL;
  say("%s: rank %d%s %s%s%s\n", program, rank->number, place, words, has_log ? "; its log: " : "",
      has_log ? rank->errors : "");
  if (has_log) say_last_lines(rank->errors);
  say_recorded_error(&environment);
  free_environment(&environment);
}

void announce_early_ends(const struct rank *ranks, size_t count) {
  char early[SUMMARY_SIZE];
  const size_t found = word_ranks(ranks, count, ENDED_WELL, early);
  if (program == NULL || found == 0) return;
  say("  %s ended with status 0 before it, and it may have waited for %s\n", early, found == 1 ? "that rank" : "them");
}

void announce_waiting(const struct rank *ranks, size_t count, long ms) {
  char early[SUMMARY_SIZE];
  char others[SUMMARY_SIZE];
  if (program == NULL) return;
  const bool is_one = word_ranks(ranks, count, ENDED_WELL, early) == 1;
  const char *run = word_ranks(ranks, count, STILL_RUNNING, others) == 1 ? "runs" : "run";
  say("%s: %s ended with status 0 %ld s ago%s; %s still %s, and may wait for %s\n", program, early, ms / MS,
      is_one ? "" : " or later", others, run, is_one ? "it" : "them");
}

void announce_overdue(const struct rank *ranks, size_t count, long grace_ms) {
  char overdue[SUMMARY_SIZE];
  const size_t found = word_ranks(ranks, count, STILL_RUNNING, overdue);
  if (program == NULL || found == 0) return;
  say("%s: %s had not ended after %g s and %s killed: raise `launch.grace`\n", program, overdue, (double)grace_ms / MS,
      found == 1 ? "was" : "were");
}

/** What is said of one rank is mostly true of all. */
static bool was_said(const char *words) {
  uint64_t mark = 14695981039346656037ULL;  // FNV-1a
  for (const char *at = words; *at != '\0'; at++) mark = (mark ^ (unsigned char)*at) * 1099511628211ULL;
  for (size_t i = 0; warned != NULL && i < MOST_WARNINGS; i++) {
    if (warned[i] == mark) return true;
    if (warned[i] == 0) {
      warned[i] = mark;
      return false;
    }
  }
  return false;
}

void announce_warning(const struct rank *rank, const char *words) {
  if (program == NULL || was_said(words)) return;
  char shown[PRINTABLE_SIZE(PROBLEM_SIZE)];
  make_printable(words, strnlen(words, PROBLEM_SIZE), shown);
  say("%s: warning: rank %d: %s\n", program, rank->number, shown);
}

void announce_signal(int signal_number, long grace_ms) {
  char name[SIGNAL_NAME_SIZE];
  char words[STATUS_WORDS_SIZE + SIGNAL_NAME_SIZE];
  name_signal(signal_number, name);
  snprintf(words, sizeof words, "%s: ending the ranks, within %g s; Ctrl-C kills them", name, (double)grace_ms / MS);
  report((struct event){
      .name = "interrupted", .rank = -1, .status = -1, .killer = signal_number, .subject = name, .outcome = words});
  if (is_on_terminal()) say("%s: %s\n", program, words);
}

void announce_torn(void) { report((struct event){.name = "torn", .rank = -1, .status = -1}); }

void announce_kill(int signal_number) {
  char name[SIGNAL_NAME_SIZE];
  name_signal(signal_number, name);
  report((struct event){.name = "killed", .rank = -1, .status = -1, .killer = signal_number, .subject = name});
  if (program != NULL) say("%s: rankplan-exec was killed by %s, and the ranks with it\n", program, name);
}

void announce_survivors(const pid_t *pids, size_t count) {
  if (program == NULL || count == 0) return;
  char words[WORDS_SIZE];
  size_t length = 0;
  for (size_t i = 0; i < count && length < sizeof words / 2; i++) {
    length += (size_t)snprintf(words + length, sizeof words - length, " %d", (int)pids[i]);
  }
  say("%s: these processes cannot be ended:%s\n", program, words);
}

static const char *name_ranks(size_t count) { return count == 1 ? "rank" : "ranks"; }

static const char *name_logs(void) { return folder == NULL ? "nowhere" : folder; }

void announce_start(size_t count) {
  char words[WORDS_SIZE];
  snprintf(words, sizeof words, "%zu %s; logs: %s", count, name_ranks(count), name_logs());
  if (program != NULL) report((struct event){.name = "begun", .rank = -1, .status = -1, .outcome = words});
  if (is_on_terminal()) say("%s: %s\n", program, words);
}

void announce_restart(int attempt, int restarts, const char *kept) {
  report((struct event){.name = "restarting", .rank = -1, .status = -1});
  if (program == NULL) return;
  say("%s: restart %d of %d; logs of the attempt before: %s\n", program, attempt, restarts, kept);
}

void announce_no_restart(const char *reason) {
  if (program != NULL) say("%s: no restart: %s\n", program, reason);
}

/** A host tells it before its end. */
static void announce_full_disk(void) {
  if (program == NULL || folder == NULL || !is_disk_full(folder)) return;
  say("%s: warning: the disk of %s is full: what was written last may be missing there\n", program, folder);
}

void announce_end(const struct guard *guard, long long ms) {
  char summary[SUMMARY_SIZE];
  char words[WORDS_SIZE];
  char restarts[32] = "";
  const size_t count = guard->count;
  word_summary(guard->ranks, count, ms, program == NULL ? "" : program, summary);
  const int attempt = guard->attempt;
  if (attempt > 0) snprintf(restarts, sizeof restarts, ", %d %s", attempt, attempt == 1 ? "restart" : "restarts");
  snprintf(words, sizeof words, "%zu %s %s%s; logs: %s", count, name_ranks(count), summary, restarts, name_logs());
  announce_full_disk();
  report((struct event){.name = "done", .rank = -1, .status = guard->status, .outcome = words});
  if (is_on_terminal() || (is_detached() && program != NULL)) say("%s: %s\n", program, words);
}

void announce_last_lines(const struct rank *ranks, size_t count) {
  struct last_lines last;
  if (program == NULL || (!has_reader() && !is_on_terminal())) return;
  for (size_t i = 0; i < count && i < SHOWN_RANKS; i++) {
    char indent[32];
    snprintf(indent, sizeof indent, "  rank %d: ", ranks[i].number);
    read_last_line(&ranks[i], &last);
    if (last.count > 0) say_line(indent, last.lines[0], last.lengths[0]);
  }
  if (count > SHOWN_RANKS) say("  and %zu more\n", count - SHOWN_RANKS);
}
