#pragma once

#include "nvml-session.h"
#include "use-facts.h"

namespace rankplan::nvml {

/** The compute processes of a GPU or a MIG instance, clients of MPS included; empty where they cannot be listed. */
std::optional<std::vector<ProcessFacts>> read_processes(const Session &session, Device device);

}  // namespace rankplan::nvml
