// What a guard knows, and how it ends processes.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "descendants.h"
#include "follow-logs.h"
#include "rank.h"
#include "sampler.h"

/** A rank that has felt the failure of another, which is not known yet. */
struct felt_failure {
  struct rank *rank;  // NULL: there is none
  int status;
  int killer;
  long long until;  // as now_ms counts
};

struct guard {
  struct rank *ranks;
  size_t count;
  size_t running;
  long grace_ms;
  int signals;            // a signalfd
  int lifeline;           // negative: none
  long patience_ms;       // how long it may be silent; 0: for ever
  long long heard;        // when it was not, as now_ms counts
  struct pids strangers;  // children that are no rank's: they were there before
  struct follower follower;
  struct sampler sampler;
  struct pids asked;  // leftovers that were sent TERM
  bool is_stopping;   // the ranks are being ended
  bool is_clearing;   // no rank runs any more
  bool is_killing;
  bool was_interrupted;
  bool is_dismissed;     // somebody ended the run: no rank starts any more
  bool has_survivors;    // of what could not be ended
  bool is_paused;        // the ranks are stopped, as by Ctrl-Z
  bool is_watched;       // its parent is its watcher, and passes signals on
  bool is_one_command;   // and no plan: its status is its own, whatever ended it
  long long started;     // as now_ms counts
  long long left_first;  // when a rank first ended with status 0, as now_ms counts; 0: none has
  bool was_told_early;   // that others still run
  long long deadline;    // of what is being ended, as now_ms counts
  int status;
  struct felt_failure felt;
  int attempt;   // of the ranks: 0, and 1 more with each restart
  int restarts;  // the most
  char *folder;  // of the logs; NULL: none
};

/** Of a clock that nobody sets. */
long long now_ms(void);

/** Of the clock that several machines have more or less in common. */
long long wall_ms(void);

void signal_groups(const struct guard *guard, int signal_number);

/** TERM, once each, to what is below the ranks and in none of their groups: daemons, sessions of their own, orphans. */
void ask_outsiders(struct guard *guard);

/** For a terminal's Ctrl-Z, which does not reach sessions of their own. */
void pause_ranks(struct guard *guard);

void resume_ranks(struct guard *guard);

/** The signal to the ranks, TERM to outsiders. One grace period for all: it starts with the first reason to stop. */
void stop_ranks(struct guard *guard, int signal_number);

/** From now on kill_all is called in ticks, until the deadline says that it is no use. */
void start_killing(struct guard *guard);

void kill_all(const struct guard *guard);

/** Until no rank runs and nothing of theirs is left. */
void watch(struct guard *guard);

/** As a shell has it, of what `wait` tells. */
int status_of(int wait_status);
