#include "descendants.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proc-numbers.h"

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

/** What is found on the way down: by the numbers of /proc, by which it goes on, and as `kill` knows them. */
struct search {
  struct pids numbers;
  struct pids *found;
  const struct pids *except;
};

static void take(struct search *search, pid_t number) {
  const pid_t pid = to_pid(number);
  if (pid == 0 || has_pid(search->except, pid)) return;
  add_pid(&search->numbers, number);
  add_pid(search->found, pid);
}

/** Takes the numbers of a `children` file; false if there is no such file. */
static bool take_listed(struct search *search, const char *path) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  char piece[PIECE];
  pid_t number = 0;
  for (ssize_t got = 0; (got = read(file, piece, sizeof piece)) > 0;) {
    for (ssize_t i = 0; i < got; i++) {
      if (isdigit((unsigned char)piece[i])) number = number * 10 + (piece[i] - '0');
      else if (number != 0) {
        take(search, number);
        number = 0;
      }
    }
  }
  close(file);
  return true;
}

/** A process's children are listed with the thread that started them. */
static void take_children(struct search *search, pid_t parent) {
  char path[PATH_SIZE];
  snprintf(path, sizeof path, "/proc/%d/task", (int)parent);
  DIR *threads = opendir(path);
  if (threads == NULL) return;
  for (const struct dirent *entry = readdir(threads); entry != NULL; entry = readdir(threads)) {
    if (entry->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "/proc/%d/task/%s/children", (int)parent, entry->d_name);
    take_listed(search, path);
  }
  closedir(threads);
}

/** Field 4 of /proc/PID/stat, behind a name that may hold anything; 0 if it is gone. */
static pid_t read_parent(const char *process) {
  char path[PATH_SIZE];
  char text[STAT_SIZE];
  snprintf(path, sizeof path, "/proc/%s/stat", process);
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
static void take_by_parents(struct search *search, const struct pids *parents) {
  DIR *processes = opendir("/proc");
  if (processes == NULL) return;
  for (const struct dirent *entry = readdir(processes); entry != NULL; entry = readdir(processes)) {
    if (!isdigit((unsigned char)entry->d_name[0])) continue;
    const pid_t number = (pid_t)strtol(entry->d_name, NULL, 10);
    if (has_pid(parents, read_parent(entry->d_name)) && !has_pid(&search->numbers, number)) take(search, number);
  }
  closedir(processes);
}

/** Not where it is built for a test of kernels that do not. */
static bool kernel_lists_children(pid_t self) {
#ifdef LISTS_NO_CHILDREN
  (void)self;
  return false;
#else
  char path[PATH_SIZE];
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)self, (int)self);
  return access(path, R_OK) == 0;
#endif
}

/** One generation after the other. */
static void search_by_parents(struct search *search, pid_t self) {
  struct pids parents = {.items = &self, .count = 1};
  size_t known = 0;
  take_by_parents(search, &parents);
  while (known < search->numbers.count) {
    parents = (struct pids){.items = NULL};
    for (; known < search->numbers.count; known++) add_pid(&parents, search->numbers.items[known]);
    take_by_parents(search, &parents);
    free(parents.items);
  }
}

void find_descendants(struct pids *found, const struct pids *except) {
  struct search search = {.found = found, .except = except};
  const pid_t self = find_own_number();
  found->count = 0;
  if (self == 0) return;
  if (kernel_lists_children(self)) {
    take_children(&search, self);
    for (size_t i = 0; i < search.numbers.count; i++) take_children(&search, search.numbers.items[i]);
  } else {
    search_by_parents(&search, self);
  }
  free(search.numbers.items);
}
