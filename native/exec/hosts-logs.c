#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "end-processes.h"
#include "hosts.h"

enum { TICK_MS = 50, LINE_SIZE = 4096 };

static void note_host(struct hosts *hosts, const char *name) {
  for (size_t i = 0; i < hosts->used_count; i++) {
    if (strcmp(hosts->used[i], name) == 0) return;
  }
  const char **grown = realloc(hosts->used, (hosts->used_count + 1) * sizeof *grown);
  if (grown == NULL) return;
  hosts->used = grown;
  hosts->used[hosts->used_count++] = name;
}

void note_hosts(struct hosts *hosts) {
  for (size_t i = 0; i < hosts->count; i++) note_host(hosts, hosts->items[i].name);
}

/** The command, and behind it the names of the hosts. */
static char **list_words(const struct hosts *hosts) {
  char *const *command = hosts->options->rank.command;
  size_t count = 0;
  while (command[count] != NULL) count++;
  const char **words = calloc(count + 2 * hosts->used_count + 1, sizeof *words);
  if (words == NULL) return NULL;
  for (size_t i = 0; i < count; i++) words[i] = command[i];
  for (size_t i = 0; i < hosts->used_count; i++) {
    words[count++] = "--collect-host";
    words[count++] = hosts->used[i];
  }
  return (char **)words;
}

/** Whole lines are said; what is longer, in parts. */
static void pass_words_on(const struct hosts *hosts, struct link *link, char *line, size_t *length) {
  for (size_t got; (got = read_errors(link, line + *length, LINE_SIZE - 1 - *length)) > 0;) {
    *length += got;
    line[*length] = '\0';
    for (char *end; (end = strchr(line, '\n')) != NULL || *length == LINE_SIZE - 1;) {
      const size_t taken = end == NULL ? *length : (size_t)(end - line);
      say_of_hosts(hosts, "%.*s", (int)taken, line);
      *length -= end == NULL ? taken : taken + 1;
      memmove(line, line + taken + (end == NULL ? 0 : 1), *length + 1);
    }
  }
}

static bool has_lost_its_caller(const struct hosts *hosts) {
  return hosts->options->lifeline != NO_DESCRIPTOR && hosts->lifeline == NO_DESCRIPTOR;
}

/** Whoever ended the job may still want its logs, and who ends it once more does not. */
void collect_logs(struct hosts *hosts) {
  char line[LINE_SIZE] = "";
  size_t length = 0;
  struct link link = NO_LINK;
  if (hosts->options->rank.command == NULL || hosts->used_count == 0 || has_lost_its_caller(hosts)) return;
  char **words = list_words(hosts);
  if (words == NULL || !open_link(&link, words)) {
    say_of_hosts(hosts, "the logs stay on their hosts: no process can be started");
    free(words);
    return;
  }
  if (is_on_terminal()) say_of_hosts(hosts, "collecting the logs; Ctrl-C leaves them where they are");
  const int before = hosts->times_dismissed;
  const int status = hosts->status;
  hosts->is_stopping = true;  // what comes now ends no ranks
  bool is_told = false;
  while (link.is_there) {
    wait_for_hosts(hosts, TICK_MS);
    pass_words_on(hosts, &link, line, &length);
    if (hosts->times_dismissed > before && !is_told) {
      kill(link.pid, SIGTERM);
      is_told = true;
    }
    reap_link(&link);
  }
  pass_words_on(hosts, &link, line, &length);
  forget_link(&link);
  free(words);
  hosts->status = status;
}
