#include "asking-worker.h"

namespace rankplan {

namespace {

constexpr int kMaxTimeoutMs = 3'600'000;

}  // namespace

std::optional<Request> read_request(const Napi::CallbackInfo &info) {
  const auto refuse = [env = info.Env()](const char *what) {
    make_error(env, "RANKPLAN_BAD_ARGUMENT", what).ThrowAsJavaScriptException();
    return std::nullopt;
  };
  if (info.Length() != 1 || !info[0].IsObject()) return refuse("it takes { library, timeoutMs, keepsDriver }");
  const auto options = info[0].As<Napi::Object>();
  const Napi::Value library = options.Get("library");
  const Napi::Value timeout = options.Get("timeoutMs");
  const Napi::Value keeps_driver = options.Get("keepsDriver");
  if (!library.IsNull() && !library.IsString()) return refuse("library is a path or null");
  if (!timeout.IsNumber()) return refuse("timeoutMs is a number");
  if (!keeps_driver.IsBoolean()) return refuse("keepsDriver is true or false");
  Request request;
  request.timeout_ms = timeout.As<Napi::Number>().Int32Value();
  if (request.timeout_ms < 1 || request.timeout_ms > kMaxTimeoutMs) return refuse("timeoutMs is from 1 to 3600000");
  if (library.IsString()) request.question.library = library.As<Napi::String>().Utf8Value();
  request.question.keeps_driver = keeps_driver.As<Napi::Boolean>().Value();
  return request;
}

}  // namespace rankplan
