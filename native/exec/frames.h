// What goes between a launcher and its relay on another host: many transports in one stream. A frame is a line, `KIND
// CHANNEL LENGTH`, and as many bytes. What a login shell says before RELAY_GREETING is none.
#pragma once

#include <stddef.h>

enum { FRAME_HEAD = 48, FRAME_MOST = 1 << 14, FRAME_SIZE = FRAME_HEAD + FRAME_MOST };

#define RELAY_GREETING "rankplan-relay 1"

enum frame_kind {
  // To the relay.
  FRAME_OPEN = 'o',  // starts a transport: its words, each with a NUL
  FRAME_HERE = 'h',  // the same for this host, where nothing lies between: a command line
  // To the launcher.
  FRAME_ERRORS = 'e',
  FRAME_END = 'x',  // it has ended: what waitpid says of it
  // Both ways.
  FRAME_DATA = 'd',
  FRAME_BEAT = 'b',  // of no channel: who gets it gives it back, or knows that the relay is there
};

struct frame {
  char kind;
  size_t channel;
  char *text;  // until the next is taken
  size_t length;
};

struct frame_reader {
  char bytes[FRAME_SIZE];
  size_t length;
  size_t taken;  // of the frame that was taken last
};

/** Into FRAME_SIZE bytes: how many it takes. `length` is at most FRAME_MOST. */
size_t write_frame(char *into, char kind, size_t channel, const char *text, size_t length);

/** 1: the next frame; 0: it has not come yet; -1: these are no frames. */
int take_frame(struct frame_reader *reader, struct frame *frame);

/** Where more may be written, and how much. */
char *frame_room(struct frame_reader *reader, size_t *size);
