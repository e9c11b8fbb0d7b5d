#include "run-program.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process.h"

int status_of_wait(int wait_status) {
  return WIFSIGNALED(wait_status) ? STATUS_OF_SIGNAL + WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
}

void become_program(char *const *words, int input, int output) {
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), STDERR_FILENO);
  execvp(words[0], words);
  _exit(errno == ENOENT ? STATUS_NOT_FOUND : STATUS_UNUSABLE);
}

int read_program(char *const *words, char *text, size_t most) {
  int ends[2];
  size_t length = 0;
  int wait_status = 0;
  text[0] = '\0';
  if (pipe2(ends, O_CLOEXEC) != 0) return STATUS_UNUSABLE;
  const pid_t pid = fork_child();
  if (pid == 0) become_program(words, open("/dev/null", O_RDONLY | O_CLOEXEC), ends[1]);
  close(ends[1]);
  while (pid > 0 && length < most) {
    const ssize_t got = read(ends[0], text + length, most - length);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    length += (size_t)got;
  }
  text[length] = '\0';
  close(ends[0]);  // one that says more than is wanted ends of it
  while (pid > 0 && waitpid(pid, &wait_status, 0) < 0 && errno == EINTR) continue;
  return pid < 0 ? STATUS_UNUSABLE : status_of_wait(wait_status);
}
