#include "read-file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

size_t read_file(const char *path, enum part part, char *text, size_t size) {
  struct stat found;
  size_t length = 0;
  const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file < 0) return 0;
  const bool is_regular = fstat(file, &found) == 0 && S_ISREG(found.st_mode);
  const off_t skipped = is_regular && part == END_OF_FILE ? found.st_size - (off_t)size : 0;
  const off_t start = skipped > 0 ? skipped : 0;
  while (is_regular && length < size) {
    const ssize_t got = pread(file, text + length, size - length, start + (off_t)length);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    length += (size_t)got;
  }
  close(file);
  return length;
}

size_t read_text(char *text, size_t size, const char *format, ...) {
  char path[PATH_MAX];
  va_list words;
  va_start(words, format);
  const int needed = vsnprintf(path, sizeof path, format, words);
  va_end(words);
  const size_t length = needed < PATH_MAX ? read_file(path, START_OF_FILE, text, size - 1) : 0;
  text[length] = '\0';
  return length;
}
