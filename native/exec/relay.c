#include "relay.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "catch-signals.h"
#include "end-processes.h"
#include "frames.h"
#include "link.h"
#include "start-rank.h"

/** More than ENOUGH that waits for the launcher makes the transports wait. */
enum { TICK_MS = 50, LAST_MS = 1000, PIECE_SIZE = 1 << 13, ENOUGH = 1 << 16, MOST_WORDS = FRAME_MOST / 2, DIGITS = 24 };

struct channel {
  size_t number;
  struct link link;
  bool is_here;
  bool has_ended;
};

struct relay {
  struct link launcher;
  struct frame_reader reader;
  struct channel *channels;
  size_t count;
  struct pollfd *watched;
  int signals;
  long long heard;
  long long dismissed;  // when; 0: it is not
};

static void tell_launcher(struct relay *relay, char kind, size_t channel, const char *text, size_t length) {
  char frame[FRAME_SIZE];
  tell_link(&relay->launcher, frame, write_frame(frame, kind, channel, text, length));
}

static void tell_end(struct relay *relay, struct channel *channel) {
  char digits[DIGITS];
  const int length = snprintf(digits, sizeof digits, "%d", channel->link.wait_status);
  channel->has_ended = true;
  close_link(&channel->link);
  tell_launcher(relay, FRAME_END, channel->number, digits, (size_t)length);
}

/** The launcher is gone, or wants no more. */
static void dismiss(struct relay *relay) {
  if (relay->dismissed != 0) return;
  relay->dismissed = now_ms();
  for (size_t i = 0; i < relay->count; i++) close_link(&relay->channels[i].link);
}

// --- What the launcher says ---

static struct channel *add_channel(struct relay *relay, size_t number) {
  struct channel *channels = realloc(relay->channels, (relay->count + 1) * sizeof *channels);
  if (channels != NULL) relay->channels = channels;
  struct pollfd *watched = realloc(relay->watched, (relay->count + 3) * OF_A_LINK * sizeof *watched);
  if (watched != NULL) relay->watched = watched;
  if (channels == NULL || watched == NULL) return NULL;
  struct channel *channel = &channels[relay->count++];
  *channel = (struct channel){.number = number, .link = NO_LINK};
  return channel;
}

static void open_channel(struct relay *relay, const struct frame *frame) {
  static char text[FRAME_MOST + 1];
  static char *words[MOST_WORDS + 1];
  static char shell[] = "/bin/sh";
  static char option[] = "-c";
  size_t count = 0;
  struct channel *channel = add_channel(relay, frame->channel);
  memcpy(text, frame->text, frame->length);
  text[frame->length] = '\0';
  if (channel != NULL) channel->is_here = frame->kind == FRAME_HERE;
  if (frame->kind == FRAME_HERE) {
    words[count++] = shell;
    words[count++] = option;
  }
  for (char *at = text; at < text + frame->length && count < MOST_WORDS; at += strlen(at) + 1) words[count++] = at;
  words[count] = NULL;
  if (channel != NULL && count > 0 && open_link(&channel->link, words)) return;
  const int status = STATUS_CANNOT_RUN << 8;
  char digits[DIGITS];
  const int length = snprintf(digits, sizeof digits, "%d", status);
  if (channel != NULL) channel->has_ended = true;
  tell_launcher(relay, FRAME_END, frame->channel, digits, (size_t)length);
}

static struct channel *find_channel(const struct relay *relay, size_t number) {
  for (size_t i = 0; i < relay->count; i++) {
    if (relay->channels[i].number == number && !relay->channels[i].has_ended) return &relay->channels[i];
  }
  return NULL;
}

static void take_launchers(struct relay *relay, const struct frame *frame) {
  struct channel *channel = find_channel(relay, frame->channel);
  if (frame->kind == FRAME_BEAT) tell_launcher(relay, FRAME_BEAT, 0, NULL, 0);
  else if (frame->kind == FRAME_OPEN || frame->kind == FRAME_HERE) open_channel(relay, frame);
  else if (channel == NULL) return;
  else if (frame->kind == FRAME_DATA) tell_link(&channel->link, frame->text, frame->length);
}

static void read_launcher(struct relay *relay) {
  struct frame frame;
  size_t room = 0;
  char *into = frame_room(&relay->reader, &room);
  relay->reader.length += read_link(&relay->launcher, into, room);
  relay->heard = now_ms();
  int found = 0;
  while ((found = take_frame(&relay->reader, &frame)) > 0) {
    if (relay->dismissed == 0) take_launchers(relay, &frame);
  }
  if (found < 0 || !relay->launcher.is_open) dismiss(relay);
}

