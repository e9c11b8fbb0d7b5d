// The TCP sockets of this host.
#pragma once

#include <netinet/in.h>
#include <stdbool.h>
#include <sys/types.h>

struct tcp_socket {
  unsigned local_port;
  unsigned remote_port;
  unsigned state;  // as the kernel counts them
  unsigned long inode;
};

/** The inode of the first socket in the process's network that fits; 0: there is none. */
unsigned long find_socket(pid_t pid, bool (*fits)(const struct tcp_socket *socket, const void *wanted),
                          const void *wanted);

/** Whether the process has the socket with this inode. Where this user may not see that, errno becomes EACCES. */
bool has_socket(pid_t pid, unsigned long inode);

/** Listens on all addresses, as a TCPStore does. A descriptor; negative: errno says why not. */
int open_listener(in_port_t port);
