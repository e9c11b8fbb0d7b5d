#include "sockets.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PATH_SIZE = 64, LINE_LENGTH = 512, BACKLOG = 4096 };

unsigned long find_socket(pid_t pid, bool (*fits)(const struct tcp_socket *socket, const void *wanted),
                          const void *wanted) {
  static const char *const TABLES[] = {"tcp", "tcp6"};
  unsigned long found = 0;
  for (size_t i = 0; found == 0 && i < sizeof TABLES / sizeof *TABLES; i++) {
    char text[LINE_LENGTH];
    snprintf(text, sizeof text, "/proc/%d/net/%s", (int)pid, TABLES[i]);
    FILE *table = fopen(text, "re");
    while (found == 0 && table != NULL && fgets(text, sizeof text, table) != NULL) {
      static const char LINE[] = " %*d: %*[^:]:%x %*[^:]:%x %x %*s %*s %*s %*s %*s %lu";
      struct tcp_socket one;
      const int count = sscanf(text, LINE, &one.local_port, &one.remote_port, &one.state, &one.inode);
      if (count == 4 && fits(&one, wanted)) found = one.inode;
    }
    if (table != NULL) fclose(table);
  }
  return found;
}

bool has_socket(pid_t pid, unsigned long inode) {
  char path[PATH_SIZE];
  char wanted[PATH_SIZE];
  char found[PATH_SIZE];
  bool is_found = false;
  snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
  snprintf(wanted, sizeof wanted, "socket:[%lu]", inode);
  DIR *folder = opendir(path);
  if (folder == NULL) return false;
  for (const struct dirent *entry = readdir(folder); entry != NULL && !is_found; entry = readdir(folder)) {
    const ssize_t length = readlinkat(dirfd(folder), entry->d_name, found, sizeof found - 1);
    found[length > 0 ? length : 0] = '\0';
    is_found = strcmp(found, wanted) == 0;
  }
  closedir(folder);
  return is_found;
}

int open_listener(in_port_t port) {
  const int yes = 1;
  const int no = 0;
  struct sockaddr_in6 any = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
  struct sockaddr_in any_v4 = {.sin_family = AF_INET, .sin_port = htons(port)};
  int listener = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const bool has_v6 = listener >= 0;
  if (!has_v6) listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (has_v6) setsockopt(listener, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no);
  const int bound = has_v6 ? bind(listener, (struct sockaddr *)&any, sizeof any)
                           : bind(listener, (struct sockaddr *)&any_v4, sizeof any_v4);
  if (bound == 0 && listen(listener, BACKLOG) == 0) return listener;
  close(listener);
  return -1;
}
