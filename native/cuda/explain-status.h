#pragma once

#include <string>

#include "cuda-abi.h"

namespace rankplan::cuda {

/** What a status of the driver means for someone who wants scores, and what to do; general where nothing is known. */
std::string explain_status(Status status);

}  // namespace rankplan::cuda
