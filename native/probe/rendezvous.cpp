#include "rendezvous.h"

namespace rankplan::probe {

void Rendezvous::meet() {
  pthread_mutex_lock(&mutex_);
  if (++waiting_ == members_) {
    waiting_ = 0;
    finished_ = 0;
    meetings_++;
    pthread_cond_broadcast(&changed_);
  } else {
    const unsigned long before = meetings_;
    while (meetings_ == before) pthread_cond_wait(&changed_, &mutex_);
  }
  pthread_mutex_unlock(&mutex_);
}

void Rendezvous::finish() {
  pthread_mutex_lock(&mutex_);
  finished_++;
  pthread_mutex_unlock(&mutex_);
}

bool Rendezvous::all_finished() {
  pthread_mutex_lock(&mutex_);
  const bool result = finished_ >= members_;
  pthread_mutex_unlock(&mutex_);
  return result;
}

}  // namespace rankplan::probe
