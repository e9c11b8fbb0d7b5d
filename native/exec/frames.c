#include "frames.h"

#include <stdio.h>
#include <string.h>

enum { BAD = -1, MOST_CHANNELS = 1 << 20 };

size_t write_frame(char *into, char kind, size_t channel, const char *text, size_t length) {
  const int head = snprintf(into, FRAME_HEAD, "%c %zu %zu\n", kind, channel, length);
  if (length > 0) memcpy(into + head, text, length);
  return (size_t)head + length;
}

static void forget_taken(struct frame_reader *reader) {
  reader->length -= reader->taken;
  memmove(reader->bytes, reader->bytes + reader->taken, reader->length);
  reader->taken = 0;
}

int take_frame(struct frame_reader *reader, struct frame *frame) {
  forget_taken(reader);
  const size_t most = reader->length < FRAME_HEAD ? reader->length : FRAME_HEAD;
  char *end = memchr(reader->bytes, '\n', most);
  if (end == NULL) return most == FRAME_HEAD ? BAD : 0;
  *end = '\0';
  const int found = sscanf(reader->bytes, "%c %zu %zu", &frame->kind, &frame->channel, &frame->length);
  *end = '\n';
  if (found != 3 || frame->channel >= MOST_CHANNELS || frame->length > FRAME_MOST) return BAD;
  frame->text = end + 1;
  const size_t whole = (size_t)(frame->text - reader->bytes) + frame->length;
  if (whole > reader->length) return 0;
  reader->taken = whole;
  return 1;
}

char *frame_room(struct frame_reader *reader, size_t *size) {
  forget_taken(reader);
  *size = sizeof reader->bytes - reader->length;
  return reader->bytes + reader->length;
}
