#include "buffer-size.h"

#include <algorithm>

namespace rankplan::probe {

namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

}  // namespace

std::uint64_t choose_buffer_size(std::uint64_t l2_bytes, std::uint64_t free_bytes) {
  const std::uint64_t wanted = std::clamp(8 * l2_bytes, 256 * kMiB, 2048 * kMiB);
  const std::uint64_t size = std::min(wanted, free_bytes / 4) / kMiB * kMiB;
  return size >= std::max(4 * l2_bytes, 16 * kMiB) ? size : 0;
}

}  // namespace rankplan::probe
