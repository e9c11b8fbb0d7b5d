// One event, as report.c writes it.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/** The number of a key; `other` if there is none. */
long long find_number(const char *line, const char *key, long long other);

/** The text of a key; false if there is none. What has no room is left out. */
bool find_text(const char *line, const char *key, char *text, size_t size);
