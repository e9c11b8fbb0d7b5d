// The guard's children beside the ranks: what follows their logs, what says who uses the GPUs, and errands, which do
// for the guard what may hang, and say themselves what they found.
#pragma once

#include "guard.h"

/** Where the request wants it. */
void start_follower_process(struct guard_state *guard);

/** Nothing more will be written: it shows the rest, and ends. */
void dismiss_follower_process(const struct guard_state *guard);

/** Where the request wants it: rankplan-probe --watch. Ranks wait a while for its first answer. */
void start_gpu_watcher(struct guard_state *guard);

/** Never blocks: requests that come while it answers count as one. */
void ask_gpu_watcher(const struct guard_state *guard);

/** Passes on what it wrote. */
void read_gpu_watcher(struct guard_state *guard);

/** It was waited for. */
void note_gpu_watcher_end(struct guard_state *guard, int status);

/** It is not waited for: a driver may hold it for ever. */
void dismiss_gpu_watcher(struct guard_state *guard);

/** Starts one, where there is a place for it; false if not. It does `work` with `words`. */
bool start_errand(struct guard_state *guard, struct errand errand, void (*work)(const void *), const void *words);

/** It was waited for. What it was to say and did not is said now. */
void note_errand_end(struct guard_state *guard, pid_t pid, bool is_well);

bool is_on_errand(const struct guard_state *guard, enum errand_kind kind);

void kill_errands(const struct guard_state *guard);

/** Takes the ends of all children, ranks and helpers. */
void reap_children(struct guard_state *guard);
