#include "detach.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "end-processes.h"
#include "options.h"
#include "start-rank.h"

enum { PIECE_SIZE = 1 << 12, NAME_SIZE = 256, STAT_SIZE = 1024, START_FIELD = 22 };

static const int PASSED_ON[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
enum { PASSED_ON_COUNT = sizeof PASSED_ON / sizeof *PASSED_ON };

static struct {
  char *folder;  // NULL: not detached
  pid_t pid;     // of the launcher
  int begun;     // who waits for the start hears of it here
} run = {.begun = NO_DESCRIPTOR};

// --- What is kept ---

static void name_file(const char *file, char path[PATH_MAX]) { snprintf(path, PATH_MAX, "%s/%s", run.folder, file); }

/** The first line; empty where there is none. */
static void read_line(const char *path, char *line, size_t size) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  const ssize_t got = file < 0 ? 0 : read(file, line, size - 1);
  if (file >= 0) close(file);
  line[got < 0 ? 0 : got] = '\0';
  line[strcspn(line, "\n")] = '\0';
}

/** When this process began, in ticks since the boot. Its name, in brackets, may have blanks and brackets itself. */
static unsigned long long read_start(void) {
  char stat[STAT_SIZE];
  read_line("/proc/self/stat", stat, sizeof stat);
  const char *at = strrchr(stat, ')');
  for (int field = 2; at != NULL && field < START_FIELD; field++) at = strchr(at + 1, ' ');
  return at == NULL ? 0 : strtoull(at, NULL, 10);
}

bool keep_record(const char *name, const char *text) {
  char path[PATH_MAX];
  char draft[PATH_MAX];
  name_file(name, path);
  snprintf(draft, sizeof draft, "%s/.%s", run.folder, name);
  const int file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return false;
  const size_t length = strlen(text);
  const bool is_whole = write(file, text, length) == (ssize_t)length;
  return close(file) == 0 && is_whole && rename(draft, path) == 0;
}

/** A number of a process may be used again: its start and the boot tell it from any other. */
static bool keep_launcher(void) {
  char host[NAME_SIZE];
  char boot[NAME_SIZE];
  char space[NAME_SIZE] = "";
  char text[PIECE_SIZE];
  read_line("/proc/sys/kernel/hostname", host, sizeof host);
  read_line("/proc/sys/kernel/random/boot_id", boot, sizeof boot);
  const ssize_t length = readlink("/proc/self/ns/pid", space, sizeof space - 1);
  if (length < 0) space[0] = '\0';
  host[strcspn(host, "\"\\")] = '\0';
  snprintf(text, sizeof text,
           "{\"formatVersion\":\"1.0\",\"pid\":%d,\"start\":%llu,\"boot\":\"%s\",\"namespace\":\"%s\",\"host\":\"%s\","
           "\"at\":%lld}\n",
           (int)getpid(), read_start(), boot, space, host, wall_ms());
  return keep_record("launcher.json", text);
}

void record_verdict(int status) {
  char text[NAME_SIZE];
  if (run.folder == NULL || run.pid != getpid()) return;
  snprintf(text, sizeof text, "{\"formatVersion\":\"1.0\",\"status\":%d,\"at\":%lld}\n", status, wall_ms());
  if (!keep_record("verdict.json", text)) dprintf(STDERR_FILENO, "verdict.json: %s\n", strerror(errno));
}

// --- The launcher ---

bool is_detached(void) { return run.folder != NULL; }

/** What it has said so far is shown by whoever waits. */
void tell_begun(void) {
  struct stat log;
  if (run.begun == NO_DESCRIPTOR) return;
  const off_t size = fstat(STDERR_FILENO, &log) == 0 ? log.st_size : 0;
  if (write(run.begun, &size, sizeof size) < 0) errno = 0;  // nobody waits any more
  close(run.begun);
  run.begun = NO_DESCRIPTOR;
}

static void become_launcher(int log, int begun) {
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  setsid();
  dup2(nothing, STDIN_FILENO);
  dup2(log, STDOUT_FILENO);
  dup2(log, STDERR_FILENO);
  // A shell without job control starts what is in its background with INT and QUIT ignored: `rankplan stop` sends them.
  for (size_t i = 0; i < PASSED_ON_COUNT; i++) signal(PASSED_ON[i], SIG_DFL);
  signal(SIGPIPE, SIG_IGN);
  run.pid = getpid();
  run.begun = begun;
}

// --- Who waits for its start ---

static void pass_on(int signal_number) {
  const int error = errno;
  kill(run.pid, signal_number);
  errno = error;
}

static void block_signals(bool is_blocked) {
  sigset_t signals;
  sigemptyset(&signals);
  for (size_t i = 0; i < PASSED_ON_COUNT; i++) sigaddset(&signals, PASSED_ON[i]);
  sigprocmask(is_blocked ? SIG_BLOCK : SIG_UNBLOCK, &signals, NULL);
}

static void pass_signals_on(void) {
  for (size_t i = 0; i < PASSED_ON_COUNT; i++) {
    const struct sigaction action = {.sa_handler = pass_on, .sa_flags = SA_RESTART};
    struct sigaction inherited;
    if (sigaction(PASSED_ON[i], NULL, &inherited) != 0 || inherited.sa_handler == SIG_IGN) continue;
    sigaction(PASSED_ON[i], &action, NULL);
  }
}

static void show_log(int log, off_t size) {
  char piece[PIECE_SIZE];
  for (off_t at = 0; at < size;) {
    const size_t wanted = size - at < PIECE_SIZE ? (size_t)(size - at) : PIECE_SIZE;
    const ssize_t got = pread(log, piece, wanted, at);
    if (got <= 0 || write(STDERR_FILENO, piece, (size_t)got) < 0) return;
    at += got;
  }
}

static int await_begin(int log, int begun) {
  off_t size = 0;
  struct stat all;
  int wait_status = 0;
  ssize_t got = 0;
  do got = read(begun, &size, sizeof size);
  while (got < 0 && errno == EINTR);
  if (got == sizeof size) {
    show_log(log, size);
    // Of a run that goes on this is all that a script needs.
    return printf("%s\n", run.folder) < 0 || fflush(stdout) != 0 ? STATUS_OWN : 0;
  }
  while (waitpid(run.pid, &wait_status, 0) < 0 && errno == EINTR) continue;
  if (fstat(log, &all) == 0) show_log(log, all.st_size);
  return status_of(wait_status);
}

int detach(const char *folder) {
  char path[PATH_MAX];
  int ends[2];
  run.folder = strdup(folder);  // the watcher takes the words' place for its name
  if (run.folder == NULL) return STATUS_OWN;
  name_file("launch.log", path);
  const int log = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (log < 0 || pipe2(ends, O_CLOEXEC) != 0) {
    dprintf(STDERR_FILENO, "%s: %s\n", path, strerror(errno));
    return STATUS_OWN;
  }
  block_signals(true);
  run.pid = fork();
  if (run.pid == 0) become_launcher(log, ends[1]);
  else if (run.pid > 0) pass_signals_on();
  block_signals(false);
  if (run.pid == getpid()) {
    close(ends[0]);
    if (keep_launcher()) return IS_DETACHED;
    dprintf(STDERR_FILENO, "%s/launcher.json: %s\n", folder, strerror(errno));
    exit(STATUS_OWN);
  }
  close(ends[1]);
  if (run.pid < 0) dprintf(STDERR_FILENO, "fork: %s\n", strerror(errno));
  return run.pid < 0 ? STATUS_OWN : await_begin(log, ends[0]);
}
