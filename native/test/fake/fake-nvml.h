/* The structs of NVML's binary interface, told a second time: a slip in native/core shows against this one. */
#ifndef RANKPLAN_FAKE_NVML_H
#define RANKPLAN_FAKE_NVML_H

#include <stdint.h>
#include <stdlib.h>

struct pci_info {
  char legacy[16];
  uint32_t domain, bus, device, device_id, subsystem_id;
  char bus_id[32];
};
_Static_assert(sizeof(struct pci_info) == 68, "nvmlPciInfo_t");

/* The `_v2` function fills no more than this: 16 characters and nine words. */
enum { PCI_INFO_V2_SIZE = 52 };

struct memory {
  uint64_t total, free, used;
};

struct memory_v2 {
  uint32_t version;
  uint64_t total, reserved, free, used;
};
_Static_assert(sizeof(struct memory_v2) == 40, "nvmlMemory_v2_t");

/* The scenario's number of a GPU, or of that of a MIG instance. */
int gpu_of(void *device);
/* Of a MIG instance, -1 for the GPU itself. */
int instance_of(void *device);

enum { MEMORY_V2_VERSION = 0x02000028 };

#endif
