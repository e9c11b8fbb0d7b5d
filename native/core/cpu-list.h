#pragma once

#include <optional>
#include <string>
#include <vector>

namespace rankplan {

/** The numbers of the bits that are set, as `0-31,64-95`; empty text for none. */
std::string list_bits(const std::vector<unsigned long> &mask);

/** The number of the only bit that is set; nothing when there are none or several. */
std::optional<unsigned> only_bit(const std::vector<unsigned long> &mask);

}  // namespace rankplan
