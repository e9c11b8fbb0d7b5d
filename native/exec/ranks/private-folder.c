#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../tell/outbox.h"
#include "job.h"

enum { FOLDER_MODE = 0700, FILE_MODE = 0600, MOST_OPEN = 4 };

static bool is_made;

void make_private_folder(const struct job *job) {
  if (job->private_folder == NULL || job->script == NULL) return;
  const size_t length = strlen(job->script);
  is_made = mkdir(job->private_folder, FOLDER_MODE) == 0;
  const int folder = is_made ? open(job->private_folder, O_DIRECTORY | O_CLOEXEC) : -1;
  const int file =
      folder < 0 ? -1 : openat(folder, "sitecustomize.py", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, FILE_MODE);
  const bool is_written = file >= 0 && write(file, job->script, length) == (ssize_t)length;
  if (!is_written)
    tell((struct event){.name = "warning", .step = "watch", .subject = job->private_folder, .error = errno});
  if (file >= 0) close(file);
  if (folder >= 0) close(folder);
}

static int remove_one(const char *path, const struct stat *found, int kind, struct FTW *walk) {
  (void)found, (void)kind, (void)walk;
  remove(path);
  return 0;
}

void remove_private_folder(const struct job *job) {
  if (is_made) nftw(job->private_folder, remove_one, MOST_OPEN, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}
