#include <stdio.h>
#include <string.h>

#include "hosts.h"
#include "ranges.h"

static bool can_take(const struct spare *spare, const struct hosts *hosts, const struct host *host) {
  const char *places = spare->places;
  return !spare->is_taken && places[0] != '-' && is_in_ranges(places, strlen(places), (size_t)(host - hosts->items));
}

static void ask_spares(const struct hosts *hosts, struct host *host) {
  for (size_t i = 0; i < hosts->spare_count; i++) {
    struct spare *spare = &hosts->spares[i];
    if (spare->asker == NULL && can_take(spare, hosts, host)) spare->asker = host;
  }
}

/** One that is free, or else one whose claimant has not asked for another yet. */
static struct spare *find_asked(const struct hosts *hosts) {
  struct spare *found = NULL;
  for (size_t i = 0; i < hosts->spare_count; i++) {
    struct spare *spare = &hosts->spares[i];
    if (spare->asker == NULL || spare->has_passed) continue;
    if (spare->claimant == NULL) return spare;
    if (found == NULL) found = spare;
  }
  return found;
}

/** To who asked for it, whose own goes to who asked for that. */
static void hand_over(struct spare *spare) {
  while (spare != NULL) {
    struct host *asker = spare->asker;
    struct spare *given_up = asker->substitute;
    spare->claimant = asker;
    asker->substitute = spare;
    spare = given_up;
  }
}

/** Where no spare is left that fits, a host that has one may do with another. */
static bool choose_substitute(const struct hosts *hosts, struct host *host) {
  for (size_t i = 0; i < hosts->spare_count; i++) {
    hosts->spares[i].asker = NULL;
    hosts->spares[i].has_passed = false;
  }
  ask_spares(hosts, host);
  for (struct spare *spare = find_asked(hosts); spare != NULL; spare = find_asked(hosts)) {
    if (spare->claimant == NULL) {
      hand_over(spare);
      return true;
    }
    spare->has_passed = true;
    ask_spares(hosts, spare->claimant);
  }
  return false;
}

static void forget_claims(const struct hosts *hosts) {
  for (size_t i = 0; i < hosts->spare_count; i++) hosts->spares[i].claimant = NULL;
  for (size_t i = 0; i < hosts->count; i++) hosts->items[i].substitute = NULL;
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

/** No host takes its spare's place before each has one: until then a spare may pass from one to another. */
static void take_places(const struct hosts *hosts) {
  for (size_t i = 0; i < hosts->count; i++) {
    struct host *host = &hosts->items[i];
    if (host->substitute != NULL) take_place(hosts, host, host->substitute);
  }
}

bool replace_unready(struct hosts *hosts) {
  bool is_enough = hosts->spare_count > 0;
  forget_claims(hosts);
  for (size_t i = 0; i < hosts->count && hosts->spare_count > 0; i++) {
    struct host *host = &hosts->items[i];
    if (is_ready(host) || choose_substitute(hosts, host)) continue;
    is_enough = false;
    say_missing(hosts, host);
  }
  if (is_enough) take_places(hosts);
  return is_enough;
}

void replace_lost(struct hosts *hosts) {
  forget_claims(hosts);
  for (size_t i = 0; i < hosts->count; i++) {
    struct host *host = &hosts->items[i];
    if (host->state == LOST && !host->is_cut_off) choose_substitute(hosts, host);
  }
  take_places(hosts);
}
