// On which CPUs a process runs, and where its memory comes from.
#pragma once

#include <stdbool.h>

/** Room for the list that set_affinity gives back. */
enum { CPU_LIST_SIZE = 512, NO_MEMORY_NODE = -1 };

/**
 * Restricts the calling process to a list like 0-3,8. The kernel takes away silently what is not allowed or not there:
 * `granted` is what remains, `is_narrowed` whether that is less. 0, or errno.
 */
int set_affinity(const char *list, char granted[CPU_LIST_SIZE], bool *is_narrowed);

/**
 * The node that all of these CPUs are on; NO_MEMORY_NODE if they are on several, if it has no memory of its own, or
 * where there is only one node to choose. RANKPLAN_SYSFS is another folder than /sys.
 */
int find_memory_node(const char *cpus);

/** Prefers memory of this NUMA node; where it is full, others follow. 0, or errno. */
int prefer_memory_node(int node);
