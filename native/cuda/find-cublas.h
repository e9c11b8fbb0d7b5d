#pragma once

#include <string>
#include <vector>

namespace rankplan::cuda {

struct CublasPlaces {
  /** Where cuBLAS may be, in the order in which it is to be tried; a bare name is for the linker. */
  std::vector<std::string> candidates;
  /** Files that are there and cannot work: of a newer major version than the driver's CUDA. */
  std::vector<std::string> too_new;
};

/** `newest_major` is that of the driver's CUDA. */
CublasPlaces find_cublas(int newest_major);

}  // namespace rankplan::cuda
