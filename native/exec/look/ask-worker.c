#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "facts.h"

enum { MOST_KEPT = 1 << 15, PIECE_SIZE = 1 << 16, LONGEST_ANSWER = 1 << 26, PATIENCE_S = 2, HANDLER_SIZE = 64 };

/** What is asked of a worker server; of a long answer only the last bytes are wanted. */
struct request {
  char handler[HANDLER_SIZE];
  size_t wanted;
  const char *prefix;
};

static bool parse_request(const char *text, struct request *request) {
  int length = 0;
  const int count = sscanf(text, "%zu %63s %n", &request->wanted, request->handler, &length);
  request->prefix = text + length;
  return count == 2 && request->wanted <= MOST_KEPT && strchr(request->prefix, '/') != NULL;
}

/**
 * A process that ends must not be asked: it waits for this lock, and removes its socket
 * (src/runtime/stall/sitecustomize.py). The lock lasts as long as this process.
 */
static bool lock_server(const char *path) {
  char name[PATH_MAX];
  snprintf(name, sizeof name, "%s.lock", path);
  const int lock = open(name, O_RDONLY | O_CLOEXEC);
  return lock >= 0 && flock(lock, LOCK_SH | LOCK_NB) == 0;
}

/** Whether the name of a file is that of a socket: `3.4711` for rank 3. */
static bool is_socket_of(const char *rank, const char *name) {
  const size_t length = strlen(rank);
  return strncmp(name, rank, length) == 0 && name[length] == '.' && strspn(name + length + 1, "0123456789") > 0 &&
         strchr(name + length + 1, '.') == NULL;
}

static int connect_to_worker(const char *path) {
  const struct timeval patience = {.tv_sec = PATIENCE_S};
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) return -1;
  const int worker = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  memcpy(address.sun_path, path, strlen(path) + 1);
  setsockopt(worker, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  setsockopt(worker, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  if (worker >= 0 && connect(worker, (struct sockaddr *)&address, sizeof address) == 0) return worker;
  if (worker >= 0) close(worker);
  return -1;
}

/** Adds a piece to the last bytes that are kept; returns their number. */
static size_t keep_last(char *kept, size_t length, size_t wanted, const char *piece, size_t size) {
  const size_t taken = size < wanted ? size : wanted;
  const size_t left = length + taken > wanted ? wanted - taken : length;
  memmove(kept, kept + length - left, left);
  memcpy(kept + left, piece + size - taken, taken);
  return left + taken;
}

/** The end of the answer of PyTorch's worker server; false if there is none, or its status is not 200. */
static bool ask_server(const char *path, const struct request *request, char kept[MOST_KEPT + 1]) {
  static char piece[PIECE_SIZE];
  size_t length = 0;
  size_t all = 0;
  bool is_good = false;
  const int worker = connect_to_worker(path);
  if (worker < 0) return false;
  dprintf(worker, "POST /handler/%s HTTP/1.0\r\nContent-Length: 0\r\n\r\n", request->handler);
  while (all < LONGEST_ANSWER) {
    const ssize_t got = read(worker, piece, sizeof piece);
    if (got <= 0) break;
    if (all == 0) is_good = memmem(piece, (size_t)got, " 200 ", 5) != NULL;
    all += (size_t)got;
    length = keep_last(kept, length, request->wanted, piece, (size_t)got);
  }
  close(worker);
  kept[length] = '\0';
  return is_good;
}

/**
 * `BYTES HANDLER PREFIX`: asks each process of a rank that has opened a socket PREFIX.PID; the fact names the handler
 * and the socket, and has the last bytes of the answer.
 */
void ask_worker(const struct question *question) {
  static char kept[MOST_KEPT + 1];
  char folder[PATH_MAX];
  char subject[PATH_MAX];
  struct request request;
  if (!parse_request(question->subject, &request)) return tell_error(question, EINVAL);
  const char *name = strrchr(request.prefix, '/') + 1;
  snprintf(folder, sizeof folder, "%.*s", (int)(name - request.prefix), request.prefix);
  DIR *sockets = opendir(folder);
  if (sockets == NULL) return tell_error(question, errno);
  for (const struct dirent *entry = readdir(sockets); entry != NULL; entry = readdir(sockets)) {
    struct question about = *question;
    if (!is_socket_of(name, entry->d_name)) continue;
    snprintf(subject, sizeof subject, "%s %.2000s%s", request.handler, folder, entry->d_name);
    about.subject = subject;
    const char *path = strchr(subject, ' ') + 1;
    if (lock_server(path) && ask_server(path, &request, kept)) tell_value(&about, kept);
  }
  closedir(sockets);
}
