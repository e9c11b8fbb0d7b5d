// The passive guard: it does what its launcher orders, and reports what happens (docs/architecture.md). It only decides
// how to end all processes when the launcher is gone.
#pragma once

/** STATUS_OWN: it could do nothing, or its launcher sent an order that it does not understand. */
enum { SERVE_PROTOCOL = 5, STATUS_OWN = 125 };

/** Takes orders from stdin, writes events to stdout. `words` are the program's, which may be written over. */
int serve(long patience_ms, char **words);
