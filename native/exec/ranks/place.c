#include "place.h"

#include <errno.h>
#include <linux/mempolicy.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../base/read-file.h"

/** More CPUs than any kernel can be built for; a set of so many. */
enum { MAX_CPUS = 65536, SET_SIZE = CPU_ALLOC_SIZE(MAX_CPUS), STATUS_SIZE = 1 << 17 };

typedef cpu_set_t set_of_cpus[SET_SIZE / sizeof(cpu_set_t)];

static bool take_number(const char **at, unsigned long *number) {
  if (**at < '0' || **at > '9') return false;
  char *end = NULL;
  *number = strtoul(*at, &end, 10);
  *at = end;
  return *number < MAX_CPUS;
}

/** Reads a list like 0-3,8, false if it is not such a list. */
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
    if (*at == '\0') return true;
    if (*at != ',') return false;
  }
}

/** The list of the CPUs that this process has, as the kernel writes it. */
static void read_granted(char granted[CPU_LIST_SIZE]) {
  static const char KEY[] = "\nCpus_allowed_list:\t";
  static char status[STATUS_SIZE];
  read_text(status, sizeof status, "/proc/self/status");
  const char *found = strstr(status, KEY);
  const char *list = found == NULL ? "" : found + strlen(KEY);
  snprintf(granted, CPU_LIST_SIZE, "%.*s", (int)strcspn(list, "\n"), list);
}

int set_affinity(const char *list, char granted[CPU_LIST_SIZE], bool *is_narrowed) {
  static set_of_cpus wanted;
  static set_of_cpus got;
  if (!parse_list(list, wanted)) return EINVAL;
  if (sched_setaffinity(0, SET_SIZE, wanted) != 0 || sched_getaffinity(0, SET_SIZE, got) != 0) return errno;
  read_granted(granted);
  *is_narrowed = !CPU_EQUAL_S(SET_SIZE, wanted, got);
  return 0;
}

void take_local_memory(void) { syscall(SYS_set_mempolicy, MPOL_LOCAL, NULL, 0UL); }
