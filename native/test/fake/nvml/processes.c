/*
 * The processes on a GPU: living ones that imitated CUDA has written (`cuda-<pid>` in RANKPLAN_FAKE_STATE), and those
 * of `gpu.<n>.processes 4711,4712:1048576`, with 1 GiB each or so many bytes; `gpu.<n>.mps-clients` and
 * `gpu.<n>.graphics` likewise, which may name the same ones. Each listed process holds memory of the GPU.
 * `process-bytes none` and `process-bytes zero` are drivers that do not report how much they hold, `pid-offset 100000`
 * is one that reports PIDs of another namespace.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../scenario.h"
#include "fake-nvml.h"

enum { MAX_LISTED = 1024 };
static const uint64_t FOREIGN_BYTES = 1ULL << 30;
static const char *const LISTS[] = {"processes", "mps-clients", "graphics"};
enum { COMPUTE, MPS_CLIENTS, GRAPHICS, LIST_COUNT };

/* The longest form. What older ones write of it is shorter: 16 bytes, then 24. */
struct process {
  uint32_t pid;
  uint64_t used;
  uint32_t gpu_instance, compute_instance;
  uint64_t protected;
};
_Static_assert(sizeof(struct process) == 32, "nvmlProcessInfo_t of 535.43");
enum { SIZE_V1 = 16, SIZE_V2 = 24 };

struct list {
  int gpu;
  int instance; /* -1 for the whole GPU, which lists everything */
  unsigned count;
  struct process items[MAX_LISTED];
};

static void add(struct list *list, unsigned pid, uint64_t bytes) {
  if (list->count < MAX_LISTED) list->items[list->count++] = (struct process){pid, bytes, ~0U, ~0U, 0};
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

static void add_all_told(struct list *list) {
  const char *folder = getenv("RANKPLAN_FAKE_STATE");
  DIR *directory = folder == NULL ? NULL : opendir(folder);
  if (directory == NULL) return;
  for (struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory))
    add_told(list, folder, entry->d_name);
  closedir(directory);
}

static void add_foreign(struct list *list, const char *fact) {
  char foreign[4096] = "";
  scenario_gpu_text(list->gpu, fact, foreign, sizeof foreign);
  char *rest = NULL;
  for (char *item = strtok_r(foreign, ",", &rest); item != NULL; item = strtok_r(NULL, ",", &rest)) {
    char *end = NULL;
    const unsigned pid = (unsigned)strtoul(item, &end, 10);
    add(list, pid, *end == ':' ? strtoull(end + 1, NULL, 10) : FOREIGN_BYTES);
  }
}

bool has_context(const void *device) {
  struct list told = {.gpu = gpu_of(device), .instance = instance_of(device)};
  add_all_told(&told);
  return told.count > 0;
}

/* If a process is listed several times, the last entry counts. */
static bool is_listed_later(const struct list *list, unsigned position) {
  for (unsigned i = position + 1; i < list->count; i++) {
    if (list->items[i].pid == list->items[position].pid) return true;
  }
  return false;
}

uint64_t held_on(const void *device) {
  struct list told = {.gpu = gpu_of(device), .instance = instance_of(device)};
  add_all_told(&told);
  uint64_t held = 0;
  for (unsigned i = 0; i < told.count; i++) held += told.items[i].used;
  struct list listed = {.gpu = told.gpu, .instance = told.instance};
  for (int kind = 0; kind < LIST_COUNT; kind++) add_foreign(&listed, LISTS[kind]);
  for (unsigned i = 0; i < listed.count; i++) held += is_listed_later(&listed, i) ? 0 : listed.items[i].used;
  return held;
}

/* What this driver makes of it. */
static void disguise(struct list *list) {
  char bytes[16] = "";
  scenario_text("process-bytes", bytes, sizeof bytes);
  const unsigned offset = (unsigned)scenario_number("pid-offset", 0);
  for (unsigned i = 0; i < list->count; i++) {
    list->items[i].pid += offset;
    if (strcmp(bytes, "none") == 0) list->items[i].used = ~0ULL;
    if (strcmp(bytes, "zero") == 0) list->items[i].used = 0;
  }
}

static int answer_list(const char *function, void *device, int kind, unsigned *count, void *room, size_t size) {
  const int fault = begin(function, gpu_of(device));
  if (fault != SUCCESS) return fault;
  struct list list = {.gpu = gpu_of(device), .instance = instance_of(device)};
  if (kind == COMPUTE) add_all_told(&list);
  add_foreign(&list, LISTS[kind]);
  disguise(&list);
  const unsigned fits = *count;
  *count = list.count;
  if (fits < list.count) return TOO_SMALL;
  for (unsigned i = 0; i < list.count; i++) memcpy((char *)room + i * size, &list.items[i], size);
  return SUCCESS;
}

#ifdef FAKE_OLD_DRIVER

EXPORT int nvmlDeviceGetComputeRunningProcesses(void *device, unsigned *count, void *processes) {
  return answer_list(__func__, device, COMPUTE, count, processes, SIZE_V1);
}

EXPORT int nvmlDeviceGetGraphicsRunningProcesses(void *device, unsigned *count, void *processes) {
  return answer_list(__func__, device, GRAPHICS, count, processes, SIZE_V1);
}

#else

#ifdef FAKE_535_DRIVER
enum { SIZE_V3 = sizeof(struct process) };

/* By this one, without the newer nvmlDeviceGetRunningProcessDetailList, such a driver is known. */
EXPORT int nvmlDeviceGetConfComputeMemSizeInfo(void *device, void *info) {
  (void)device;
  (void)info;
  return NOT_SUPPORTED;
}
#else
enum { SIZE_V3 = SIZE_V2 };
#endif

EXPORT int nvmlDeviceGetComputeRunningProcesses_v3(void *device, unsigned *count, void *processes) {
  return answer_list(__func__, device, COMPUTE, count, processes, SIZE_V3);
}

EXPORT int nvmlDeviceGetGraphicsRunningProcesses_v3(void *device, unsigned *count, void *processes) {
  return answer_list(__func__, device, GRAPHICS, count, processes, SIZE_V3);
}

EXPORT int nvmlDeviceGetMPSComputeRunningProcesses_v3(void *device, unsigned *count, void *processes) {
  return answer_list(__func__, device, MPS_CLIENTS, count, processes, SIZE_V3);
}

#endif
