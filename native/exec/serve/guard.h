// What a guard knows, and what it does with it.
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "../base/clock.h"
#include "../base/descendants.h"
#include "../ranks/job.h"
#include "inbox.h"
#include "passage.h"

enum { NOWHERE = -1, MOST_ERRANDS = 8 };

/** The states of the guard, for which its launcher can wait. */
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

/** The process that reports who uses the GPUs: rankplan-probe --watch. */
struct watcher_of_gpus {
  pid_t pid;    // 0: none, or it has ended
  int channel;  // a socket to it; NOWHERE: there is none, or all was read
  int status;   // after it has ended, as a shell has it
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
  size_t questions;        // how many ends of ranks must still be read
  struct pids terminated;  // leftovers that were sent TERM
  struct pids inherited;   // children that were there before
  bool is_stopping;        // the ranks are being ended
  bool is_killing;
  bool is_paused;     // the ranks are stopped, as by Ctrl-Z
  bool is_dismissed;  // it ends by itself when all is over
  bool was_interrupted;
  int status;  // its own
};

// The guard's children beside the ranks: what follows their logs, what says who uses the GPUs, and errands, which do
// for the guard what may hang, and say themselves what they found.

/** Starts it if the request wants it. */
void start_follower_process(struct guard_state *guard);

/** Nothing more will be written: it shows the rest, and ends. */
void dismiss_follower_process(const struct guard_state *guard);

/** Starts rankplan-probe --watch if the request wants it. Ranks wait a while for its first answer. */
void start_gpu_watcher(struct guard_state *guard);

/** Never blocks: requests that come while it answers count as one. */
void ask_gpu_watcher(const struct guard_state *guard);

/** Passes on what it wrote. */
void read_gpu_watcher(struct guard_state *guard);

/** It was waited for. */
void note_gpu_watcher_end(struct guard_state *guard, int status);

/** Does not wait for its end: a driver may block it for ever. */
void dismiss_gpu_watcher(struct guard_state *guard);

/** Starts an errand, which does `work` with `words`; false if all places are taken. */
bool start_errand(struct guard_state *guard, struct errand errand, void (*work)(const void *), const void *words);

/** Passes on all that errands, and what becomes a rank, have said. */
void pass_errand_lines(struct guard_state *guard);

/** It was waited for. What it was to say and did not is said now. */
void note_errand_end(struct guard_state *guard, pid_t pid, bool is_well);

bool is_on_errand(const struct guard_state *guard, enum errand_kind kind);

void kill_errands(const struct guard_state *guard);

/** Takes the ends of all children, ranks and helpers. */
void reap_children(struct guard_state *guard);

// Its way through its phases.

/** Starts what was requested. */
void begin_job(struct guard_state *guard);

/** Does what is due. */
void advance(struct guard_state *guard);

/** Milliseconds until something is due; negative: wait for an event without a limit. */
int choose_wait(const struct guard_state *guard);

// How ranks and what they have started are ended.

/** Whether a descendant of this process is left, without its helpers and processes older than it. */
bool is_anything_left(const struct guard_state *guard);

/** Names all processes that are left, which no signal ends. */
void tell_survivors(const struct guard_state *guard);

void signal_ranks(const struct guard_state *guard, int signal_number);

/** Sends TERM once to each descendant of ranks outside their groups: daemons, processes with own sessions, orphans. */
void ask_leftovers(struct guard_state *guard);

/** For a terminal's Ctrl-Z, which does not reach sessions of their own. */
void pause_ranks(struct guard_state *guard, bool is_paused);

/** The signal to the ranks, TERM to leftovers. One grace period for all: it starts with the first reason to stop. */
void end_ranks(struct guard_state *guard, int signal_number);

/** From now on kill_ranks is called in ticks, until the deadline is over. */
void begin_killing(struct guard_state *guard);

void kill_ranks(const struct guard_state *guard);

// What it is to do: by its launcher, by signals.

/** Takes the available orders, as long as there is room for their answers. */
void obey(struct guard_state *guard);

/** A signal of another process of this machine. */
void take_signal(struct guard_state *guard, int signal_number);

/** There is no launcher any more. `is_silent`: or nothing is heard of it. */
void lose_launcher(struct guard_state *guard, bool is_silent);

/** Starts what reads the ends of ranks that the launcher wants. */
void answer_questions(struct guard_state *guard);

// Its own guard: its parent, to which everything falls that it does not take with it.

/** The signal that the guard gets if its watcher ends first; no other process sends it. */
enum { WATCHER_GONE = SIGPWR };

/**
 * Forks. In the parent, the watcher, it returns the child's PID; in the child, which goes on as the guard in a session
 * of its own, 0. Where there cannot be another process, the guard goes on without watcher.
 */
pid_t begin_being_watched(struct guard_state *guard);

/**
 * Passes signals on to the guard, whose status it returns. If the guard is killed, the kernel kills the ranks, and
 * all that they had started is given to this process, which ends it, and says so. It goes by another name, so that who
 * kills by the guard's name, or by a word of its command line, does not kill both.
 */
int watch_over(struct guard_state *guard, pid_t pid, char **words);
