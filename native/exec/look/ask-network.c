#include <dirent.h>
#include <errno.h>
#include <netdb.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "../base/read-file.h"
#include "../base/run-program.h"
#include "addresses.h"
#include "facts.h"
#include "sockets.h"

enum { MOST_OUTPUT = 1 << 16, LISTENS = 0x0a, HOLDER_SIZE = 128, NAME_SIZE = 64 };

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

static bool is_listener(const struct tcp_socket *socket, const void *port) {
  return socket->state == LISTENS && socket->local_port == *(const unsigned *)port;
}

/** Like `python3 (process 4711)`; empty if it cannot be found. */
static void find_holder(unsigned long inode, char holder[HOLDER_SIZE]) {
  char name[NAME_SIZE];
  holder[0] = '\0';
  DIR *processes = opendir("/proc");
  if (processes == NULL) return;
  for (const struct dirent *entry = readdir(processes); entry != NULL && holder[0] == '\0';
       entry = readdir(processes)) {
    const pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
    if (pid <= 0 || !has_socket(pid, inode)) continue;
    read_text(name, sizeof name, "/proc/%d/comm", (int)pid);
    snprintf(holder, HOLDER_SIZE, "%.*s (process %d)", (int)strcspn(name, "\n"), name, (int)pid);
  }
  closedir(processes);
}

void ask_port(const struct question *question) {
  char holder[HOLDER_SIZE];
  const unsigned port = (unsigned)strtoul(question->subject, NULL, 10);
  const unsigned long inode = find_socket(getpid(), is_listener, &port);
  if (inode == 0) return tell_number(question, 0);
  find_holder(inode, holder);
  tell_both(question, 1, holder[0] == '\0' ? NULL : holder);
}

/** Chooses a port below the range of clients, so that no client takes it before rank 0 binds it. */
void ask_free_port(const struct question *question) {
  char text[NAME_SIZE];
  int start = 0;
  read_text(text, sizeof text, "/proc/sys/net/ipv4/ip_local_port_range");
  sscanf(text, "%d", &start);
  const int end = start >= LOWEST + CHOICES ? start : USUAL_CLIENT_PORTS;
  for (int i = 0; i < TRIES; i++) {
    unsigned number = 0;
    if (getrandom(&number, sizeof number, 0) != sizeof number) number = (unsigned)getpid() + (unsigned)i;
    const int port = end - 1 - (int)(number % CHOICES);
    if (open_listener((in_port_t)port) >= 0) return tell_number(question, port);
  }
  tell_error(question, EADDRINUSE);
}
