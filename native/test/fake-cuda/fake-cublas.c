/* libcublas.so of a machine that does not exist. Its work takes time on the imitated CUDA driver beside it. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../fake/scenario.h"

#define EXPORT __attribute__((visibility("default")))

enum { SUCCESS = 0, NOT_STARTED = 1, INVALID = 7, EXECUTION_FAILED = 13 };
enum { BF16 = 14, COMPUTE_FP32 = 68 };

typedef int (*product_function)(void *, double, const uint64_t *, const uint64_t *);

struct cublas {
  void *stream;
  product_function product;
};

/* The driver that this process has open: the file beside this one. */
static product_function find_driver(void) {
  Dl_info info;
  char *file = dladdr((void *)find_driver, &info) == 0 ? NULL : realpath(info.dli_fname, NULL);
  char *slash = file == NULL ? NULL : strrchr(file, '/');
  if (slash == NULL) return NULL;
  char path[4096];
  snprintf(path, sizeof path, "%.*s/libcuda.so.1", (int)(slash - file), file);
  free(file);
  void *driver = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
  return driver == NULL ? NULL : (product_function)dlsym(driver, "fake_cuda_product");
}

EXPORT int cublasCreate_v2(struct cublas **handle) {
  const int fault = scenario_fault(__func__, -1);
  if (fault != SUCCESS) return fault;
  const product_function product = find_driver();
  if (product == NULL) return NOT_STARTED;
  *handle = calloc(1, sizeof **handle);
  (*handle)->product = product;
  return SUCCESS;
}

EXPORT int cublasDestroy_v2(struct cublas *handle) {
  free(handle);
  return SUCCESS;
}

EXPORT int cublasSetStream_v2(struct cublas *handle, void *stream) {
  handle->stream = stream;
  return SUCCESS;
}

EXPORT int cublasGetVersion_v2(struct cublas *handle, int *version) {
  (void)handle;
  *version = (int)scenario_number("cublas", 130100);
  return SUCCESS;
}

EXPORT int cublasGemmEx(struct cublas *handle, int trans_a, int trans_b, int m, int n, int k, const void *alpha,
                        const void *a, int type_a, int lda, const void *b, int type_b, int ldb, const void *beta,
                        void *c, int type_c, int ldc, int compute, int algorithm) {
  float factors[2];
  memcpy(&factors[0], alpha, sizeof *factors);
  memcpy(&factors[1], beta, sizeof *factors);
  if (trans_a != 0 || trans_b != 0 || lda < m || ldb < k || ldc < m || algorithm != -1) return INVALID;
  if (type_a != BF16 || type_b != BF16 || type_c != BF16 || compute != COMPUTE_FP32) return INVALID;
  if (factors[0] != 1 || factors[1] != 0) return INVALID;
  const uint64_t addresses[] = {(uint64_t)a, (uint64_t)b, (uint64_t)c};
  const uint64_t bytes[] = {2ULL * (uint64_t)m * (uint64_t)k, 2ULL * (uint64_t)k * (uint64_t)n,
                            2ULL * (uint64_t)m * (uint64_t)n};
  const int status = handle->product(handle->stream, 2.0 * m * n * k, addresses, bytes);
  return status == 0 ? SUCCESS : EXECUTION_FAILED;
}
