// The ranks of a plan on several hosts: a launch.sh on each, through a transport such as ssh, and one verdict.
//
// A transport's stdin and stdout are those of `launch.sh --member`, which reads its arguments there (their number and
// the words, each with a NUL), then orders of one letter (orders.h), and writes events, a line of JSON each. What a
// login shell says besides is passed over. Lines that begin with OUTPUT_MARK or ERRORS_MARK are those of ranks.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "frames.h"
#include "link.h"
#include "options.h"

enum { MACHINE_SIZE = 128 };
enum { HOST_LINE_SIZE = 1 << 13, HOST_TEXT_SIZE = 1 << 14 };

/** Of a job that lost a host. */
enum { STATUS_LOST = 75 };

enum host_state { WAITING, CONNECTING, READY, RUNNING, DONE, REFUSED, LOST };

struct line_buffer {
  char text[HOST_LINE_SIZE];
  size_t length;
};

/** The failure that a host decided on, by the launcher's clock. */
struct verdict {
  bool is_there;
  bool is_felt;  // its rank says that another left it
  int status;
  long long at;
  char text[HOST_TEXT_SIZE];  // for people
};

/** A host without ranks, which can take the place of some that have some. */
struct spare {
  const char *name;
  char **transport;
  const char *places;  // of hosts, from 0, like 0-2,5; or -
  const char *unlike;  // lines like 3,4=why it cannot take these
  bool is_taken;
  bool has_passed;        // its claimant has asked for another
  struct host *asker;     // who would have it
  struct host *claimant;  // whose place it is to take
  char own_place[24];     // of a host that was lost, and may come back
};

/** A host that starts the transports of its neighbours. What is its own goes through it, too. */
struct relay {
  struct host *host;
  struct link link;
  struct frame_reader reader;
  bool is_ready;
  long long begun;
  long long heard;
};

struct host {
  const char *node;     // of the plan
  const char *planned;  // the machine that was to be this node
  const char *name;     // of that, or of the spare in its place
  size_t ranks;
  char **transport;  // both end with NULL
  char **words;
  enum host_state state;
  struct spare *substitute;
  struct link link;     // by a relay it is a record only
  struct relay *relay;  // NULL: it is reached from here
  size_t channel;       // of the relay's
  bool is_no_relay;     // it has failed as one
  bool is_cut_off;      // its relay was lost, which is not its fault
  long long connected;  // when
  long long due;        // not before then
  int drops;            // how often a connection was dropped before it was one
  bool has_spoken;
  struct line_buffer line;
  char refusals[HOST_TEXT_SIZE];
  long long heard;      // when it last gave a sign
  long long beat_sent;  // when the one that is to be answered went; 0: none is timed
  size_t beats_open;
  bool has_begun;     // its guard has answered
  long long offset;   // of its clock
  long long nearest;  // the shortest way there and back, by which the offset is known
  int port;
  long long free_mb;
  char machine[MACHINE_SIZE];  // which one it is; empty: nobody asks
  bool is_telling;             // what it says is of its verdict
  bool is_done;                // it has said so
  bool is_given_up;
  bool has_survivors;
  struct verdict verdict;
  size_t well;
  size_t ended;
};

struct hosts {
  struct host *items;
  size_t count;
  struct spare *spares;
  size_t spare_count;
  struct relay *relays;
  size_t relay_count;
  size_t unrelayed;     // hosts that were not reached by their relays
  size_t most_at_once;  // connections that are being made
  int round;            // how often hosts were made ready before
  const struct options *options;
  struct pollfd *watched;
  int signals;
  int lifeline;
  bool has_begun;
  bool is_stopping;
  bool was_interrupted;
  int times_dismissed;   // by signals, or the end of the lifeline
  bool is_dismissed;     // somebody ends the run: nothing starts anew
  bool was_ended_there;  // a host's ranks, by somebody on that host
  bool is_held;          // the hosts show no more of what ranks write
  bool is_late;          // nobody says any more who failed first
  bool is_judged;
  long long next_beat;
  long long started;
  long long deadline;
  long long felt;     // when a rank first said that another left it
  long long failed;   // when the launcher knew of the first failure
  long long settled;  // by then nothing runs on a host that was lost
  int status;
  int attempt;
  int failed_status;  // of the attempt before
  const char **used;  // the names of all hosts that have run something
  size_t used_count;
};

/** All its checks are made, and it waits for the others. */
bool is_ready(const struct host *host);

/** What it says counts no more: all is over there, as far as anybody knows. */
bool is_over(const struct host *host);

/** Reads the hosts from options->request. NULL, or what is wrong. */
const char *read_hosts(const struct options *options, struct hosts *hosts);

/** Starts the ranks of all hosts, and returns when none is left: the status. */
int guard_hosts(const struct options *options);

/** Whether people watch: then they are told what goes well, too. */
bool is_on_terminal(void);

/** A transport that is alive has nothing more to do. */
void end_transports(struct hosts *hosts);

// hosts-prepare.c: before the ranks

