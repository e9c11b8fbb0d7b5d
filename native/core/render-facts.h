// Facts as the JSON that src/runtime/driver/parse-answer.ts describes: one line, for a reader in another process.
#pragma once

#include <string>

#include "facts.h"
#include "json-writer.h"
#include "use-facts.h"

namespace rankplan {

std::string render(const MachineFacts &facts);

std::string render(const UseFacts &facts);

/** The members of the same, without the braces around them. */
void write_uses(JsonWriter &json, const UseFacts &facts);

}  // namespace rankplan
