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

/** Opens a pipe; helpers write to `into`. False with errno. */
bool open_passage(struct passage *passage, int *into);

/** Reads what is available. False if there is nothing, or no room for it. */
bool fill_passage(struct passage *passage);

/** Sends whole lines, at most `most` bytes in all; returns the number of bytes. */
size_t pass_on(struct passage *passage, size_t most);

/** Whether a whole line waits. */
bool is_holding(const struct passage *passage);

void close_passage(struct passage *passage);
