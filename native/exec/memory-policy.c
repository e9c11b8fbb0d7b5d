#include "memory-policy.h"

#include <errno.h>
#include <limits.h>
#include <linux/mempolicy.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MAX_NODES = 1024, BITS = sizeof(unsigned long) * CHAR_BIT };

int prefer_memory_node(int node) {
  if (node < 0 || node >= MAX_NODES) return EINVAL;
  unsigned long nodes[MAX_NODES / BITS] = {0};
  nodes[(unsigned)node / BITS] = 1UL << ((unsigned)node % BITS);
  // libnuma's function, without libnuma. The kernel counts one bit less than it is given.
  return syscall(SYS_set_mempolicy, MPOL_PREFERRED, nodes, (unsigned long)MAX_NODES + 1) == 0 ? 0 : errno;
}
