// What names mean on this host.
#pragma once

/** Some dozens of addresses, with commas between. */
enum { LONGEST_ADDRESSES = 2048 };

/**
 * In the order in which programs try them, by the host's own library, with all that its configuration names: this
 * program has only a part of one. 0, or errno.
 */
int find_addresses(const char *name, char addresses[LONGEST_ADDRESSES]);

/** One more, at the end. */
void add_address(char addresses[LONGEST_ADDRESSES], const char *address);
