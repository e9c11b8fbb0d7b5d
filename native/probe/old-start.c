/*
 * Since version 2.34 glibc starts programs under a new symbol version, so a system of 2018 would refuse a program that
 * is linked on a new one. The linker option --wrap makes programs start through this function, which takes the old
 * version. That one does not call the program's constructors: they are called here, and only here, on every system.
 */
#include <features.h>

typedef int (*main_function)(int, char **, char **);
typedef void (*start_function)(int, char **, char **);

#if defined(__GLIBC__) && defined(__x86_64__)
__asm__(".symver old_start_main, __libc_start_main@GLIBC_2.2.5");
#elif defined(__GLIBC__) && defined(__aarch64__)
__asm__(".symver old_start_main, __libc_start_main@GLIBC_2.17");
#else
#error "how a program is started here is not known"
#endif

extern int old_start_main(main_function main, int count, char **arguments, start_function start, void (*finish)(void),
                          void (*unload)(void), void *stack);
/* In the sections of that name, as the linker lays them out. */
extern const start_function __init_array_start[] __attribute__((visibility("hidden")));
extern const start_function __init_array_end[] __attribute__((visibility("hidden")));

static void call_constructors(int count, char **arguments, char **environment) {
  const start_function *const end = __init_array_end;
  for (const start_function *constructor = __init_array_start; constructor != end; constructor++)
    (*constructor)(count, arguments, environment);
}

int __wrap___libc_start_main(main_function main, int count, char **arguments, start_function start,
                             void (*finish)(void), void (*unload)(void), void *stack);

int __wrap___libc_start_main(main_function main, int count, char **arguments, start_function start,
                             void (*finish)(void), void (*unload)(void), void *stack) {
  /* The start code of old systems brings a function that calls the constructors; that of new ones brings none. */
  return old_start_main(main, count, arguments, start != 0 ? start : call_constructors, finish, unload, stack);
}
