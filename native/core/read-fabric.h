#pragma once

#include "facts.h"
#include "nvml-session.h"

namespace rankplan::nvml {

/** What the driver knows of the NVLink fabric around a GPU; drivers before 525 know nothing of one. */
std::optional<FabricFacts> read_fabric(const Session &session, Device device);

/** 8-4-4-4-12 digits, as other tools write it. */
std::string format_uuid(const unsigned char (&bytes)[16]);

}  // namespace rankplan::nvml
