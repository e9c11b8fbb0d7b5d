#include "discover-worker.h"

#include <memory>
#include <string>

#include "../core/deadline.h"
#include "../core/discover.h"
#include "to-value.h"

namespace rankplan {

namespace {

/** What the thread that asks the driver touches: it may still do so when nobody waits any more. */
struct Discovery {
  std::string library;
  Progress progress;
  MachineFacts facts;
};

class DiscoverWorker : public Napi::AsyncWorker {
 public:
  DiscoverWorker(Napi::Env env, std::string library, int timeout_ms)
      : AsyncWorker(env, "rankplan.discover"),
        deferred_(Napi::Promise::Deferred::New(env)),
        discovery_(std::make_shared<Discovery>()),
        timeout_ms_(timeout_ms) {
    discovery_->library = std::move(library);
  }

  Napi::Promise promise() const { return deferred_.Promise(); }

  void Execute() override {
    const auto discovery = discovery_;
    waited_ = run_with_deadline([discovery] { discovery->facts = discover(discovery->library, discovery->progress); },
                                timeout_ms_);
  }

  void OnOK() override {
    const Napi::HandleScope scope(Env());
    switch (waited_) {
      case Waited::kDone: return deferred_.Resolve(to_value(Env(), discovery_->facts));
      case Waited::kTooLong: return deferred_.Resolve(describe_hang(Env(), discovery_->progress));
      case Waited::kNoThread:
        return deferred_.Reject(make_error(Env(), "RANKPLAN_NO_THREAD", "no thread could be started").Value());
    }
  }

 private:
  Napi::Promise::Deferred deferred_;
  std::shared_ptr<Discovery> discovery_;
  int timeout_ms_;
  Waited waited_ = Waited::kNoThread;
};

constexpr int kMaxTimeoutMs = 3'600'000;

}  // namespace

Napi::Value start_discovery(const Napi::CallbackInfo &info) {
  const Napi::Env env = info.Env();
  const auto refuse = [env](const char *what) {
    make_error(env, "RANKPLAN_BAD_ARGUMENT", what).ThrowAsJavaScriptException();
    return env.Undefined();
  };
  if (info.Length() != 1 || !info[0].IsObject()) return refuse("discover takes { library, timeoutMs }");
  const auto options = info[0].As<Napi::Object>();
  const Napi::Value library = options.Get("library");
  const Napi::Value timeout = options.Get("timeoutMs");
  if (!library.IsNull() && !library.IsString()) return refuse("library is a path or null");
  if (!timeout.IsNumber()) return refuse("timeoutMs is a number");
  const int timeout_ms = timeout.As<Napi::Number>().Int32Value();
  if (timeout_ms < 1 || timeout_ms > kMaxTimeoutMs) return refuse("timeoutMs is from 1 to 3600000");
  auto *worker = new DiscoverWorker(env, library.IsString() ? library.As<Napi::String>().Utf8Value() : "", timeout_ms);
  const Napi::Promise promise = worker->promise();
  worker->Queue();  // it deletes itself when it is done
  return promise;
}

}  // namespace rankplan
