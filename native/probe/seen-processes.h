// What /proc tells of processes on GPUs, so that whoever reads it elsewhere can say whose they are.
#pragma once

#include <string>

#include "../core/json-writer.h"
#include "../core/use-facts.h"

namespace rankplan::probe {

/**
 * Writes two lists, which src/runtime/audit/remote-processes.ts reads: `seen`, the processes on GPUs, and `ancestors`.
 * Of an environment it tells only which rank it names, if RANKPLAN_RUN_DIR is `folder`.
 */
void write_processes(JsonWriter &json, const UseFacts &facts, const std::string &folder);

}  // namespace rankplan::probe
