#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "end-processes.h"
#include "hosts.h"

enum { MOST_WAIT_MS = 5000, PART_OF_TIMEOUT = 3, MS = 1000, DIGITS = 24, MOST_READS = 16, NAMES_SIZE = 1 << 10 };

/** What a transport runs there ends so; a relay has it end otherwise. */
static const char MEMBER[] = " --member";

static char **last_word(char **words) {
  while (words[0] != NULL && words[1] != NULL) words++;
  return words;
}

/** Not this host itself, where nothing lies between; nor what has no room in a frame. */
static bool can_be_relayed(const struct host *host) {
  const char *command = *last_word(host->transport);
  size_t size = 0;
  for (char **word = host->transport; *word != NULL; word++) size += strlen(*word) + 1;
  const size_t length = strlen(command);
  const size_t end = sizeof MEMBER - 1;
  return size <= FRAME_MOST && length > end && strcmp(command + length - end, MEMBER) == 0;
}

// --- Which hosts are relays ---

/** The root of all: as many relays as each has hosts. */
static size_t count_relays(size_t relayed, size_t fanout) {
  size_t count = 1;
  while (count * count < relayed) count++;
  return count < fanout ? count : fanout;
}

static bool open_relay(const struct hosts *hosts, struct relay *relay, struct host *host) {
  size_t count = 0;
  while (host->transport[count] != NULL) count++;
  char **words = calloc(count + 1, sizeof *words);
  const char *command = host->transport[count - 1];
  const int length = (int)(strlen(command) - strlen(MEMBER));
  char *changed = NULL;
  if (words == NULL) return false;
  if (asprintf(&changed, "%.*s --relay %g", length, command, (double)hosts->options->patience_ms / MS) < 0)
    changed = NULL;
  memcpy(words, host->transport, count * sizeof *words);
  words[count - 1] = changed;
  *relay = (struct relay){.host = host, .link = NO_LINK, .begun = now_ms(), .heard = now_ms()};
  const bool is_open = changed != NULL && open_link(&relay->link, words);
  free(changed);
  free(words);
  return is_open;
}

static void forget_relays(struct hosts *hosts) {
  for (size_t i = 0; i < hosts->relay_count; i++) forget_link(&hosts->relays[i].link);
  free(hosts->relays);
  hosts->relays = NULL;
  hosts->relay_count = 0;
}

/** One of neighbours that has not failed as a relay before. */
static void give_relay(struct hosts *hosts, struct host **group, size_t count) {
  struct relay *relay = &hosts->relays[hosts->relay_count];
  struct host *host = NULL;
  for (size_t i = 0; i < count && host == NULL; i++) host = group[i]->is_no_relay ? NULL : group[i];
  if (count < 2 || host == NULL || !open_relay(hosts, relay, host)) return;
  hosts->relay_count++;
  for (size_t i = 0; i < count; i++) group[i]->relay = relay;
}

static void list_relayed(struct hosts *hosts, struct host **relayed, size_t *count) {
  for (size_t i = 0; i < hosts->count; i++) {
    if (can_be_relayed(&hosts->items[i])) relayed[(*count)++] = &hosts->items[i];
  }
}

void plan_relays(struct hosts *hosts) {
  const size_t fanout = (size_t)hosts->options->fanout;
  struct host **relayed = calloc(hosts->count, sizeof(struct host *));
  size_t count = 0;
  forget_relays(hosts);
  hosts->unrelayed = 0;
  if (relayed != NULL) list_relayed(hosts, relayed, &count);
  const size_t relays = fanout == 0 || count <= fanout ? 0 : count_relays(count, fanout);
  hosts->relays = calloc(relays + 1, sizeof *hosts->relays);
  for (size_t i = 0; hosts->relays != NULL && i < relays; i++) {
    const size_t begin = (i * count + relays - 1) / relays;
    const size_t end = ((i + 1) * count + relays - 1) / relays;
    give_relay(hosts, relayed + begin, end - begin);
  }
  free((void *)relayed);
}

// --- What goes to a host by its relay ---

static size_t channel_of(const struct hosts *hosts, const struct host *host) { return (size_t)(host - hosts->items); }

