#include "proc-numbers.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/** Namespaces are nested 32 deep at most. */
enum { PATH_SIZE = 64, STATUS_SIZE = 8192, MOST_LEVELS = 33 };

static ssize_t read_status(const char *process, char text[STATUS_SIZE]) {
  char path[PATH_SIZE];
  snprintf(path, sizeof path, "/proc/%s/status", process);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  const ssize_t got = read(file, text, STATUS_SIZE - 1);
  close(file);
  text[got < 0 ? 0 : got] = '\0';
  return got;
}

/** What a process is called in the namespace of /proc and in each one inside, down to its own; how many these are. */
static int read_levels(const char *process, pid_t levels[MOST_LEVELS]) {
  static const char KEY[] = "\nNSpid:";
  char text[STATUS_SIZE];
  if (read_status(process, text) <= 0) return 0;
  const char *at = strstr(text, KEY);
  int count = 0;
  if (at == NULL) return 0;
  at += sizeof KEY - 1;
  while (count < MOST_LEVELS && *at == '\t') {
    char *end = NULL;
    levels[count++] = (pid_t)strtol(at + 1, &end, 10);
    at = end;
  }
  return count;
}

pid_t find_own_number(void) {
  char text[PATH_SIZE];
  const ssize_t length = readlink("/proc/self", text, sizeof text - 1);
  if (length <= 0) return 0;
  text[length] = '\0';
  return (pid_t)strtol(text, NULL, 10);
}

pid_t to_pid(pid_t number) {
  pid_t levels[MOST_LEVELS];
  static int level = -1;  // of this process's namespace, counted from that of /proc
  if (level < 0) {
    const int count = read_levels("self", levels);
    level = count == 0 ? 0 : count - 1;  // a kernel that does not tell: /proc/self is good for as much
    if (count == 0 && find_own_number() != getpid()) level = MOST_LEVELS;
  }
  if (level == 0) return number;
  char process[PATH_SIZE];
  snprintf(process, sizeof process, "%d", (int)number);
  return read_levels(process, levels) > level ? levels[level] : 0;
}
