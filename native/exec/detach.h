// A launcher that goes on without its terminal. In the folder of its run it leaves what others find it by: who it is
// (launcher.json), what it says (launch.log), which hosts it uses (hosts.json) and how it ended (verdict.json);
// src/runtime/jobs reads them.
#pragma once

#include <stdbool.h>

enum { IS_DETACHED = -1 };

/**
 * Forks. In the child, the launcher, which has a session of its own, it returns IS_DETACHED. In the parent it returns
 * when the ranks were started or the launcher has ended: a status.
 */
int detach(const char *folder);

/** Whether nobody watches: what a terminal would be shown is for who reads the log. */
bool is_detached(void);

/** The ranks were started. Of a launcher that is not detached nobody waits for it. */
void tell_begun(void);

/** A file of this name in the folder of its run, which a reader finds whole or not at all; false if it cannot be
 * written. */
bool keep_record(const char *name, const char *text);

/** Of a launcher that is not detached nobody asks for it. */
void record_verdict(int status);
