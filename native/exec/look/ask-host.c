#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/clock.h"
#include "../base/read-file.h"
#include "../base/run-program.h"
#include "../tell/outbox.h"
#include "facts.h"

enum { IDENTITY_SIZE = 256, MOST_FACTS = 1 << 22, MOST_TEXT = 4096 };

/** Names this machine until it is started again, and which container of it this is. */
static void name_machine(char identity[IDENTITY_SIZE]) {
  static const char *const KINDS[] = {"net", "pid", "uts"};
  if (read_text(identity, IDENTITY_SIZE, "/proc/sys/kernel/random/boot_id") == 0) return;
  size_t length = strcspn(identity, "\n");
  for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
    char path[32];
    char name[64];
    snprintf(path, sizeof path, "/proc/self/ns/%s", KINDS[i]);
    const ssize_t size = readlink(path, name, sizeof name - 1);
    name[size < 0 ? 0 : size] = '\0';
    length += (size_t)snprintf(identity + length, IDENTITY_SIZE - length, "-%s", name);
  }
}

void ask_host(const struct question *question) {
  char identity[IDENTITY_SIZE];
  const char *home = getenv("HOME");
  struct question part = *question;
  name_machine(identity);
  part.subject = "identity";
  tell_value(&part, identity);
  part.subject = "home";
  if (home != NULL) tell_value(&part, home);
  part.subject = "clock";
  tell_number(&part, wall_ms());
}

void ask_variable(const struct question *question) {
  const char *value = getenv(question->subject);
  if (value != NULL) tell_value(question, value);
}

/** The beginning of a file; `~` is the user's home. One that cannot be read has no answer. */
void ask_text(const struct question *question) {
  static char text[MOST_TEXT + 1];
  const bool is_at_home = question->subject[0] == '~';
  const char *home = is_at_home ? getenv("HOME") : "";
  if (home == NULL) return;
  read_text(text, sizeof text, "%s%s", home, question->subject + (is_at_home ? 1 : 0));
  if (text[0] != '\0') tell_value(question, text);
}

void ask_gpus(const struct question *question) {
  static char text[MOST_FACTS + 1];
  // The driver library of machines that have it in no usual place, as `rankplan` takes it.
  char *library = getenv("RANKPLAN_NVML");
  char *words[] = {(char *)question->subject, "--discover", library == NULL ? NULL : "--nvml", library, NULL};
  const int status = read_program(words, text, MOST_FACTS);
  if (text[0] != '\0') tell_pieces((struct event){.name = "sample", .text = text, .text_length = strlen(text)});
  tell_number(question, status);
}