static void tell_relay(struct relay *relay, char kind, size_t channel, const char *text, size_t length) {
  char frame[FRAME_SIZE];
  tell_link(&relay->link, frame, write_frame(frame, kind, channel, text, length));
}

void open_channel(const struct hosts *hosts, struct host *host) {
  char text[FRAME_MOST];
  size_t length = 0;
  const bool is_relay = host->relay->host == host;
  for (char **word = is_relay ? last_word(host->transport) : host->transport; *word != NULL; word++) {
    const size_t size = strlen(*word) + 1;
    memcpy(text + length, *word, size);
    length += size;
  }
  host->channel = channel_of(hosts, host);
  host->link = NO_LINK;
  host->link.is_there = host->link.is_open = true;
  tell_relay(host->relay, is_relay ? FRAME_HERE : FRAME_OPEN, host->channel, text, length);
}

void tell_channel(struct host *host, const char *text, size_t length) {
  for (size_t sent = 0; sent < length && host->link.is_open;) {
    const size_t piece = length - sent < FRAME_MOST ? length - sent : FRAME_MOST;
    tell_relay(host->relay, FRAME_DATA, host->channel, text + sent, piece);
    sent += piece;
  }
}

void send_relay_beats(struct hosts *hosts) {
  for (size_t i = 0; i < hosts->relay_count; i++) tell_relay(&hosts->relays[i], FRAME_BEAT, 0, NULL, 0);
}

// --- What comes by it ---

static void end_channel(struct host *host, const struct link *link) {
  host->link.is_there = host->link.is_open = false;
  if (link == NULL) return;
  host->link.wait_status = link->wait_status;
  memcpy(host->link.complaint, link->complaint, sizeof link->complaint);
}

static void take_relays_frame(struct hosts *hosts, const struct relay *relay, const struct frame *frame) {
  char digits[DIGITS];
  if (frame->kind == FRAME_BEAT || frame->channel >= hosts->count) return;
  struct host *host = &hosts->items[frame->channel];
  if (host->relay != relay || !host->link.is_open) return;
  if (frame->kind == FRAME_DATA) feed_host(hosts, host, frame->text, frame->length);
  else if (frame->kind == FRAME_ERRORS) keep_complaint(&host->link, frame->text, frame->length);
  else if (frame->kind == FRAME_END) {
    snprintf(digits, sizeof digits, "%.*s", (int)frame->length, frame->text);
    host->link.wait_status = (int)strtol(digits, NULL, 10);
    end_channel(host, NULL);
  }
}

/** What a login shell says comes first. */
static bool is_greeted(struct relay *relay) {
  struct frame_reader *reader = &relay->reader;
  static const char greeting[] = "\n" RELAY_GREETING "\n";
  const size_t length = sizeof greeting - 1;
  if (relay->is_ready) return true;
  char *found = memmem(reader->bytes, reader->length, greeting, length);
  relay->is_ready = found != NULL;
  if (found != NULL) reader->taken = (size_t)(found - reader->bytes) + length;
  else if (reader->length == sizeof reader->bytes) reader->taken = reader->length - length;
  return relay->is_ready;
}

void read_relay(struct hosts *hosts, struct relay *relay) {
  struct frame frame;
  for (int i = 0; i < MOST_READS; i++) {
    size_t room = 0;
    int found = 0;
    char *into = frame_room(&relay->reader, &room);
    const size_t got = read_link(&relay->link, into, room);
    if (got == 0) return;
    relay->reader.length += got;
    relay->heard = now_ms();
    if (!is_greeted(relay)) continue;
    while ((found = take_frame(&relay->reader, &frame)) > 0) take_relays_frame(hosts, relay, &frame);
    if (found < 0) break_link(&relay->link);  // these are no frames
  }
}

void read_relay_errors(struct relay *relay) {
  char piece[COMPLAINT_SIZE / 2];
  const size_t got = read_errors(&relay->link, piece, sizeof piece);
  keep_complaint(&relay->link, piece, got);
}

// --- What is not reached by it ---

