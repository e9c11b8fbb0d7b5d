/* A stub with the name of the driver's library, which writes to stdout when it is opened, as stubs do. */
#include <stdio.h>

__attribute__((constructor)) static void complain(void) {
  puts("WARNING: link with this library, and run with that of the driver");
  fflush(stdout);
}
