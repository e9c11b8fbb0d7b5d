/* Which GPUs the process sees: CUDA_VISIBLE_DEVICES with indices, UUIDs and MIG instances; the first wrong entry ends
 * it. Indices count by PCI address under CUDA_DEVICE_ORDER=PCI_BUS_ID, else as in the scenario. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../fake/scenario.h"
#include "device.h"

enum { MAX_INSTANCES = 16, TEXT = 512 };

struct visible {
  int gpu;
  int instance; /* -1 for the whole GPU */
};

static struct visible devices[MAX_GPUS];
static int count = -1;

static bool add(int gpu, int instance) {
  if (count >= MAX_GPUS) return false;
  devices[count++] = (struct visible){gpu, instance};
  return true;
}

static bool starts(const char *uuid, const char *wanted) { return strncasecmp(uuid, wanted, strlen(wanted)) == 0; }

static bool add_uuid(const char *wanted, int gpus) {
  char uuid[TEXT];
  for (int gpu = 0; gpu < gpus; gpu++) {
    if (scenario_gpu_text(gpu, "uuid", uuid, sizeof uuid) && starts(uuid, wanted)) return add(gpu, -1);
    for (int instance = 0; instance < MAX_INSTANCES; instance++) {
      char fact[64];
      snprintf(fact, sizeof fact, "mig.%d.uuid", instance);
      if (scenario_gpu_text(gpu, fact, uuid, sizeof uuid) && starts(uuid, wanted)) return add(gpu, instance);
    }
  }
  return false;
}

static char addresses[MAX_GPUS][TEXT];

/* The scenario may write addresses in capitals, too. */
static bool comes_before(int left, int right) {
  const int order = strcasecmp(addresses[left], addresses[right]);
  return order != 0 ? order < 0 : left < right;
}

static int gpu_of_index(int index, int gpus) {
  const char *order = getenv("CUDA_DEVICE_ORDER");
  if (order == NULL || strcmp(order, "PCI_BUS_ID") != 0) return index;
  for (int gpu = 0; gpu < gpus; gpu++) {
    int before = 0;
    for (int other = 0; other < gpus; other++) before += comes_before(other, gpu);
    if (before == index) return gpu;
  }
  return index;
}

static bool add_entry(const char *entry, int gpus) {
  if (strncmp(entry, "GPU-", 4) == 0 || strncmp(entry, "MIG-", 4) == 0) return add_uuid(entry, gpus);
  char *end = NULL;
  const long index = strtol(entry, &end, 10);
  return end != entry && *end == '\0' && index >= 0 && index < gpus && add(gpu_of_index((int)index, gpus), -1);
}

int device_count(void) {
  if (count >= 0) return count;
  count = 0;
  const int gpus = (int)scenario_number("gpus", 0);
  for (int gpu = 0; gpu < gpus && gpu < MAX_GPUS; gpu++) scenario_gpu_text(gpu, "pci", addresses[gpu], TEXT);
  const char *list = getenv("CUDA_VISIBLE_DEVICES");
  if (list == NULL) {
    for (int index = 0; index < gpus; index++) add(gpu_of_index(index, gpus), -1);
    return count;
  }
  char entries[4096];
  snprintf(entries, sizeof entries, "%s", list);
  char *rest = NULL;
  for (char *entry = strtok_r(entries, ",", &rest); entry != NULL; entry = strtok_r(NULL, ",", &rest)) {
    if (!add_entry(entry, gpus)) break;
  }
  return count;
}

int device_scenario_gpu(int ordinal) { return ordinal < 0 ? -1 : devices[ordinal].gpu; }

int device_instance(int ordinal) { return devices[ordinal].instance; }

bool device_fact(int ordinal, const char *fact, char *value, size_t size) {
  const struct visible device = devices[ordinal];
  char name[96];
  snprintf(name, sizeof name, "mig.%d.%s", device.instance, fact);
  if (device.instance >= 0 && scenario_gpu_text(device.gpu, name, value, size)) return true;
  return scenario_gpu_text(device.gpu, fact, value, size);
}

double device_number(int ordinal, const char *fact, double fallback) {
  char text[TEXT];
  return device_fact(ordinal, fact, text, sizeof text) ? strtod(text, NULL) : fallback;
}