// --- What the transports say ---

static void read_channel(struct relay *relay, struct channel *channel) {
  char piece[PIECE_SIZE];
  const size_t of_errors = read_errors(&channel->link, piece, sizeof piece);
  if (of_errors > 0) tell_launcher(relay, FRAME_ERRORS, channel->number, piece, of_errors);
  const size_t of_output = read_link(&channel->link, piece, sizeof piece);
  if (of_output > 0) tell_launcher(relay, FRAME_DATA, channel->number, piece, of_output);
}

/** What is of this host ends its ranks within their grace, when its input has ended; others are only in the way. */
static void press_channels(const struct relay *relay) {
  const long long past = now_ms() - relay->dismissed;
  if (relay->dismissed == 0 || past < LAST_MS) return;
  for (size_t i = 0; i < relay->count; i++) {
    const struct channel *channel = &relay->channels[i];
    if (channel->link.pid > 0 && !channel->is_here) kill(-channel->link.pid, past < 2L * LAST_MS ? SIGTERM : SIGKILL);
  }
}

static bool is_over(const struct relay *relay) {
  if (relay->dismissed == 0) return false;
  if (now_ms() - relay->dismissed > 3L * LAST_MS) return true;
  for (size_t i = 0; i < relay->count; i++) {
    if (!relay->channels[i].has_ended) return false;
  }
  return true;
}

static void take_what_came(struct relay *relay) {
  struct signalfd_siginfo taken;
  const struct pollfd *watched = relay->watched;
  while (read(relay->signals, &taken, sizeof taken) == sizeof taken) continue;
  const size_t count = relay->count;  // those that are opened now were not watched
  for (size_t i = 0; i < count; i++) {
    const struct pollfd *of_channel = &watched[(i + 2) * OF_A_LINK];
    if ((of_channel[0].revents | of_channel[1].revents) != 0) read_channel(relay, &relay->channels[i]);
    if (of_channel[2].revents != 0) send_pending(&relay->channels[i].link);
  }
  if (watched[2].revents != 0) send_pending(&relay->launcher);
  if (watched[0].revents != 0) read_launcher(relay);
}

static void wait_for_frames(struct relay *relay) {
  const bool is_full = relay->launcher.pending_length > ENOUGH;
  struct pollfd *watched = relay->watched;
  watch_link(&relay->launcher, watched);
  for (size_t i = 1; i < OF_A_LINK; i++) watched[OF_A_LINK + i] = (struct pollfd){.fd = NO_DESCRIPTOR};
  watched[OF_A_LINK] = (struct pollfd){.fd = relay->signals, .events = POLLIN};
  for (size_t i = 0; i < relay->count; i++) {
    struct pollfd *of_channel = &watched[(i + 2) * OF_A_LINK];
    watch_link(&relay->channels[i].link, of_channel);
    if (is_full) of_channel[0].fd = of_channel[1].fd = NO_DESCRIPTOR;
  }
  if (poll(watched, (relay->count + 2) * OF_A_LINK, relay->dismissed == 0 ? LAST_MS : TICK_MS) > 0) {
    take_what_came(relay);
  }
  for (size_t i = 0; i < relay->count; i++) {
    struct channel *channel = &relay->channels[i];
    reap_link(&channel->link);
    if (!channel->has_ended && !channel->link.is_there && !channel->link.is_open) tell_end(relay, channel);
  }
}

int relay_frames(const struct options *options) {
  static struct relay relay;
  static const int CAUGHT[] = {SIGCHLD};
  static const char greeting[] = "\n" RELAY_GREETING "\n";
  relay = (struct relay){.launcher = NO_LINK, .heard = now_ms()};
  relay.launcher.is_open = true;
  relay.launcher.output = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  relay.launcher.input = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  relay.signals = catch_signals(CAUGHT, sizeof CAUGHT / sizeof *CAUGHT);
  relay.watched = calloc(2L * OF_A_LINK, sizeof *relay.watched);
  if (relay.signals < 0 || relay.watched == NULL) return STATUS_OWN;
  fcntl(relay.launcher.output, F_SETFL, O_NONBLOCK);
  fcntl(relay.launcher.input, F_SETFL, O_NONBLOCK);
  tell_link(&relay.launcher, greeting, sizeof greeting - 1);
  while (!is_over(&relay)) {
    wait_for_frames(&relay);
    const bool is_silent = options->patience_ms > 0 && now_ms() - relay.heard > options->patience_ms;
    if (is_silent || relay.launcher.input == NO_DESCRIPTOR) dismiss(&relay);
    press_channels(&relay);
  }
  return 0;
}
