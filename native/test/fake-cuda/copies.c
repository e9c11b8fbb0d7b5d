/* libcuda.so.1 of a machine that does not exist: memory and copies. Nothing is stored; only ranges and times are real.
 */
#include <stdlib.h>

#include "fake-cuda.h"

#define CHECK(address, bytes)                                               \
  do {                                                                      \
    const int fault_ = check_memory(address, bytes, here());                \
    if (fault_ != CUDA_SUCCESS) return fault_;                              \
    if (stream == NULL || stream->ordinal != here()) return INVALID_HANDLE; \
  } while (0)

EXPORT int cuMemGetInfo_v2(size_t *free, size_t *total) {
  BEGIN();
  device_memory(here(), free, total);
  return CUDA_SUCCESS;
}

EXPORT int cuMemAlloc_v2(uint64_t *address, size_t bytes) {
  BEGIN();
  *address = device_allocate(here(), bytes);
  return *address == 0 ? OUT_OF_MEMORY : CUDA_SUCCESS;
}

EXPORT int cuMemFree_v2(uint64_t address) {
  BEGIN();
  return device_release(address) ? CUDA_SUCCESS : INVALID_VALUE;
}

EXPORT int cuMemHostAlloc(void **address, size_t bytes, unsigned flags) {
  BEGIN();
  (void)flags;
  *address = malloc(bytes);
  return *address == NULL ? OUT_OF_MEMORY : CUDA_SUCCESS;
}

EXPORT int cuMemFreeHost(void *address) {
  free(address);
  return CUDA_SUCCESS;
}

EXPORT int cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t bytes, struct handle *stream) {
  BEGIN();
  CHECK(to, bytes);
  if (from == NULL) return INVALID_VALUE;
  device_work(here(), (double)bytes, "h2d", 1e9);
  return CUDA_SUCCESS;
}

EXPORT int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t bytes, struct handle *stream) {
  BEGIN();
  CHECK(from, bytes);
  if (to == NULL) return INVALID_VALUE;
  device_work(here(), (double)bytes, "d2h", 1e9);
  return CUDA_SUCCESS;
}

EXPORT int cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, size_t bytes, struct handle *stream) {
  BEGIN();
  CHECK(to, bytes);
  CHECK(from, bytes);
  if (to < from + bytes && from < to + bytes) return INVALID_VALUE; /* they overlap */
  device_work(here(), 2.0 * (double)bytes, "copy", 1e9);
  return CUDA_SUCCESS;
}

EXPORT int cuMemcpyPeerAsync(uint64_t to, struct context *to_context, uint64_t from, struct context *from_context,
                             size_t bytes, struct handle *stream) {
  BEGIN();
  CHECK(from, bytes);
  if (from_context != current_context()) return INVALID_CONTEXT;
  const int other = to_context->base.ordinal;
  const int fault = check_memory(to, bytes, other);
  if (fault != CUDA_SUCCESS) return fault;
  device_work(here(), (double)bytes, from_context->peers[other] ? "peer" : "peer-by-host", 1e9);
  return CUDA_SUCCESS;
}
