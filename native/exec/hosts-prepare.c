#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "end-processes.h"
#include "hosts.h"
#include "start-rank.h"

enum { STATUS_OF_SSH = 255, MS = 1000, TICK_MS = 50 };

bool is_ready(const struct host *host) { return host->state == READY && host->link.is_open; }

static bool is_resolved(const struct host *host) {
  return host->state > CONNECTING || (host->state == CONNECTING && !host->link.is_open && !host->link.is_there);
}

/** For what a shell or sshd there says of itself only. */
static const char *advise(const struct host *host) {
  const int status = host->link.wait_status;
  const bool is_missing = !host->link.is_there && WIFEXITED(status) && WEXITSTATUS(status) == STATUS_NOT_FOUND;
  if (is_missing) return " (each host needs bash, and this directory: --push copies it)";
  if (strstr(host->link.complaint, "Permission denied (") != NULL)
    return " (it must let you in without a question: a key in an agent, or one without a passphrase)";
  if (strstr(host->link.complaint, "Offending ") != NULL)
    return " (its key has changed: was it installed anew, or is it another machine? ssh to it by hand tells more)";
  if (strstr(host->link.complaint, "Host key verification failed") != NULL)
    return " (ssh does not know its key under this name or address: ssh to it once by hand, and compare)";
  const bool is_there = !host->link.is_there && WIFEXITED(status) && WEXITSTATUS(status) < STATUS_OF_SSH;
  return is_there
             ? " (launch.sh was not started there: a file such as .bashrc may end the login, or start another shell)"
             : "";
}

static void say_refusal(const struct hosts *hosts, const struct host *host) {
  char words[2 * COMPLAINT_SIZE];
  if (host->refusals[0] != '\0') {
    say_lines(hosts, host->name, host->refusals);
    return;
  }
  describe_transport(host, words, sizeof words);
  if (is_resolved(host)) say_of_hosts(hosts, "%s cannot be used: %s%s", host->name, words, advise(host));
  else
    say_of_hosts(hosts, "%s was not ready within %g s: %s", host->name, (double)hosts->options->timeout_ms / MS, words);
}

static void say_ready(const struct hosts *hosts, const struct host *host) {
  if (!hosts->options->only_checks || !is_ready(host)) return;
  const bool is_large = host->free_mb >= MS;
  say_of_hosts(hosts, "%s is ready (%zu rank%s; %lld %s free)", host->name, host->ranks, plural(host->ranks),
               is_large ? host->free_mb / MS : host->free_mb, is_large ? "GB" : "MB");
}

static void refuse_attempt(struct hosts *hosts, size_t ready) {
  const bool is_first = hosts->attempt == 0;
  hosts->is_dismissed = true;
  for (size_t i = 0; i < hosts->count; i++) say_ready(hosts, &hosts->items[i]);
  hosts->status = is_first ? STATUS_REFUSED : hosts->failed_status;
  if (is_first && hosts->count == 1) return;
  say_of_hosts(hosts, "%s%zu of %zu hosts are ready%s", is_first ? "" : "no restart: ", ready, hosts->count,
               is_first ? "; nothing was started" : "");
}

/** Two names of one machine: ranks of both would share its GPUs. */
static void refuse_twins(struct hosts *hosts) {
  for (size_t i = 0; i < hosts->count; i++) {
    struct host *host = &hosts->items[i];
    for (size_t j = 0; j < i && is_ready(host); j++) {
      const struct host *other = &hosts->items[j];
      if (host->machine[0] == '\0' || strcmp(host->machine, other->machine) != 0) continue;
      host->state = REFUSED;
      snprintf(host->refusals, sizeof host->refusals,
               "it is the same machine as %.200s, and ranks of both would share each GPU: mend the addresses\n",
               other->name);
    }
  }
}

/** All hosts make their checks at once, and all that they refuse is told: the number of those that are ready. */
static size_t prepare_all(struct hosts *hosts) {
  const long long deadline = now_ms() + hosts->options->timeout_ms;
  for (bool is_waiting = true; is_waiting && !hosts->is_stopping && now_ms() < deadline;) {
    if (!connect_hosts(hosts)) {
      hosts->is_dismissed = true;
      hosts->status = STATUS_OWN;
      return 0;
    }
    send_beats(hosts);
    is_waiting = false;
    for (size_t i = 0; i < hosts->count; i++) is_waiting = is_waiting || !is_resolved(&hosts->items[i]);
    if (is_waiting) wait_for_hosts(hosts, TICK_MS);
  }
  refuse_twins(hosts);
  size_t ready = 0;
  for (size_t i = 0; i < hosts->count && !hosts->is_stopping; i++) {
    const struct host *host = &hosts->items[i];
    ready += is_ready(host) ? 1 : 0;
    if (!is_ready(host)) say_refusal(hosts, host);
  }
  return ready;
}

bool make_ready(struct hosts *hosts) {
  for (;; hosts->round++) {
    for (size_t i = 0; i < hosts->count; i++) reset_host(&hosts->items[i]);
    plan_relays(hosts);
    const size_t ready = prepare_all(hosts);
    if (hosts->is_stopping || hosts->status == STATUS_OWN) return false;
    if (ready == hosts->count) break;
    if (!replace_unready(hosts)) {
      refuse_attempt(hosts, ready);
      return false;
    }
    end_transports(hosts);
  }
  for (size_t i = 0; i < hosts->count; i++) say_ready(hosts, &hosts->items[i]);
  say_unrelayed(hosts);
  return true;
}
