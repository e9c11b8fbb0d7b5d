#include <stdio.h>
#include <stdlib.h>

#include "detach.h"
#include "hosts.h"

/** Names are of nodes, or from --nodes: nothing in them is special in JSON. */
static void write_hosts(FILE *file, const struct hosts *hosts) {
  fputs("{\"formatVersion\":\"1.0\",\"hosts\":[", file);
  for (size_t i = 0; i < hosts->count; i++) {
    const struct host *host = &hosts->items[i];
    fprintf(file, "%s{\"host\":\"%s\",\"ranks\":%zu,\"isSilent\":%s}", i == 0 ? "" : ",", host->name, host->ranks,
            host->is_given_up ? "true" : "false");
  }
  fputs("]}\n", file);
}

void record_hosts(const struct hosts *hosts) {
  char *text = NULL;
  size_t size = 0;
  FILE *file = is_detached() ? open_memstream(&text, &size) : NULL;
  if (file == NULL) return;
  write_hosts(file, hosts);
  if (fclose(file) == 0 && !keep_record("hosts.json", text)) say_of_hosts(hosts, "hosts.json cannot be written");
  free(text);
}
