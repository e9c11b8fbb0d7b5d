/* libcuda.so.1 of a machine that does not exist: start, devices, contexts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../fake/scenario.h"
#include "fake-cuda.h"

static struct context contexts[MAX_GPUS];
static _Thread_local struct context *current;
static bool is_started;

struct context *current_context(void) {
  /* Of this thread. */
  return current;
}

int here(void) { return current->base.ordinal; }

int check_memory(uint64_t address, uint64_t bytes, int ordinal) {
  if (device_owns(ordinal, address, bytes)) return CUDA_SUCCESS;
  current->broken = ILLEGAL_ADDRESS;
  return ILLEGAL_ADDRESS;
}

int begin_free(const char *function, int ordinal) {
  if (!is_started && strcmp(function, "cuInit") != 0) return NOT_INITIALIZED;
  return device_fault(function, ordinal);
}

int begin_call(const char *function) {
  if (current == NULL) return INVALID_CONTEXT;
  if (current->broken != 0) return current->broken;
  const int fault = begin_free(function, current->base.ordinal);
  if (fault >= 700) current->broken = fault;
  return fault;
}

#define BEGIN_DEVICE(ordinal)                                                \
  do {                                                                       \
    if ((ordinal) < 0 || (ordinal) >= device_count()) return INVALID_DEVICE; \
    const int fault_ = begin_free(__func__, ordinal);                        \
    if (fault_ != CUDA_SUCCESS) return fault_;                               \
  } while (0)

EXPORT int cuInit(unsigned flags) {
  (void)flags;
  const int fault = begin_free(__func__, -1);
  if (fault != CUDA_SUCCESS) return fault;
  is_started = true;
  return device_count() == 0 ? NO_DEVICE : CUDA_SUCCESS;
}

EXPORT int cuDriverGetVersion(int *version) {
  *version = (int)scenario_number("cuda", 13000);
  return begin_free(__func__, -1);
}

EXPORT int cuGetErrorName(int status, const char **name) {
  switch (status) {
    case OUT_OF_MEMORY: *name = "CUDA_ERROR_OUT_OF_MEMORY"; return CUDA_SUCCESS;
    case NO_DEVICE: *name = "CUDA_ERROR_NO_DEVICE"; return CUDA_SUCCESS;
    case 221: *name = "CUDA_ERROR_JIT_COMPILER_NOT_FOUND"; return CUDA_SUCCESS;
    case UNSUPPORTED_PTX: *name = "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"; return CUDA_SUCCESS;
    case 223: *name = "CUDA_ERROR_JIT_COMPILATION_DISABLED"; return CUDA_SUCCESS;
    case ILLEGAL_ADDRESS: *name = "CUDA_ERROR_ILLEGAL_ADDRESS"; return CUDA_SUCCESS;
    case 719: *name = "CUDA_ERROR_LAUNCH_FAILED"; return CUDA_SUCCESS;
    case 999: *name = "CUDA_ERROR_UNKNOWN"; return CUDA_SUCCESS;
    default: *name = NULL; return INVALID_VALUE;
  }
}

EXPORT int cuDeviceGetCount(int *count) {
  *count = device_count();
  return begin_free(__func__, -1);
}

EXPORT int cuDeviceGet(int *device, int ordinal) {
  BEGIN_DEVICE(ordinal);
  *device = ordinal;
  return CUDA_SUCCESS;
}

EXPORT int cuDeviceGetName(char *name, int size, int device) {
  BEGIN_DEVICE(device);
  char text[256] = "Imitation";
  device_fact(device, "name", text, sizeof text);
  snprintf(name, (size_t)size, "%s", text);
  return CUDA_SUCCESS;
}

EXPORT int cuDeviceGetUuid_v2(unsigned char *uuid, int device) {
  BEGIN_DEVICE(device);
  char text[256] = "";
  device_fact(device, "uuid", text, sizeof text);
  int digits = 0;
  memset(uuid, 0, 16);
  for (const char *at = text + strcspn(text, "-") + 1; *at != '\0' && digits < 32; at++) {
    if (*at == '-') continue;
    const int value = *at <= '9' ? *at - '0' : (*at | 0x20) - 'a' + 10;
    uuid[digits / 2] = (unsigned char)(uuid[digits / 2] << 4 | value);
    digits++;
  }
  return CUDA_SUCCESS;
}

EXPORT int cuDeviceTotalMem_v2(size_t *bytes, int device) {
  BEGIN_DEVICE(device);
  size_t free = 0;
  device_memory(device, &free, bytes);
  return CUDA_SUCCESS;
}

EXPORT int cuDeviceGetAttribute(int *value, int attribute, int device) {
  BEGIN_DEVICE(device);
  char text[256] = "";
  unsigned domain = 0;
  unsigned bus = 0;
  unsigned place = 0;
  int major = 9;
  int minor = 0;
  if (device_fact(device, "pci", text, sizeof text)) sscanf(text, "%x:%x:%x", &domain, &bus, &place);
  if (device_fact(device, "capability", text, sizeof text)) sscanf(text, "%d.%d", &major, &minor);
  switch (attribute) {
    case 16: *value = (int)device_number(device, "multiprocessors", 132); break;
    case 33: *value = (int)bus; break;
    case 34: *value = (int)place; break;
    case 38: *value = (int)device_number(device, "l2", 50 << 20); break;
    case 50: *value = (int)domain; break;
    case 75: *value = major; break;
    case 76: *value = minor; break;
    default: return INVALID_VALUE;
  }
  return CUDA_SUCCESS;
}

EXPORT int cuDevicePrimaryCtxRetain(struct context **context, int device) {
  BEGIN_DEVICE(device);
  if (!device_open(device)) return OUT_OF_MEMORY;
  contexts[device].base.ordinal = device;
  contexts[device].users++;
  *context = &contexts[device];
  return CUDA_SUCCESS;
}

EXPORT int cuDevicePrimaryCtxRelease_v2(int device) {
  BEGIN_DEVICE(device);
  if (contexts[device].users == 0) return INVALID_CONTEXT;
  contexts[device].users--;
  device_close(device, contexts[device].broken != 0);
  return CUDA_SUCCESS;
}

EXPORT int cuCtxSetCurrent(struct context *context) {
  current = context;
  return CUDA_SUCCESS;
}

/* GPUs reach each other where `gpu.<n>.direct` is not 0. */
EXPORT int cuDeviceCanAccessPeer(int *can, int device, int peer) {
  BEGIN_DEVICE(device);
  *can = device != peer && device_number(device, "direct", 1) != 0 && device_number(peer, "direct", 1) != 0;
  return CUDA_SUCCESS;
}

EXPORT int cuCtxEnablePeerAccess(struct context *peer, unsigned flags) {
  BEGIN();
  (void)flags;
  int can = 0;
  cuDeviceCanAccessPeer(&can, current->base.ordinal, peer->base.ordinal);
  if (!can) return PEER_NOT_SUPPORTED;
  if (current->peers[peer->base.ordinal]) return PEER_ALREADY_ENABLED;
  current->peers[peer->base.ordinal] = true;
  return CUDA_SUCCESS;
}
