#include "facts.h"

#include <string.h>

#include "../tell/outbox.h"

/** Has room in an event, however it is written. */
enum { PIECE_SIZE = 150 };

/** The rest of the fact is there. */
static void answer(const struct question *question, struct event fact) {
  fact.name = "fact";
  fact.question = question->kind;
  fact.subject = question->subject;
  tell(fact);
}

void tell_value(const struct question *question, const char *value) {
  size_t length = strlen(value);
  do {
    char piece[PIECE_SIZE + 1];
    const size_t size = cut_at_character(value, length, PIECE_SIZE);
    memcpy(piece, value, size);
    piece[size] = '\0';
    answer(question, (struct event){.value = piece});
    value += size;
    length -= size;
  } while (length > 0);
}

void tell_number(const struct question *question, long long number) {
  answer(question, (struct event){.number = NUMBER(number)});
}

void tell_both(const struct question *question, long long number, const char *value) {
  answer(question, (struct event){.value = value, .number = NUMBER(number)});
}

void tell_error(const struct question *question, int error) { answer(question, (struct event){.error = error}); }
