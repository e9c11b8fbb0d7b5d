/*
 * A rank for tests of the audit: does what its words say, in order, with the CUDA driver that RANKPLAN_CUDA names, and
 * ends with 0. `hold=ORDINAL:MIB` opens the primary context of a visible GPU and takes memory there; an ordinal of
 * `local` is LOCAL_RANK. `looks=N` waits for N more calls of the imitated NVML, `wait=SECONDS` for a time.
 * `ready` makes the file for which tests wait. `fork` goes on in a child while the parent waits for it, `exit=STATUS`
 * ends.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void *cuda;

static _Noreturn void give_up(const char *what) {
  fprintf(stderr, "hold-gpu: %s\n", what);
  exit(96);
}

static void check(int status, const char *what) {
  if (status != 0) give_up(what);
}

static void *find(const char *name) {
  const char *path = getenv("RANKPLAN_CUDA");
  if (cuda == NULL && path != NULL) cuda = dlopen(path, RTLD_NOW);
  void *symbol = cuda == NULL ? NULL : dlsym(cuda, name);
  if (symbol == NULL) give_up(name);
  return symbol;
}

static void hold(const char *where) {
  const char *local = getenv("LOCAL_RANK");
  const char *mebibytes = strchr(where, ':');
  const int ordinal = atoi(strncmp(where, "local", 5) == 0 && local != NULL ? local : where);
  void *context = NULL;
  uint64_t address = 0;
  check(((int (*)(unsigned))find("cuInit"))(0), "cuInit");
  check(((int (*)(void **, int))find("cuDevicePrimaryCtxRetain"))(&context, ordinal), "cuDevicePrimaryCtxRetain");
  check(((int (*)(void *))find("cuCtxSetCurrent"))(context), "cuCtxSetCurrent");
  const size_t bytes = mebibytes == NULL ? 0 : (size_t)atoll(mebibytes + 1) << 20;
  if (bytes > 0) check(((int (*)(uint64_t *, size_t))find("cuMemAlloc_v2"))(&address, bytes), "cuMemAlloc");
}

static void wait_for(double seconds) {
  const struct timespec time = {.tv_sec = (time_t)seconds,
                                .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};
  nanosleep(&time, NULL);
}

static long long count_questions(void) {
  const char *folder = getenv("RANKPLAN_FAKE_STATE");
  char path[4096];
  struct stat facts;
  snprintf(path, sizeof path, "%s/asked", folder == NULL ? "" : folder);
  return stat(path, &facts) == 0 ? (long long)facts.st_size : 0;
}

static void wait_for_looks(int looks) {
  const long long end = count_questions() + looks;
  for (int i = 0; count_questions() < end; i++) {
    if (i == 2000) give_up("nobody looks");
    wait_for(0.05);
  }
}

static void tell_ready(void) {
  const char *folder = getenv("RANKPLAN_RUN_DIR");
  const char *rank = getenv("RANK");
  char path[4096];
  snprintf(path, sizeof path, "%s/ready-%s", folder == NULL ? "" : folder, rank == NULL ? "" : rank);
  FILE *file = fopen(path, "we");
  if (file == NULL) give_up(path);
  fclose(file);
}

static void go_on_in_child(void) {
  const pid_t child = fork();
  if (child == 0) return;
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) < 0) give_up("fork");
  exit(WIFEXITED(status) ? WEXITSTATUS(status) : 95);
}

int main(int count, char **words) {
  for (int i = 1; i < count; i++) {
    const char *word = words[i];
    if (strncmp(word, "hold=", 5) == 0) hold(word + 5);
    else if (strncmp(word, "wait=", 5) == 0) wait_for(atof(word + 5));
    else if (strncmp(word, "exit=", 5) == 0) return atoi(word + 5);
    else if (strncmp(word, "looks=", 6) == 0) wait_for_looks(atoi(word + 6));
    else if (strcmp(word, "ready") == 0) tell_ready();
    else if (strcmp(word, "fork") == 0) go_on_in_child();
    else give_up(word);
  }
  return 0;
}
