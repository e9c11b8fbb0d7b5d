/*
 * The state of a GPU: `gpu.<n>.sm-clock`, `.memory-clock`, `.temperature`, `.power` (mW), `.throttle` (bits),
 * `.utilization`, or `.utilization-raised` once CUDA has a context there and raised the clocks; it falls to 0
 * `.used-for` milliseconds after the driver's first call, as after a program's end.
 */
#include <time.h>

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

static long long now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

EXPORT int nvmlDeviceGetUtilizationRates(void *device, unsigned *rates) {
  static long long first_ms;
  long long none = 0;
  __atomic_compare_exchange_n(&first_ms, &none, now_ms(), false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  rates[1] = 0;
  const int status = answer_number(__func__, device, "utilization", &rates[0]);
  const long long raised = scenario_gpu_number(gpu_of(device), "utilization-raised", -1);
  if (raised >= 0 && has_context(device)) rates[0] = (unsigned)raised;
  const long long used_for = scenario_gpu_number(gpu_of(device), "used-for", -1);
  if (used_for >= 0 && now_ms() - first_ms > used_for) rates[0] = 0;
  return status;
}

EXPORT int nvmlDeviceGetCurrentClocksEventReasons(void *device, unsigned long long *reasons) {
  unsigned bits = 0;
  const int status = answer_number(__func__, device, "throttle", &bits);
  *reasons = bits;
  return status;
}
