#pragma once

#include <string>

namespace rankplan::probe {

/**
 * Keeps this thread on the CPUs that are nearest to a GPU (as sysfs has them by its PCI address), because a copy from
 * the far side of the machine is slower. Returns the list of those CPUs, or nothing where they are unknown or not
 * allowed.
 */
std::string stay_near(const std::string &pci);

}  // namespace rankplan::probe
