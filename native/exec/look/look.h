// What a launcher wants to know of this host before ranks run: questions, of which each is answered by facts.
#pragma once

#include <stddef.h>

/** Texts that end with NUL: `KIND ARGUMENT`, or a kind alone. */
struct questions {
  const char *text;
  size_t size;
};

/** NULL, or what is wrong. */
const char *find_bad_question(const struct questions *questions);

/** Answers all of them at once, each in a process of its own, as each may hang. */
void answer_all(const void *questions);
