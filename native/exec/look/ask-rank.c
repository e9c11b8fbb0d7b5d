#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/descendants.h"
#include "../base/read-file.h"
#include "facts.h"
#include "sockets.h"

enum { PATH_SIZE = 64, TEXT_SIZE = 4096, MS = 1000, ESTABLISHED = 1, UNKNOWN = -1 };

/** What a rank and all that it has started do; `state` is that of `about`, the process that needs attention most. */
struct use {
  char state;
  pid_t about;
  long long cpu_ms;
  long long bytes;  // read and written; UNKNOWN: no process shows them
};

/** Stopped counts more than asleep in the kernel, and that more than anything else. */
static int weigh(char state) { return state == 'T' || state == 't' ? 2 : state == 'D' ? 1 : 0; }

static void add_state(struct use *use, pid_t pid) {
  char text[TEXT_SIZE];
  long long ticks[4] = {0};
  char state = 'S';
  if (read_text(text, sizeof text, "/proc/%d/stat", (int)pid) == 0) return;
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
  if (read_text(text, sizeof text, "/proc/%d/io", (int)pid) == 0) return;
  if (sscanf(text, "rchar: %lld wchar: %lld", &in, &out) != 2) return;
  use->bytes = (use->bytes == UNKNOWN ? 0 : use->bytes) + in + out;
}

/** The connection to rank 0 that is looked for. */
struct wanted {
  const struct pids *tree;
  unsigned port;
  bool *is_hidden;  // that cannot be seen of one of them
};

/** Whether one of the processes has this socket, an open connection to the port; of rank 0 also one that came there. */
static bool is_connection(const struct tcp_socket *socket, const void *argument) {
  const struct wanted *wanted = argument;
  const bool is_of_port = socket->remote_port == wanted->port || socket->local_port == wanted->port;
  if (!is_of_port || socket->state != ESTABLISHED) return false;
  for (size_t i = 0; i < wanted->tree->count; i++) {
    errno = 0;
    if (has_socket(wanted->tree->items[i], socket->inode)) return true;
    *wanted->is_hidden |= errno == EACCES;
  }
  return false;
}

/**
 * `PID PORT`: reports the state of the tree of processes that begins there: a letter of /proc/PID/stat and the process
 * that has it, milliseconds of CPU time, bytes read and written, and 1 if it is connected to the port (?: that cannot
 * be seen). PORT 0: it is not looked at.
 */
void ask_rank(const struct question *question) {
  char *rest = NULL;
  char text[PATH_SIZE];
  struct pids tree = {.items = NULL};
  bool is_hidden = false;
  struct use use = {.state = 'S', .bytes = UNKNOWN};
  const pid_t pid = (pid_t)strtol(question->subject, &rest, 10);
  const unsigned port = (unsigned)strtoul(rest, NULL, 10);
  find_tree(&tree, pid);
  for (size_t i = 0; i < tree.count; i++) {
    add_state(&use, tree.items[i]);
    add_bytes(&use, tree.items[i]);
  }
  if (use.about == 0) return tell_error(question, ESRCH);
  const struct wanted wanted = {.tree = &tree, .port = port, .is_hidden = &is_hidden};
  const bool is_joined = port != 0 && find_socket(pid, is_connection, &wanted) != 0;
  const char *joined = is_joined ? "1" : is_hidden ? "?" : "0";
  snprintf(text, sizeof text, "%c %d %lld %lld %s", use.state, (int)use.about, use.cpu_ms, use.bytes, joined);
  tell_value(question, text);
}
