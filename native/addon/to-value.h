#pragma once

#include <napi.h>

#include "../core/facts.h"
#include "../core/progress.h"
#include "../core/use-facts.h"

namespace rankplan {

/** The facts as a plain object, in the form of src/runtime/native.ts; what is not known is null. */
Napi::Object to_value(Napi::Env env, const MachineFacts &facts);
Napi::Object to_value(Napi::Env env, const UseFacts &facts);

/** The answer in place of facts when the driver did not come back in time. */
Napi::Object describe_hang(Napi::Env env, const Progress &progress);

/** An Error with a string `code`. */
Napi::Error make_error(Napi::Env env, const char *code, const char *message);

}  // namespace rankplan
