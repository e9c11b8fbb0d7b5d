#include "place.h"

#include <stddef.h>

static const char *machine;

void name_machine(const char *name) { machine = name; }

const char *find_machine(const struct environment *environment) {
  return machine == NULL ? find_variable(environment, "RANKPLAN_NODE") : machine;
}
