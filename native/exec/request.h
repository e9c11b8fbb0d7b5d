// Many ranks, read from a pipe.
#pragma once

#include <stddef.h>

#include "rank.h"

struct request {
  struct rank *ranks;
  size_t count;
  char *body;  // what the texts of the ranks are part of
};

/**
 * Reads a request, and no byte more, so that the pipe can be a lifeline afterwards. All is text that ends with NUL: the
 * number of bytes that follow; then for each rank the number of its words, and the words, as on the command line.
 * Each rank starts as `common`. NULL, or what is wrong.
 */
const char *read_request(int descriptor, const struct rank *common, struct request *request);

/** The words of each item of a request; each list ends with NULL. */
struct word_lists {
  char ***items;
  size_t count;
};

/** Reads a request of which others know what its words mean. */
const char *read_word_lists(int descriptor, struct word_lists *lists);
