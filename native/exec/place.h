// Where a rank is, for people.
#pragma once

#include "environment.h"

/** This machine, where people know it by another name than the plan; it must last. */
void name_machine(const char *name);

/** The machine of a rank with this environment; NULL if neither its launcher nor its env file names one. */
const char *find_machine(const struct environment *environment);
