#include <stdlib.h>
#include <string.h>

#include "hosts.h"
#include "request.h"

static const char *const MALFORMED = "the request is malformed";

/** NAME, the number of its ranks, the number of the transport's words, and these; the rest is for launch.sh. */
static const char *take_host(char **words, size_t count, struct host *host) {
  if (count < 4) return MALFORMED;
  const size_t transport = strtoul(words[2], NULL, 10);
  if (transport == 0 || transport > count - 3) return MALFORMED;
  *host = (struct host){
      .name = words[0],
      .ranks = strtoul(words[1], NULL, 10),
      .transport = calloc(transport + 1, sizeof *host->transport),
      .words = words + 3 + transport,
      .input = NO_DESCRIPTOR,
      .output = NO_DESCRIPTOR,
      .errors = NO_DESCRIPTOR,
      .nearest = -1,
  };
  if (host->transport == NULL) return "out of memory";
  memcpy(host->transport, words + 3, transport * sizeof *host->transport);
  return NULL;
}

const char *read_hosts(const struct options *options, struct hosts *hosts) {
  struct word_lists lists;
  const char *found = read_word_lists(options->request, &lists);
  if (found != NULL) return found;
  hosts->items = calloc(lists.count + 1, sizeof *hosts->items);
  if (hosts->items == NULL) return "out of memory";
  for (size_t i = 0; found == NULL && i < lists.count; i++) {
    size_t count = 0;
    while (lists.items[i][count] != NULL) count++;
    found = take_host(lists.items[i], count, &hosts->items[hosts->count++]);
  }
  return found == NULL && hosts->count == 0 ? "the request has no hosts" : found;
}
