// What happens, as one line of JSON each, for the launcher; problems also as a sentence for people.
#pragma once

#include <stdbool.h>

/** Events go to this descriptor from now on; without one they go nowhere. */
void report_to(int descriptor);

/** Whoever reads them may stand still for so long; what is to be sent then is lost. */
void report_patiently(int ms);

/** Whether there is somebody to send them to. */
bool has_reader(void);

struct event {
  const char *name;
  const char *host;     // that it happened on; NULL: this one
  const char *node;     // of the plan, whose place it has; NULL: nobody wants to know
  int rank;             // negative: of no rank
  int pid;              // 0: none
  int status;           // negative: none
  int killer;           // the signal that ended it; 0: none did
  const char *step;     // what was being done; NULL: nothing in particular
  int error;            // errno; 0: none
  const char *subject;  // a file, a list of CPUs
  const char *outcome;  // in words
  long long at;         // of the clock; 0: nobody wants to know
};

/** From now on lines wait until they are flushed, or many; or none waits, and those of the parent are forgotten. */
void collect_reports(bool is_collecting);

void flush_reports(void);

/** Sends whole lines by one call, so that the lines of several processes do not mix. */
void report(struct event event);

/** Sends a text of any length, as many events. */
void report_text(const char *name, const char *text);

enum { PROBLEM_SIZE = 1024 };

/** `exec: nope: No such file or directory`. No subject: NULL or empty; no error: 0. */
void describe_problem(const char *step, const char *subject, int error, char words[PROBLEM_SIZE]);

/** Says on stderr that `step` did not work out for `subject`, and reports it under this name. */
void report_problem(const char *name, int rank, const char *step, const char *subject, int error);
