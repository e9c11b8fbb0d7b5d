// What a guard is to do: by its launcher, by signals.
#pragma once

#include "guard.h"

/** Takes the orders that are there, as long as what they ask for has room. */
void obey(struct guard_state *guard);

/** A signal of another process of this machine. */
void take_signal(struct guard_state *guard, int signal_number);

/** There is no launcher any more. `is_silent`: or nothing is heard of it. */
void lose_launcher(struct guard_state *guard, bool is_silent);

/** Starts what reads the ends of ranks that the launcher wants. */
void answer_questions(struct guard_state *guard);
