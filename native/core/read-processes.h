#pragma once

#include "nvml-session.h"
#include "use-facts.h"

namespace rankplan::nvml {

/**
 * The compute processes of a GPU or a MIG instance, clients of MPS included; empty if they cannot be listed. The
 * driver lists a process once for each of its clients, each time with all that it holds: here it is there once.
 */
std::optional<std::vector<ProcessFacts>> read_processes(const Session &session, Device device);

/** Likewise those that draw. */
std::optional<std::vector<ProcessFacts>> read_graphics_processes(const Session &session, Device device);

}  // namespace rankplan::nvml
