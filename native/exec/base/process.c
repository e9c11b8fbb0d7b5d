#include "process.h"

#include <signal.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

static bool is_ignored(int signal_number) {
  struct sigaction inherited;
  return sigaction(signal_number, NULL, &inherited) == 0 && inherited.sa_handler == SIG_IGN;
}

/** `nohup` ignores HUP, and a shell without job control INT and QUIT for what it puts into the background. */
static bool is_callers(int number) { return number == SIGHUP || number == SIGINT || number == SIGQUIT; }

int catch_signals(const int *numbers, size_t count) {
  sigset_t caught;
  sigemptyset(&caught);
  for (size_t i = 0; i < count; i++) {
    if (is_callers(numbers[i]) && is_ignored(numbers[i])) continue;
    signal(numbers[i], SIG_DFL);  // an inherited SIG_IGN for SIGCHLD would take the statuses
    sigaddset(&caught, numbers[i]);
  }
  signal(SIGPIPE, SIG_IGN);
  sigprocmask(SIG_SETMASK, &caught, NULL);
  return signalfd(-1, &caught, SFD_CLOEXEC | SFD_NONBLOCK);
}

void reset_signals(void) {
  sigset_t none;
  sigemptyset(&none);
  for (int number = 1; number < NSIG; number++) {
    if (number != SIGHUP && is_ignored(number)) signal(number, SIG_DFL);
  }
  sigprocmask(SIG_SETMASK, &none, NULL);
}

pid_t fork_child(void) {
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid == 0 && prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() != parent) _exit(0);
  return pid;
}
