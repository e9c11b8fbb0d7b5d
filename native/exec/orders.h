// What a launcher on another machine tells a guard through its lifeline, a letter each.
#pragma once

#include "end-processes.h"

enum order {
  ORDER_BEAT = '.',  // it is there, and wants to hear the same
  ORDER_TERM = 'T',
  ORDER_INT = 'I',
  ORDER_HUP = 'H',
  ORDER_QUIT = 'Q',
  ORDER_USR1 = '1',
  ORDER_USR2 = '2',
  ORDER_KILL = 'K',  // at once
  ORDER_WAIT = 'p',  // shows no more of what ranks write
  ORDER_GO_ON = 'c',
  ORDER_OBSERVE = 'o',  // tells who uses the GPUs, as `sample` events
  ORDER_START = 'g',    // lib/member.bash takes it, with the master's port and the end of the line
};

/** What a rank wrote, in the stream of events. */
enum mark { OUTPUT_MARK = 1, ERRORS_MARK = 2 };

/** The signal of an order, or 0. */
int signal_of_order(char order);

/** The letter for a signal, or 0. */
char order_of_signal(int signal_number);
