/*
 * How a GPU does: `gpu.<n>.sm-clock`, `.memory-clock`, `.temperature`, `.power` (mW), `.throttle` (bits),
 * `.utilization`.
 */
#include "../scenario.h"
#include "fake-nvml.h"

static int answer_number(const char *function, void *device, const char *fact, unsigned *value) {
  const int fault = scenario_fault(function, gpu_of(device));
  if (fault != SUCCESS) return fault;
  const long long found = scenario_gpu_number(gpu_of(device), fact, -1);
  *value = (unsigned)found;
  return found < 0 ? NOT_SUPPORTED : SUCCESS;
}

EXPORT int nvmlDeviceGetClockInfo(void *device, unsigned type, unsigned *mhz) {
  return answer_number(__func__, device, type == 1 ? "sm-clock" : "memory-clock", mhz);
}

EXPORT int nvmlDeviceGetTemperature(void *device, unsigned sensor, unsigned *celsius) {
  (void)sensor;
  return answer_number(__func__, device, "temperature", celsius);
}

EXPORT int nvmlDeviceGetPowerUsage(void *device, unsigned *milliwatts) {
  return answer_number(__func__, device, "power", milliwatts);
}

EXPORT int nvmlDeviceGetUtilizationRates(void *device, unsigned *rates) {
  rates[1] = 0;
  return answer_number(__func__, device, "utilization", &rates[0]);
}

EXPORT int nvmlDeviceGetCurrentClocksEventReasons(void *device, unsigned long long *reasons) {
  unsigned bits = 0;
  const int status = answer_number(__func__, device, "throttle", &bits);
  *reasons = bits;
  return status;
}
