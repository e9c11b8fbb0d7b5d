#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../base/clock.h"
#include "../base/process.h"
#include "../tell/outbox.h"
#include "addresses.h"
#include "facts.h"
#include "sockets.h"

/** A SYN that is lost is sent again after a second: two tries of a connection see four of them. */
enum { CONNECT_MS = 1500, TRIES = 2, SILENCE_MS = 3000, LOOK_MS = 5, LARGE = 1 << 16, LISTEN_S = 120 };
enum { DIAL_MS = 9000 };  // a question has 10 s: the dial itself reports what is missing

struct target {
  union {
    struct sockaddr base;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
  } address;
  socklen_t size;
};

static bool parse_address(const char *text, in_port_t port, struct target *target) {
  struct addrinfo *found = NULL;
  const struct addrinfo wanted = {.ai_flags = AI_NUMERICHOST,
                                  .ai_socktype = SOCK_STREAM};  // link-local ones have a scope
  *target = (struct target){.size = 0};
  if (getaddrinfo(text, NULL, &wanted, &found) != 0) return false;
  target->size = found->ai_addrlen;
  memcpy(&target->address, found->ai_addr, found->ai_addrlen);
  freeaddrinfo(found);
  // The port is at the same place in both families.
  target->address.v4.sin_port = htons(port);
  return true;
}

static int read_mtu(const char *name) {
  struct ifreq request = {.ifr_mtu = 0};
  const int any = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  snprintf(request.ifr_name, sizeof request.ifr_name, "%s", name);
  const bool is_read = any >= 0 && ioctl(any, SIOCGIFMTU, &request) == 0;
  if (any >= 0) close(any);
  return is_read ? request.ifr_mtu : 0;
}

static bool is_first_of_name(const struct ifaddrs *all, const struct ifaddrs *one) {
  const struct ifaddrs *first = all;
  while (strcmp(first->ifa_name, one->ifa_name) != 0) first = first->ifa_next;
  return first == one;
}

static void add_own(char text[LONGEST_ADDRESSES], const struct ifaddrs *entry) {
  char address[NI_MAXHOST];
  if (entry->ifa_addr == NULL) return;
  const int family = entry->ifa_addr->sa_family;
  if (family != AF_INET && family != AF_INET6) return;
  const socklen_t size = family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
  if (getnameinfo(entry->ifa_addr, size, address, sizeof address, NULL, 0, NI_NUMERICHOST) == 0)
    add_address(text, address);
}

/** Reports the MTU and the addresses (in the kernel's order) of each running interface. Other ones are down. */
void ask_interfaces(const struct question *question) {
  struct ifaddrs *all = NULL;
  if (getifaddrs(&all) != 0) return tell_error(question, errno);
  for (const struct ifaddrs *entry = all; entry != NULL; entry = entry->ifa_next) {
    char text[LONGEST_ADDRESSES] = "";
    char value[LONGEST_ADDRESSES + 16];
    if (!is_first_of_name(all, entry)) continue;
    struct question about = *question;
    about.subject = entry->ifa_name;
    if ((entry->ifa_flags & IFF_UP) == 0 || (entry->ifa_flags & IFF_RUNNING) == 0) {
      tell_error(&about, ENETDOWN);
      continue;
    }
    for (const struct ifaddrs *one = entry; one != NULL; one = one->ifa_next) {
      if (strcmp(one->ifa_name, entry->ifa_name) == 0) add_own(text, one);
    }
    snprintf(value, sizeof value, "%d %s", read_mtu(entry->ifa_name), text);
    tell_value(&about, value);
  }
  freeifaddrs(all);
}

/** Reports the addresses of this host's own name: gloo gives them to others if no interface is named. */
void ask_own_name(const struct question *question) {
  char name[NI_MAXHOST] = "";
  char addresses[LONGEST_ADDRESSES];
  struct question about = *question;
  if (gethostname(name, sizeof name - 1) != 0) return tell_error(question, errno);
  about.subject = name;
  const int error = find_addresses(name, addresses);
  if (error == 0) tell_value(&about, addresses);
  else tell_error(&about, error);
}

