#include "event-line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Inside a text each quote is behind a backslash, so what is found is a key. */
static const char *find_value(const char *line, const char *key) {
  char name[64];
  const int length = snprintf(name, sizeof name, "\"%s\":", key);
  const char *found = strstr(line, name);
  return found == NULL ? NULL : found + length;
}

long long find_number(const char *line, const char *key, long long other) {
  const char *value = find_value(line, key);
  if (value == NULL) return other;
  char *end = NULL;
  const long long number = strtoll(value, &end, 10);
  return end == value ? other : number;
}

/** Behind a backslash: a letter, or the four digits of a control character. */
static char take_escape(const char **at) {
  if (**at != 'u') return *(*at)++;
  char digits[5] = "";
  (*at)++;
  for (int i = 0; i < 4 && **at != '\0'; i++) digits[i] = *(*at)++;
  return (char)strtol(digits, NULL, 16);
}

bool find_text(const char *line, const char *key, char *text, size_t size) {
  const char *at = find_value(line, key);
  size_t length = 0;
  text[0] = '\0';
  if (at == NULL || *at++ != '"') return false;
  while (*at != '"' && *at != '\0' && length + 1 < size) {
    const bool is_escape = *at == '\\' && at[1] != '\0';
    if (is_escape) at++;
    if (is_escape) text[length++] = take_escape(&at);
    else text[length++] = *at++;
  }
  text[length] = '\0';
  return true;
}
