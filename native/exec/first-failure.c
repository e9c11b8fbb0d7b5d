#include "first-failure.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>

#include "announce.h"
#include "last-lines.h"
#include "report.h"

enum { TAIL_BYTES = 1 << 14 };

/** What gloo, NCCL and the store of PyTorch say of a peer that is gone, in versions 1.9 to 2.13. */
static const char *const FELT[] = {
    "closed by peer", "closed by remote peer", "reset by peer",
    "Broken pipe",    "remote process exited", "was likely closed",
};

/** The stacks of C++ that may follow are long. */
static bool says_that_another_left(const struct rank *rank) {
  static char text[TAIL_BYTES];
  const size_t length = rank->errors == NULL ? 0 : read_tail(rank->errors, text, sizeof text);
  for (size_t i = 0; i < sizeof FELT / sizeof *FELT; i++) {
    if (memmem(text, length, FELT[i], strlen(FELT[i])) != NULL) return true;
  }
  return false;
}

/** A launcher of several hosts looks for the first of all, and waits itself. */
static bool has_launcher(const struct guard *guard) { return guard->patience_ms > 0; }

static void tell(const struct guard *guard, const char *event, const struct rank *rank, int status, int killer) {
  if (has_launcher(guard))
    report((struct event){.name = event, .rank = rank->number, .status = status, .at = wall_ms()});
  announce_failure(rank, status, killer);
  announce_early_ends(guard->ranks, guard->count);
}

static void decide(struct guard *guard, const struct rank *rank, int status, int killer) {
  guard->felt.rank = NULL;
  guard->status = status;
  if (guard->running > 0) stop_ranks(guard, SIGTERM);
  tell(guard, "decided", rank, status, killer);
}

void note_failure(struct guard *guard, struct rank *rank, int status, int killer) {
  if (!says_that_another_left(rank)) {
    decide(guard, rank, status, killer);
    return;
  }
  if (guard->felt.rank != NULL) return;
  guard->felt.rank = rank;
  guard->felt.status = status;
  guard->felt.killer = killer;
  guard->felt.until = now_ms() + FELT_MS;
  if (!has_launcher(guard)) return;
  guard->status = status;
  tell(guard, "felt", rank, status, killer);
}

void settle_failure(struct guard *guard, bool is_now) {
  const bool is_over = is_now || guard->running == 0 || settle_left(guard) == 0;
  if (guard->felt.rank == NULL || has_launcher(guard) || !is_over) return;
  decide(guard, guard->felt.rank, guard->felt.status, guard->felt.killer);
}

long long settle_left(const struct guard *guard) {
  if (guard->felt.rank == NULL || has_launcher(guard) || guard->is_stopping) return -1;
  const long long left = guard->felt.until - now_ms();
  return left > 0 ? left : 0;
}
