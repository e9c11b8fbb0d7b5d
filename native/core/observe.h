#pragma once

#include "ask-driver.h"
#include "use-facts.h"

namespace rankplan {

/** Asks the NVIDIA driver who uses this machine's GPUs at this moment, and how much of them. */
UseFacts observe(const Question &question, Progress &progress);

}  // namespace rankplan
