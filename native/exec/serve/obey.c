#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/run-program.h"
#include "../logs/logs.h"
#include "../look/facts.h"
#include "../tell/outbox.h"
#include "guard.h"
#include "serve.h"

enum { MUCH = 1 << 18 };

static bool has_ranks(const struct guard_state *guard) { return guard->phase == WAITING || guard->phase == RUNNING; }

/** The launcher is not understood: no more of it is read. */
static void refuse(struct guard_state *guard, const char *subject) {
  tell((struct event){.name = "refused", .subject = subject});
  guard->status = STATUS_OWN;
  guard->is_dismissed = true;
  guard->lifeline = NOWHERE;
  if (guard->phase != OVER) end_ranks(guard, SIGTERM);
}

static void run(struct guard_state *guard, const struct instruction *order) {
  char text[PATH_MAX + 512];
  const char *problem = "out of memory";
  if (guard->phase != READY || guard->is_stopping) {
    refuse(guard, "run: another one was before");
    return;
  }
  guard->request = malloc((size_t)order->number + 1);
  if (guard->request != NULL) {
    memcpy(guard->request, order->body, (size_t)order->number);
    problem = parse_job(guard->request, (size_t)order->number, &guard->job);
  }
  if (problem == NULL) problem = keep_attempt(&guard->job);
  if (problem == NULL) {
    begin_job(guard);
    return;
  }
  guard->job.count = 0;  // none of them was started
  snprintf(text, sizeof text, "run: %s", problem);
  refuse(guard, text);
}

static void look(struct guard_state *guard, const struct instruction *order) {
  const struct questions questions = {.text = order->body, .size = (size_t)order->number};
  const char *problem = find_bad_question(&questions);
  if (problem == NULL && is_on_errand(guard, LOOKING)) problem = "look: not now";
  if (problem != NULL) refuse(guard, problem);
  else if (guard->phase > CLEARING) tell((struct event){.name = "looked"});  // the ranks have ended meanwhile
  else if (!start_errand(guard, (struct errand){.kind = LOOKING}, answer_all, &questions)) refuse(guard, "look: fork");
}

static void ask_for_end(struct guard_state *guard, long rank) {
  struct member *member = find_member(&guard->job, rank);
  if (member == NULL) {
    refuse(guard, "last: there is no such rank");
    return;
  }
  member->questions++;
  guard->questions++;
}

void answer_questions(struct guard_state *guard) {
  for (size_t i = 0; guard->questions > 0 && i < guard->job.count; i++) {
    struct member *member = &guard->job.members[i];
    while (member->questions > 0) {
      const struct end_of_rank end = {.job = &guard->job, .member = member};
      const struct errand errand = {.kind = READING_END, .rank = member->number};
      if (!start_errand(guard, errand, tell_end_of_rank, &end)) return;
      member->questions--;
      guard->questions--;
    }
  }
}

/** The signal is from the launcher, or from another process of this machine. */
static void pass_signal(struct guard_state *guard, int signal_number) {
  if (signal_number == SIGUSR1 || signal_number == SIGUSR2) signal_ranks(guard, signal_number);
  else if (signal_number == SIGTSTP || signal_number == SIGCONT) pause_ranks(guard, signal_number == SIGTSTP);
  else {
    if (guard->phase != OVER && guard->phase != SHOWING) end_ranks(guard, signal_number);
    if (signal_number == SIGKILL) begin_killing(guard);
  }
}

/** A second INT kills the ranks at once. */
void take_signal(struct guard_state *guard, int signal_number) {
  const bool ends = signal_number == SIGHUP || signal_number == SIGINT || signal_number == SIGQUIT ||
                    signal_number == SIGTERM || signal_number == WATCHER_GONE;
  if (!ends) {
    if (signal_number != SIGCHLD) pass_signal(guard, signal_number);
    return;
  }
  const bool is_again = guard->was_interrupted && signal_number == SIGINT;
  if (signal_number == WATCHER_GONE) tell((struct event){.name = "killed", .killer = NUMBER(SIGKILL)});
  else if (!guard->was_interrupted)
    tell((struct event){.name = "interrupted", .killer = NUMBER(signal_number), .at = NUMBER(wall_ms())});
  if (!guard->was_interrupted)
    guard->status = STATUS_OF_SIGNAL + (signal_number == WATCHER_GONE ? SIGKILL : signal_number);
  if (!guard->was_interrupted && guard->phase == SHOWING) guard->deadline = now_ms() + guard->job.grace_ms;
  guard->was_interrupted = guard->is_dismissed = true;
  pass_signal(guard, signal_number == WATCHER_GONE ? SIGTERM : signal_number);
  if (is_again) begin_killing(guard);
}

void lose_launcher(struct guard_state *guard, bool is_silent) {
  guard->lifeline = NOWHERE;
  guard->is_dismissed = true;
  if (guard->phase == OVER) return;
  if (is_silent || has_ranks(guard)) tell((struct event){.name = "torn", .at = NUMBER(wall_ms())});
  if (guard->phase != SHOWING) end_ranks(guard, SIGTERM);
}

static void obey_one(struct guard_state *guard, const struct instruction *order) {
  if (order->kind == DO_BEAT) tell((struct event){.name = "beat", .at = NUMBER(wall_ms())});
  else if (order->kind == DO_LOOK) look(guard, order);
  else if (order->kind == DO_RUN) run(guard, order);
  else if (order->kind == DO_LAST) ask_for_end(guard, order->number);
  else if (order->kind == DO_OBSERVE) ask_gpu_watcher(guard);
  else if (order->kind == DO_CREDIT && guard->credit < MOST_CREDIT) guard->credit += (size_t)order->number;
  else if (order->kind == DO_SIGNAL) pass_signal(guard, order->number);
  else refuse(guard, "there is no such order");
}

void obey(struct guard_state *guard) {
  while (guard->lifeline != NOWHERE && measure_outbox() < MUCH) {
    const struct instruction order = take_order(&guard->inbox);
    if (order.kind == ORDER_INCOMPLETE) return;
    obey_one(guard, &order);
  }
}
