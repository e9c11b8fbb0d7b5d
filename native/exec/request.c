#include "request.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "options.h"

enum { DIGITS = 12, MAX_BYTES = 1 << 30 };

static const char *const CUT = "the request is cut off";
static const char *const MALFORMED = "the request is malformed";
static const char *const NO_MEMORY = "out of memory";

static bool read_exactly(int descriptor, char *into, size_t size) {
  while (size > 0) {
    const ssize_t got = read(descriptor, into, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    into += got;
    size -= (size_t)got;
  }
  return true;
}

/** Returns false unless `text` is a number of at most `max`. */
static bool parse_size(const char *text, size_t max, size_t *size) {
  char *end = NULL;
  const unsigned long value = strtoul(text, &end, 10);
  *size = value;
  return text[0] >= '0' && text[0] <= '9' && *end == '\0' && value <= max;
}

static const char *read_body(int descriptor, char **body, size_t *size) {
  char digits[DIGITS];
  size_t length = 0;
  do {
    if (length == sizeof digits) return MALFORMED;
    if (!read_exactly(descriptor, &digits[length], 1)) return CUT;
  } while (digits[length++] != '\0');
  if (!parse_size(digits, MAX_BYTES, size)) return MALFORMED;
  *body = malloc(*size + 1);
  if (*body == NULL) return NO_MEMORY;
  if (!read_exactly(descriptor, *body, *size)) return CUT;
  return *size > 0 && (*body)[*size - 1] != '\0' ? MALFORMED : NULL;
}

/** The next text, or NULL at the end. The last byte of the body is a NUL. */
static char *take_text(char **at, const char *end) {
  if (*at == end) return NULL;
  char *text = *at;
  *at += strlen(text) + 1;
  return text;
}

/** A number, and as many words. */
static const char *take_words(char **at, const char *end, char ***taken) {
  size_t count = 0;
  if (!parse_size(take_text(at, end), (size_t)(end - *at), &count)) return MALFORMED;
  char **words = malloc((count + 1) * sizeof *words);
  if (words == NULL) return NO_MEMORY;
  *taken = words;
  for (size_t i = 0; i <= count; i++) words[i] = i < count ? take_text(at, end) : NULL;
  return count > 0 && words[count - 1] == NULL ? MALFORMED : NULL;
}

static const char *take_rank(char **at, const char *end, struct rank *rank) {
  const char *found = take_words(at, end, &rank->words);
  return found == NULL ? parse_rank(rank->words, rank) : found;
}

const char *read_word_lists(int descriptor, struct word_lists *lists) {
  char *body = NULL;
  size_t size = 0;
  *lists = (struct word_lists){.items = NULL};
  const char *found = read_body(descriptor, &body, &size);
  if (found != NULL) return found;
  const char *end = body + size;
  for (char *at = body; found == NULL && at != end;) {
    char ***grown = realloc(lists->items, (lists->count + 1) * sizeof *grown);
    if (grown == NULL) return NO_MEMORY;
    lists->items = grown;
    found = take_words(&at, end, &grown[lists->count++]);
  }
  return found;
}

static const char *add_rank(struct request *request, size_t *room, const struct rank *common) {
  if (request->count == *room) {
    *room = *room == 0 ? 16 : 2 * *room;
    struct rank *grown = realloc(request->ranks, *room * sizeof *grown);
    if (grown == NULL) return NO_MEMORY;
    request->ranks = grown;
  }
  struct rank *rank = &request->ranks[request->count++];
  *rank = *common;
  if (common->change_count == 0) return NULL;
  const size_t size = common->change_count * sizeof *common->changes;
  rank->changes = malloc(size);  // each grows by itself
  if (rank->changes == NULL) return NO_MEMORY;
  memcpy(rank->changes, common->changes, size);
  return NULL;
}

const char *read_request(int descriptor, const struct rank *common, struct request *request) {
  *request = (struct request){.ranks = NULL};
  size_t size = 0;
  size_t room = 0;
  const char *found = read_body(descriptor, &request->body, &size);
  if (found != NULL) return found;
  for (char *at = request->body; found == NULL && at != request->body + size;) {
    found = add_rank(request, &room, common);
    if (found == NULL) found = take_rank(&at, request->body + size, &request->ranks[request->count - 1]);
  }
  return found;
}
