#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../base/process.h"
#include "../base/run-program.h"
#include "../tell/outbox.h"
#include "job.h"
#include "place.h"

enum { LOG_MODE = 0666, STEPS_DESCRIPTOR = 7, NUMBER_SIZE = 16 };

static void report(const char *event, const struct member *member, const char *step, const char *subject, int error) {
  const struct number rank = NUMBER(member->number);
  tell((struct event){.name = event, .rank = rank, .step = step, .subject = subject, .error = error});
}

static void warn(const struct member *member, const char *step, const char *subject, int error) {
  report("warning", member, step, subject, error);
}

static _Noreturn void give_up(const struct member *member, const char *step, const char *subject, int error) {
  report("obstacle", member, step, subject, error);
  _exit(error == ENOENT && strcmp(step, "exec") == 0 ? STATUS_NOT_FOUND : STATUS_UNUSABLE);
}

static void redirect(const struct member *member, const char *step, const char *path, int flags, int descriptor) {
  const int opened = open(path == NULL ? "/dev/null" : path, flags | O_NOCTTY | O_CLOEXEC, LOG_MODE);
  if (opened < 0) give_up(member, step, path, errno);
  if (dup2(opened, descriptor) < 0) give_up(member, step, path, errno);
  close(opened);  // not 0 to 2: the guard has these open
}

static void redirect_all(const struct member *member) {
  const char *output = member->output;
  const char *errors = member->errors;
  const int log_flags = O_WRONLY | O_CREAT | O_TRUNC;
  redirect(member, "stderr", errors, log_flags, STDERR_FILENO);
  if (output != NULL && errors != NULL && strcmp(output, errors) == 0) dup2(STDERR_FILENO, STDOUT_FILENO);
  else redirect(member, "stdout", output, log_flags, STDOUT_FILENO);
  redirect(member, "stdin", NULL, O_RDONLY, STDIN_FILENO);
}

/** The hard limit stays. */
static void limit_open_files(const struct member *member) {
  struct rlimit limit;
  if (member->open_files == NO_OPEN_FILES) return;
  bool is_done = getrlimit(RLIMIT_NOFILE, &limit) == 0;
  limit.rlim_cur = (rlim_t)member->open_files;
  is_done = is_done && setrlimit(RLIMIT_NOFILE, &limit) == 0;
  if (!is_done) warn(member, "limit of open files", NULL, errno);
}

/** On its CPUs, with memory near them. */
static void place(const struct member *member) {
  const char *cpus = member->cpus;
  char granted[CPU_LIST_SIZE];
  bool is_narrowed = false;
  if (cpus == NULL) return;
  const int error = set_affinity(cpus, granted, &is_narrowed);
  if (error != 0) warn(member, "affinity", cpus, error);
  if (is_narrowed)
    tell((struct event){.name = "narrowed", .rank = NUMBER(member->number), .subject = cpus, .outcome = granted});
  if (strcmp(member->memory, "any") != 0) take_local_memory();
}

static void change_environment(const struct member *member, const struct member *of) {
  for (size_t i = 0; i < of->change_count; i++) {
    char *change = of->changes[i];
    const bool is_done = strchr(change, '=') == NULL ? unsetenv(change) == 0 : putenv(change) == 0;
    if (!is_done) give_up(member, "environment", change, errno);
  }
}

/**
 * The rank writes a line of JSON for each step to the descriptor that RANKPLAN_STEPS_FD names. Only appended to: ranks
 * that are started again go on in the file. One digit, where it is free: dash takes no more.
 */
static void open_steps(const struct member *member) {
  const char *steps = member->steps;
  if (steps == NULL) return;
  const int opened = open(steps, O_WRONLY | O_CREAT | O_APPEND | O_NOCTTY | O_CLOEXEC, LOG_MODE);
  const int descriptor = opened < 0 ? opened : fcntl(opened, F_DUPFD, STEPS_DESCRIPTOR);
  if (descriptor < 0) give_up(member, "steps", steps, errno);
  char number[NUMBER_SIZE];
  snprintf(number, sizeof number, "%d", descriptor);
  if (setenv("RANKPLAN_STEPS_FD", number, 1) != 0) give_up(member, "environment", "RANKPLAN_STEPS_FD", errno);
}

static _Noreturn void become_member(const struct member *member, const struct job *job) {
  const char *directory = member->directory;
  reset_signals();
  setsid();
  redirect_all(member);
  if (directory != NULL && chdir(directory) != 0) give_up(member, "directory", directory, errno);
  place(member);
  limit_open_files(member);
  change_environment(member, &job->common);
  change_environment(member, member);
  open_steps(member);
  char *const *command = member->command;
  execvp(command[0], command);
  give_up(member, "exec", command[0], errno);
}

int start_member(struct member *member, const struct job *job, int events) {
  const pid_t pid = fork_child();
  if (pid < 0) return errno;
  if (pid == 0) {
    open_outbox(events, true);
    become_member(member, job);
  }
  member->pid = pid;
  member->is_running = true;
  return 0;
}
