// What comes to a guard while ranks run: signals, orders of a launcher elsewhere, the end of its lifeline.
#pragma once

#include "end-processes.h"

/** Takes what comes until something is due: a deadline, a tick, a word about ranks that left early. */
void wait_for_events(struct guard *guard);

/** Says once that ranks go on where others have ended well long ago: they may wait for these for ever. */
void tell_early(struct guard *guard);

/** Of what shows the ranks' logs. Its reader may never read on: whoever ends the run now has waited long enough, and
 * who did before waits for the grace. */
void await_follower(struct guard *guard);
