// Since version 2.34 glibc has these functions in libc itself, under a new symbol version. Asking for the old one lets
// what is built on a new system run on one of 2018 (glibc 2.28), as Node itself does. See scripts/native/elf.mjs.
#pragma once

#include <features.h>

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
#if defined(__x86_64__)
#define OLD_GLIBC "GLIBC_2.2.5"
#define OLD_GLIBC_DLINFO "GLIBC_2.3.3"
#elif defined(__aarch64__) /* its first version */
#define OLD_GLIBC "GLIBC_2.17"
#define OLD_GLIBC_DLINFO OLD_GLIBC
#endif
#endif

#ifdef OLD_GLIBC
__asm__(".symver dlopen, dlopen@" OLD_GLIBC);
__asm__(".symver dlsym, dlsym@" OLD_GLIBC);
__asm__(".symver dlerror, dlerror@" OLD_GLIBC);
__asm__(".symver dlinfo, dlinfo@" OLD_GLIBC_DLINFO);
__asm__(".symver pthread_create, pthread_create@" OLD_GLIBC);
__asm__(".symver pthread_join, pthread_join@" OLD_GLIBC);
#endif
