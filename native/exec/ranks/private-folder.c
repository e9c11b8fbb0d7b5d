#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../tell/outbox.h"
#include "job.h"

enum { FOLDER_MODE = 0700, FILE_MODE = 0600 };

void make_private_folder(const struct job *job) {
  if (job->private_folder == NULL || job->script == NULL) return;
  const size_t length = strlen(job->script);
  const int folder =
      mkdir(job->private_folder, FOLDER_MODE) == 0 ? open(job->private_folder, O_DIRECTORY | O_CLOEXEC) : -1;
  const int file =
      folder < 0 ? -1 : openat(folder, "sitecustomize.py", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, FILE_MODE);
  const bool is_written = file >= 0 && write(file, job->script, length) == (ssize_t)length;
  if (!is_written)
    tell((struct event){.name = "warning", .step = "watch", .subject = job->private_folder, .error = errno});
  if (file >= 0) close(file);
  if (folder >= 0) close(folder);
}

/** Removes the files of a folder, and closes it. */
static void remove_files(DIR *folder) {
  for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder))
    if (entry->d_type != DT_DIR) unlinkat(dirfd(folder), entry->d_name, 0);
  closedir(folder);
}

/** Python keeps its script there, compiled. */
static void remove_bytecode(const char *parent) {
  const int above = open(parent, O_DIRECTORY | O_CLOEXEC);
  const int bytecode = above < 0 ? -1 : openat(above, "__pycache__", O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *folder = bytecode < 0 ? NULL : fdopendir(bytecode);
  if (folder != NULL) remove_files(folder);
  if (folder != NULL) unlinkat(above, "__pycache__", AT_REMOVEDIR);
  if (above >= 0) close(above);
}

void remove_private_folder(const struct job *job) {
  DIR *folder = job->private_folder == NULL ? NULL : opendir(job->private_folder);
  if (folder == NULL) return;
  remove_files(folder);
  remove_bytecode(job->private_folder);
  rmdir(job->private_folder);
}
