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

struct question {
  const char *kind;
  const char *subject;    // its argument, or what the fact is about; empty: none
  const char *path;       // where commands are searched, given before; NULL: that of the environment
  const char *directory;  // given before; NULL: none was
};

/** Writes a value of any length, in as many facts as it takes. */
void tell_value(const struct question *question, const char *value);

void tell_number(const struct question *question, long long number);

/** Writes a number and a value in one piece; NULL: no value. */
void tell_both(const struct question *question, long long number, const char *value);

/** Writes an error; `error` is an errno. */
void tell_error(const struct question *question, int error);

// Each function answers one question, and may never return.
void ask_host(const struct question *question);
void ask_variable(const struct question *question);
void ask_resolve(const struct question *question);
void ask_port(const struct question *question);
void ask_free_port(const struct question *question);
void ask_directory(const struct question *question);
void ask_command(const struct question *question);
void ask_logs(const struct question *question);
void ask_writable(const struct question *question);
void ask_fresh(const struct question *question);
void ask_text(const struct question *question);
void ask_interfaces(const struct question *question);
void ask_own_name(const struct question *question);
void ask_route(const struct question *question);
void ask_listen(const struct question *question);
void ask_unlisten(const struct question *question);
void ask_dial(const struct question *question);
void ask_rank(const struct question *question);
void ask_worker(const struct question *question);
void ask_gpus(const struct question *question);
