// rankplan-exec: starts ranks, and guards them so that nothing of theirs outlives them or their launcher.
//
//   rankplan-exec [OPTION...] -- COMMAND...                one rank
//   rankplan-exec [OPTION...] --request FD [-- COMMAND...]  the ranks that are read from FD
//   rankplan-exec --launch DIR --ranks LIST --plan DIGEST --logs DIR [OPTION...] -- COMMAND...
//                                                           these ranks of the compiled plan in DIR: see launch.h
//   rankplan-exec --hosts [OPTION...] --request FD          the hosts that are read from FD: see hosts.h
//
//   rankplan-exec --relay --patience SECONDS                between a launcher and other hosts: see relay.h
//
//   --rank N               its number, for reports           --directory DIR         where it works
//   --stdin|stdout|stderr|steps FILE (steps: see start-rank.c) --set NAME=VALUE, --unset NAME
//   --cpus LIST            where it runs, and prefers memory --memory near|any       any: of no CPUs in particular
//   --memory-node N        whose memory it prefers
//   --open-files N         the soft limit of their number    --strict  being denied one of these three is an error
//   --become               no guard: the rank takes this process, whose parent watches over it (Slurm does)
//   --lifeline FD          its end of file means that the launcher died
//   --report FD            a line of JSON for each event     --grace SECONDS         from TERM to KILL (30)
//   --name PROGRAM         tells people what happens, in this name
//   --restarts N           after a failure all ranks start anew, up to N times; the logs before are in LOGS/attempt-0
//   ...
//   --detach DIR           goes on without its terminal, when the ranks were started: see detach.h
//   --tee                  shows the ranks' logs, each line behind its rank
//   --lines                tells the last line of each rank's log, as `line` events, when there is a new one
//   --sampler PROGRAM      with --patience: tells who uses the GPUs when it is asked (ORDER_OBSERVE)
//   --patience SECONDS     the lifeline has a heartbeat (orders.h), and is torn when silent for so long
//   --timeout SECONDS      within which hosts must be ready (30); --check: no more than that
//   --fanout N             more hosts than these are reached through others, the relays; 0: all from here
//   --protocol N           a launcher of another version is refused                  --version
//
// In a launch --cpus is RANKS:LIST, and may come again; --record gives each rank --steps, a file in --logs.
//
// The status is the rank's (128 + its signal), 126 or 127 if it could not be started, as in a shell; 125: its own. Of
// many ranks it is that of the first that failed; 78: a launch was refused, and nothing was started.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "announce.h"
#include "detach.h"
#include "guard.h"
#include "hosts.h"
#include "place.h"
#include "relay.h"
#include "report.h"
#include "request.h"
#include "start-rank.h"

static int refuse(const struct options *options, const char *problem) {
  dprintf(STDERR_FILENO, "%s: %s\n", options->name == NULL ? "rankplan-exec" : options->name, problem);
  report((struct event){.name = "refused", .rank = -1, .status = -1, .subject = problem});
  return options->launch.directory == NULL ? STATUS_OWN : STATUS_REFUSED;
}

/** Of the guard's own descriptors none is a rank's, and no log takes the place of one. */
static void keep_own(int *descriptor) {
  if (*descriptor == NO_DESCRIPTOR) return;
  if (*descriptor > STDERR_FILENO) fcntl(*descriptor, F_SETFD, FD_CLOEXEC);
  else *descriptor = fcntl(*descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

/** Descriptors 0 to 2 must be open, or a log could become one of them before its turn. */
static void arrange_descriptors(struct options *options) {
  int opened = 0;
  while (opened >= 0 && opened <= STDERR_FILENO) opened = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (opened >= 0) close(opened);
  keep_own(&options->lifeline);
  keep_own(&options->report);
  keep_own(&options->request);
}

/** What a launcher talks through is not a rank's input. */
static void keep_input(struct options *options) {
  const bool is_taken = options->lifeline == STDIN_FILENO || options->request == STDIN_FILENO;
  if (is_taken && options->rank.input == NULL) options->rank.input = "/dev/null";
}

static const char *find_problem(const struct rank *ranks, size_t count) {
  if (count == 0) return "the request has no ranks";
  for (size_t i = 0; i < count; i++) {
    if (ranks[i].command == NULL || ranks[i].command[0] == NULL) return "there is no command: it comes after --";
  }
  return NULL;
}

static const char *find_ranks(struct options *options, struct request *request) {
  const char *problem = NULL;
  *request = (struct request){.ranks = &options->rank, .count = 1};
  if (options->launch.directory != NULL) {
    problem = prepare_launch(&options->launch, &options->rank, &request->ranks, &request->count);
  } else if (options->request != NO_DESCRIPTOR) {
    problem = read_request(options->request, &options->rank, request);
  }
  return problem == NULL ? find_problem(request->ranks, request->count) : problem;
}

static int guard(struct options *options) {
  static struct request request;
  if (options->leads_hosts) return guard_hosts(options);
  if (options->relays) return relay_frames(options);
  const char *problem = find_ranks(options, &request);
  if (problem != NULL) return refuse(options, problem);
  if (options->becomes) become_rank(&options->rank);
  name_machine(options->machine);
  if (options->name != NULL) begin_announcing(options->name, options->launch.logs);
  return guard_ranks(request.ranks, request.count, options);
}

int main(int argument_count, char **arguments) {
  (void)argument_count;
  static struct options options;
  const char *problem = parse_options(arguments + 1, &options);
  if (problem != NULL) return refuse(&options, problem);
  options.words = arguments;
  if (options.wants_version) return printf("rankplan-exec, protocol %d\n", PROTOCOL) < 0 ? STATUS_OWN : 0;
  keep_input(&options);
  arrange_descriptors(&options);
  report_to(options.report);
  const int waited = options.detached == NULL ? IS_DETACHED : detach(options.detached);
  if (waited != IS_DETACHED) return waited;
  const int status = guard(&options);
  record_verdict(status);
  return status;
}
