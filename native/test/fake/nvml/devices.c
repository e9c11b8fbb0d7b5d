/* Handles, and what all functions have in common. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "../scenario.h"
#include "fake-nvml.h"

/* A device is an address in here: those of a GPU and of its MIG instances lie side by side. */
enum { PLACES = MAX_INSTANCES + 1 };
static char devices[MAX_GPUS * PLACES];
static atomic_int users;

void *device_of(int gpu, int instance) { return &devices[gpu * PLACES + instance + 1]; }
int gpu_of(const void *device) { return (int)((const char *)device - devices) / PLACES; }
int instance_of(const void *device) { return (int)((const char *)device - devices) % PLACES - 1; }

bool fact_of(const void *device, const char *fact, char *value, size_t size) {
  if (instance_of(device) < 0) return scenario_gpu_text(gpu_of(device), fact, value, size);
  char name[64];
  snprintf(name, sizeof name, "mig.%d.%s", instance_of(device), fact);
  return scenario_gpu_text(gpu_of(device), name, value, size);
}

bool number_of(const void *device, const char *fact, uint64_t *number) {
  char value[64];
  const bool is_told = fact_of(device, fact, value, sizeof value);
  *number = is_told ? strtoull(value, NULL, 0) : 0;
  return is_told;
}

int begin(const char *function, int gpu) { return users == 0 ? UNINITIALIZED : scenario_fault(function, gpu); }

int start(const char *function) {
  const int fault = scenario_fault(function, -1);
  if (fault == SUCCESS) users++;
  return fault;
}

void stop(void) { users--; }