/**
 * All hosts are connected, and make their checks. With spares in the places of those that are not ready all are asked
 * again, for rank 0's may have moved. False where that is not enough, or the run was ended: people are told.
 */
bool make_ready(struct hosts *hosts);

// hosts-wait.c: what comes in, and the heartbeat

/** What one launcher waits for beside its links. */
enum { OWN_DESCRIPTORS = 4 };

/** Takes what comes within so many milliseconds. */
void wait_for_hosts(struct hosts *hosts, int timeout);

/** Once a second. */
void send_beats(struct hosts *hosts);

/** Ranks go on to write to their logs; what is read of them waits. */
void hold_output(struct hosts *hosts);

// hosts-attempts.c: all ranks start anew after a failure

/** After an attempt that ended: whether there is another one; people are told why not. */
bool begin_next_attempt(struct hosts *hosts);

/** Before the next attempt its ranks are given the time to end. */
void note_lost(struct hosts *hosts);

// hosts-spares.c: spares in the places of hosts that cannot be used

/** Whether there was one for each host that is not ready; people are told which, or what is missing. */
bool replace_unready(struct hosts *hosts);

/** Of hosts that were lost, where there is one; the others are tried again. */
void replace_lost(struct hosts *hosts);

// hosts-link.c: the transport

/** Starts it; false if that is not possible. */
bool connect_host(const struct hosts *hosts, struct host *host);

void tell_host(struct host *host, const char *text, size_t length);

/** Takes what it wrote; each line goes to take_line. At the end closes it. */
void read_host(struct hosts *hosts, struct host *host);

void read_complaint(struct host *host);

/** What it wrote, however it came. */
void feed_host(struct hosts *hosts, struct host *host, const char *text, size_t length);

/** As before it was connected. */
void reset_host(struct host *host);

// hosts-connect.c: which connections are begun, and when

/** Begins those whose turn it is; false if a transport cannot be started. */
bool connect_hosts(struct hosts *hosts);

// hosts-tree.c: relays, between this host and others

/** Which hosts are relays, and of whom: none where options->fanout is as many as there are, or 0. Starts them. */
void plan_relays(struct hosts *hosts);

/** The connection of a host that has a relay, and what it is told. */
void open_channel(const struct hosts *hosts, struct host *host);
void tell_channel(struct host *host, const char *text, size_t length);

/** Hosts that their relays do not reach will be connected from here. */
void tend_relays(struct hosts *hosts);
void say_unrelayed(const struct hosts *hosts);

void send_relay_beats(struct hosts *hosts);
void read_relay(struct hosts *hosts, struct relay *relay);
void read_relay_errors(struct relay *relay);

void look_for_lost_relays(struct hosts *hosts);

/** For how long nothing was heard of it, though its relay was. */
long long silence_of(const struct host *host);

// hosts-events.c: what a host says

void take_line(struct hosts *hosts, struct host *host, char *line, size_t length);

// hosts-verdict.c: what becomes of the job

/** A reason to end all of it; the earliest decides. */
void blame_host(struct hosts *hosts, struct host *host, int status, long long at);

/** One that will do where no other comes within FELT_MS. */
void note_felt(struct hosts *hosts, struct host *host, int status, long long at);

/** Ends all of it when that time is up, or somebody else ends it. */
void settle_felt(struct hosts *hosts, bool is_now);

/** What it says counts as the reason, unless another host was earlier. */
bool is_blamed(const struct host *host);

void stop_hosts(struct hosts *hosts, const char *order);

/** Says whose failure it was, when nobody can have failed before. */
void judge(struct hosts *hosts);

/** It was to answer, and does not. */
void lose_host(struct hosts *hosts, struct host *host);

// hosts-record.c: what is known of the hosts of a job without a terminal

/** Where its ranks are, or were, and which of these hosts has not said that none is left. */
void record_hosts(const struct hosts *hosts);

// hosts-logs.c: the logs of all hosts, when the job has ended

/** These hosts have run something. */
void note_hosts(struct hosts *hosts);

/** Lets the command that came with the request bring them here; returns when it has ended, or was told to. */
void collect_logs(struct hosts *hosts);

// hosts-words.c: what people read

/** What a noun of so many ends with. */
const char *plural(size_t count);

void say_of_hosts(const struct hosts *hosts, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** A text of another machine, a line each. */
void say_lines(const struct hosts *hosts, const char *before, const char *text);

/** How the transport ended, and what it said last. */
void describe_transport(const struct host *host, char *words, size_t size);

// hosts-output.c: what ranks write

/** Processes that write to stdout and stderr, so that no reader can stall the launcher. */
bool start_writers(void);

/** 1 or 2: where to. Never blocks. */
void show_output(int target, const char *text, size_t length);

/** Descriptors to be asked for room, or -1; `drain_output` when there is some. */
int output_descriptor(int target);
void drain_output(int target);

/** Whether more is kept than should be: then hosts are asked to wait. */
bool is_output_full(void);
bool has_output(void);

/** Their ends, and whether they have ended. */
void dismiss_writers(void);
bool is_writer_left(void);
void kill_writers(void);
