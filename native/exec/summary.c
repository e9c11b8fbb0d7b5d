#include "summary.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { MS = 1000, SHOWN_NUMBERS = 16 };

static size_t count_ends(const struct rank *ranks, size_t count, enum rank_end end) {
  size_t found = 0;
  for (size_t i = 0; i < count; i++) found += ranks[i].end == end ? 1 : 0;
  return found;
}

static void add_part(char words[SUMMARY_SIZE], size_t count, const char *what, const char *who) {
  const size_t length = strlen(words);
  if (count == 0) return;
  const char *before = strchr(words, ':') == NULL ? ": " : ", ";
  snprintf(words + length, SUMMARY_SIZE - length, "%s%zu %s%.200s", before, count, what, who);
}

void word_summary(const struct rank *ranks, size_t count, long long ms, const char *name, char words[SUMMARY_SIZE]) {
  const size_t well = count_ends(ranks, count, ENDED_WELL);
  const double seconds = (double)ms / MS;
  snprintf(words, SUMMARY_SIZE, "ended %s %.1f s", well == count ? "well in" : "after", seconds);
  if (well == count) return;
  add_part(words, count_ends(ranks, count, ENDED_BADLY), "failed", "");
  add_part(words, count_ends(ranks, count, ENDED_BY_GUARD), "ended by ", name);
  add_part(words, well, "ended well", "");
  add_part(words, count_ends(ranks, count, NEVER_STARTED), "not started", "");
  add_part(words, count_ends(ranks, count, STILL_RUNNING), "still running", "");
}

size_t word_ranks(const struct rank *ranks, size_t count, enum rank_end end, char words[SUMMARY_SIZE]) {
  const size_t found = count_ends(ranks, count, end);
  size_t shown = 0;
  int length = snprintf(words, SUMMARY_SIZE, "rank%s", found == 1 ? "" : "s");
  for (size_t i = 0; i < count && shown < SHOWN_NUMBERS; i++) {
    if (ranks[i].end != end) continue;
    length += snprintf(words + length, SUMMARY_SIZE - (size_t)length, "%s%d", shown == 0 ? " " : ", ", ranks[i].number);
    shown++;
  }
  if (found > shown) snprintf(words + length, SUMMARY_SIZE - (size_t)length, " and %zu more", found - shown);
  return found;
}

static bool look_at(const char *path, struct stat *found) {
  return path != NULL && stat(path, found) == 0 && S_ISREG(found->st_mode) && found->st_size > 0;
}

static bool is_newer(const struct stat *one, const struct stat *other) {
  if (one->st_mtim.tv_sec != other->st_mtim.tv_sec) return one->st_mtim.tv_sec > other->st_mtim.tv_sec;
  return one->st_mtim.tv_nsec > other->st_mtim.tv_nsec;
}

static const char *choose_log(const struct rank *rank) {
  struct stat output;
  struct stat errors;
  const bool has_errors = look_at(rank->errors, &errors);
  if (!look_at(rank->output, &output)) return has_errors ? rank->errors : NULL;
  const bool is_told_by_errors = has_errors && (rank->end == ENDED_BADLY || is_newer(&errors, &output));
  return is_told_by_errors ? rank->errors : rank->output;
}

/** Of a progress bar, which writes its line again and again, what it showed in the end. */
static void skip_overwritten(struct last_lines *last) {
  const char *line = last->lines[0];
  size_t length = last->lengths[0];
  while (length > 0 && line[length - 1] == '\r') length--;
  size_t start = length;
  while (start > 0 && line[start - 1] != '\r') start--;
  last->lines[0] = line + start;
  last->lengths[0] = length - start;
}

void read_last_line(const struct rank *rank, struct last_lines *last) {
  const char *log = choose_log(rank);
  last->count = 0;
  if (log == NULL) return;
  read_last_lines(log, 1, last);
  if (last->count > 0) skip_overwritten(last);
  if (last->count > 0 && last->lengths[0] == 0) last->count = 0;
}
