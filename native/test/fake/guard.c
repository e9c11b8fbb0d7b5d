/*
 * Preloaded by the tests: ends the process with status 99 when it opens a driver library that is not a fake, that is,
 * not below RANKPLAN_FAKE_LIBRARIES. Without it a test could pass or fail because of the machine's own driver. With
 * RANKPLAN_FAKE_NO_DRIVER there is no driver library at all, as on a machine without GPUs.
 */
#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const DRIVERS[] = {"libnvidia-ml.so", "libcuda.so", "libcublas.so", "libnvidia-ptxjitcompiler.so"};

static bool is_driver(const char *path) {
  const char *slash = strrchr(path, '/');
  const char *base = slash == NULL ? path : slash + 1;
  for (size_t i = 0; i < sizeof DRIVERS / sizeof *DRIVERS; i++) {
    if (strncmp(base, DRIVERS[i], strlen(DRIVERS[i])) == 0) return true;
  }
  return false;
}

__attribute__((visibility("default"))) void *dlopen(const char *file, int mode) {
  void *(*const next)(const char *, int) = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
  const bool is_hidden = file != NULL && is_driver(file) && getenv("RANKPLAN_FAKE_NO_DRIVER") != NULL;
  const char *name = is_hidden ? "/nonexistent/libnvidia-ml.so.1" : file;
  void *handle = next(name, mode);
  struct link_map *map = NULL;
  if (handle == NULL || name == NULL || dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0) return handle;
  char path[4096];
  const char *allowed = getenv("RANKPLAN_FAKE_LIBRARIES");
  if (!is_driver(name) && !is_driver(map->l_name)) return handle;
  if (allowed != NULL && realpath(map->l_name, path) != NULL && strncmp(path, allowed, strlen(allowed)) == 0)
    return handle;
  fprintf(stderr, "guard: a real driver library was opened: %s\n", map->l_name);
  _exit(99);
}
