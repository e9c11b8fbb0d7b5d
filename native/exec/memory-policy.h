// Where a process's memory comes from.
#pragma once

/** Prefers memory of this NUMA node; where it is full, others follow. 0, or errno. */
int prefer_memory_node(int node);
