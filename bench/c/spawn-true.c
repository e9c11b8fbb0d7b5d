/*
 * Starts /bin/true so many times as fast as posix_spawn can, and waits for all: the least that any launcher costs.
 *
 *     spawn-true COUNT
 */
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

extern char **environ;

int main(int argc, char **argv) {
  const int count = argc == 2 ? atoi(argv[1]) : 0;
  if (count <= 0) {
    fputs("usage: spawn-true COUNT\n", stderr);
    return 2;
  }
  char *command[] = {"/bin/true", NULL};
  for (int i = 0; i < count; i++) {
    pid_t pid;
    if (posix_spawn(&pid, command[0], NULL, NULL, command, environ) != 0) return 1;
  }
  int failed = 0;
  for (int i = 0, status; i < count; i++) failed += wait(&status) < 0 || status != 0;
  return failed > 0;
}
