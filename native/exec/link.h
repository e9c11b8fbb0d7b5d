// A program that is talked with through three pipes, such as ssh: a transport.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { COMPLAINT_SIZE = 1 << 10 };

/** What one waits for: its output, its errors, and room for what it is told. */
enum { OF_A_LINK = 3 };

struct link {
  pid_t pid;  // 0: it is no child of this process, or it has ended
  int wait_status;
  int input;
  int output;
  int errors;
  bool is_there;  // it has not ended
  bool is_open;   // it may say more
  char *pending;  // what it is still to be told
  size_t pending_length;
  const struct pollfd *watched;    // OF_A_LINK of them; NULL: there is nothing to wait for
  char complaint[COMPLAINT_SIZE];  // the last that it said to stderr
};

/** One that was never opened. */
extern const struct link NO_LINK;

/** Starts it; false if that is not possible. */
bool open_link(struct link *link, char **words);

/** Keeps what cannot be sent at once. */
void tell_link(struct link *link, const char *text, size_t length);
void send_pending(struct link *link);

/** What it wrote, at most `size`; 0: nothing for now, or it will not write any more. */
size_t read_link(struct link *link, char *text, size_t size);
size_t read_errors(struct link *link, char *text, size_t size);

/** Of what it says to stderr only the last is kept. */
void keep_complaint(struct link *link, const char *text, size_t length);

void reap_link(struct link *link);

/** It is told no more. */
void close_link(struct link *link);

/** It is neither told nor heard any more, and asked to end. */
void break_link(struct link *link);

/** It was never opened, but for its complaint. Its program, if it still runs, is nobody's any more. */
void forget_link(struct link *link);

struct pollfd;

/** OF_A_LINK of them. */
void watch_link(const struct link *link, struct pollfd *watched);
