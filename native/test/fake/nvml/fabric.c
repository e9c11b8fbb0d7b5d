/*
 * The NVLink fabric. `gpu.<n>.fabric 3 0 7 0a1b…` is a GPU in state 3 (completed), with status 0, in clique 7 of the
 * cluster with these 32 digits. Without it the GPU can have none.
 */
#ifndef FAKE_OLD_DRIVER

#include <stdio.h>
#include <string.h>

#include "fake-nvml.h"

static int answer_fabric(const void *device, struct fabric_info *info) {
  char value[128];
  *info = (struct fabric_info){.status = NOT_SUPPORTED};
  if (!fact_of(device, "fabric", value, sizeof value)) return SUCCESS;
  unsigned state = 0;
  int at = 0;
  if (sscanf(value, "%u %d %u %n", &state, &info->status, &info->clique, &at) != 3) return INVALID_ARGUMENT;
  info->state = (unsigned char)state;
  for (int i = 0; i < 16; i++) {
    if (sscanf(value + at + (size_t)i * 2, "%2hhx", &info->cluster[i]) != 1) return INVALID_ARGUMENT;
  }
  return SUCCESS;
}

EXPORT int nvmlDeviceGetGpuFabricInfo(void *device, struct fabric_info *info) {
  BEGIN_DEVICE(device);
  return answer_fabric(device, info);
}

#ifndef FAKE_535_DRIVER

EXPORT int nvmlDeviceGetGpuFabricInfoV(void *device, struct fabric_info_v2 *info) {
  BEGIN_DEVICE(device);
  if (info->version != FABRIC_INFO_V2_VERSION) return STRUCT_VERSION;
  struct fabric_info plain;
  const int answer = answer_fabric(device, &plain);
  memcpy(info->cluster, plain.cluster, sizeof info->cluster);
  info->status = plain.status;
  info->clique = plain.clique;
  info->state = plain.state;
  info->health = 0;
  return answer;
}

#endif
#endif
