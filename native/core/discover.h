#pragma once

#include "ask-driver.h"

namespace rankplan {

/** Asks the NVIDIA driver about this machine's GPUs: what stays the same. */
MachineFacts discover(const Question &question, Progress &progress);

}  // namespace rankplan
