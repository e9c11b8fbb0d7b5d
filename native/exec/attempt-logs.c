#include "attempt-logs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "report.h"

enum { FOLDER_MODE = 0777 };

/** What a rank's attempt leaves. Other files of the run's folder are the program's: a checkpoint must stay for the
 * next. */
static const char *const KINDS[] = {"out", "err", "error.json", "steps"};

bool name_kept(const char *log, int attempt, char kept[PATH_MAX]) {
  const char *slash = strrchr(log, '/');
  const int before = slash == NULL ? 0 : (int)(slash + 1 - log);
  const int length = snprintf(kept, PATH_MAX, "%.*sattempt-%d/%s", before, log, attempt, log + before);
  return length < PATH_MAX;
}

/** 0, or errno. What a rank never wrote is not missed. */
static int keep(const char *folder, int rank, const char *kind, int attempt) {
  char log[PATH_MAX];
  char kept[PATH_MAX];
  if (snprintf(log, sizeof log, "%s/rank-%d.%s", folder, rank, kind) >= PATH_MAX) return ENAMETOOLONG;
  if (!name_kept(log, attempt, kept)) return ENAMETOOLONG;
  return rename(log, kept) == 0 || errno == ENOENT ? 0 : errno;
}

bool keep_logs(const struct guard *guard, char words[PATH_MAX]) {
  char folder[PATH_MAX];
  const int length = snprintf(folder, sizeof folder, "%s/attempt-%d", guard->folder, guard->attempt);
  int error = length >= PATH_MAX ? ENAMETOOLONG : 0;
  if (error == 0 && mkdir(folder, FOLDER_MODE) != 0 && errno != EEXIST) error = errno;
  for (size_t i = 0; i < guard->count; i++) {
    for (size_t j = 0; error == 0 && j < sizeof KINDS / sizeof *KINDS; j++) {
      error = keep(guard->folder, guard->ranks[i].number, KINDS[j], guard->attempt);
    }
  }
  if (error != 0) describe_problem("the logs cannot be kept", folder, error, words);
  else snprintf(words, PATH_MAX, "%s", folder);
  return error == 0;
}
