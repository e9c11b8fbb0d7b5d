#pragma once

#include <functional>
#include <vector>

#include "facts.h"
#include "nvml-session.h"

namespace rankplan::nvml {

/** Whether a GPU is in MIG mode; false if the driver does not report it. */
bool has_mig(const Session &session, Device gpu);

/** Calls `take` with each MIG instance of a GPU in the driver's order; never where MIG is off or not known. */
void for_each_instance(const Session &session, Device gpu, const std::function<void(Device instance)> &take);

/** A number that the driver has for an instance. */
std::optional<unsigned> read_number(const Session &session, const Function<Status(Device, unsigned *)> &function,
                                    Device device);

/** The MIG instances of a GPU in the driver's order; none where MIG is off or not known. */
std::vector<InstanceFacts> read_instances(const Session &session, Device gpu);

}  // namespace rankplan::nvml
