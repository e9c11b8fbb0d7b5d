// Which rank failed first. One that says that another left it has only felt that one's failure, though it may be gone
// before it: an interpreter closes its connections when it begins to leave, and takes its time.
#pragma once

#include <stdbool.h>

#include "end-processes.h"

/** So long is waited for the other, on this host or another. */
enum { FELT_MS = 3000 };

/** A rank ended badly, and by itself. All others are ended, as soon as it is clear who was first. */
void note_failure(struct guard *guard, struct rank *rank, int status, int killer);

/** Nobody is to blame but who has only felt it: when its time is up, nothing runs any more, or somebody ends the run.
 */
void settle_failure(struct guard *guard, bool is_now);

/** Until then; negative where nothing is open. */
long long settle_left(const struct guard *guard);
