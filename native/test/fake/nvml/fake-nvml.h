/*
 * libnvidia-ml.so.1 of a machine that does not exist. With FAKE_OLD_DRIVER it lacks what drivers of the 418 branch
 * lacked: the newest forms of functions, and all about MIG. With FAKE_535_DRIVER its processes are longer.
 *
 * The structs of NVML's binary interface are declared here a second time, so that a mistake in native/core shows.
 */
#ifndef RANKPLAN_FAKE_NVML_H
#define RANKPLAN_FAKE_NVML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EXPORT __attribute__((visibility("default")))

enum { SUCCESS = 0, UNINITIALIZED = 1, INVALID_ARGUMENT = 2, NOT_SUPPORTED = 3, NOT_FOUND = 6, TOO_SMALL = 7 };
enum { STRUCT_VERSION = 25 };

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

enum { MEMORY_V2_VERSION = 0x02000028 };

struct fabric_info {
  unsigned char cluster[16];
  int32_t status;
  uint32_t clique;
  unsigned char state;
};
_Static_assert(sizeof(struct fabric_info) == 28, "nvmlGpuFabricInfo_t");

struct fabric_info_v2 {
  uint32_t version;
  unsigned char cluster[16];
  int32_t status;
  uint32_t clique;
  unsigned char state;
  uint32_t health;
};
_Static_assert(sizeof(struct fabric_info_v2) == 36, "nvmlGpuFabricInfo_v2_t");

enum { FABRIC_INFO_V2_VERSION = 0x02000024 };

/* At most so many GPUs, and so many MIG instances of each. */
enum { MAX_GPUS = 64, MAX_INSTANCES = 63 };

/* The handle of a GPU (instance -1) or of one of its instances, and what a handle stands for. */
void *device_of(int gpu, int instance);
int gpu_of(const void *device);
int instance_of(const void *device);

/* The fact of a GPU, or `mig.<instance>.<fact>` of an instance. */
bool fact_of(const void *device, const char *fact, char *value, size_t size);

/* The same as a number, decimal or 0x…; false, and 0, where there is none. */
bool number_of(const void *device, const char *fact, uint64_t *number);

/* Every function begins with it: returns the fault that the scenario wants, or that nvmlInit was not called. */
int begin(const char *function, int gpu);

/* nvmlInit and nvmlShutdown, which are counted. */
int start(const char *function);
void stop(void);

int answer_text(const void *device, const char *fact, char *text, unsigned size);

/* A list like `0-3,8` as bits. */
int answer_mask(int gpu, const char *fact, unsigned words, unsigned long *mask);

/* The memory that known processes hold on a GPU or an instance, in bytes. */
uint64_t held_on(const void *device);

/* Whether a known process is on it. */
bool has_context(const void *device);

int answer_pci(const char *address, struct pci_info *info, bool is_v3);

#define BEGIN(gpu)                           \
  do {                                       \
    const int fault_ = begin(__func__, gpu); \
    if (fault_ != SUCCESS) return fault_;    \
  } while (0)
#define BEGIN_DEVICE(device) BEGIN(gpu_of(device))

#endif
