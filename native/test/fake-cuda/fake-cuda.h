/* What the parts of the imitated CUDA driver have in common. */
#ifndef RANKPLAN_FAKE_CUDA_H
#define RANKPLAN_FAKE_CUDA_H

#include "device.h"

#define EXPORT __attribute__((visibility("default")))

enum {
  CUDA_SUCCESS = 0,
  INVALID_VALUE = 1,
  OUT_OF_MEMORY = 2,
  NOT_INITIALIZED = 3,
  NO_DEVICE = 100,
  INVALID_DEVICE = 101,
  INVALID_CONTEXT = 201,
  PEER_NOT_SUPPORTED = 217,
  UNSUPPORTED_PTX = 222,
  INVALID_HANDLE = 400,
  NOT_FOUND = 500,
  ILLEGAL_ADDRESS = 700,
  PEER_ALREADY_ENABLED = 704,
};

/* Contexts, streams, events, modules and kernels know their GPU: one of another GPU is refused, as the driver does. */
struct handle {
  int ordinal;
};

struct context {
  struct handle base;
  int users;
  int broken; /* what every further call answers */
  bool peers[MAX_GPUS];
};

/* The current context of this thread; NULL for none. */
struct context *current_context(void);

/* The number of its GPU. */
int here(void);

/* The fault to answer with where memory is not allocated on the GPU; it breaks the current context. */
int check_memory(uint64_t address, uint64_t bytes, int ordinal);

/* The fault to answer with, for a call in the current context; a status of 700 or more breaks the context. */
int begin_call(const char *function);
/* The same for calls about no context. */
int begin_free(const char *function, int ordinal);

#define BEGIN()                                \
  do {                                         \
    const int fault_ = begin_call(__func__);   \
    if (fault_ != CUDA_SUCCESS) return fault_; \
  } while (0)

#endif
