#pragma once

#include <napi.h>

namespace rankplan {

/** Reads the arguments, discovers on a thread of the pool, and answers with a promise. */
Napi::Value start_discovery(const Napi::CallbackInfo &info);

}  // namespace rankplan
