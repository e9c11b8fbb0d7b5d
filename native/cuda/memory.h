#pragma once

#include <cstddef>

#include "cuda-library.h"

namespace rankplan::cuda {

/** Memory of the GPU whose context is current, allocated once and given back at the end of its life. */
class DeviceMemory {
 public:
  explicit DeviceMemory(const Library &library) : library_(library) {}
  DeviceMemory(const DeviceMemory &) = delete;
  DeviceMemory &operator=(const DeviceMemory &) = delete;
  ~DeviceMemory();

  Outcome allocate(std::size_t bytes);

  /**
   * Memory full of bf16 numbers that look like a normal distribution: zeros and constants take less power, so that a
   * GPU would seem faster than it is. Every 16 MiB are the same.
   */
  Outcome allocate_noise(Stream stream, std::size_t bytes);

  DevicePointer address() const { return address_; }
  std::size_t bytes() const { return bytes_; }

 private:
  const Library &library_;
  DevicePointer address_ = 0;
  std::size_t bytes_ = 0;
};

/** Memory of the host that the GPU can reach by itself. */
class PinnedMemory {
 public:
  explicit PinnedMemory(const Library &library) : library_(library) {}
  PinnedMemory(const PinnedMemory &) = delete;
  PinnedMemory &operator=(const PinnedMemory &) = delete;
  ~PinnedMemory();

  Outcome allocate(std::size_t bytes);

  void *address() const { return address_; }

 private:
  const Library &library_;
  void *address_ = nullptr;
};

}  // namespace rankplan::cuda
