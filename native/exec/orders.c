#include "orders.h"

#include <signal.h>

static const struct {
  char order;
  int signal_number;
} SIGNALS[] = {{ORDER_TERM, SIGTERM}, {ORDER_INT, SIGINT},   {ORDER_HUP, SIGHUP},
               {ORDER_QUIT, SIGQUIT}, {ORDER_USR1, SIGUSR1}, {ORDER_USR2, SIGUSR2}};

int signal_of_order(char order) {
  for (size_t i = 0; i < sizeof SIGNALS / sizeof *SIGNALS; i++) {
    if (SIGNALS[i].order == order) return SIGNALS[i].signal_number;
  }
  return 0;
}

char order_of_signal(int signal_number) {
  for (size_t i = 0; i < sizeof SIGNALS / sizeof *SIGNALS; i++) {
    if (SIGNALS[i].signal_number == signal_number) return SIGNALS[i].order;
  }
  return 0;
}
