#pragma once

#include <vector>

#include "facts.h"
#include "nvml-session.h"

namespace rankplan::nvml {

/** The MIG instances of a GPU in the driver's order; none where MIG is off or not known. */
std::vector<InstanceFacts> read_instances(const Session &session, Device gpu);

}  // namespace rankplan::nvml
