/*
 * libnvidia-ml.so.1 of a machine that does not exist. With FAKE_OLD_DRIVER it lacks what drivers of the 418 branch
 * lacked: the newest forms of functions, and all about MIG.
 */
#include <stdio.h>
#include <string.h>

#include "fake-nvml.h"
#include "scenario.h"

#define EXPORT __attribute__((visibility("default")))

enum { SUCCESS = 0, UNINITIALIZED = 1, INVALID_ARGUMENT = 2, NOT_SUPPORTED = 3, NOT_FOUND = 6, TOO_SMALL = 7 };
enum { STRUCT_VERSION = 25, MAX_DEVICES = 4096, PLACES = 64 };

/* A device is an address in here: those of a GPU and of its MIG instances lie side by side. */
static char devices[MAX_DEVICES];
static int users;

static void *device_of(int gpu, int instance) { return &devices[gpu * PLACES + instance + 1]; }
int gpu_of(void *device) { return (int)((char *)device - devices) / PLACES; }
int instance_of(void *device) { return (int)((char *)device - devices) % PLACES - 1; }

/* The fact of a GPU, or `mig.<instance>.<fact>` of an instance. */
static bool fact_of(void *device, const char *fact, char *value, size_t size) {
  if (instance_of(device) < 0) return scenario_gpu_text(gpu_of(device), fact, value, size);
  char name[64];
  snprintf(name, sizeof name, "mig.%d.%s", instance_of(device), fact);
  return scenario_gpu_text(gpu_of(device), name, value, size);
}

static int begin(const char *function, int gpu) { return users == 0 ? UNINITIALIZED : scenario_fault(function, gpu); }
static int begin_device(const char *function, void *device) { return begin(function, gpu_of(device)); }

#define BEGIN(gpu)                           \
  do {                                       \
    const int fault_ = begin(__func__, gpu); \
    if (fault_ != SUCCESS) return fault_;    \
  } while (0)
#define BEGIN_DEVICE(device)                           \
  do {                                                 \
    const int fault_ = begin_device(__func__, device); \
    if (fault_ != SUCCESS) return fault_;              \
  } while (0)

static int start(const char *function) {
  const int fault = scenario_fault(function, -1);
  if (fault == SUCCESS) users++;
  return fault;
}

static int answer_text(void *device, const char *fact, char *text, unsigned size) {
  char value[256];
  if (!fact_of(device, fact, value, sizeof value)) return NOT_SUPPORTED;
  if (strlen(value) >= size) return TOO_SMALL;
  memcpy(text, value, strlen(value) + 1);
  return SUCCESS;
}

static int answer_mask(int gpu, const char *fact, unsigned words, unsigned long *mask) {
  char value[256];
  if (!scenario_gpu_text(gpu, fact, value, sizeof value)) return NOT_SUPPORTED;
  memset(mask, 0, words * sizeof *mask);
  unsigned first = 0;
  unsigned last = 0;
  int used = 0;
  for (const char *at = value; sscanf(at, "%u%n", &first, &used) == 1;) {
    at += used;
    last = first;
    if (*at == '-' && sscanf(at, "-%u%n", &last, &used) == 1) at += used;
    for (unsigned bit = first; bit <= last; bit++) {
      if (bit / 64 >= words) return TOO_SMALL;
      mask[bit / 64] |= 1UL << (bit % 64);
    }
    if (*at == ',') at++;
  }
  return SUCCESS;
}

static int answer_pci(const char *address, struct pci_info *info, bool is_v3) {
  unsigned domain = 0;
  unsigned bus = 0;
  unsigned device = 0;
  if (sscanf(address, "%x:%x:%x", &domain, &bus, &device) != 3) return NOT_SUPPORTED;
  memset(info, 0, is_v3 ? sizeof *info : PCI_INFO_V2_SIZE);
  info->domain = domain;
  info->bus = bus;
  info->device = device;
  snprintf(info->legacy, sizeof info->legacy, "%04X:%02X:%02X.0", domain & 0xffffU, bus & 0xffU, device & 0xffU);
  if (is_v3) snprintf(info->bus_id, sizeof info->bus_id, "%08X:%02X:%02X.0", domain, bus & 0xffU, device & 0xffU);
  return SUCCESS;
}

EXPORT int nvmlInit(void) { return start(__func__); }

EXPORT int nvmlShutdown(void) {
  BEGIN(-1);
  users--;
  return SUCCESS;
}

EXPORT const char *nvmlErrorString(int status) {
  switch (status) {
    case 2: return "Invalid Argument";
    case 3: return "Not Supported";
    case 4: return "Insufficient Permissions";
    case 9: return "Driver Not Loaded";
    case 13: return "Function Not Found";
    case 15: return "GPU is lost";
    case 16: return "GPU requires restart";
    case 18: return "Driver/library version mismatch";
    default: return "Unknown Error";
  }
}

EXPORT int nvmlSystemGetDriverVersion(char *text, unsigned size) {
  BEGIN(-1);
  char value[64] = "0.0";
  scenario_text("driver", value, sizeof value);
  if (strlen(value) >= size) return TOO_SMALL;
  memcpy(text, value, strlen(value) + 1);
  return SUCCESS;
}

EXPORT int nvmlSystemGetCudaDriverVersion(int *version) {
  BEGIN(-1);
  *version = (int)scenario_number("cuda", 0);
  return *version == 0 ? NOT_SUPPORTED : SUCCESS;
}

EXPORT int nvmlDeviceGetCount(unsigned *count) {
  BEGIN(-1);
  *count = (unsigned)scenario_number("gpus", 0);
  return SUCCESS;
}

