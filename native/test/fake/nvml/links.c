/* What lies between GPUs. */
#include <stdio.h>
#include <string.h>

#include "../scenario.h"
#include "fake-nvml.h"

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
