#pragma once

#include <string>

#include "facts.h"
#include "progress.h"

namespace rankplan {

/**
 * Asks the NVIDIA driver about this machine's GPUs. `library` is the file of the driver library, or empty for the one
 * that the linker finds. It may take as long as the driver likes: a sick GPU can block it for ever.
 */
MachineFacts discover(const std::string &library, Progress &progress);

}  // namespace rankplan
