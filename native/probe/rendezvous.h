#pragma once

#include <pthread.h>

namespace rankplan::probe {

/**
 * Where the threads of all GPUs meet, so that they measure the same thing at the same time. Each of `members` threads
 * takes part in every meeting, with or without work of its own: a GPU that failed must not stop the others.
 */
class Rendezvous {
 public:
  explicit Rendezvous(unsigned members) : members_(members) {}
  Rendezvous(const Rendezvous &) = delete;
  Rendezvous &operator=(const Rendezvous &) = delete;

  /** Waits until every member is here. */
  void meet();

  /** This member has its result; it goes on with work as long as others do not, so that their load stays the same. */
  void finish();
  bool all_finished();

 private:
  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t changed_ = PTHREAD_COND_INITIALIZER;
  unsigned members_;
  unsigned waiting_ = 0;
  unsigned finished_ = 0;
  unsigned long meetings_ = 0;
};

}  // namespace rankplan::probe
