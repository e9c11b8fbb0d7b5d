// On which CPUs a process runs, and where its memory comes from.
#pragma once

#include <stdbool.h>

/** Room for the list that set_affinity gives back. */
enum { CPU_LIST_SIZE = 512 };

/**
 * Restricts the calling process to a list like 0-3,8. The kernel takes away silently what is not allowed or not there:
 * `granted` is what remains, `is_narrowed` whether that is less. 0, or errno.
 */
int set_affinity(const char *list, char granted[CPU_LIST_SIZE], bool *is_narrowed);

/**
 * Memory is from where the process runs, whatever its launcher was started with (`numactl --interleave`). Where a
 * container forbids that, it is the kernel's default all the same.
 */
void take_local_memory(void);
