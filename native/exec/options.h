// The command line, and the words of a request, which have the same form.
#pragma once

#include <stdbool.h>

#include "launch.h"
#include "rank.h"

enum { NO_DESCRIPTOR = -1 };

/** Of the words, the request and the events. Whoever names another is of another version. */
enum { PROTOCOL = 1 };

struct options {
  struct rank rank;     // of a request: what its ranks start from
  int lifeline;         // the descriptor whose end of file means that the launcher died
  int report;           // the descriptor for events
  int request;          // the descriptor from which many ranks are read
  long grace_ms;        // from TERM to KILL
  int protocol;         // that of whoever calls
  int restarts;         // how often the ranks may start anew after a failure
  int fanout;           // so many hosts are reached from here, and more by relays; 0: all
  int attempt;          // of a launcher of several hosts, which starts them anew: which one this is
  char **words;         // all of them, as the program was called
  const char *name;     // of the program that people called, in whose name all is told; NULL: nothing is
  const char *machine;  // whose name people know; NULL: that of the env files
  struct launch launch;
  long patience_ms;      // how long a lifeline with a heartbeat may be silent; 0: it has none
  long timeout_ms;       // within which hosts must be ready
  const char *sampler;   // the program that tells who uses the GPUs, for a launcher that asks; NULL: none
  const char *detached;  // the folder of a run that goes on without its terminal; NULL: it does not
  bool leads_hosts;      // the request is of hosts
  bool relays;           // between a launcher and hosts: see relay.h
  bool only_checks;      // on hosts: nothing is started
  bool wants_version;
  bool wants_tee;
  bool wants_lines;  // the last line of each rank's log, as events
  bool becomes;      // the rank takes this process: whoever started it is its guard
};

/** NULL, or that there is no memory. `change`: NAME=VALUE sets, NAME unsets; it must last. */
const char *add_change(struct rank *rank, char *change);

/** NULL, or what is wrong with which word; the text lasts until the next call. `words` must last, and end with NULL. */
const char *parse_options(char **words, struct options *options);

/** The same for one rank of a request: no option of the guard is allowed. */
const char *parse_rank(char **words, struct rank *rank);
