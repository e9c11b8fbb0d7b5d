#include "job.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { FOLDER_MODE = 0777 };

/** What a rank's attempt leaves. Other files of the run's folder are the program's: a checkpoint must stay for the
 * next. */
static const char *const KINDS[] = {"out", "err", "error.json", "steps"};

/** 0, or errno. What a rank never wrote is not missed. */
static int keep_file(const char *from, const char *into, int rank, const char *kind) {
  char log[PATH_MAX];
  char kept[PATH_MAX];
  if (snprintf(log, sizeof log, "%s/rank-%d.%s", from, rank, kind) >= PATH_MAX) return ENAMETOOLONG;
  if (snprintf(kept, sizeof kept, "%s/rank-%d.%s", into, rank, kind) >= PATH_MAX) return ENAMETOOLONG;
  return rename(log, kept) == 0 || errno == ENOENT ? 0 : errno;
}

const char *keep_attempt(const struct job *job) {
  static char problem[PATH_MAX + 256];
  char folder[PATH_MAX];
  if (job->kept_attempt == NO_ATTEMPT || job->logs == NULL) return NULL;
  const int length = snprintf(folder, sizeof folder, "%s/attempt-%d", job->logs, job->kept_attempt);
  int error = length < PATH_MAX ? 0 : ENAMETOOLONG;
  if (error == 0 && mkdir(folder, FOLDER_MODE) != 0 && errno != EEXIST) error = errno;
  for (size_t i = 0; i < job->count; i++) {
    for (size_t j = 0; error == 0 && j < sizeof KINDS / sizeof *KINDS; j++) {
      error = keep_file(job->logs, folder, job->members[i].number, KINDS[j]);
    }
  }
  if (error == 0) return NULL;
  snprintf(problem, sizeof problem, "--keep: %s: %s", folder, strerror(error));
  return problem;
}
