// The passive guard: it acts as its launcher orders, and tells what happens (docs/architecture.md). It decides nothing
// but how all is ended when the launcher is gone.
#pragma once

/** STATUS_OWN: it could do nothing, or its launcher said what it does not understand. */
enum { SERVE_PROTOCOL = 2, STATUS_OWN = 125 };

/** Takes orders from stdin, tells events on stdout. `words` are the program's, which may be written over. */
int serve(long patience_ms, char **words);
