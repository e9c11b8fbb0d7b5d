#include "catch-signals.h"

#include <signal.h>
#include <stdbool.h>
#include <sys/signalfd.h>

/** As `nohup` has it for HUP, and a shell without job control for INT and QUIT of what it puts into the background. */
static bool is_ignored(int signal_number) {
  struct sigaction inherited;
  if (signal_number != SIGHUP && signal_number != SIGINT && signal_number != SIGQUIT) return false;
  return sigaction(signal_number, NULL, &inherited) == 0 && inherited.sa_handler == SIG_IGN;
}

int catch_signals(const int *numbers, size_t count) {
  sigset_t caught;
  sigemptyset(&caught);
  for (size_t i = 0; i < count; i++) {
    if (is_ignored(numbers[i])) continue;
    signal(numbers[i], SIG_DFL);  // an inherited SIG_IGN for SIGCHLD would take the statuses
    sigaddset(&caught, numbers[i]);
  }
  signal(SIGPIPE, SIG_IGN);
  sigprocmask(SIG_SETMASK, &caught, NULL);
  return signalfd(-1, &caught, SFD_CLOEXEC | SFD_NONBLOCK);
}

void stop_this_process(void) {
  sigset_t pending;
  // A CONT that has come since TSTP would be thrown away by the stop, and this process would never go on.
  if (sigpending(&pending) == 0 && sigismember(&pending, SIGCONT) == 1) return;
  raise(SIGSTOP);
}
