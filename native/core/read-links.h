#pragma once

#include <vector>

#include "facts.h"
#include "nvml-session.h"

namespace rankplan::nvml {

/** Fills `links` of each GPU. A device that is null could not be opened, and gets no links. */
void read_links(const Session &session, const std::vector<Device> &devices, std::vector<GpuFacts> &gpus);

}  // namespace rankplan::nvml
