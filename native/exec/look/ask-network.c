#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <netdb.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "../base/run-program.h"
#include "addresses.h"
#include "facts.h"

enum { MOST_OUTPUT = 1 << 16, LISTENS = 0x0a, HOLDER_SIZE = 128, PATH_SIZE = 300, NAME_SIZE = 64, LINE_LENGTH = 512 };

/** The status of getent if no source that it searched has the name. */
enum { GETENT_KNOWS_NONE = 2 };

/** The limits with which `rankplan run` chooses a port for this machine. */
enum { CHOICES = 10000, LOWEST = 1025, USUAL_CLIENT_PORTS = 32768, TRIES = 1000 };

void add_address(char addresses[LONGEST_ADDRESSES], const char *address) {
  const size_t length = strlen(addresses);
  if (length + strlen(address) + 2 > LONGEST_ADDRESSES) return;  // a part of it would be another address
  snprintf(addresses + length, LONGEST_ADDRESSES - length, "%s%s", length == 0 ? "" : ",", address);
}

static int find_by_library(const char *name, char addresses[LONGEST_ADDRESSES]) {
  struct addrinfo *found = NULL;
  const struct addrinfo wanted = {.ai_socktype = SOCK_STREAM};
  const int problem = getaddrinfo(name, NULL, &wanted, &found);
  for (const struct addrinfo *one = found; problem == 0 && one != NULL; one = one->ai_next) {
    char text[NI_MAXHOST];
    if (getnameinfo(one->ai_addr, one->ai_addrlen, text, sizeof text, NULL, 0, NI_NUMERICHOST) == 0)
      add_address(addresses, text);
  }
  if (problem == 0) freeaddrinfo(found);
  if (problem == EAI_SYSTEM) return errno;
  return problem == 0 ? 0 : problem == EAI_AGAIN ? EAGAIN : ENOENT;
}

int find_addresses(const char *name, char addresses[LONGEST_ADDRESSES]) {
  static char text[MOST_OUTPUT + 1];
  char *words[] = {"getent", "ahosts", (char *)name, NULL};
  const int status = read_program(words, text, MOST_OUTPUT);
  char *rest = text;
  addresses[0] = '\0';
  if (status == GETENT_KNOWS_NONE) return ENOENT;
  if (status != 0) return find_by_library(name, addresses);  // it is not there, is another one, or could not be started
  for (char *line = strtok_r(rest, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
    if (strstr(line, " STREAM") == NULL) continue;
    line[strcspn(line, " ")] = '\0';
    add_address(addresses, line);
  }
  return 0;
}

void ask_resolve(const struct question *question) {
  char addresses[LONGEST_ADDRESSES];
  const int error = find_addresses(question->subject, addresses);
  if (error == 0) tell_number(question, 1);
  else tell_error(question, error);
}

static unsigned long find_listener_in(const char *table, long port) {
  char line[LINE_LENGTH];
  unsigned long found = 0;
  FILE *sockets = fopen(table, "re");
  if (sockets == NULL) return 0;
  while (found == 0 && fgets(line, sizeof line, sockets) != NULL) {
    unsigned local = 0;
    unsigned state = 0;
    unsigned long inode = 0;
    const int read = sscanf(line, "%*s %*[0-9A-F]:%x %*s %x %*s %*s %*s %*s %*s %lu", &local, &state, &inode);
    if (read == 3 && state == LISTENS && local == (unsigned long)port) found = inode;
  }
  fclose(sockets);
  return found;
}

/** The inode of the socket that listens on the port; 0: none. */
static unsigned long find_listener(long port) {
  const unsigned long inode = find_listener_in("/proc/net/tcp", port);
  return inode != 0 ? inode : find_listener_in("/proc/net/tcp6", port);
}

static bool has_socket(const char *process, const char *socket) {
  char path[PATH_SIZE];
  char name[NAME_SIZE];
  bool is_found = false;
  snprintf(path, sizeof path, "/proc/%s/fd", process);
  DIR *descriptors = opendir(path);
  if (descriptors == NULL) return false;
  for (const struct dirent *entry = readdir(descriptors); entry != NULL && !is_found; entry = readdir(descriptors)) {
    const ssize_t length = readlinkat(dirfd(descriptors), entry->d_name, name, sizeof name - 1);
    name[length < 0 ? 0 : length] = '\0';
    is_found = strcmp(name, socket) == 0;
  }
  closedir(descriptors);
  return is_found;
}

static void name_holder(const char *process, char holder[HOLDER_SIZE]) {
  char path[PATH_SIZE];
  char name[NAME_SIZE] = "";
  snprintf(path, sizeof path, "/proc/%s/comm", process);
  FILE *file = fopen(path, "re");
  if (file == NULL) return;
  if (fgets(name, sizeof name, file) != NULL) name[strcspn(name, "\n")] = '\0';
  fclose(file);
  snprintf(holder, HOLDER_SIZE, "%s (process %.16s)", name, process);
}

/** Like `python3 (process 4711)`; empty if it cannot be found. */
static void find_holder(unsigned long inode, char holder[HOLDER_SIZE]) {
  char socket[NAME_SIZE];
  holder[0] = '\0';
  snprintf(socket, sizeof socket, "socket:[%lu]", inode);
  DIR *processes = opendir("/proc");
  if (processes == NULL) return;
  for (const struct dirent *entry = readdir(processes); entry != NULL && holder[0] == '\0';
       entry = readdir(processes)) {
    if (isdigit((unsigned char)entry->d_name[0]) && has_socket(entry->d_name, socket))
      name_holder(entry->d_name, holder);
  }
  closedir(processes);
}

void ask_port(const struct question *question) {
  char holder[HOLDER_SIZE];
  const unsigned long inode = find_listener(strtol(question->subject, NULL, 10));
  if (inode == 0) {
    tell_number(question, 0);
    return;
  }
  find_holder(inode, holder);
  tell_both(question, 1, holder[0] == '\0' ? NULL : holder);
}

/** The first port of the range from which the kernel gives ports to clients. */
static int read_client_ports(void) {
  int start = 0;
  FILE *range = fopen("/proc/sys/net/ipv4/ip_local_port_range", "re");
  const bool is_read = range != NULL && fscanf(range, "%d", &start) == 1;
  if (range != NULL) fclose(range);
  if (!is_read) return USUAL_CLIENT_PORTS;
  return start > LOWEST + CHOICES ? start : LOWEST + CHOICES;
}

/** Chooses a port below the range of clients, so that no client takes it before rank 0 binds it. */
void ask_free_port(const struct question *question) {
  const int end = read_client_ports();
  for (int i = 0; i < TRIES; i++) {
    unsigned number = 0;
    if (getrandom(&number, sizeof number, 0) != sizeof number) number = (unsigned)getpid() + (unsigned)i;
    const int port = end - 1 - (int)(number % CHOICES);
    if (find_listener(port) != 0) continue;
    tell_number(question, port);
    return;
  }
  tell_error(question, EADDRINUSE);
}
