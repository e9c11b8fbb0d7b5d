#include "job.h"

#include <stdlib.h>
#include <string.h>

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
  int count = 0;
  if (text == NULL || !parse_number(text, reader->end - reader->at, &count)) return NULL;
  char **words = calloc((size_t)count + 1, sizeof *words);
  for (int i = 0; words != NULL && i < count; i++) {
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
  const char *problem = parse_words(words, member, job);
  if (member->command == job->common.command) free((void *)words);  // else its words are the command
  if (problem == NULL && find_member(job, member->number) != NULL) return "two ranks have one number";
  if (problem == NULL && (member->command == NULL || member->command[0] == NULL)) return "there is no command";
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
  *job = (struct job){.common = {.open_files = NO_OPEN_FILES, .label = "", .memory = ""},
                      .show = "",
                      .grace_ms = 30000,
                      .kept_attempt = NO_ATTEMPT};
  reader.at = body;
  reader.end = body + size;
  if (size == 0 || body[size - 1] != '\0') return MALFORMED;
  job->words = take_words(&reader);
  const char *problem = job->words == NULL ? MALFORMED : parse_words(job->words, &job->common, job);
  while (problem == NULL && reader.at != reader.end) problem = add_member(job, &reader, &room);
  return problem == NULL && job->count == 0 ? "the request has no ranks" : problem;
}