/** Calls `use` with each address of the question's first word until it returns 0; returns what it returned last. */
static int try_addresses(const struct question *question, in_port_t port, int (*use)(const struct target *target)) {
  char name[NI_MAXHOST];
  char addresses[LONGEST_ADDRESSES];
  struct target target;
  snprintf(name, sizeof name, "%.*s", (int)strcspn(question->subject, " "), question->subject);
  int error = find_addresses(name, addresses);
  char *rest = addresses;
  if (error != 0) return error;
  for (const char *one = strtok_r(rest, ",", &rest); one != NULL; one = strtok_r(NULL, ",", &rest)) {
    error = parse_address(one, port, &target) ? use(&target) : ENOENT;
    if (error == 0) return 0;
  }
  return error;
}

static struct target local_end;

/** connect() on a UDP socket sends no packet, but makes the kernel select the source address: the result. */
static int find_local_end(const struct target *target) {
  const int end = socket(target->address.base.sa_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  local_end.size = sizeof local_end.address;
  if (end < 0 || connect(end, &target->address.base, target->size) != 0) return errno;
  return getsockname(end, &local_end.address.base, &local_end.size) == 0 ? 0 : errno;
}

/** Reports the source address of this host for packets to another one. */
void ask_route(const struct question *question) {
  char text[NI_MAXHOST];
  const int error = try_addresses(question, 1, find_local_end);
  if (error != 0) return tell_error(question, error);
  if (getnameinfo(&local_end.address.base, local_end.size, text, sizeof text, NULL, 0, NI_NUMERICHOST) == 0)
    tell_value(question, text);
}

/** What the listener sends first. The launcher chose its last word, so no other program or run sends it. */
static char greeting[64];

static void set_greeting(const struct question *question) {
  const char *word = strrchr(question->subject, ' ');
  snprintf(greeting, sizeof greeting, "rankplan%s\n", word == NULL ? "" : word);
}

/** Reads what `dial` sends, then sends as much: large packets go both ways, and no reset comes after the last byte. */
static void answer_dial(int connection) {
  static char bytes[1 + LARGE];
  alarm(LISTEN_S);
  if (recv(connection, bytes, sizeof bytes, MSG_WAITALL) == sizeof bytes) send(connection, bytes, LARGE, MSG_NOSIGNAL);
  while (read(connection, bytes, sizeof bytes) > 0) continue;
}

/** Runs until it is killed (`unlisten`), or until its time is over, because rank 0 needs the port. */
static _Noreturn void serve_connections(int listener) {
  signal(SIGCHLD, SIG_IGN);
  alarm(LISTEN_S);
  for (;;) {
    const int connection = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (connection < 0) {  // one that was given up, or no descriptor is free: others may come
      poll(NULL, 0, 1);
      continue;
    }
    send(connection, greeting, strlen(greeting), MSG_NOSIGNAL);
    if (fork_child() == 0) {
      close(listener);
      answer_dial(connection);
      _exit(0);
    }
    close(connection);
  }
}

/** `PORT WORD`: listens on a port, or on any (0). The answer is the port and the process that listens. */
void ask_listen(const struct question *question) {
  struct target own = {.size = sizeof own.address};
  char process[16];
  set_greeting(question);
  const int listener = open_listener((in_port_t)strtol(question->subject, NULL, 10));
  if (listener < 0 || getsockname(listener, &own.address.base, &own.size) != 0) return tell_error(question, errno);
  const pid_t server = fork();  // it outlives the answer
  if (server == 0) serve_connections(listener);
  if (server < 0) return tell_error(question, errno);
  snprintf(process, sizeof process, "%d", (int)server);
  tell_both(question, ntohs(own.address.v4.sin_port), process);
}

/** Kills a process that `listen` has started. */
void ask_unlisten(const struct question *question) {
  const long server = strtol(question->subject, NULL, 10);
  if (server <= 1 || kill((pid_t)server, SIGKILL) != 0) return tell_error(question, server <= 1 ? EINVAL : errno);
  // The port is free when it is gone.
  while (kill((pid_t)server, 0) == 0) poll(NULL, 0, 1);
  tell_number(question, 1);
}

static bool await(int connection, short events, int patience_ms) {
  struct pollfd one = {.fd = connection, .events = events};
  return poll(&one, 1, patience_ms) == 1;
}

static int error_of(int connection) {
  int error = 0;
  socklen_t size = sizeof error;
  return getsockopt(connection, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno;
}

static long long deadline;
static const char zeros[LARGE];

/** Receives exactly these bytes; 0, or errno. EPROTO: others came, or the end. */
static int expect(int connection, const char *expected, size_t size) {
  static char bytes[LARGE];
  for (size_t got = 0; got < size;) {
    const long long left = deadline - now_ms();
    if (!await(connection, POLLIN, left < 0 ? 0 : (int)left)) return ETIMEDOUT;
    const ssize_t more = recv(connection, bytes, size - got, 0);
    if (more < 0) return errno;
    if (more == 0 || memcmp(bytes, expected + got, (size_t)more) != 0) return EPROTO;
    got += (size_t)more;
  }
  return 0;
}

/**
 * Sends this many bytes, until the kernel of the other host has acknowledged all; 0, or errno. So neither a slow path
 * nor a busy host is a failure, only silence.
 */
static int deliver(int connection, size_t size) {
  size_t sent = 0;
  int open = (int)size;
  for (long long progress = now_ms(); open > 0; poll(NULL, 0, LOOK_MS)) {
    int waiting = 0;
    const ssize_t more = sent < size ? send(connection, zeros, size - sent, MSG_NOSIGNAL) : 0;
    if (more > 0) sent += (size_t)more;
    if ((more < 0 && errno != EAGAIN) || ioctl(connection, SIOCOUTQ, &waiting) != 0) return errno;
    const int error = error_of(connection);  // a reset leaves what was sent unacknowledged
    if (error != 0) return error;
    const int left = (int)(size - sent) + waiting;
    if (left < open) progress = now_ms();
    else if (now_ms() - progress > SILENCE_MS) return ETIMEDOUT;
    open = left;
  }
  return 0;
}

static int connect_to(int connection, const struct target *target) {
  if (connect(connection, &target->address.base, target->size) == 0) return 0;
  if (errno != EINPROGRESS) return errno;
  if (!await(connection, POLLOUT, CONNECT_MS)) return ETIMEDOUT;
  return error_of(connection);
}

/** A connection, or the errno that says why not, as a negative number. */
static int open_connection(const struct target *target) {
  const struct linger at_once = {.l_onoff = 1};  // no socket stays on the port on which rank 0 will listen
  int error = ETIMEDOUT;
  for (int i = 0; i < TRIES && error == ETIMEDOUT; i++) {
    const int connection = socket(target->address.base.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (connection < 0) return -errno;
    setsockopt(connection, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    error = connect_to(connection, target);
    if (error == 0) return connection;
    close(connection);
  }
  return -error;
}

/** Takes the greeting, sends 1 byte, then 64 KiB each way: these need packets as large as the path's MTU. */
static int converse(int connection) {
  int error = expect(connection, greeting, strlen(greeting));
  if (error == 0) error = deliver(connection, 1);
  if (error != 0) return error;
  error = deliver(connection, LARGE);
  if (error == 0) error = expect(connection, zeros, LARGE);
  return error == ETIMEDOUT ? EMSGSIZE : error;
}

static int dial(const struct target *target) {
  const int connection = open_connection(target);
  if (connection < 0) return -connection;
  const int error = converse(connection);
  close(connection);
  return error;
}

/** `ADDRESS PORT WORD`: checks whether our listener answers. EPROTO: another does; EMSGSIZE: 64 KiB do not pass. */
void ask_dial(const struct question *question) {
  const long port = strtol(question->subject + strcspn(question->subject, " "), NULL, 10);
  const long long begun = now_ms();
  deadline = begun + DIAL_MS;
  set_greeting(question);
  const int error = try_addresses(question, (in_port_t)port, dial);
  if (error == 0) tell_number(question, now_ms() - begun);
  else tell_error(question, error);
}
