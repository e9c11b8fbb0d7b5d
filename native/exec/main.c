// rankplan-exec: starts the ranks of one host, and guards them so that nothing of theirs outlives them or their
// launcher.
#include <stdio.h>
#include <string.h>

#include "ranks/job.h"
#include "serve/serve.h"

static const char HELP[] =
    "rankplan-exec --serve [--patience SECONDS]\n"
    "  takes orders on stdin, and says on stdout what happens: a line of JSON for each event. `rankplan run` does "
    "both.\n"
    "  --patience  the launcher is gone when nothing was heard of it for so long; without it: when stdin ends\n"
    "rankplan-exec --version\n";

static bool is_word(const char *word, const char *expected) { return word != NULL && strcmp(word, expected) == 0; }

/** Whether the words after --serve are valid. */
static bool read_patience(char **words, long *patience_ms) {
  if (words[0] == NULL) return true;
  const bool has_value = is_word(words[0], "--patience") && words[1] != NULL && words[2] == NULL;
  return has_value && parse_seconds(words[1], patience_ms);
}

int main(int argument_count, char **arguments) {
  const char *first = argument_count > 1 ? arguments[1] : "";
  long patience_ms = 0;
  if (is_word(first, "--serve") && read_patience(arguments + 2, &patience_ms)) return serve(patience_ms, arguments);
  if (is_word(first, "--version")) return printf("rankplan-exec, protocol %d\n", SERVE_PROTOCOL) < 0 ? STATUS_OWN : 0;
  if (is_word(first, "--help")) return fputs(HELP, stdout) < 0 ? STATUS_OWN : 0;
  fprintf(stderr, "rankplan-exec: wrong words; it is called so:\n%s", HELP);
  return STATUS_OWN;
}
