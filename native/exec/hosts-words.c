#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hosts.h"
#include "printable.h"
#include "report.h"
#include "status-words.h"

enum { LONGEST = 4096, BEFORE_SIZE = 512 };

static void write_all(const char *text, size_t length) {
  if (has_reader()) {
    report_text("said", text);
    return;
  }
  while (length > 0) {
    const ssize_t written = write(STDERR_FILENO, text, length);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;  // nobody is there to read
    text += written;
    length -= (size_t)written;
  }
}

static void write_line(const char *before, const char *line, size_t length) {
  char shown[BEFORE_SIZE + PRINTABLE_SIZE(LONGEST) + 2];
  const int start = snprintf(shown, BEFORE_SIZE, "%s", before);
  const size_t used = (size_t)start < BEFORE_SIZE ? (size_t)start : BEFORE_SIZE - 1;
  make_printable(line, length < LONGEST ? length : LONGEST, shown + used);
  const size_t end = strlen(shown);
  snprintf(shown + end, sizeof shown - end, "\n");
  write_all(shown, end + 1);
}

const char *plural(size_t count) { return count == 1 ? "" : "s"; }

void say_of_hosts(const struct hosts *hosts, const char *format, ...) {
  char words[LONGEST];
  char before[BEFORE_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(words, sizeof words, format, arguments);
  va_end(arguments);
  snprintf(before, sizeof before, "%s: ", hosts->options->name);
  write_line(before, words, strlen(words));
}

/** What launch.sh there begins with its own name. */
static const char *skip_name(const char *line) {
  static const char name[] = "launch.sh: ";
  return strncmp(line, name, sizeof name - 1) == 0 ? line + sizeof name - 1 : line;
}

void say_lines(const struct hosts *hosts, const char *before, const char *text) {
  char prefix[BEFORE_SIZE];
  while (*text != '\0') {
    const size_t length = strcspn(text, "\n");
    const bool is_indented = text[0] == ' ';
    const char *line = skip_name(text);
    snprintf(prefix, sizeof prefix, "%s: %s: ", hosts->options->name, before);
    write_line(is_indented ? "" : prefix, line, length - (size_t)(line - text));
    text += length + (text[length] == '\0' ? 0 : 1);
  }
}

static void take_last_line(const char *text, char *line, size_t size) {
  size_t end = strlen(text);
  while (end > 0 && strchr("\r\n ", text[end - 1]) != NULL) end--;
  size_t start = end;
  while (start > 0 && text[start - 1] != '\n') start--;
  snprintf(line, size, "%.*s", (int)(end - start), text + start);
}

void describe_transport(const struct host *host, char *words, size_t size) {
  char last[COMPLAINT_SIZE];
  char how[STATUS_WORDS_SIZE] = "gives no sign";
  take_last_line(host->link.complaint, last, sizeof last);
  const int status = host->link.wait_status;
  if (!host->link.is_there && host->state != WAITING) {
    if (WIFSIGNALED(status)) word_status(0, WTERMSIG(status), how);
    else if (WEXITSTATUS(status) == 0) snprintf(how, sizeof how, "ended, and did not answer");
    else snprintf(how, sizeof how, "ended with status %d", WEXITSTATUS(status));
  } else if (!host->link.is_open) {
    snprintf(how, sizeof how, "closed its output");
  }
  snprintf(words, size, "%s %s%s%s", host->transport[0], how, last[0] == '\0' ? "" : ": ", last);
}
