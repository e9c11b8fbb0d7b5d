// What happens, in words for people: on stderr, or as events for a launcher that shows them.
#pragma once

#include "end-processes.h"

/** From now on all is told, by the name of the program that people called; where there are events, as events. */
void begin_announcing(const char *name, const char *logs);

/** People are told on a terminal only, there and at the end; where there are events, always. */
void announce_start(size_t count);

/** The first rank that failed: how, the end of its log, its exception. `killer` is the signal that ended it, or 0. */
void announce_failure(const struct rank *rank, int status, int killer);

/** What did not work out for a rank, which goes on. */
void announce_warning(const struct rank *rank, const char *words);

/** A signal that ends the run. People are told on a terminal only, from which it may come. */
void announce_signal(int signal_number, long grace_ms);

/** Who had ended with status 0 before a rank failed: it may have waited for them. Says nothing where nobody had. */
void announce_early_ends(const struct rank *ranks, size_t count);

/** Some ranks ended with status 0 so long ago, and others still run. */
void announce_waiting(const struct rank *ranks, size_t count, long ms);

/** Who still runs when the grace is over, and is killed. Says nothing where all ranks have ended. */
void announce_overdue(const struct rank *ranks, size_t count, long grace_ms);

/** There is no sign of a launcher on another machine. */
void announce_torn(void);

/** Somebody killed the guard or its watcher. */
void announce_kill(int signal_number);

void announce_survivors(const pid_t *pids, size_t count);

/** All ranks start anew; `kept` has the logs of the attempt before. */
void announce_restart(int attempt, int restarts, const char *kept);

/** A failure that no restart follows, though some were allowed. */
void announce_no_restart(const char *reason);

/** Nothing is left. */
void announce_end(const struct guard *guard, long long ms);

/** The last line of each rank, of many the first ones. */
void announce_last_lines(const struct rank *ranks, size_t count);
