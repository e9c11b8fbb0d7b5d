#pragma once

#include <functional>
#include <string>

#include "facts.h"
#include "nvml-session.h"

namespace rankplan {

struct Question {
  /** The file of the driver library; empty for the one that the linker finds. */
  std::string library;
  /** More questions follow: a driver without other users would start and stop every GPU for each of them. */
  bool keeps_driver = false;
};

/** Reads what is wanted of the whole machine; returns the status of the call without which there is no answer. */
using Reader = std::function<nvml::Status(const nvml::Session &session)>;

/**
 * Opens the library, lets `read` use it, and writes the outcome to `answer`. There is no limit on the time it takes:
 * a sick GPU can block it for ever.
 */
void ask_driver(const Question &question, Progress &progress, DriverAnswer &answer, const Reader &read);

/** Calls `take` with each GPU's handle in the driver's order, or with null and the status of a GPU that has none. */
nvml::Status for_each_gpu(const nvml::Session &session,
                          const std::function<void(nvml::Device device, nvml::Status status)> &take);

}  // namespace rankplan