static bool is_relay_gone(const struct relay *relay) { return !relay->link.is_open && !relay->link.is_there; }

/** A relay that answers late is none: nothing was told to it, so nothing of ours begins there any more. */
static void give_up_late(const struct hosts *hosts, struct relay *relay) {
  const long part = hosts->options->timeout_ms / PART_OF_TIMEOUT;
  const long patience = part < MOST_WAIT_MS ? part : MOST_WAIT_MS;
  if (!relay->is_ready && relay->link.is_there && now_ms() - relay->begun > patience) break_link(&relay->link);
  if (!relay->link.is_open) relay->host->is_no_relay = true;
}

/** A host that has spoken is at work there: a second one would be in its way. */
static void tend_relayed(struct hosts *hosts, struct host *host) {
  const struct relay *relay = host->relay;
  const bool has_ended = host->state == CONNECTING && !host->link.is_open;
  if (relay->link.is_open && !has_ended) return;
  if (!host->has_spoken && host->state <= CONNECTING) {
    reset_host(host);
    hosts->unrelayed++;
  } else if (!has_ended && is_relay_gone(relay)) {
    end_channel(host, &relay->link);
  }
}

void tend_relays(struct hosts *hosts) {
  for (size_t i = 0; i < hosts->relay_count; i++) give_up_late(hosts, &hosts->relays[i]);
  for (size_t i = 0; i < hosts->count; i++) {
    if (hosts->items[i].relay != NULL) tend_relayed(hosts, &hosts->items[i]);
  }
}

void say_unrelayed(const struct hosts *hosts) {
  if (hosts->unrelayed == 0 || !(is_on_terminal() || hosts->options->only_checks)) return;
  say_of_hosts(
      hosts,
      "of %zu hosts %zu are reached from here, which their relays could not reach: is ssh from host to host possible?",
      hosts->count, hosts->unrelayed);
}

// --- When it is lost ---

static void cut_off(struct host *host, char *names, size_t size) {
  const size_t length = strlen(names);
  snprintf(names + length, size - length, "%s%s", length == 0 ? "" : ", ", host->name);
  host->is_given_up = host->is_cut_off = true;
  host->state = LOST;
}

static bool is_awaited(const struct host *host) {
  return host->state == RUNNING && !host->is_done && !host->is_given_up;
}

/** Its own host is to blame; those behind it end their ranks by themselves. */
static void lose_relay(struct hosts *hosts, struct relay *relay) {
  char names[NAMES_SIZE] = "";
  char words[2 * NAMES_SIZE];
  struct host *own = relay->host;
  const bool is_first = !is_blamed(own) && !hosts->is_stopping;
  own->is_no_relay = true;
  if (is_relay_gone(relay)) end_channel(own, &relay->link);
  lose_host(hosts, own);
  for (size_t i = 0; i < hosts->count; i++) {
    if (hosts->items[i].relay == relay && is_awaited(&hosts->items[i])) cut_off(&hosts->items[i], names, sizeof names);
  }
  if (names[0] == '\0') return;
  snprintf(words, sizeof words, "it is between this host and %s, whose ranks end by themselves", names);
  if (!is_first) {
    say_lines(hosts, own->name, words);
    return;
  }
  const size_t length = strlen(own->verdict.text);
  snprintf(own->verdict.text + length, sizeof own->verdict.text - length, "%s\n", words);
}

static bool is_any_awaited(const struct hosts *hosts, const struct relay *relay) {
  for (size_t i = 0; i < hosts->count; i++) {
    if (hosts->items[i].relay == relay && is_awaited(&hosts->items[i])) return true;
  }
  return false;
}

void look_for_lost_relays(struct hosts *hosts) {
  for (size_t i = 0; i < hosts->relay_count; i++) {
    struct relay *relay = &hosts->relays[i];
    const bool is_silent = now_ms() - relay->heard > hosts->options->patience_ms;
    if ((is_silent || is_relay_gone(relay)) && is_any_awaited(hosts, relay)) lose_relay(hosts, relay);
  }
}

long long silence_of(const struct host *host) {
  return (host->relay == NULL ? now_ms() : host->relay->heard) - host->heard;
}
