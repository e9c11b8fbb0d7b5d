/*
 * Memory of the imitated GPUs. A file `cuda-<pid>` in the directory RANKPLAN_FAKE_STATE shows the imitated NVML what a
 * process holds: a line `<gpu> <MIG instance or -1> <bytes>` for each GPU or instance on which it has a context.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "device.h"

enum { MAX_BLOCKS = 1024 };
static const uint64_t CONTEXT_BYTES = 300ULL << 20;
static const uint64_t PAGE = 2ULL << 20;

struct block {
  uint64_t address;
  uint64_t bytes; /* 0 for free */
  int ordinal;
};

static struct block blocks[MAX_BLOCKS];
static int open_contexts[MAX_GPUS];
static uint64_t next_address = 0x7f0000000000ULL;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static uint64_t used_on(int ordinal) {
  uint64_t used = open_contexts[ordinal] > 0 ? CONTEXT_BYTES : 0;
  for (int i = 0; i < MAX_BLOCKS; i++) {
    if (blocks[i].bytes > 0 && blocks[i].ordinal == ordinal) used += blocks[i].bytes;
  }
  return used;
}

static uint64_t total_of(int ordinal) { return (uint64_t)device_number(ordinal, "memory", 80e9); }

/* What other processes hold, or the driver itself: `gpu.<n>.used`. */
static uint64_t free_of(int ordinal) {
  const uint64_t used = used_on(ordinal) + (uint64_t)device_number(ordinal, "used", 0);
  return used < total_of(ordinal) ? total_of(ordinal) - used : 0;
}

static void tell_state(void) {
  const char *folder = getenv("RANKPLAN_FAKE_STATE");
  if (folder == NULL) return;
  char path[4096];
  char staged[4110];
  snprintf(path, sizeof path, "%s/cuda-%d", folder, (int)getpid());
  snprintf(staged, sizeof staged, "%s.new", path);
  FILE *file = fopen(staged, "we");
  if (file == NULL) return;
  for (int ordinal = 0; ordinal < device_count(); ordinal++) {
    if (open_contexts[ordinal] > 0)
      fprintf(file, "%d %d %llu\n", device_scenario_gpu(ordinal), device_instance(ordinal),
              (unsigned long long)used_on(ordinal));
  }
  fclose(file);
  rename(staged, path);
}

static uint64_t allocate(int ordinal, uint64_t bytes) {
  if (bytes == 0 || bytes > free_of(ordinal)) return 0;
  int i = 0;
  while (i < MAX_BLOCKS && blocks[i].bytes > 0) i++;
  if (i == MAX_BLOCKS) return 0;
  blocks[i] = (struct block){next_address, bytes, ordinal};
  next_address += (bytes / PAGE + 2) * PAGE; /* never side by side */
  tell_state();
  return blocks[i].address;
}

uint64_t device_allocate(int ordinal, uint64_t bytes) {
  pthread_mutex_lock(&mutex);
  const uint64_t address = allocate(ordinal, bytes);
  pthread_mutex_unlock(&mutex);
  return address;
}

bool device_release(uint64_t address) {
  bool found = false;
  pthread_mutex_lock(&mutex);
  for (int i = 0; i < MAX_BLOCKS && !found; i++) {
    found = blocks[i].bytes > 0 && blocks[i].address == address;
    if (found) blocks[i].bytes = 0;
  }
  if (found) tell_state();
  pthread_mutex_unlock(&mutex);
  return found;
}

bool device_owns(int ordinal, uint64_t address, uint64_t bytes) {
  bool found = false;
  pthread_mutex_lock(&mutex);
  for (int i = 0; i < MAX_BLOCKS && !found; i++) {
    const struct block block = blocks[i];
    found = block.ordinal == ordinal && address >= block.address && address - block.address + bytes <= block.bytes;
  }
  pthread_mutex_unlock(&mutex);
  return found;
}

void device_memory(int ordinal, size_t *free, size_t *total) {
  pthread_mutex_lock(&mutex);
  *free = free_of(ordinal);
  *total = total_of(ordinal);
  pthread_mutex_unlock(&mutex);
}

bool device_open(int ordinal) {
  pthread_mutex_lock(&mutex);
  const bool fits = open_contexts[ordinal] > 0 || free_of(ordinal) >= CONTEXT_BYTES;
  if (fits) open_contexts[ordinal]++;
  tell_state();
  pthread_mutex_unlock(&mutex);
  return fits;
}

void device_close(int ordinal, bool is_broken) {
  pthread_mutex_lock(&mutex);
  if (--open_contexts[ordinal] == 0 && used_on(ordinal) > 0 && !is_broken)
    fprintf(stderr, "fake driver: %llu bytes were left on GPU %d\n", (unsigned long long)used_on(ordinal), ordinal);
  tell_state();
  pthread_mutex_unlock(&mutex);
}
