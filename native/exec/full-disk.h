// Whether logs were cut, perhaps: a program that does not look at its own write errors ends well.
#pragma once

#include <stdbool.h>

/** Whether a page of this user's would not fit on its disk; false where nobody can tell. */
bool is_disk_full(const char *folder);
