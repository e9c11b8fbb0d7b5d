#include "descendants.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_SIZE = 300, PIECE = 4096, STAT_SIZE = 512 };

bool has_pid(const struct pids *pids, pid_t pid) {
  for (size_t i = 0; i < pids->count; i++) {
    if (pids->items[i] == pid) return true;
  }
  return false;
}

void add_pid(struct pids *pids, pid_t pid) {
  if (pids->count == pids->room) {
    const size_t room = pids->room == 0 ? 64 : 2 * pids->room;
    pid_t *grown = realloc(pids->items, room * sizeof *grown);
    if (grown == NULL) return;  // the next look may have more luck
    pids->items = grown;
    pids->room = room;
  }
  pids->items[pids->count++] = pid;
}

/** Adds the numbers of a `children` file; false if there is no such file. */
static bool add_listed(struct pids *found, const struct pids *except, const char *path) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  char piece[PIECE];
  pid_t pid = 0;
  for (ssize_t got = 0; (got = read(file, piece, sizeof piece)) > 0;) {
    for (ssize_t i = 0; i < got; i++) {
      if (isdigit((unsigned char)piece[i])) pid = pid * 10 + (piece[i] - '0');
      else if (pid != 0) {
        if (!has_pid(except, pid)) add_pid(found, pid);
        pid = 0;
      }
    }
  }
  close(file);
  return true;
}

/** A process's children are listed with the thread that started them. */
static void add_children(struct pids *found, const struct pids *except, pid_t parent) {
  char path[PATH_SIZE];
  snprintf(path, sizeof path, "/proc/%d/task", (int)parent);
  DIR *threads = opendir(path);
  if (threads == NULL) return;
  for (const struct dirent *entry = readdir(threads); entry != NULL; entry = readdir(threads)) {
    if (entry->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "/proc/%d/task/%s/children", (int)parent, entry->d_name);
    add_listed(found, except, path);
  }
  closedir(threads);
}

/** Field 4 of /proc/PID/stat, behind a name that may hold anything; 0 if it is gone. */
static pid_t read_parent(const char *pid) {
  char path[PATH_SIZE];
  char text[STAT_SIZE];
  snprintf(path, sizeof path, "/proc/%s/stat", pid);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const ssize_t got = read(file, text, sizeof text - 1);
  close(file);
  if (got <= 0) return 0;
  text[got] = '\0';
  const char *name_end = strrchr(text, ')');
  return name_end == NULL || strlen(name_end) < 4 ? 0 : (pid_t)strtol(name_end + 4, NULL, 10);
}

/** For kernels that do not list children: every process is asked for its parent. */
static void add_by_parents(struct pids *found, const struct pids *except, const struct pids *parents) {
  DIR *processes = opendir("/proc");
  if (processes == NULL) return;
  for (const struct dirent *entry = readdir(processes); entry != NULL; entry = readdir(processes)) {
    if (!isdigit((unsigned char)entry->d_name[0])) continue;
    const pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
    if (has_pid(parents, read_parent(entry->d_name)) && !has_pid(except, pid) && !has_pid(found, pid)) {
      add_pid(found, pid);
    }
  }
  closedir(processes);
}

/** Not where it is built for a test of kernels that do not. */
static bool kernel_lists_children(void) {
#ifdef LISTS_NO_CHILDREN
  return false;
#else
  char path[PATH_SIZE];
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)getpid(), (int)getpid());
  return access(path, R_OK) == 0;
#endif
}

void find_descendants(struct pids *found, const struct pids *except) {
  found->count = 0;
  if (kernel_lists_children()) {
    add_children(found, except, getpid());
    for (size_t i = 0; i < found->count; i++) add_children(found, except, found->items[i]);
    return;
  }
  pid_t self = getpid();
  struct pids parents = {.items = &self, .count = 1};
  size_t known = 0;
  add_by_parents(found, except, &parents);
  while (known < found->count) {  // one generation after the other
    parents = (struct pids){.items = NULL};
    for (; known < found->count; known++) add_pid(&parents, found->items[known]);
    add_by_parents(found, except, &parents);
    free(parents.items);
  }
}
