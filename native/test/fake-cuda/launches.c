/* libcuda.so.1 of a machine that does not exist: streams, events, modules, kernels. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../cuda/kernels/kernel-shapes.h"
#include "../fake/scenario.h"
#include "fake-cuda.h"

struct event {
  struct handle base;
  double at;
  bool is_recorded;
};

struct kernel {
  struct handle base;
  bool is_copy;
};

struct module {
  struct handle base;
  struct kernel copy, fma;
};

static void *make(size_t size) {
  struct handle *handle = calloc(1, size);
  if (handle != NULL) handle->ordinal = here();
  return handle;
}

static int answer(const void *made) { return made == NULL ? OUT_OF_MEMORY : CUDA_SUCCESS; }

#define REQUIRE(thing)                                                                           \
  do {                                                                                           \
    if ((thing) == NULL || ((struct handle *)(thing))->ordinal != here()) return INVALID_HANDLE; \
  } while (0)

EXPORT int cuStreamCreate(struct handle **stream, unsigned flags) {
  BEGIN();
  (void)flags;
  *stream = make(sizeof **stream);
  return answer(*stream);
}

EXPORT int cuStreamDestroy_v2(struct handle *stream) {
  free(stream);
  return CUDA_SUCCESS;
}

EXPORT int cuStreamSynchronize(struct handle *stream) {
  BEGIN();
  REQUIRE(stream);
  device_wait_until(here(), device_now(here()));
  return CUDA_SUCCESS;
}

EXPORT int cuEventCreate(struct event **event, unsigned flags) {
  BEGIN();
  (void)flags;
  *event = make(sizeof **event);
  return answer(*event);
}

EXPORT int cuEventDestroy_v2(struct event *event) {
  free(event);
  return CUDA_SUCCESS;
}

EXPORT int cuEventRecord(struct event *event, struct handle *stream) {
  BEGIN();
  REQUIRE(event);
  REQUIRE(stream);
  event->at = device_now(here());
  event->is_recorded = true;
  device_draw_noise(here());
  return CUDA_SUCCESS;
}

EXPORT int cuEventSynchronize(struct event *event) {
  BEGIN();
  REQUIRE(event);
  device_wait_until(here(), event->at);
  return CUDA_SUCCESS;
}

EXPORT int cuEventElapsedTime(float *milliseconds, struct event *from, struct event *to) {
  BEGIN();
  if (!from->is_recorded || !to->is_recorded) return INVALID_HANDLE;
  *milliseconds = (float)(to->at - from->at);
  return CUDA_SUCCESS;
}

/* `ptx 4.3`: the newest version that the driver's compiler takes. */
static int check_version(const char *image) {
  const char *version = strstr(image, ".version ");
  char newest[32] = "9.0";
  scenario_text("ptx", newest, sizeof newest);
  if (version == NULL) return 200;
  return strtod(version + strlen(".version "), NULL) > strtod(newest, NULL) ? UNSUPPORTED_PTX : CUDA_SUCCESS;
}

EXPORT int cuModuleLoadDataEx(struct module **module, const void *image, unsigned options, const int *names,
                              void **values) {
  BEGIN();
  (void)options, (void)names, (void)values;
  const int fault = check_version(image);
  if (fault != CUDA_SUCCESS) return fault;
  *module = make(sizeof **module);
  if (*module == NULL) return OUT_OF_MEMORY;
  (*module)->copy = (struct kernel){{here()}, true};
  (*module)->fma = (struct kernel){{here()}, false};
  return CUDA_SUCCESS;
}

EXPORT int cuModuleUnload(struct module *module) {
  free(module);
  return CUDA_SUCCESS;
}

EXPORT int cuModuleGetFunction(struct kernel **kernel, struct module *module, const char *name) {
  BEGIN();
  REQUIRE(module);
  if (strcmp(name, RANKPLAN_COPY_KERNEL) == 0) *kernel = &module->copy;
  else if (strcmp(name, RANKPLAN_FMA_KERNEL) == 0) *kernel = &module->fma;
  else return NOT_FOUND;
  return CUDA_SUCCESS;
}

EXPORT int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, struct kernel *kernel, int threads, size_t shared) {
  BEGIN();
  REQUIRE(kernel);
  (void)shared;
  *blocks = 2048 / threads;
  return CUDA_SUCCESS;
}

static int run_copy(void **parameters, unsigned grid) {
  uint64_t address[2];
  memcpy(&address[0], parameters[0], sizeof *address);
  memcpy(&address[1], parameters[1], sizeof *address);
  const uint64_t bytes = grid * RANKPLAN_COPY_BLOCK_BYTES;
  for (int i = 0; i < 2; i++) {
    const int fault = check_memory(address[i], bytes, here());
    if (fault != CUDA_SUCCESS) return fault;
  }
  device_work(here(), 2.0 * (double)bytes, "bandwidth", 1e9);
  return CUDA_SUCCESS;
}

static int run_fma(void **parameters, unsigned grid, unsigned threads) {
  unsigned iterations = 0;
  memcpy(&iterations, parameters[3], sizeof iterations);
  device_work(here(), 2.0 * RANKPLAN_FMA_PER_ITERATION * iterations * threads * grid, "fp32", 1e12);
  return CUDA_SUCCESS;
}

EXPORT int cuLaunchKernel(struct kernel *kernel, unsigned grid, unsigned grid_y, unsigned grid_z, unsigned threads,
                          unsigned threads_y, unsigned threads_z, unsigned shared, struct handle *stream,
                          void **parameters, void **extra) {
  BEGIN();
  REQUIRE(kernel);
  REQUIRE(stream);
  (void)shared;
  if (grid == 0 || grid_y != 1 || grid_z != 1 || threads_y != 1 || threads_z != 1 || extra != NULL)
    return INVALID_VALUE;
  if (threads != RANKPLAN_BLOCK_THREADS) return 701;
  return kernel->is_copy ? run_copy(parameters, grid) : run_fma(parameters, grid, threads);
}

/* For the imitated cuBLAS. */
EXPORT int fake_cuda_product(struct handle *stream, double operations, const uint64_t *addresses,
                             const uint64_t *bytes) {
  BEGIN();
  REQUIRE(stream);
  for (int i = 0; i < 3; i++) {
    const int fault = check_memory(addresses[i], bytes[i], here());
    if (fault != CUDA_SUCCESS) return fault;
  }
  device_work(here(), operations, "bf16", 1e12);
  return CUDA_SUCCESS;
}
