// Answers to questions.
#pragma once

struct question {
  const char *kind;
  const char *subject;    // its argument, or what the fact is about; empty: none
  const char *path;       // where commands are looked for, given before; NULL: that of the environment
  const char *directory;  // given before; NULL: none was
};

/** Of any length, in as many facts as it takes. */
void tell_value(const struct question *question, const char *value);

void tell_number(const struct question *question, long long number);

/** 1, and who has it; NULL: unknown. */
void tell_taken(const struct question *question, const char *holder);

/** As errno has it. */
void tell_error(const struct question *question, int error);

// What answers a question each; it may never come back.
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
void ask_gpus(const struct question *question);
