#include "memory.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace rankplan::cuda {

Outcome DeviceMemory::allocate(std::size_t bytes) {
  Outcome failure = library_.call(library_.functions().allocate, &address_, bytes);
  if (failure) {
    address_ = 0;
    return failure;
  }
  bytes_ = bytes;
  return std::nullopt;
}

DeviceMemory::~DeviceMemory() {
  // What fails here failed before: after a fault, the context takes its memory along.
  if (address_ != 0) library_.functions().release.call(address_);
}

Outcome PinnedMemory::allocate(std::size_t bytes) {
  Outcome failure = library_.call(library_.functions().allocate_host, &address_, bytes, kHostPortable);
  if (failure) address_ = nullptr;
  return failure;
}

PinnedMemory::~PinnedMemory() {
  if (address_ != nullptr) library_.functions().release_host.call(address_);
}

namespace {

constexpr std::size_t kNoiseBytes = std::size_t{16} << 20;

/** The sum of four uniform numbers, scaled to variance 1, is near enough to a normal distribution. */
std::uint16_t next_number(std::uint64_t &state) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  float sum = 0;
  for (int part = 0; part < 4; part++) {
    sum += static_cast<float>((state >> (16 * part)) & 0xffff) / 32768.0F - 1.0F;
  }
  const float number = sum * 0.8660254F;
  std::uint32_t bits;
  std::memcpy(&bits, &number, sizeof bits);
  return static_cast<std::uint16_t>(bits >> 16);
}

std::vector<std::uint16_t> make_noise() {
  std::vector<std::uint16_t> noise(kNoiseBytes / sizeof(std::uint16_t));
  std::uint64_t state = 0x9e3779b97f4a7c15U;
  for (std::uint16_t &number : noise) number = next_number(state);
  return noise;
}

}  // namespace

Outcome DeviceMemory::allocate_noise(Stream stream, std::size_t bytes) {
  static const std::vector<std::uint16_t> noise = make_noise();
  const Functions &f = library_.functions();
  const std::size_t first = std::min(bytes, kNoiseBytes);
  if (auto failure = allocate(bytes)) return failure;
  if (auto failure = library_.call(f.copy_to_device, address_, noise.data(), first, stream)) return failure;
  for (std::size_t done = first; done < bytes;) {
    const std::size_t next = std::min(done, bytes - done);
    if (auto failure = library_.call(f.copy_on_device, address_ + done, address_, next, stream)) return failure;
    done += next;
  }
  return library_.call(f.wait_for_stream, stream);
}

}  // namespace rankplan::cuda
