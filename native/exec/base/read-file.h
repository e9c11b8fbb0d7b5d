// Files of the kernel and of users.
#pragma once

#include <stddef.h>

enum part { START_OF_FILE, END_OF_FILE };

/** At most `size` bytes of a regular file; how many there are, and 0 if it cannot be read. */
size_t read_file(const char *path, enum part part, char *text, size_t size);

/** The beginning of the file that `format` names, with a NUL; its length, and 0 if there is none. */
__attribute__((format(printf, 3, 4))) size_t read_text(char *text, size_t size, const char *format, ...);
