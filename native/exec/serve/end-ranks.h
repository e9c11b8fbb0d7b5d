// How ranks and what they have started are ended.
#pragma once

#include "guard.h"

/** Of this process's descendants, but its helpers and what was there before it. */
bool is_anything_left(const struct guard_state *guard);

/** Names all that is left, which nothing ends. */
void tell_survivors(const struct guard_state *guard);

void signal_ranks(const struct guard_state *guard, int signal_number);

/** TERM, once each, to what is below the ranks and in none of their groups: daemons, sessions of their own, orphans. */
void ask_leftovers(struct guard_state *guard);

/** For a terminal's Ctrl-Z, which does not reach sessions of their own. */
void pause_ranks(struct guard_state *guard, bool is_paused);

/** The signal to the ranks, TERM to leftovers. One grace period for all: it starts with the first reason to stop. */
void end_ranks(struct guard_state *guard, int signal_number);

/** From now on kill_ranks is called in ticks, until the deadline says that it is no use. */
void begin_killing(struct guard_state *guard);

void kill_ranks(const struct guard_state *guard);
