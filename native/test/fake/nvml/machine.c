/* The driver as a whole. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../scenario.h"
#include "fake-nvml.h"

EXPORT int nvmlInit(void) { return start(__func__); }

EXPORT int nvmlShutdown(void) {
  BEGIN(-1);
  stop();
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
  if (gpu >= (unsigned)scenario_number("gpus", 0) || gpu >= MAX_GPUS) return INVALID_ARGUMENT;
  *device = device_of((int)gpu, -1);
  return SUCCESS;
}

#ifndef FAKE_OLD_DRIVER

/* `asked` in the directory RANKPLAN_FAKE_STATE grows by a byte with each call, so ranks of tests can count them. */
static void note_question(void) {
  const char *folder = getenv("RANKPLAN_FAKE_STATE");
  char path[4096];
  if (folder == NULL) return;
  snprintf(path, sizeof path, "%s/asked", folder);
  const int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file < 0) return;
  if (write(file, ".", 1) != 1) fprintf(stderr, "fake driver: %s cannot be written\n", path);
  close(file);
}

EXPORT int nvmlInit_v2(void) { return start(__func__); }

EXPORT int nvmlSystemGetCudaDriverVersion_v2(int *version) {
  BEGIN(-1);
  *version = (int)scenario_number("cuda", 0);
  return *version == 0 ? NOT_SUPPORTED : SUCCESS;
}

EXPORT int nvmlDeviceGetCount_v2(unsigned *count) {
  BEGIN(-1);
  note_question();
  *count = (unsigned)scenario_number("gpus", 0);
  return SUCCESS;
}

EXPORT int nvmlDeviceGetHandleByIndex_v2(unsigned gpu, void **device) {
  BEGIN((int)gpu);
  if (gpu >= (unsigned)scenario_number("gpus", 0) || gpu >= MAX_GPUS) return INVALID_ARGUMENT;
  *device = device_of((int)gpu, -1);
  return SUCCESS;
}

#endif
