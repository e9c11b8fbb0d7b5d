#pragma once

#include <cstdint>

namespace rankplan::probe {

/**
 * Bytes of one of the two buffers of a copy: far more than the cache holds, at most a quarter of what is free, and a
 * whole number of MiB. 0 when so little is free that the cache would answer.
 */
std::uint64_t choose_buffer_size(std::uint64_t l2_bytes, std::uint64_t free_bytes);

}  // namespace rankplan::probe
