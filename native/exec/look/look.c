#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../base/clock.h"
#include "../base/process.h"
#include "../tell/outbox.h"
#include "facts.h"

enum { MOST_QUESTIONS = 2048, AT_ONCE = 16, PATIENCE_MS = 10000, PATIENCE_WITH_GPUS_MS = 60000, TICK_MS = 5 };

struct kind {
  const char *name;
  void (*ask)(const struct question *question);  // NULL: it only sets a value for later questions
  bool needs_subject;
  int patience_ms;
};

static const struct kind KINDS[] = {
    {"host", ask_host, false, PATIENCE_MS},          {"free-port", ask_free_port, false, PATIENCE_MS},
    {"resolve", ask_resolve, true, PATIENCE_MS},     {"path", NULL, true, 0},
    {"directory", ask_directory, true, PATIENCE_MS}, {"command", ask_command, true, PATIENCE_MS},
    {"logs", ask_logs, true, PATIENCE_MS},           {"writable", ask_writable, true, PATIENCE_MS},
    {"fresh", ask_fresh, true, PATIENCE_MS},         {"port", ask_port, true, PATIENCE_MS},
    {"variable", ask_variable, true, PATIENCE_MS},   {"gpus", ask_gpus, true, PATIENCE_WITH_GPUS_MS},
    {"text", ask_text, true, PATIENCE_MS},           {"interfaces", ask_interfaces, false, PATIENCE_MS},
    {"own-name", ask_own_name, false, PATIENCE_MS},  {"route", ask_route, true, PATIENCE_MS},
    {"listen", ask_listen, true, PATIENCE_MS},       {"unlisten", ask_unlisten, true, PATIENCE_MS},
    {"dial", ask_dial, true, PATIENCE_MS},           {"rank", ask_rank, true, PATIENCE_MS},
    {"worker", ask_worker, true, PATIENCE_MS},
};

static const struct kind *find_kind(const char *question) {
  const size_t length = strcspn(question, " ");
  const bool has_subject = question[length] == ' ' && question[length + 1] != '\0';
  for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
    const bool is_named = strlen(KINDS[i].name) == length && strncmp(KINDS[i].name, question, length) == 0;
    if (is_named && (has_subject == KINDS[i].needs_subject || KINDS[i].ask == NULL)) return &KINDS[i];
  }
  return NULL;
}

const char *find_bad_question(const struct questions *questions) {
  size_t count = 0;
  if (questions->size > 0 && questions->text[questions->size - 1] != '\0') return "look: it is cut off";
  for (size_t at = 0; at < questions->size; at += strlen(questions->text + at) + 1) {
    if (++count > MOST_QUESTIONS) return "look: too many questions";
    if (find_kind(questions->text + at) == NULL) return "look: there is no such question";
  }
  return NULL;
}

/** A question that a process answers at this time. */
struct answering {
  pid_t pid;  // 0: none
  struct question question;
  long long deadline;
};

static void begin_answer(struct answering *place, const struct kind *kind, const struct question *question) {
  const pid_t pid = fork_child();
  if (pid == 0) {
    kind->ask(question);
    _exit(0);
  }
  if (pid < 0) tell_error(question, errno);
  *place =
      (struct answering){.pid = pid < 0 ? 0 : pid, .question = *question, .deadline = now_ms() + kind->patience_ms};
}

/** Whether this place is free again. Who crashes, or is killed for its silence, has answered nothing. */
static bool is_answered(struct answering *place) {
  int wait_status = 0;
  if (place->pid == 0) return true;
  const bool is_late = now_ms() >= place->deadline;
  const pid_t ended = waitpid(place->pid, &wait_status, WNOHANG);
  if (ended == 0 && !is_late) return false;
  if (ended == 0) kill(place->pid, SIGKILL);  // a dead file system may hold it: it is not waited for
  if (ended == 0) tell_error(&place->question, ETIMEDOUT);
  else if (wait_status != 0) tell_error(&place->question, EIO);
  place->pid = 0;
  return true;
}

static struct answering *await_place(struct answering places[AT_ONCE]) {
  for (;; poll(NULL, 0, TICK_MS)) {
    for (size_t i = 0; i < AT_ONCE; i++) {
      if (is_answered(&places[i])) return &places[i];
    }
  }
}

void answer_all(const void *questions) {
  const struct questions *all = questions;
  static struct answering places[AT_ONCE];
  struct question question = {.path = NULL};
  for (size_t at = 0; at < all->size; at += strlen(all->text + at) + 1) {
    const char *text = all->text + at;
    const struct kind *kind = find_kind(text);
    if (kind == NULL) continue;
    question.kind = kind->name;
    question.subject = strchr(text, ' ') == NULL ? "" : strchr(text, ' ') + 1;
    if (kind->ask == NULL) question.path = question.subject;
    else begin_answer(await_place(places), kind, &question);
    if (kind->ask == ask_directory) question.directory = question.subject;
  }
  for (size_t i = 0; i < AT_ONCE; i++) {
    while (!is_answered(&places[i])) poll(NULL, 0, TICK_MS);
  }
}
