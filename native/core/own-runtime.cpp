// What the headers of the standard library take from the system's one, and that systems of 2018 do not have.
#include <cstdio>
#include <cstdlib>

/** glibc 2.32 says here whether there is only one thread; Node always has several, so `shared_ptr` must be atomic. */
extern "C" {
[[gnu::visibility("hidden")]] char __libc_single_threaded = 0;
}

namespace {

[[noreturn]] void give_up(const char *what) {
  std::fprintf(stderr, "rankplan: this is a bug in rankplan's native part, please report it: %s\n", what);
  std::abort();
}

}  // namespace

/** Called where the library would throw. There are no exceptions here, so these end the process. */
namespace std {  // NOLINT(cert-dcl58-cpp): these are its own functions, and nothing else

[[noreturn, gnu::visibility("hidden")]] void __throw_bad_array_new_length() { give_up("array too long"); }
[[noreturn, gnu::visibility("hidden")]] void __throw_bad_alloc() { give_up("out of memory"); }
[[noreturn, gnu::visibility("hidden")]] void __throw_length_error(const char *what) { give_up(what); }
[[noreturn, gnu::visibility("hidden")]] void __throw_logic_error(const char *what) { give_up(what); }
[[noreturn, gnu::visibility("hidden")]] void __throw_bad_function_call() { give_up("empty function"); }

}  // namespace std
