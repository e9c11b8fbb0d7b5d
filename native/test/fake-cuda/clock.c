/* Each GPU has a time line, which work moves on. It takes no time at all, unless the scenario says `clock real`. */
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

#include "../fake/scenario.h"
#include "device.h"

enum { SPEEDS = 16 };

struct line {
  double now;
  double factor;
  unsigned long seed;
  double noise;
  double slow_start;
  bool is_read;
  struct {
    const char *name;
    double value;
  } speeds[SPEEDS];
};

static struct line lines[MAX_GPUS];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct timespec start;
static int is_real = -1;

static double real_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)(now.tv_sec - start.tv_sec) * 1e3 + (double)(now.tv_nsec - start.tv_nsec) / 1e6;
}

static struct line *line_of(int ordinal) {
  struct line *line = &lines[ordinal];
  if (is_real < 0) {
    char clock[32] = "virtual";
    scenario_text("clock", clock, sizeof clock);
    clock_gettime(CLOCK_MONOTONIC, &start);
    is_real = strcmp(clock, "real") == 0;
  }
  if (!line->is_read) {
    line->is_read = true;
    line->factor = 1;
    line->seed = (unsigned long)ordinal + 1;
    line->noise = device_number(ordinal, "noise", 0) / 100;
    line->slow_start = device_number(ordinal, "slow-start", 0);
  }
  if (is_real && line->now < real_now()) line->now = real_now();
  return line;
}

static double speed_of(struct line *line, int ordinal, const char *name) {
  for (int i = 0; i < SPEEDS; i++) {
    if (line->speeds[i].name == name) return line->speeds[i].value;
    if (line->speeds[i].name != NULL) continue;
    line->speeds[i].name = name;
    line->speeds[i].value = device_number(ordinal, name, 1);
    return line->speeds[i].value;
  }
  return 1;
}

void device_work(int ordinal, double amount, const char *speed, double per_unit) {
  pthread_mutex_lock(&mutex);
  struct line *line = line_of(ordinal);
  double milliseconds = amount / (speed_of(line, ordinal, speed) * per_unit) * 1e3 * line->factor;
  if (line->now < line->slow_start) milliseconds *= 2 - line->now / line->slow_start;
  line->now += milliseconds;
  pthread_mutex_unlock(&mutex);
}

double device_now(int ordinal) {
  pthread_mutex_lock(&mutex);
  const double now = line_of(ordinal)->now;
  pthread_mutex_unlock(&mutex);
  return now;
}

void device_wait_until(int ordinal, double at) {
  (void)ordinal;
  if (is_real != 1) return;
  const double missing = at - real_now();
  if (missing <= 0) return;
  struct timespec pause = {(time_t)(missing / 1e3), 0};
  pause.tv_nsec = (long)((missing - (double)pause.tv_sec * 1e3) * 1e6);
  while (nanosleep(&pause, &pause) != 0 && errno == EINTR) continue;
}

void device_draw_noise(int ordinal) {
  pthread_mutex_lock(&mutex);
  struct line *line = line_of(ordinal);
  line->seed = line->seed * 6364136223846793005UL + 1442695040888963407UL;
  const double draw = (double)(line->seed >> 40) / (double)(1UL << 24); /* 0 to 1 */
  line->factor = 1 + line->noise * (2 * draw - 1);
  pthread_mutex_unlock(&mutex);
}
