// Other programs of this host.
#pragma once

#include <stddef.h>

/** Statuses as in a shell: the program cannot be run, does not exist, or (plus N) was ended by signal N. */
enum { STATUS_UNUSABLE = 126, STATUS_NOT_FOUND = 127, STATUS_OF_SIGNAL = 128 };

/** Converts a status of waitpid to that of a shell. */
int status_of_wait(int wait_status);

/** This process becomes the program, with these as its stdin and stdout, and no stderr: a library may write there. */
_Noreturn void become_program(char *const *words, int input, int output);

/** What it writes to stdout, at most `most` bytes and a NUL; its status, as a shell has it. */
int read_program(char *const *words, char *text, size_t most);
