/* The GPUs of the imitated CUDA driver: which the process sees, how fast they are, what is allocated on them. */
#ifndef RANKPLAN_FAKE_DEVICE_H
#define RANKPLAN_FAKE_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAX_GPUS = 64 };

/* As CUDA numbers them, after CUDA_VISIBLE_DEVICES. */
int device_count(void);
/* The scenario's number of a GPU. */
int device_scenario_gpu(int ordinal);
/* The scenario's number of the MIG instance; -1 for the whole GPU. */
int device_instance(int ordinal);
/* A fact of the GPU, or of the MIG instance; false when the scenario has none. */
bool device_fact(int ordinal, const char *fact, char *value, size_t size);
double device_number(int ordinal, const char *fact, double fallback);

/*
 * What a call must answer before it does anything: `fail.<function>[.<gpu>]` and `hang.…` of the scenario, from the
 * call on whose number is `after.<function>` (0 for the first). Remembered, because kernels are launched often.
 */
int device_fault(const char *function, int ordinal);

/* Time, in milliseconds since the start. With `clock real` of the scenario waiting takes as long as it says. */
void device_work(int ordinal, double amount, const char *speed, double per_unit);
double device_now(int ordinal);
void device_wait_until(int ordinal, double at);
/* From now on the work is a little faster or slower, by `gpu.<n>.noise` percent at most. */
void device_draw_noise(int ordinal);

/* Memory. Addresses are never those of real memory. */
uint64_t device_allocate(int ordinal, uint64_t bytes);
bool device_release(uint64_t address);
/* Whether the range is allocated on this GPU, as a whole and in one piece. */
bool device_owns(int ordinal, uint64_t address, uint64_t bytes);
void device_memory(int ordinal, size_t *free, size_t *total);
/* Contexts need memory, too. What is left when the last one is closed is complained of, unless a fault broke it. */
bool device_open(int ordinal);
void device_close(int ordinal, bool is_broken);

#endif
