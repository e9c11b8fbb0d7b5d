/* One GPU, or one MIG instance. */
#include <stdio.h>

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
static bool read_memory(const void *device, struct memory_v2 *memory) {
  const bool is_told = number_of(device, "memory", &memory->total);
  number_of(device, "reserved", &memory->reserved);
  number_of(device, "used", &memory->used);
  memory->used += held_on(device);
  memory->free = memory->total - memory->reserved - memory->used;
  return is_told;
}

#ifdef FAKE_OLD_DRIVER
static const bool COUNTS_RESERVE = false;
#else
static const bool COUNTS_RESERVE = true;
#endif

EXPORT int nvmlDeviceGetMemoryInfo(void *device, struct memory *memory) {
  BEGIN_DEVICE(device);
  struct memory_v2 found;
  if (!read_memory(device, &found)) return NOT_SUPPORTED;
  const uint64_t used = found.used + (COUNTS_RESERVE ? found.reserved : 0);
  *memory = (struct memory){.total = found.total, .free = found.total - used, .used = used};
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
  return read_memory(device, memory) ? SUCCESS : NOT_SUPPORTED;
}

/* `gpu.<n>.numa-of-its-own 9`: its memory is a NUMA node of the host, as that of Grace Hopper. */
EXPORT int nvmlDeviceGetNumaNodeId(void *device, unsigned *node) {
  BEGIN_DEVICE(device);
  uint64_t found = 0;
  if (!number_of(device, "numa-of-its-own", &found)) return NOT_SUPPORTED;
  *node = (unsigned)found;
  return SUCCESS;
}

EXPORT int nvmlDeviceGetMemoryAffinity(void *device, unsigned words, unsigned long *mask, unsigned scope) {
  BEGIN_DEVICE(device);
  return scope == 0 ? answer_mask(gpu_of(device), "numa", words, mask) : INVALID_ARGUMENT;
}

#endif
