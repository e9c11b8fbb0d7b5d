#include "characters.h"

#include <stdbool.h>
#include <stdint.h>

enum { LONGEST = 4 };

static size_t read_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

/** A character in more bytes than it needs, half of a pair for UTF-16, or beyond Unicode's last one. */
static bool is_forbidden(uint32_t point, size_t size) {
  static const uint32_t LEAST[] = {0, 0, 0x80, 0x800, 0x10000};
  return point < LEAST[size] || (point >= 0xd800 && point < 0xe000) || point > 0x10ffff;
}

size_t measure_character(const char *text, size_t length) {
  const unsigned char *bytes = (const unsigned char *)text;
  const size_t size = length == 0 ? 0 : read_length(bytes[0]);
  if (size < 2 || size > length) return size <= length ? size : 0;
  uint32_t point = bytes[0] & (0x7fU >> size);
  for (size_t i = 1; i < size; i++) {
    if ((bytes[i] & 0xc0) != 0x80) return 0;
    point = point << 6 | (bytes[i] & 0x3fU);
  }
  return is_forbidden(point, size) ? 0 : size;
}

size_t cut_at_character(const char *text, size_t length, size_t most) {
  if (length <= most) return length;
  for (size_t cut = most; cut > 0 && most - cut < LONGEST; cut--) {
    const bool is_inside = ((unsigned char)text[cut] & 0xc0) == 0x80;
    if (!is_inside) return cut;
  }
  return most;
}
