#include "memory-policy.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/mempolicy.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "affinity.h"
#include "rank.h"

enum { LIST_SIZE = 4096, PATH_SIZE = 4200, SET_SIZE = CPU_ALLOC_SIZE(MAX_CPUS) };

/** Reads a list of numbers below the folder of the nodes. */
static bool read_list(const char *name, cpu_set_t *set) {
  char path[PATH_SIZE];
  char text[LIST_SIZE];
  const char *root = getenv("RANKPLAN_SYSFS");
  snprintf(path, sizeof path, "%.3900s/devices/system/node/%s", root == NULL || *root == '\0' ? "/sys" : root, name);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const ssize_t got = read(file, text, sizeof text - 1);
  close(file);
  if (got <= 0) return false;
  text[got] = '\0';
  return parse_cpu_list(text, set);
}

static bool has_all(const cpu_set_t *all, const cpu_set_t *some, cpu_set_t *both) {
  CPU_AND_S(SET_SIZE, both, all, some);
  return CPU_EQUAL_S(SET_SIZE, both, some);
}

int find_memory_node(const char *cpus) {
  static cpu_set_t room[4][SET_SIZE / sizeof(cpu_set_t)];
  cpu_set_t *wanted = room[0];
  cpu_set_t *nodes = room[1];
  cpu_set_t *own = room[2];
  if (!parse_cpu_list(cpus, wanted) || !read_list("has_memory", nodes)) return NO_MEMORY_NODE;
  if (CPU_COUNT_S(SET_SIZE, nodes) < 2) return NO_MEMORY_NODE;
  for (int node = 0; node < MAX_CPUS; node++) {
    char name[64];
    if (!CPU_ISSET_S(node, SET_SIZE, nodes)) continue;
    snprintf(name, sizeof name, "node%d/cpulist", node);
    if (read_list(name, own) && has_all(own, wanted, room[3])) return node;
  }
  return NO_MEMORY_NODE;
}

enum { MAX_NODES = 1024, BITS = sizeof(unsigned long) * CHAR_BIT };

int prefer_memory_node(int node) {
  if (node < 0 || node >= MAX_NODES) return EINVAL;
  unsigned long nodes[MAX_NODES / BITS] = {0};
  nodes[(unsigned)node / BITS] = 1UL << ((unsigned)node % BITS);
  // libnuma's function, without libnuma. The kernel counts one bit less than it is given.
  return syscall(SYS_set_mempolicy, MPOL_PREFERRED, nodes, (unsigned long)MAX_NODES + 1) == 0 ? 0 : errno;
}
