#include "job.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static const char *const MALFORMED = "the request is malformed";
static const char *const NO_MEMORY = "out of memory";

struct reader {
  char *at;
  const char *end;  // after the last NUL
};

/** The next text, or NULL at the end. */
static char *take_text(struct reader *reader) {
  if (reader->at == reader->end) return NULL;
  char *text = reader->at;
  reader->at += strlen(text) + 1;
  return text;
}

/** A number, and as many words; NULL if there is no memory, or they are not there. */
static char **take_words(struct reader *reader) {
  const char *text = take_text(reader);
  if (text == NULL || *text < '0' || *text > '9') return NULL;
  char *end = NULL;
  errno = 0;
  const size_t count = strtoul(text, &end, 10);
  if (errno != 0 || *end != '\0' || count > (size_t)(reader->end - reader->at)) return NULL;
  char **words = calloc(count + 1, sizeof *words);
  for (size_t i = 0; words != NULL && i < count; i++) {
    words[i] = take_text(reader);
    if (words[i] != NULL) continue;
    free((void *)words);
    return NULL;
  }
  return words;
}

static const char *add_member(struct job *job, struct reader *reader, size_t *room) {
  if (job->count == MOST_RANKS) return "the request has too many ranks";
  if (job->count == *room) {
    *room = *room == 0 ? 16 : 2 * *room;
    struct member *grown = realloc(job->members, *room * sizeof *grown);
    if (grown == NULL) return NO_MEMORY;
    job->members = grown;
  }
  struct member *member = &job->members[job->count];
  *member = job->common;
  member->changes = NULL;
  member->change_count = 0;
  char **words = take_words(reader);
  if (words == NULL) return MALFORMED;
  const char *problem = parse_member(words, member);
  if (member->command == NULL) free((void *)words);  // else its words are the command
  if (problem == NULL && find_member(job, member->number) != NULL) return "two ranks have one number";
  job->count++;
  return problem;
}

struct member *find_member(const struct job *job, long number) {
  for (size_t i = 0; i < job->count; i++) {
    if (job->members[i].number == number) return &job->members[i];
  }
  return NULL;
}

const char *parse_job(char *body, size_t size, struct job *job) {
  struct reader reader;
  size_t room = 0;
  *job =
      (struct job){.common = {.open_files = NO_OPEN_FILES, .label = ""}, .grace_ms = 30000, .kept_attempt = NO_ATTEMPT};
  reader.at = body;
  reader.end = body + size;
  if (size == 0 || body[size - 1] != '\0') return MALFORMED;
  job->words = take_words(&reader);
  const char *problem = job->words == NULL ? MALFORMED : parse_common(job->words, job);
  while (problem == NULL && reader.at != reader.end) problem = add_member(job, &reader, &room);
  if (problem != NULL) return problem;
  if (job->count == 0) return "the request has no ranks";
  if (job->command == NULL || job->command[0] == NULL) return "there is no command: it comes after --";
  if (job->kept_attempt != NO_ATTEMPT && job->logs == NULL) return "--keep is for --logs";
  job->obstacles =
      mmap(NULL, job->count * sizeof *job->obstacles, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return job->obstacles == MAP_FAILED ? NO_MEMORY : NULL;
}
