/* One GPU, or one MIG instance. */
#include <stdio.h>
#include <stdlib.h>

#include "fake-nvml.h"

EXPORT int nvmlDeviceGetUUID(void *device, char *text, unsigned size) {
  BEGIN_DEVICE(device);
  return answer_text(device, "uuid", text, size);
}

EXPORT int nvmlDeviceGetName(void *device, char *text, unsigned size) {
  BEGIN_DEVICE(device);
  return answer_text(device, "name", text, size);
}

EXPORT int nvmlDeviceGetPciInfo_v2(void *device, struct pci_info *info) {
  BEGIN_DEVICE(device);
  char address[64];
  return fact_of(device, "pci", address, sizeof address) ? answer_pci(address, info, false) : NOT_SUPPORTED;
}

/*
 * `gpu.<n>.used` is what others hold, or the driver itself; `gpu.<n>.reserved` what firmware keeps, which the older
 * form of the question counts as used.
 */
static uint64_t used_of(const void *device) {
  char value[64];
  const bool is_told = fact_of(device, "used", value, sizeof value);
  return held_on(device) + (is_told ? strtoull(value, NULL, 0) : 0);
}

static uint64_t reserved_of(const void *device) {
  char value[64];
  return fact_of(device, "reserved", value, sizeof value) ? strtoull(value, NULL, 0) : 0;
}

#ifdef FAKE_OLD_DRIVER
static const bool COUNTS_RESERVE = false;
#else
static const bool COUNTS_RESERVE = true;
#endif

EXPORT int nvmlDeviceGetMemoryInfo(void *device, struct memory *memory) {
  BEGIN_DEVICE(device);
  char value[64];
  if (!fact_of(device, "memory", value, sizeof value)) return NOT_SUPPORTED;
  const uint64_t total = strtoull(value, NULL, 0);
  const uint64_t used = used_of(device) + (COUNTS_RESERVE ? reserved_of(device) : 0);
  *memory = (struct memory){.total = total, .free = total - used, .used = used};
  return SUCCESS;
}

EXPORT int nvmlDeviceGetCudaComputeCapability(void *device, int *major, int *minor) {
  BEGIN_DEVICE(device);
  char value[64];
  if (!fact_of(device, "capability", value, sizeof value)) return NOT_SUPPORTED;
  return sscanf(value, "%d.%d", major, minor) == 2 ? SUCCESS : NOT_SUPPORTED;
}

EXPORT int nvmlDeviceGetCpuAffinity(void *device, unsigned words, unsigned long *mask) {
  BEGIN_DEVICE(device);
  return answer_mask(gpu_of(device), "cpus", words, mask);
}

#ifndef FAKE_OLD_DRIVER

EXPORT int nvmlDeviceGetPciInfo_v3(void *device, struct pci_info *info) {
  BEGIN_DEVICE(device);
  char address[64];
  return fact_of(device, "pci", address, sizeof address) ? answer_pci(address, info, true) : NOT_SUPPORTED;
}

EXPORT int nvmlDeviceGetMemoryInfo_v2(void *device, struct memory_v2 *memory) {
  BEGIN_DEVICE(device);
  if (memory->version != MEMORY_V2_VERSION) return STRUCT_VERSION;
  char value[64];
  if (!fact_of(device, "memory", value, sizeof value)) return NOT_SUPPORTED;
  memory->total = strtoull(value, NULL, 0);
  memory->reserved = reserved_of(device);
  memory->used = used_of(device);
  memory->free = memory->total - memory->reserved - memory->used;
  return SUCCESS;
}

/* `gpu.<n>.numa-of-its-own 9`: its memory is a NUMA node of the host, as that of Grace Hopper. */
EXPORT int nvmlDeviceGetNumaNodeId(void *device, unsigned *node) {
  BEGIN_DEVICE(device);
  char value[64];
  if (!fact_of(device, "numa-of-its-own", value, sizeof value)) return NOT_SUPPORTED;
  *node = (unsigned)strtoull(value, NULL, 0);
  return SUCCESS;
}

EXPORT int nvmlDeviceGetMemoryAffinity(void *device, unsigned words, unsigned long *mask, unsigned scope) {
  BEGIN_DEVICE(device);
  return scope == 0 ? answer_mask(gpu_of(device), "numa", words, mask) : INVALID_ARGUMENT;
}

#endif
