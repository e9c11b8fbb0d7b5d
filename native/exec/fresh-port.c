#include "fresh-port.h"

#include <errno.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

/** As launch.sh and `run` choose the first one. */
enum { CHOICES = 10000, LOWEST = 1025, USUAL_END = 32768, TRIES = 1000 };

static int read_end(void) {
  int start = 0;
  FILE *range = fopen("/proc/sys/net/ipv4/ip_local_port_range", "re");
  if (range == NULL) return USUAL_END;
  const bool is_read = fscanf(range, "%d", &start) == 1;
  fclose(range);
  if (!is_read) return USUAL_END;
  return start > LOWEST + CHOICES ? start : LOWEST + CHOICES;
}

/** Without SO_REUSEADDR: what an ended connection still holds is taken, too. */
static bool is_free(int family, const struct sockaddr *address, socklen_t size) {
  const int probe = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (probe < 0) return errno == EAFNOSUPPORT;
  const bool is_bound = bind(probe, address, size) == 0 || errno == EADDRNOTAVAIL;
  close(probe);
  return is_bound;
}

static bool is_free_everywhere(int port) {
  const struct sockaddr_in old = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  const struct sockaddr_in6 all = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port)};
  return is_free(AF_INET, (const struct sockaddr *)&old, sizeof old) &&
         is_free(AF_INET6, (const struct sockaddr *)&all, sizeof all);
}

int pick_free_port(void) {
  const int end = read_end();
  for (int i = 0; i < TRIES; i++) {
    unsigned number = 0;
    if (getrandom(&number, sizeof number, 0) != sizeof number) number = (unsigned)getpid() + (unsigned)i;
    const int port = end - 1 - (int)(number % CHOICES);
    if (is_free_everywhere(port)) return port;
  }
  return 0;
}
