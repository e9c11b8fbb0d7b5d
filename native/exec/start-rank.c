#include "start-rank.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "affinity.h"
#include "announce.h"
#include "environment.h"
#include "memory-policy.h"
#include "report.h"

enum { LOG_MODE = 0666, STEPS_DESCRIPTOR = 7, NUMBER_SIZE = 16 };

static _Noreturn void give_up(const struct rank *rank, const char *step, const char *subject, int error) {
  report_problem("failed", rank->number, step, subject, error);
  if (rank->failure != NULL) {
    snprintf(rank->failure->subject, SUBJECT_SIZE, "%s", subject == NULL ? "" : subject);
    rank->failure->error = error;
    rank->failure->step = step;
  }
  _exit(error == ENOENT && strcmp(step, "exec") == 0 ? STATUS_NOT_FOUND : STATUS_CANNOT_RUN);
}

static void warn_or_give_up(const struct rank *rank, const char *step, const char *subject, int error) {
  if (rank->strict) give_up(rank, step, subject, error);
  report_problem("warning", rank->number, step, subject, error);
  char words[PROBLEM_SIZE];
  describe_problem(step, subject, error, words);
  announce_warning(rank, words);
}

/** What the guard blocks and ignores is its own affair, but for HUP: it ignores that only if its caller did. */
static void reset_signals(const sigset_t *ignored) {
  sigset_t none;
  sigemptyset(&none);
  for (int signal_number = 1; signal_number < NSIG; signal_number++) {
    if (sigismember(ignored, signal_number) == 1) signal(signal_number, SIG_DFL);
  }
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static void redirect(const struct rank *rank, const char *step, const char *path, int flags, int descriptor) {
  if (path == NULL) return;
  const int opened = open(path, flags | O_CLOEXEC, LOG_MODE);
  if (opened < 0) give_up(rank, step, path, errno);
  if (opened == descriptor) fcntl(opened, F_SETFD, 0);
  else if (dup2(opened, descriptor) < 0) give_up(rank, step, path, errno);
  else close(opened);
}

/** stderr first: what follows complains there. */
static void redirect_all(const struct rank *rank) {
  const int log_flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOCTTY;
  redirect(rank, "stderr", rank->errors, log_flags, STDERR_FILENO);
  const bool is_one_file = rank->output != NULL && rank->errors != NULL && strcmp(rank->output, rank->errors) == 0;
  if (is_one_file) dup2(STDERR_FILENO, STDOUT_FILENO);
  else redirect(rank, "stdout", rank->output, log_flags, STDOUT_FILENO);
  redirect(rank, "stdin", rank->input, O_RDONLY | O_NOCTTY, STDIN_FILENO);
}

/** The hard limit stays. */
static void limit_open_files(const struct rank *rank) {
  struct rlimit limit;
  if (rank->open_files == NO_LIMIT) return;
  bool is_done = getrlimit(RLIMIT_NOFILE, &limit) == 0;
  limit.rlim_cur = (rlim_t)rank->open_files;
  is_done = is_done && setrlimit(RLIMIT_NOFILE, &limit) == 0;
  if (!is_done) warn_or_give_up(rank, "limit of open files", NULL, errno);
}

/** `has_guard`: the launcher reads events. */
static void place(const struct rank *rank, bool has_guard) {
  char granted[CPU_LIST_SIZE];
  bool is_narrowed = false;
  if (rank->cpus != NULL) {
    const int error = set_affinity(rank->cpus, granted, &is_narrowed);
    if (error != 0) warn_or_give_up(rank, "affinity", rank->cpus, error);
  }
  if (is_narrowed) {
    if (rank->strict) give_up(rank, "affinity", rank->cpus, EINVAL);
    if (!has_guard) dprintf(STDERR_FILENO, "rankplan-exec: affinity: %s: narrowed to %s\n", rank->cpus, granted);
    report((struct event){.name = "narrowed",
                          .rank = rank->number,
                          .status = -1,
                          .step = "affinity",
                          .subject = rank->cpus,
                          .outcome = granted});
    char words[PROBLEM_SIZE];
    snprintf(words, sizeof words, "of the planned CPUs %.400s it may use %s only", rank->cpus, granted);
    announce_warning(rank, words);
  }
}

/** Memory near its CPUs, unless it is told another node, or none. */
static void place_memory(const struct rank *rank) {
  int node = rank->memory_node;
  if (node == NO_MEMORY_NODE && rank->cpus != NULL && !rank->takes_any_memory) node = find_memory_node(rank->cpus);
  if (node == NO_MEMORY_NODE) return;
  char name[32];
  snprintf(name, sizeof name, "node %d", node);
  const int error = prefer_memory_node(node);
  if (error != 0) warn_or_give_up(rank, "memory policy", name, error);
}

/**
 * The rank writes a line of JSON for each step to the descriptor that RANKPLAN_STEPS_FD names. Only appended to: ranks
 * that are started anew go on in the file. One digit, where it is free: dash takes no more.
 */
static const char *open_steps(const struct rank *rank, struct environment *environment) {
  if (rank->steps == NULL) return NULL;
  const int opened = open(rank->steps, O_WRONLY | O_CREAT | O_APPEND | O_NOCTTY | O_CLOEXEC, LOG_MODE);
  const int descriptor = opened < 0 ? opened : fcntl(opened, F_DUPFD, STEPS_DESCRIPTOR);
  if (descriptor < 0) give_up(rank, "steps", rank->steps, errno);
  char number[NUMBER_SIZE];
  snprintf(number, sizeof number, "%d", descriptor);
  return set_variable(environment, "RANKPLAN_STEPS_FD", number) ? NULL : "out of memory";
}

static _Noreturn void execute(const struct rank *rank, bool has_guard) {
  redirect_all(rank);
  if (rank->directory != NULL && chdir(rank->directory) != 0) give_up(rank, "directory", rank->directory, errno);
  place(rank, has_guard);
  place_memory(rank);
  limit_open_files(rank);
  struct environment environment;
  const char *problem = make_environment(rank, &environment);
  if (problem == NULL) problem = open_steps(rank, &environment);
  if (problem != NULL) give_up(rank, "environment", problem, 0);
  environ = environment.variables;
  execvp(rank->command[0], rank->command);
  give_up(rank, "exec", rank->command[0], errno);
}

static _Noreturn void become_guarded(const struct rank *rank, pid_t guard, const sigset_t *ignored) {
  collect_reports(false);
  reset_signals(ignored);
  setsid();
  // If somebody kills the guard itself, the rank at least ends with it. The guard has one thread, so it means that.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() != guard) _exit(STATUS_OWN);
  execute(rank, true);
}

void become_rank(const struct rank *rank) { execute(rank, false); }

/** The guard has no handlers: what it ignores is all that its children inherit. Asked once, as 512 ranks take long
 * enough. */
static const sigset_t *list_ignored(void) {
  static sigset_t ignored;
  static bool is_known = false;
  for (int signal_number = 1; !is_known && signal_number < NSIG; signal_number++) {
    struct sigaction inherited;
    const bool is_kept = signal_number == SIGHUP || sigaction(signal_number, NULL, &inherited) != 0;
    if (!is_kept && inherited.sa_handler == SIG_IGN) sigaddset(&ignored, signal_number);
  }
  is_known = true;
  return &ignored;
}

int start_rank(struct rank *rank) {
  const pid_t guard = getpid();
  const sigset_t *ignored = list_ignored();
  const pid_t pid = fork();
  if (pid < 0) return errno;
  if (pid == 0) become_guarded(rank, guard, ignored);
  rank->pid = pid;
  rank->is_running = true;
  rank->end = STILL_RUNNING;
  return 0;
}
