#include <stdio.h>
#include <string.h>

#include "hosts.h"
#include "ranges.h"

static bool can_take(const struct spare *spare, size_t place) {
  const char *places = spare->places;
  return !spare->is_taken && places[0] != '-' && is_in_ranges(places, strlen(places), place);
}

static struct spare *find_spare(const struct hosts *hosts, const struct host *host) {
  for (size_t i = 0; i < hosts->spare_count; i++) {
    if (can_take(&hosts->spares[i], (size_t)(host - hosts->items))) return &hosts->spares[i];
  }
  return NULL;
}

/** Only the ranks of that host move. Where no other is left, it is asked again: a host that was lost may come back. */
static void take_place(const struct hosts *hosts, struct host *host, struct spare *spare) {
  const char *name = host->name;
  char **transport = host->transport;
  say_of_hosts(hosts, "%s takes the place of %s: %zu rank%s go%s there, and no other moves", spare->name, host->name,
               host->ranks, host->ranks == 1 ? "" : "s", host->ranks == 1 ? "es" : "");
  host->name = spare->name;
  host->transport = spare->transport;
  spare->name = name;
  spare->transport = transport;
  spare->is_taken = host->state != LOST;
  snprintf(spare->own_place, sizeof spare->own_place, "%zu", (size_t)(host - hosts->items));
  spare->places = spare->own_place;
  spare->unlike = "";
}

/** Why it does not take this place: its lines are like 0-2,5=it has 2 GPUs, not 4. */
static void describe_unfit(const struct spare *spare, size_t place, char *words, size_t size) {
  const bool was_host = spare->places == spare->own_place;
  snprintf(words, size, was_host ? "it could not be used itself" : "it is in the place of another");
  for (const char *line = spare->unlike; *line != '\0';) {
    const size_t length = strcspn(line, "\n");
    const size_t of = strcspn(line, "=");
    if (of < length && is_in_ranges(line, of, place)) {
      snprintf(words, size, "%.*s", (int)(length - of - 1), line + of + 1);
      return;
    }
    line += length + (line[length] == '\n' ? 1 : 0);
  }
}

static void say_missing(const struct hosts *hosts, const struct host *host) {
  char words[COMPLAINT_SIZE];
  for (size_t i = 0; i < hosts->spare_count; i++) {
    describe_unfit(&hosts->spares[i], (size_t)(host - hosts->items), words, sizeof words);
    say_of_hosts(hosts, "%s cannot take the place of %s: %s", hosts->spares[i].name, host->name, words);
  }
}

static void choose_substitute(const struct hosts *hosts, struct host *host) {
  host->substitute = find_spare(hosts, host);
  if (host->substitute != NULL) host->substitute->is_taken = true;
}

bool replace_unready(struct hosts *hosts) {
  bool is_enough = hosts->spare_count > 0;
  for (size_t i = 0; i < hosts->count && hosts->spare_count > 0; i++) {
    struct host *host = &hosts->items[i];
    if (is_ready(host)) continue;
    choose_substitute(hosts, host);
    if (host->substitute != NULL) continue;
    is_enough = false;
    say_missing(hosts, host);
  }
  for (size_t i = 0; i < hosts->count && is_enough; i++) {
    struct host *host = &hosts->items[i];
    if (!is_ready(host)) take_place(hosts, host, host->substitute);
  }
  return is_enough;
}

void replace_lost(struct hosts *hosts) {
  for (size_t i = 0; i < hosts->count; i++) {
    struct host *host = &hosts->items[i];
    if (host->state != LOST || host->is_cut_off) continue;
    choose_substitute(hosts, host);
    if (host->substitute != NULL) take_place(hosts, host, host->substitute);
  }
}
