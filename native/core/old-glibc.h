// Since version 2.34 glibc has these functions in libc itself, under a new symbol version. Asking for the old one lets
// what is built on a new system run on one of 2018 (glibc 2.28), as Node itself does. See scripts/native/elf.mjs.
#pragma once

#include <features.h>

#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
__asm__(".symver dlopen, dlopen@GLIBC_2.2.5");
__asm__(".symver dlsym, dlsym@GLIBC_2.2.5");
__asm__(".symver dlerror, dlerror@GLIBC_2.2.5");
__asm__(".symver dlinfo, dlinfo@GLIBC_2.3.3");
__asm__(".symver pthread_create, pthread_create@GLIBC_2.2.5");
__asm__(".symver pthread_join, pthread_join@GLIBC_2.2.5");
#endif
