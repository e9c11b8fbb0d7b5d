#include "sampler.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "end-processes.h"
#include "options.h"
#include "report.h"
#include "start-rank.h"

/** The ranks do not wait longer for the first answer. */
enum { FIRST_MS = 2000, LAST_MS = 100, PIECE_SIZE = 4096 };

const struct sampler NO_SAMPLER = {.questions = NO_DESCRIPTOR, .answers = NO_DESCRIPTOR};

/** The driver library of machines that have it in no usual place, as `rankplan` takes it. */
static const char LIBRARY[] = "RANKPLAN_NVML";

static _Noreturn void become_sampler(const char *program, const char *folder, int questions, int answers, pid_t guard) {
  const char *library = getenv(LIBRARY);
  char *words[] = {"rankplan-probe", "--watch", "--folder", (char *)folder, library == NULL ? NULL : "--nvml",
                   (char *)library,  NULL};
  sigset_t none;
  sigemptyset(&none);
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != guard) _exit(0);
  dup2(questions, STDIN_FILENO);
  dup2(answers, STDOUT_FILENO);
  dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), STDERR_FILENO);  // a library may write there
  sigprocmask(SIG_SETMASK, &none, NULL);
  execv(program, words);
  _exit(STATUS_NOT_FOUND);
}

/** As if it had said so itself: see src/runtime/driver/driver-session.ts. */
static void tell_end(const char *how) {
  char line[256];
  snprintf(line, sizeof line, "\n{\"kind\":\"crashed\",\"how\":\"%s\",\"said\":\"\"}\n", how);
  report_text("sample", line);
}

static void tell_exit(struct sampler *sampler) {
  char how[64] = "it has closed its output";
  int wait_status = 0;
  // Its output is closed a little before it ends.
  for (int i = 0; sampler->pid > 0 && i < LAST_MS; i++) {
    if (waitpid(sampler->pid, &wait_status, WNOHANG) != 0) note_sampler_end(sampler, status_of(wait_status));
    else poll(NULL, 0, 1);
  }
  if (sampler->pid == 0) snprintf(how, sizeof how, "status %d", sampler->status);
  tell_end(how);
}

/** Whether a line of JSON has ended in it, which is an answer. */
static bool has_answer(const char *text, size_t length) { return length > 1 && memmem(text, length, "}\n", 2) != NULL; }

static bool pass_on(struct sampler *sampler) {
  char piece[PIECE_SIZE];
  const ssize_t got = read(sampler->answers, piece, sizeof piece - 1);
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return false;
  if (got <= 0) {
    tell_exit(sampler);
    dismiss_sampler(sampler);
    return true;
  }
  piece[got] = '\0';
  report_text("sample", piece);
  return has_answer(piece, (size_t)got);
}

static void await_first(struct sampler *sampler) {
  const long long deadline = now_ms() + FIRST_MS;
  for (long long left = FIRST_MS; left > 0; left = deadline - now_ms()) {
    struct pollfd answers = {.fd = sampler->answers, .events = POLLIN};
    if (poll(&answers, 1, (int)left) > 0 && pass_on(sampler)) return;
  }
}

void start_sampler(struct sampler *sampler, const char *program, const char *folder) {
  int questions[2];
  int answers[2];
  if (pipe2(questions, O_CLOEXEC) != 0) return;
  if (pipe2(answers, O_CLOEXEC) != 0) {
    close(questions[0]);
    close(questions[1]);
    return;
  }
  const pid_t guard = getpid();
  const pid_t pid = fork();
  if (pid == 0) become_sampler(program, folder, questions[0], answers[1], guard);
  close(questions[0]);
  close(answers[1]);
  fcntl(questions[1], F_SETFL, O_NONBLOCK);
  fcntl(answers[0], F_SETFL, O_NONBLOCK);
  *sampler = (struct sampler){
      .pid = pid < 0 ? 0 : pid, .status = STATUS_CANNOT_RUN, .questions = questions[1], .answers = answers[0]};
  await_first(sampler);
}

void note_sampler_end(struct sampler *sampler, int status) {
  sampler->pid = 0;
  sampler->status = status;
}

void ask_sampler(const struct sampler *sampler) {
  if (sampler->questions == NO_DESCRIPTOR) return;
  while (write(sampler->questions, "\n", 1) < 0 && errno == EINTR) continue;
}

void read_sampler(struct sampler *sampler) { pass_on(sampler); }

void dismiss_sampler(struct sampler *sampler) {
  if (sampler->pid > 0) kill(sampler->pid, SIGKILL);
  if (sampler->questions != NO_DESCRIPTOR) close(sampler->questions);
  if (sampler->answers != NO_DESCRIPTOR) close(sampler->answers);
  *sampler = NO_SAMPLER;
}
