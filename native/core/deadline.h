#pragma once

#include <functional>
#include <memory>

namespace rankplan {

enum class Waited { kDone, kTooLong, kNoThread };

/**
 * Runs `work` on a thread of its own and waits for it, `timeout_ms` at most. A thread that is late is left behind, as
 * nothing can end a call into a driver: `work` must own all that it touches, and the process may end around it.
 */
Waited run_with_deadline(std::function<void()> work, int timeout_ms);

}  // namespace rankplan
