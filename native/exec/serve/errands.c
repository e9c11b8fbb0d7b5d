#include <signal.h>
#include <stdint.h>
#include <unistd.h>

#include "../base/process.h"
#include "../tell/outbox.h"
#include "guard.h"

bool is_on_errand(const struct guard_state *guard, enum errand_kind kind) {
  for (size_t i = 0; i < MOST_ERRANDS; i++) {
    if (guard->errands[i].kind == kind) return true;
  }
  return false;
}

static struct errand *find_place(struct guard_state *guard, pid_t pid) {
  for (size_t i = 0; i < MOST_ERRANDS; i++) {
    struct errand *errand = &guard->errands[i];
    if (pid == 0 ? errand->kind == NO_ERRAND : errand->kind != NO_ERRAND && errand->pid == pid) return errand;
  }
  return NULL;
}

bool start_errand(struct guard_state *guard, struct errand errand, void (*work)(const void *), const void *words) {
  struct errand *place = find_place(guard, 0);
  if (place == NULL) return false;
  errand.pid = fork_child();
  if (errand.pid < 0) return false;
  if (errand.pid == 0) {
    reset_signals();
    setpgid(0, 0);
    open_outbox(guard->errand_into, true);
    work(words);
    _exit(0);
  }
  setpgid(errand.pid, errand.pid);  // both sides do this, as it may be killed at once
  *place = errand;
  return true;
}

void pass_errand_lines(struct guard_state *guard) {
  do pass_on(&guard->errand_lines, SIZE_MAX);
  while (fill_passage(&guard->errand_lines));
}

void note_errand_end(struct guard_state *guard, pid_t pid, bool is_well) {
  struct errand *errand = find_place(guard, pid);
  if (errand == NULL) return;
  const struct errand ended = *errand;
  *errand = (struct errand){.kind = NO_ERRAND};
  pass_errand_lines(guard);
  if (ended.kind == LOOKING) tell((struct event){.name = "looked"});  // from now on it may look again
  if (ended.kind == READING_END && !is_well) tell((struct event){.name = "tail-end", .rank = NUMBER(ended.rank)});
}

void kill_errands(const struct guard_state *guard) {
  for (size_t i = 0; i < MOST_ERRANDS; i++) {
    if (guard->errands[i].kind != NO_ERRAND) kill(-guard->errands[i].pid, SIGKILL);
  }
}
