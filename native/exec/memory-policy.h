// Where a process's memory comes from.
#pragma once

/**
 * The node that all of these CPUs are on; NO_MEMORY_NODE if they are on several, if it has no memory of its own, or
 * where there is only one node to choose. RANKPLAN_SYSFS is another folder than /sys.
 */
int find_memory_node(const char *cpus);

/** Prefers memory of this NUMA node; where it is full, others follow. 0, or errno. */
int prefer_memory_node(int node);
