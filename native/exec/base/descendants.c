#include "descendants.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "read-file.h"

/** Namespaces of PIDs are nested 32 deep at most. */
enum { PATH_SIZE = 300, LINE_LENGTH = 512, MOST_LEVELS = 33 };

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

/** Reads the PIDs of a process in the namespace of /proc and in each inner one, to its own; returns their number. */
static int read_levels(const char *process, pid_t levels[MOST_LEVELS]) {
  static const char KEY[] = "NSpid:";
  char path[PATH_SIZE];
  char line[LINE_LENGTH];
  int count = 0;
  snprintf(path, sizeof path, "/proc/%s/status", process);
  FILE *status = fopen(path, "re");
  if (status == NULL) return 0;
  while (count == 0 && fgets(line, sizeof line, status) != NULL) {
    char *at = line + sizeof KEY - 1;
    if (strncmp(line, KEY, sizeof KEY - 1) != 0) continue;
    while (count < MOST_LEVELS && *at == '\t') levels[count++] = (pid_t)strtol(at + 1, &at, 10);
  }
  fclose(status);
  return count;
}

/** The number that /proc has for this process; 0 if it does not show it. */
static pid_t find_own_number(void) {
  char text[PATH_SIZE];
  const ssize_t length = readlink("/proc/self", text, sizeof text - 1);
  if (length <= 0) return 0;
  text[length] = '\0';
  return (pid_t)strtol(text, NULL, 10);
}

/** The PID that `kill` takes for this number of /proc; 0 if the process has ended, or is outside our namespace. */
static pid_t to_pid(pid_t number) {
  pid_t levels[MOST_LEVELS];
  static int level = -1;  // of this process's namespace, counted from that of /proc
  if (level < 0) {
    const int count = read_levels("self", levels);
    level = count == 0 ? 0 : count - 1;  // a kernel that does not list levels: /proc/self shows whether /proc is ours
    if (count == 0 && find_own_number() != getpid()) level = MOST_LEVELS;
  }
  if (level == 0) return number;
  char process[PATH_SIZE];
  snprintf(process, sizeof process, "%d", (int)number);
  return read_levels(process, levels) > level ? levels[level] : 0;
}

/** The processes found so far: `numbers` are those of /proc, from which it goes on; `found` are PIDs for `kill`. */
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

/** The numbers in a `children` file. */
static void take_listed(struct search *search, const char *path) {
  int number = 0;
  FILE *list = fopen(path, "re");
  if (list == NULL) return;
  while (fscanf(list, "%d", &number) == 1) take(search, number);
  fclose(list);
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

/** Field 4 of /proc/PID/stat, after a name that may hold anything; 0 if it is gone. */
static pid_t read_parent(const char *process) {
  char text[LINE_LENGTH];
  if (read_text(text, sizeof text, "/proc/%s/stat", process) == 0) return 0;
  const char *name_end = strrchr(text, ')');
  return name_end == NULL || strlen(name_end) < 4 ? 0 : (pid_t)strtol(name_end + 4, NULL, 10);
}

/** For kernels that do not list children: the parent of every process is read. */
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

/** Whether the kernel lists children; false in the build that tests kernels without such lists. */
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

void find_tree(struct pids *found, pid_t pid) {
  struct pids none = {.items = NULL};
  struct search search = {.found = found, .except = &none};
  found->count = 0;
  if (find_own_number() != getpid()) return;
  take(&search, pid);
  for (size_t i = 0; i < search.numbers.count; i++) take_children(&search, search.numbers.items[i]);
  free(search.numbers.items);
}
