#include "last-lines.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

size_t read_tail(const char *path, char *text, size_t size) {
  struct stat found;
  const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file < 0) return 0;
  ssize_t length = 0;
  const off_t most = (off_t)size;
  if (fstat(file, &found) == 0 && S_ISREG(found.st_mode))
    length = pread(file, text, size, found.st_size > most ? found.st_size - most : 0);
  close(file);
  return length > 0 ? (size_t)length : 0;
}

void read_last_lines(const char *path, size_t wanted, struct last_lines *last) {
  size_t end = read_tail(path, last->text, sizeof last->text);
  last->count = 0;
  if (end > 0 && last->text[end - 1] == '\n') end--;
  size_t start = end;
  for (size_t found = 0; start > 0; start--) {
    if (last->text[start - 1] == '\n' && ++found == wanted) break;
  }
  while (start <= end && last->count < wanted && end > 0) {
    const char *line_end = memchr(last->text + start, '\n', end - start);
    const size_t length = line_end == NULL ? end - start : (size_t)(line_end - last->text) - start;
    last->lines[last->count] = last->text + start;
    last->lengths[last->count++] = length;
    start += length + 1;
  }
}
