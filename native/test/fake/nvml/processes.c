/*
 * The processes on a GPU: those that imitated CUDA told of (`cuda-<pid>` in the directory RANKPLAN_FAKE_STATE) and that
 * live, and those of `gpu.<n>.processes 4711,4712`.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../scenario.h"
#include "fake-nvml.h"

enum { MAX_LISTED = 256 };

struct process_v2 {
  uint32_t pid;
  uint64_t used;
  uint32_t gpu_instance, compute_instance;
};
_Static_assert(sizeof(struct process_v2) == 24, "nvmlProcessInfo_v2_t");

struct list {
  int gpu;
  int instance; /* -1 for the whole GPU, which lists everything */
  unsigned count;
  struct process_v2 items[MAX_LISTED];
};

static void add(struct list *list, unsigned pid, uint64_t bytes) {
  if (list->count < MAX_LISTED) list->items[list->count++] = (struct process_v2){pid, bytes, ~0U, ~0U};
}

static void add_told(struct list *list, const char *folder, const char *name) {
  unsigned pid = 0;
  char path[4096];
  if (sscanf(name, "cuda-%u", &pid) != 1 || strchr(name, '.') != NULL) return;
  snprintf(path, sizeof path, "/proc/%u", pid);
  if (access(path, F_OK) != 0) return; /* it has ended */
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "re");
  if (file == NULL) return;
  int gpu = -1;
  int instance = -1;
  unsigned long long bytes = 0;
  while (fscanf(file, "%d %d %llu", &gpu, &instance, &bytes) == 3) {
    if (gpu == list->gpu && (list->instance < 0 || instance == list->instance)) add(list, pid, bytes);
  }
  fclose(file);
}

static void add_all(struct list *list) {
  char foreign[256] = "";
  scenario_gpu_text(list->gpu, "processes", foreign, sizeof foreign);
  char *rest = NULL;
  for (char *pid = strtok_r(foreign, ",", &rest); pid != NULL; pid = strtok_r(NULL, ",", &rest))
    add(list, (unsigned)strtoul(pid, NULL, 10), 1ULL << 30);
  const char *folder = getenv("RANKPLAN_FAKE_STATE");
  DIR *directory = folder == NULL ? NULL : opendir(folder);
  if (directory == NULL) return;
  for (struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory))
    add_told(list, folder, entry->d_name);
  closedir(directory);
}

EXPORT int nvmlDeviceGetComputeRunningProcesses_v3(void *device, unsigned *count, struct process_v2 *processes) {
  const int fault = scenario_fault(__func__, gpu_of(device));
  if (fault != SUCCESS) return fault;
  struct list list = {.gpu = gpu_of(device), .instance = instance_of(device)};
  add_all(&list);
  const unsigned room = *count;
  *count = list.count;
  if (room < list.count) return TOO_SMALL;
  memcpy(processes, list.items, list.count * sizeof *list.items);
  return SUCCESS;
}
