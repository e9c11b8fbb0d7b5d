// A pipe of lines from a helper to the launcher.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "../tell/event.h"

struct passage {
  int descriptor;  // to read; negative: all was read
  size_t length;
  char held[2 * LINE_SIZE];  // lines that may not go on yet, or a part of one
};

/** Opens a pipe; `into` is what helpers write to. False with errno. */
bool open_passage(struct passage *passage, int *into);

/** Takes what is there. False if nothing more is. */
bool fill_passage(struct passage *passage);

/** Passes on whole lines of `most` bytes in all; how many bytes these were. */
size_t pass_on(struct passage *passage, size_t most);

/** Whether a whole line waits. */
bool is_holding(const struct passage *passage);

void close_passage(struct passage *passage);
