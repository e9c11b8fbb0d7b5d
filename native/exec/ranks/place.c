#include "place.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/mempolicy.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

/** More CPUs than any kernel can be built for; a set of so many. */
enum { MAX_CPUS = 65536, SET_SIZE = CPU_ALLOC_SIZE(MAX_CPUS) };

/** More NUMA nodes than a kernel can be built for. */
enum { MAX_NODES = 1024, BITS = sizeof(unsigned long) * CHAR_BIT, LIST_SIZE = 4096, PATH_SIZE = 4200 };

typedef cpu_set_t set_of_cpus[SET_SIZE / sizeof(cpu_set_t)];

static bool take_number(const char **at, unsigned long *number) {
  if (**at < '0' || **at > '9') return false;
  char *end = NULL;
  *number = strtoul(*at, &end, 10);
  *at = end;
  return *number < MAX_CPUS;
}

/** Reads a list like 0-3,8, up to the line's end; false if it is not such a list. */
static bool parse_list(const char *list, cpu_set_t *set) {
  CPU_ZERO_S(SET_SIZE, set);
  for (const char *at = list;; at++) {
    unsigned long first = 0;
    if (!take_number(&at, &first)) return false;
    unsigned long last = first;
    if (*at == '-') {
      at++;
      if (!take_number(&at, &last)) return false;
    }
    for (unsigned long cpu = first; cpu <= last; cpu++) CPU_SET_S(cpu, SET_SIZE, set);
    if (*at == '\0' || *at == '\n') return true;
    if (*at != ',') return false;
  }
}

/** Writes the set as `0-3,8`; a list that is too long for `text` is cut. */
static void format_list(const cpu_set_t *set, char text[CPU_LIST_SIZE]) {
  size_t length = 0;
  text[0] = '\0';
  for (int first = 0; first < MAX_CPUS && length < CPU_LIST_SIZE - 16; first++) {
    if (!CPU_ISSET_S(first, SET_SIZE, set)) continue;
    int last = first;
    while (last + 1 < MAX_CPUS && CPU_ISSET_S(last + 1, SET_SIZE, set)) last++;
    const char *comma = length == 0 ? "" : ",";
    length +=
        (size_t)snprintf(text + length, CPU_LIST_SIZE - length, first == last ? "%s%d" : "%s%d-%d", comma, first, last);
    first = last;
  }
}

int set_affinity(const char *list, char granted[CPU_LIST_SIZE], bool *is_narrowed) {
  static set_of_cpus wanted;
  static set_of_cpus got;
  if (!parse_list(list, wanted)) return EINVAL;
  if (sched_setaffinity(0, SET_SIZE, wanted) != 0 || sched_getaffinity(0, SET_SIZE, got) != 0) return errno;
  format_list(got, granted);
  *is_narrowed = !CPU_EQUAL_S(SET_SIZE, wanted, got);
  return 0;
}

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
  return parse_list(text, set);
}

int find_memory_node(const char *cpus) {
  static set_of_cpus wanted;
  static set_of_cpus nodes;
  static set_of_cpus own;
  static set_of_cpus both;
  if (!parse_list(cpus, wanted) || !read_list("has_memory", nodes)) return NO_MEMORY_NODE;
  if (CPU_COUNT_S(SET_SIZE, nodes) < 2) return NO_MEMORY_NODE;
  for (int node = 0; node < MAX_CPUS; node++) {
    char name[64];
    if (!CPU_ISSET_S(node, SET_SIZE, nodes)) continue;
    snprintf(name, sizeof name, "node%d/cpulist", node);
    if (!read_list(name, own)) continue;
    CPU_AND_S(SET_SIZE, both, own, wanted);
    if (CPU_EQUAL_S(SET_SIZE, both, wanted)) return node;
  }
  return NO_MEMORY_NODE;
}

int prefer_memory_node(int node) {
  unsigned long nodes[MAX_NODES / BITS] = {0};
  if (node < 0 || node >= MAX_NODES) return EINVAL;
  nodes[(unsigned)node / BITS] = 1UL << ((unsigned)node % BITS);
  // libnuma's function, without libnuma. The kernel counts one bit less than it is given.
  return syscall(SYS_set_mempolicy, MPOL_PREFERRED, nodes, (unsigned long)MAX_NODES + 1) == 0 ? 0 : errno;
}
