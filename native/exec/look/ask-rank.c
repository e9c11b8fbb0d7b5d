#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/descendants.h"
#include "facts.h"

enum { PATH_SIZE = 64, TEXT_SIZE = 4096, MS = 1000, ESTABLISHED = 1, UNKNOWN = -1 };

/** What a rank and all that it has started do; `state` is that of `about`, the process that needs attention most. */
struct use {
  char state;
  pid_t about;
  long long cpu_ms;
  long long bytes;  // read and written; UNKNOWN: no process shows them
};

static bool read_text(pid_t pid, const char *name, char text[TEXT_SIZE]) {
  char path[PATH_SIZE];
  snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
  FILE *file = fopen(path, "re");
  if (file == NULL) return false;
  text[fread(text, 1, TEXT_SIZE - 1, file)] = '\0';
  fclose(file);
  return text[0] != '\0';
}

/** Stopped counts more than asleep in the kernel, and that more than anything else. */
static int weigh(char state) { return state == 'T' || state == 't' ? 2 : state == 'D' ? 1 : 0; }

static void add_state(struct use *use, pid_t pid) {
  char text[TEXT_SIZE];
  long long ticks[4] = {0};
  char state = 'S';
  if (!read_text(pid, "stat", text)) return;
  const char *name_end = strrchr(text, ')');  // the name may hold anything
  const char *format = ") %c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %lld %lld %lld %lld";
  if (name_end == NULL) return;
  if (sscanf(name_end, format, &state, &ticks[0], &ticks[1], &ticks[2], &ticks[3]) != 5) return;
  for (int i = 0; i < 4; i++) use->cpu_ms += ticks[i] * MS / sysconf(_SC_CLK_TCK);
  if (use->about != 0 && weigh(state) <= weigh(use->state)) return;
  use->state = state;
  use->about = pid;
}

static void add_bytes(struct use *use, pid_t pid) {
  char text[TEXT_SIZE];
  long long in = 0;
  long long out = 0;
  if (!read_text(pid, "io", text) || sscanf(text, "rchar: %lld wchar: %lld", &in, &out) != 2) return;
  use->bytes = (use->bytes == UNKNOWN ? 0 : use->bytes) + in + out;
}

/** Whether a process has the socket with this inode. */
static bool has_socket(pid_t pid, unsigned long inode) {
  char path[PATH_SIZE];
  char wanted[PATH_SIZE];
  char found[PATH_SIZE];
  snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
  snprintf(wanted, sizeof wanted, "socket:[%lu]", inode);
  DIR *folder = opendir(path);
  bool is_found = false;
  if (folder == NULL) return false;
  for (const struct dirent *entry = readdir(folder); entry != NULL && !is_found; entry = readdir(folder)) {
    const ssize_t length = readlinkat(dirfd(folder), entry->d_name, found, sizeof found - 1);
    found[length > 0 ? length : 0] = '\0';
    is_found = strcmp(found, wanted) == 0;
  }
  closedir(folder);
  return is_found;
}

/** Whether one of the processes has an open connection to this port, as the table of their network says. */
static bool is_connected(const struct pids *tree, const char *table, unsigned port) {
  char path[PATH_SIZE];
  char line[TEXT_SIZE];
  bool is_found = false;
  snprintf(path, sizeof path, "/proc/%d/net/%s", (int)tree->items[0], table);
  FILE *file = fopen(path, "re");
  if (file == NULL) return false;
  while (!is_found && fgets(line, sizeof line, file) != NULL) {
    unsigned to = 0;
    unsigned state = 0;
    unsigned long inode = 0;
    const int count = sscanf(line, " %*d: %*[^:]:%*x %*[^:]:%x %x %*s %*s %*s %*s %*s %lu", &to, &state, &inode);
    if (count != 3 || to != port || state != ESTABLISHED) continue;
    for (size_t i = 0; i < tree->count && !is_found; i++) is_found = has_socket(tree->items[i], inode);
  }
  fclose(file);
  return is_found;
}

/**
 * `PID PORT`: reports the state of the tree of processes that begins there: a letter of /proc/PID/stat and the process
 * that has it, milliseconds of CPU time, bytes read and written, and 1 if it is connected to the port. PORT 0: it is
 * not looked at.
 */
void ask_rank(const struct question *question) {
  char *rest = NULL;
  char text[PATH_SIZE];
  struct pids tree = {.items = NULL};
  struct use use = {.state = 'S', .bytes = UNKNOWN};
  const pid_t pid = (pid_t)strtol(question->subject, &rest, 10);
  const unsigned port = (unsigned)strtoul(rest, NULL, 10);
  find_tree(&tree, pid);
  for (size_t i = 0; i < tree.count; i++) {
    add_state(&use, tree.items[i]);
    add_bytes(&use, tree.items[i]);
  }
  if (use.about == 0) return tell_error(question, ESRCH);
  const bool is_joined = port != 0 && (is_connected(&tree, "tcp", port) || is_connected(&tree, "tcp6", port));
  snprintf(text, sizeof text, "%c %d %lld %lld %d", use.state, (int)use.about, use.cpu_ms, use.bytes, is_joined);
  tell_value(question, text);
}
