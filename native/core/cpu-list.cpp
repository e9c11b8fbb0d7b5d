#include "cpu-list.h"

#include <climits>
#include <cstddef>

namespace rankplan {

namespace {

constexpr std::size_t kWordBits = sizeof(unsigned long) * CHAR_BIT;

bool is_set(const std::vector<unsigned long> &mask, std::size_t bit) {
  return (mask[bit / kWordBits] >> (bit % kWordBits) & 1UL) != 0;
}

}  // namespace

std::string list_bits(const std::vector<unsigned long> &mask) {
  std::string list;
  const std::size_t end = mask.size() * kWordBits;
  for (std::size_t bit = 0; bit < end; bit++) {
    if (!is_set(mask, bit)) continue;
    const std::size_t first = bit;
    while (bit + 1 < end && is_set(mask, bit + 1)) bit++;
    if (!list.empty()) list += ',';
    list += std::to_string(first);
    if (bit > first) list += '-' + std::to_string(bit);
  }
  return list;
}

std::optional<unsigned> only_bit(const std::vector<unsigned long> &mask) {
  std::optional<unsigned> only;
  for (std::size_t bit = 0; bit < mask.size() * kWordBits; bit++) {
    if (!is_set(mask, bit)) continue;
    if (only.has_value()) return std::nullopt;
    only = static_cast<unsigned>(bit);
  }
  return only;
}

}  // namespace rankplan
