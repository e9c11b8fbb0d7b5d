// The numbers of processes in /proc, which may be mounted from outside of this PID namespace.
#pragma once

#include <sys/types.h>

/** The number that /proc has for this process; 0 where it does not show it. */
pid_t find_own_number(void);

/** What `kill` takes for the process of this number; 0 if it has ended, or is none of this namespace. */
pid_t to_pid(pid_t number);