EXPORT int nvmlDeviceGetHandleByIndex(unsigned gpu, void **device) {
  BEGIN((int)gpu);
  if (gpu >= (unsigned)scenario_number("gpus", 0)) return INVALID_ARGUMENT;
  *device = device_of((int)gpu, -1);
  return SUCCESS;
}

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

EXPORT int nvmlDeviceGetMemoryInfo(void *device, struct memory *memory) {
  BEGIN_DEVICE(device);
  char value[64];
  if (!fact_of(device, "memory", value, sizeof value)) return NOT_SUPPORTED;
  const unsigned long long total = strtoull(value, NULL, 0);
  *memory = (struct memory){.total = total, .free = total, .used = 0};
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

/* `level.<a>.<b>`, or that of the two the other way round, or `level.*`. */
EXPORT int nvmlDeviceGetTopologyCommonAncestor(void *from, void *to, int *level) {
  BEGIN_DEVICE(from);
  char key[64];
  snprintf(key, sizeof key, "level.%d.%d", gpu_of(from), gpu_of(to));
  long long found = scenario_number(key, -1);
  snprintf(key, sizeof key, "level.%d.%d", gpu_of(to), gpu_of(from));
  if (found < 0) found = scenario_number(key, scenario_number("level.*", -1));
  *level = (int)found;
  return found < 0 ? NOT_SUPPORTED : SUCCESS;
}

/* `gpu.<n>.nvlink.<link>` is the address of a GPU, or `switch`, or `down`. */
static bool nvlink_of(void *device, unsigned link, char *end, size_t size) {
  char fact[64];
  snprintf(fact, sizeof fact, "nvlink.%u", link);
  return scenario_gpu_text(gpu_of(device), fact, end, size);
}

EXPORT int nvmlDeviceGetNvLinkState(void *device, unsigned link, int *is_active) {
  BEGIN_DEVICE(device);
  char end[64];
  if (!nvlink_of(device, link, end, sizeof end)) return link == 0 ? NOT_SUPPORTED : INVALID_ARGUMENT;
  *is_active = strcmp(end, "down") != 0;
  return SUCCESS;
}

#ifndef FAKE_OLD_DRIVER

EXPORT int nvmlInit_v2(void) { return start(__func__); }

EXPORT int nvmlSystemGetCudaDriverVersion_v2(int *version) {
  BEGIN(-1);
  *version = (int)scenario_number("cuda", 0);
  return *version == 0 ? NOT_SUPPORTED : SUCCESS;
}

EXPORT int nvmlDeviceGetCount_v2(unsigned *count) {
  BEGIN(-1);
  *count = (unsigned)scenario_number("gpus", 0);
  return SUCCESS;
}

EXPORT int nvmlDeviceGetHandleByIndex_v2(unsigned gpu, void **device) {
  BEGIN((int)gpu);
  if (gpu >= (unsigned)scenario_number("gpus", 0)) return INVALID_ARGUMENT;
  *device = device_of((int)gpu, -1);
  return SUCCESS;
}

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
  memory->reserved = 0;
  memory->free = memory->total;
  memory->used = 0;
  return SUCCESS;
}

EXPORT int nvmlDeviceGetMemoryAffinity(void *device, unsigned words, unsigned long *mask, unsigned scope) {
  BEGIN_DEVICE(device);
  return scope == 0 ? answer_mask(gpu_of(device), "numa", words, mask) : INVALID_ARGUMENT;
}

EXPORT int nvmlDeviceGetMigMode(void *device, unsigned *current, unsigned *pending) {
  BEGIN_DEVICE(device);
  const long long places = scenario_gpu_number(gpu_of(device), "mig", -1);
  if (places < 0) return NOT_SUPPORTED;
  *current = *pending = places > 0;
  return SUCCESS;
}

EXPORT int nvmlDeviceGetMaxMigDeviceCount(void *device, unsigned *count) {
  BEGIN_DEVICE(device);
  *count = (unsigned)scenario_gpu_number(gpu_of(device), "mig", 0);
  return SUCCESS;
}

EXPORT int nvmlDeviceGetMigDeviceHandleByIndex(void *device, unsigned place, void **instance) {
  BEGIN_DEVICE(device);
  if (place >= PLACES - 1) return INVALID_ARGUMENT;
  *instance = device_of(gpu_of(device), (int)place);
  char uuid[128];
  return fact_of(*instance, "uuid", uuid, sizeof uuid) ? SUCCESS : NOT_FOUND;
}

static int answer_instance(void *device, const char *fact, unsigned *id) {
  char value[64];
  if (instance_of(device) < 0 || !fact_of(device, fact, value, sizeof value)) return NOT_SUPPORTED;
  *id = (unsigned)strtoull(value, NULL, 0);
  return SUCCESS;
}

EXPORT int nvmlDeviceGetGpuInstanceId(void *device, unsigned *id) {
  BEGIN_DEVICE(device);
  return answer_instance(device, "gi", id);
}

EXPORT int nvmlDeviceGetComputeInstanceId(void *device, unsigned *id) {
  BEGIN_DEVICE(device);
  return answer_instance(device, "ci", id);
}

EXPORT int nvmlDeviceGetNvLinkRemoteDeviceType(void *device, unsigned link, int *type) {
  BEGIN_DEVICE(device);
  char end[64];
  if (!nvlink_of(device, link, end, sizeof end)) return INVALID_ARGUMENT;
  *type = strcmp(end, "switch") == 0 ? 2 : 0;
  return SUCCESS;
}

EXPORT int nvmlDeviceGetNvLinkRemotePciInfo_v2(void *device, unsigned link, struct pci_info *info) {
  BEGIN_DEVICE(device);
  char end[64];
  if (!nvlink_of(device, link, end, sizeof end)) return INVALID_ARGUMENT;
  return answer_pci(end, info, true);
}

#endif
