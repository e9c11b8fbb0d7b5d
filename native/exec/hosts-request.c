#include <stdlib.h>
#include <string.h>

#include "hosts.h"
#include "request.h"

static const char *const MALFORMED = "the request is malformed";

/** NAME, the number of its ranks, the number of the transport's words, these, and its node; the rest is for launch.sh.
 */
static const char *take_host(char **words, char **transport, char **rest, struct host *host) {
  if (rest[0] == NULL) return MALFORMED;
  *host = (struct host){
      .node = rest[0],
      .planned = words[0],
      .name = words[0],
      .ranks = strtoul(words[1], NULL, 10),
      .transport = transport,
      .words = rest + 1,
      .link = NO_LINK,
      .nearest = -1,
  };
  return NULL;
}

/** NAME, `spare`, its transport as that of a host, the places that it can take, and why it cannot take others. */
static const char *take_spare(char **words, char **transport, char **rest, struct spare *spare) {
  if (rest[0] == NULL || rest[1] == NULL) return MALFORMED;
  *spare = (struct spare){.name = words[0], .transport = transport, .places = rest[0], .unlike = rest[1]};
  return NULL;
}

static const char *take_item(char **words, struct hosts *hosts) {
  size_t count = 0;
  while (words[count] != NULL) count++;
  if (count < 4) return MALFORMED;
  const size_t length = strtoul(words[2], NULL, 10);
  if (length == 0 || length > count - 3) return MALFORMED;
  char **transport = calloc(length + 1, sizeof *transport);
  if (transport == NULL) return "out of memory";
  memcpy(transport, words + 3, length * sizeof *transport);
  char **rest = words + 3 + length;
  if (strcmp(words[1], "spare") == 0) return take_spare(words, transport, rest, &hosts->spares[hosts->spare_count++]);
  return take_host(words, transport, rest, &hosts->items[hosts->count++]);
}

const char *read_hosts(const struct options *options, struct hosts *hosts) {
  struct word_lists lists;
  const char *found = read_word_lists(options->request, &lists);
  if (found != NULL) return found;
  hosts->items = calloc(lists.count + 1, sizeof *hosts->items);
  hosts->spares = calloc(lists.count + 1, sizeof *hosts->spares);
  if (hosts->items == NULL || hosts->spares == NULL) return "out of memory";
  for (size_t i = 0; found == NULL && i < lists.count; i++) found = take_item(lists.items[i], hosts);
  free(lists.items);  // the words themselves are the hosts'
  return found == NULL && hosts->count == 0 ? "the request has no hosts" : found;
}
