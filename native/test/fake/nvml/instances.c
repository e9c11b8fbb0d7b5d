/* MIG. */
#ifndef FAKE_OLD_DRIVER

#include "../scenario.h"
#include "fake-nvml.h"

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
  if (place >= MAX_INSTANCES) return INVALID_ARGUMENT;
  *instance = device_of(gpu_of(device), (int)place);
  char uuid[128];
  return fact_of(*instance, "uuid", uuid, sizeof uuid) ? SUCCESS : NOT_FOUND;
}

static int answer_instance(void *device, const char *fact, unsigned *id) {
  uint64_t found = 0;
  if (instance_of(device) < 0 || !number_of(device, fact, &found)) return NOT_SUPPORTED;
  *id = (unsigned)found;
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

#endif
