// Orders of the launcher: one line each, `NAME[ ARGUMENT]`, and after it the bytes that some orders have.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/** How much output the launcher may let come. */
enum { MOST_CREDIT = 1 << 30 };

enum order_kind {
  ORDER_INCOMPLETE,  // more must be read
  ORDER_UNKNOWN,
  DO_LOOK,
  DO_RUN,
  DO_BEAT,
  DO_SIGNAL,
  DO_LAST,
  DO_OBSERVE,
  DO_CREDIT
};

struct instruction {
  enum order_kind kind;
  int number;  // the argument
  char *body;  // `number` bytes, valid until the next order is taken
};

struct inbox {
  char *bytes;
  size_t length;
  size_t room;
  size_t taken;  // bytes of the last order, removed at the next call
};

/** Reads what is available. False at the end. */
bool fill_inbox(struct inbox *inbox, int descriptor);

struct instruction take_order(struct inbox *inbox);
