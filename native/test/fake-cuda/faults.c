#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "../fake/scenario.h"
#include "device.h"

enum { MAX_FUNCTIONS = 64 };

struct watched {
  const char *function; /* a __func__: its address is its identity */
  long calls;
  long after;
  int fault;
  bool is_asked;
};

static struct watched table[MAX_GPUS + 1][MAX_FUNCTIONS];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct watched *find(const char *function, int ordinal) {
  struct watched *row = table[ordinal + 1];
  int i = 0;
  while (row[i].function != NULL && row[i].function != function && i < MAX_FUNCTIONS - 1) i++;
  if (row[i].function != NULL) return &row[i];
  char key[96];
  snprintf(key, sizeof key, "after.%s", function);
  row[i] = (struct watched){.function = function, .after = (long)scenario_number(key, 0)};
  return &row[i];
}

int device_fault(const char *function, int ordinal) {
  pthread_mutex_lock(&mutex);
  struct watched *watched = find(function, ordinal);
  const bool is_due = watched->calls++ >= watched->after;
  const bool is_new = is_due && !watched->is_asked;
  if (is_new) watched->is_asked = true;
  const int known = is_due ? watched->fault : 0;
  pthread_mutex_unlock(&mutex);
  if (!is_new) return known;
  const int fault = scenario_fault(function, device_scenario_gpu(ordinal)); /* may never come back */
  pthread_mutex_lock(&mutex);
  watched->fault = fault;
  pthread_mutex_unlock(&mutex);
  return fault;
}
