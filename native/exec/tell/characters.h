// Characters of UTF-8 in bytes of any kind.
#pragma once

#include <stddef.h>

/** The length of the character that begins here; 0 where none does, or where it is not whole. */
size_t measure_character(const char *text, size_t length);

/** How much of the first `most` bytes goes to the end of a character; of what is no text, all. */
size_t cut_at_character(const char *text, size_t length, size_t most);
