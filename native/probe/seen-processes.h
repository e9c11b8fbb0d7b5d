// What /proc shows about processes on GPUs, so that a reader on another machine can find their owners.
#pragma once

#include <string>

#include "../core/json-writer.h"
#include "../core/use-facts.h"

namespace rankplan::probe {

/**
 * Writes two lists, which src/runtime/audit/remote-processes.ts reads: `seen`, the processes on GPUs, and `ancestors`.
 * From an environment it writes only the rank that it names, if RANKPLAN_RUN_DIR is `folder`.
 */
void write_processes(JsonWriter &json, const UseFacts &facts, const std::string &folder);

}  // namespace rankplan::probe
