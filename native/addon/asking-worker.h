// Asks the driver on a thread of Node's pool, and answers with a promise of JSON: meanwhile Node sees when it is to
// end.
#pragma once

#include <napi.h>

#include <optional>
#include <string>

#include "../core/ask-driver.h"
#include "../core/render-facts.h"

namespace rankplan {

/** The argument of an exported function. */
struct Request {
  Question question;
  Progress progress;
};

/** Reads `{ library: string | null, keepsDriver: boolean, progress: number | null }`; throws in `env` what is wrong. */
std::optional<Request> read_request(const Napi::CallbackInfo &info);

/** The driver may take any time: a caller that cannot wait ends the process (src/runtime/driver/). */
template <typename Facts>
class AskingWorker : public Napi::AsyncWorker {
 public:
  AskingWorker(Napi::Env env, Request request, Facts (*ask)(const Question &, Progress &))
      : AsyncWorker(env, "rankplan.ask"),
        deferred_(Napi::Promise::Deferred::New(env)),
        request_(std::move(request)),
        ask_(ask) {}

  Napi::Promise promise() const { return deferred_.Promise(); }

  void Execute() override { answer_ = render(ask_(request_.question, request_.progress)); }

  void OnOK() override {
    const Napi::HandleScope scope(Env());
    deferred_.Resolve(Napi::String::New(Env(), answer_));
  }

 private:
  Napi::Promise::Deferred deferred_;
  Request request_;
  Facts (*ask_)(const Question &, Progress &);
  std::string answer_;
};

template <typename Facts>
Napi::Value start_asking(const Napi::CallbackInfo &info, Facts (*ask)(const Question &, Progress &)) {
  std::optional<Request> request = read_request(info);
  if (!request.has_value()) return info.Env().Undefined();
  auto *worker = new AskingWorker<Facts>(info.Env(), std::move(*request), ask);
  const Napi::Promise promise = worker->promise();
  worker->Queue();  // it deletes itself when it is done
  return promise;
}

}  // namespace rankplan
