// On which CPUs a process runs.
#pragma once

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>

/** More than any kernel can be built for. */
enum { MAX_CPUS = 65536 };

/** A list like 0-3,8 as a set of MAX_CPUS, up to a line's end; false if it is none. */
bool parse_cpu_list(const char *list, cpu_set_t *set);

/** Room for the list that set_affinity gives back. */
enum { CPU_LIST_SIZE = 512 };

/**
 * Restricts the calling process to a list like 0-3,8. The kernel takes away silently what is not allowed or not there:
 * `granted` is what remains, `is_narrowed` whether that is less. 0, or errno.
 */
int set_affinity(const char *list, char granted[CPU_LIST_SIZE], bool *is_narrowed);
