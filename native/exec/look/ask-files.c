#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "facts.h"

enum { FOLDER_MODE = 0777, FILE_MODE = 0666, PROBE_SIZE = 4096, MEBIBYTE = 1 << 20 };

/** Checks whether ranks could work in the folder. */
void ask_directory(const struct question *question) {
  char *real = chdir(question->subject) == 0 ? realpath(".", NULL) : NULL;
  if (real == NULL) tell_error(question, errno);
  else tell_value(question, real);
  free(real);
}

/** 0, or errno. */
static int check_executable(const char *path) {
  struct stat found;
  if (stat(path, &found) != 0) return errno;
  if (S_ISDIR(found.st_mode)) return EISDIR;
  return access(path, X_OK) == 0 ? 0 : errno;
}

/** Searches like execvp: skips files that are not executable, and reports that if it finds nothing better. */
static int search(const char *name, const char *folders, char path[PATH_MAX]) {
  int found = ENOENT;
  for (const char *at = folders;; at++) {
    const size_t length = strcspn(at, ":");
    const int written = snprintf(path, PATH_MAX, "%.*s%s%s", (int)length, at, length == 0 ? "" : "/", name);
    const int error = written < PATH_MAX ? check_executable(path) : ENAMETOOLONG;
    if (error == 0) return 0;
    if (error == EACCES) found = EACCES;
    at += length;
    if (*at == '\0') return found;
  }
}

void ask_command(const struct question *question) {
  char path[PATH_MAX];
  const char *folders = question->path == NULL ? getenv("PATH") : question->path;
  int error = question->directory == NULL || chdir(question->directory) == 0 ? 0 : errno;
  const bool is_path = strchr(question->subject, '/') != NULL;
  if (error == 0 && is_path) error = check_executable(question->subject);
  if (error == 0 && !is_path) error = search(question->subject, folders == NULL ? "/bin:/usr/bin" : folders, path);
  if (error != 0) tell_error(question, error);
  else tell_value(question, is_path ? question->subject : path);
}

/** Reports the free space of a folder, or the error that there was before. */
static void tell_room(const struct question *question, const char *folder, int error) {
  struct statvfs disk;
  if (error == 0 && statvfs(folder, &disk) != 0) error = errno;
  if (error != 0) tell_error(question, error);
  else tell_number(question, (long long)(disk.f_bavail * disk.f_frsize / MEBIBYTE));
}

/** 0, or errno. */
static int make_folders(const char *folder) {
  char path[PATH_MAX];
  if (snprintf(path, sizeof path, "%s", folder) >= PATH_MAX) return ENAMETOOLONG;
  for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    if (mkdir(path, FOLDER_MODE) != 0) {
      const int error = errno;
      if (error != EEXIST && access(path, F_OK) != 0) return error;
    }
    *slash = '/';
  }
  if (mkdir(path, FOLDER_MODE) == 0) return 0;
  struct stat found;
  if (errno == EEXIST && stat(path, &found) == 0) return S_ISDIR(found.st_mode) ? 0 : ENOTDIR;
  return errno;
}

/** 0, or errno. */
static int write_probe(const char *folder) {
  static const char bytes[PROBE_SIZE];
  char path[PATH_MAX];
  if (snprintf(path, sizeof path, "%s/.room-%d", folder, (int)getpid()) >= PATH_MAX) return ENAMETOOLONG;
  const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, FILE_MODE);
  if (file < 0) return errno;
  const ssize_t written = write(file, bytes, sizeof bytes);
  int error = written == (ssize_t)sizeof bytes ? 0 : written < 0 ? errno : ENOSPC;
  if (close(file) != 0 && error == 0) error = errno;
  unlink(path);
  return error;
}

void ask_logs(const struct question *question) {
  int error = make_folders(question->subject);
  if (error == 0) error = write_probe(question->subject);
  tell_room(question, question->subject, error);
}

/** Checks without making anything: the nearest existing folder must allow new folders in it. */
void ask_writable(const struct question *question) {
  char path[PATH_MAX];
  struct stat found;
  if (snprintf(path, sizeof path, "%s", question->subject) >= PATH_MAX) {
    tell_error(question, ENAMETOOLONG);
    return;
  }
  const char *nearest = path;
  while (stat(nearest, &found) != 0 && errno == ENOENT) nearest = dirname(path);
  int error = stat(nearest, &found) == 0 ? 0 : errno;
  if (error == 0 && !S_ISDIR(found.st_mode)) error = ENOTDIR;
  if (error == 0 && access(nearest, W_OK | X_OK) != 0) error = errno;
  tell_room(question, nearest, error);
}

/** Whether it is there; and which it is, so that another one in its place is recognized. */
void ask_fresh(const struct question *question) {
  struct stat found;
  char which[128];
  if (lstat(question->subject, &found) == 0) {
    const struct timespec changed = found.st_mtim;
    snprintf(which, sizeof which, "%ju:%jd.%09ld:%jd", (uintmax_t)found.st_ino, (intmax_t)changed.tv_sec,
             changed.tv_nsec, (intmax_t)found.st_size);
    tell_both(question, 1, which);
  } else if (errno == ENOENT) tell_number(question, 0);
  else tell_error(question, errno);
}
