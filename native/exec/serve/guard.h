// What a guard knows.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "../base/clock.h"
#include "../base/descendants.h"
#include "../ranks/job.h"
#include "inbox.h"
#include "passage.h"

enum { NOWHERE = -1, MOST_ERRANDS = 8 };

/** What its launcher can wait for. */
enum phase {
  READY,     // for questions and for a request
  WAITING,   // for the sampler's first answer
  RUNNING,   // ranks run, or are being started
  CLEARING,  // no rank runs any more: what they left behind is ended
  SHOWING,   // nothing is left, but of what they wrote
  OVER       // all was reported
};

enum errand_kind { NO_ERRAND, LOOKING, READING_END, MEASURING_DISK };

/** A process that does for the guard what may hang. */
struct errand {
  enum errand_kind kind;
  pid_t pid;
  int rank;
};

/** Who uses the GPUs: rankplan-probe --watch. */
struct watcher_of_gpus {
  pid_t pid;    // 0: none, or it has ended
  int channel;  // a socket to it; NOWHERE: there is none, or all was read
  int status;   // of one that has ended, as a shell has it
  bool has_answered;
  bool was_started;
};

struct guard_state {
  enum phase phase;
  struct job job;
  char *request;  // what the job is made of
  size_t running;
  int signals;      // a signalfd
  int lifeline;     // NOWHERE: it has ended
  int errand_into;  // what errands write to, and what becomes a rank
  struct inbox inbox;
  struct passage errand_lines;
  struct passage output;  // what ranks write, of the follower
  size_t credit;          // how much of that may be sent
  long patience_ms;       // how long the lifeline may be silent; 0: for ever
  long long heard;        // when it was not, as now_ms counts
  long long deadline;     // of what is being ended, or waited for
  pid_t follower;         // 0: none, or it has ended
  int follower_end;       // a pipe to it
  struct watcher_of_gpus sampler;
  struct errand errands[MOST_ERRANDS];
  size_t questions;        // how many ends of ranks are to be read
  struct pids terminated;  // leftovers that were sent TERM
  struct pids inherited;   // children that were there before
  bool is_stopping;        // the ranks are being ended
  bool is_killing;
  bool is_paused;     // the ranks are stopped, as by Ctrl-Z
  bool is_dismissed;  // it ends by itself when all is over
  bool was_interrupted;
  int status;  // its own
};
