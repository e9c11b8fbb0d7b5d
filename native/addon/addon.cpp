// The Node-API module. This folder alone knows Node's types; what it does is in ../core.
#include <napi.h>

#include "discover-worker.h"

namespace {

/** One for each environment (the main thread, each worker): there is no global state. */
class Addon : public Napi::Addon<Addon> {
 public:
  Addon(Napi::Env /*env*/, Napi::Object exports) {
    DefineAddon(exports, {InstanceMethod<&Addon::discover>("discover")});
  }

 private:
  /** discover({ library: string | null, timeoutMs: number }): Promise<object>, see src/runtime/native/addon.ts */
  // NOLINTNEXTLINE(readability-convert-member-functions-to-static): a method is what Node-API calls
  Napi::Value discover(const Napi::CallbackInfo &info) { return rankplan::start_discovery(info); }
};

}  // namespace

NODE_API_ADDON(Addon)
