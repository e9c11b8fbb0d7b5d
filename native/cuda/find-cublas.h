#pragma once

#include <string>
#include <vector>

namespace rankplan::cuda {

/**
 * Files and names under which cuBLAS may be, best first: the Python environment that is active (what training will
 * load), what the linker knows, CUDA toolkits, then Python's other folders; in each place the newest version first.
 * Only versions of at most `newest_major` are listed. Files exist; bare names are for the linker.
 */
std::vector<std::string> find_cublas(int newest_major);

}  // namespace rankplan::cuda
