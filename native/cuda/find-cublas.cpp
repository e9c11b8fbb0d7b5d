#include "find-cublas.h"

#include <dirent.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace rankplan::cuda {

namespace {

constexpr int kMajors[] = {13, 12, 11};

std::string read_environment(const char *name) {
  const char *value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/** The folders in `parent` whose names start so, in descending order: newer versions of Python come first. */
std::vector<std::string> list_folders(const std::string &parent, const std::string &start) {
  std::vector<std::string> found;
  const std::string in_parent = parent + '/';
  DIR *folder = opendir(parent.c_str());
  if (folder == nullptr) return found;
  while (const dirent *entry = readdir(folder)) {
    const std::string name = entry->d_name;
    if (name.compare(0, start.size(), start) == 0 && name != "." && name != "..") found.push_back(in_parent + name);
  }
  closedir(folder);
  std::sort(found.rbegin(), found.rend());
  return found;
}

std::vector<std::string> split(const std::string &text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    if (end > begin) parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

class Candidates {
 public:
  explicit Candidates(int newest_major) : newest_major_(newest_major) {}

  /** A folder with libraries. */
  void add_folder(const std::string &folder) {
    for (const int major : kMajors) {
      const std::string file = folder + name_of(major);
      if (major <= newest_major_ && access(file.c_str(), R_OK) == 0) add(file);
    }
  }

  /** site-packages: NVIDIA's wheels put each library, or (from CUDA 13 on) each major version, in a folder. */
  void add_packages(const std::string &packages) {
    for (const std::string &folder : list_folders(packages + "/nvidia", "c")) add_folder(folder + "/lib");
  }

  /** A prefix with a Python in it. */
  void add_python(const std::string &prefix) {
    for (const std::string &python : list_folders(prefix + "/lib", "python3")) {
      add_packages(python + "/site-packages");
      add_packages(python + "/dist-packages");
    }
  }

  void add_bare_names() {
    for (const int major : kMajors) {
      if (major <= newest_major_) add(name_of(major).substr(1));
    }
  }

  std::vector<std::string> take() { return std::move(found_); }

 private:
  static std::string name_of(int major) { return "/libcublas.so." + std::to_string(major); }

  void add(const std::string &candidate) {
    if (std::find(found_.begin(), found_.end(), candidate) == found_.end()) found_.push_back(candidate);
  }

  int newest_major_;
  std::vector<std::string> found_;
};

/** The prefix of the `python3` that the PATH names, with links followed as Python itself does for environments: not. */
std::vector<std::string> find_python_prefixes() {
  std::vector<std::string> prefixes;
  for (const std::string &folder : split(read_environment("PATH"), ':')) {
    if (access((folder + "/python3").c_str(), X_OK) != 0) continue;
    const std::size_t cut = folder.rfind('/');
    if (cut != std::string::npos && cut > 0) prefixes.push_back(folder.substr(0, cut));
  }
  return prefixes;
}

void add_toolkits(Candidates &candidates) {
  std::vector<std::string> homes = {read_environment("CUDA_HOME"), read_environment("CUDA_PATH"), "/usr/local/cuda"};
  for (const std::string &home : list_folders("/usr/local", "cuda-")) homes.push_back(home);
  for (const std::string &home : homes) {
    if (home.empty()) continue;
    candidates.add_folder(home + "/lib64");
    candidates.add_folder(home + "/lib");
    candidates.add_folder(home + "/targets/x86_64-linux/lib");
  }
}

}  // namespace

std::vector<std::string> find_cublas(int newest_major) {
  Candidates candidates(newest_major);
  for (const char *variable : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
    const std::string prefix = read_environment(variable);
    if (prefix.empty()) continue;
    candidates.add_python(prefix);
    candidates.add_folder(prefix + "/lib");
  }
  for (const std::string &folder : split(read_environment("PYTHONPATH"), ':')) candidates.add_packages(folder);
  const std::vector<std::string> prefixes = find_python_prefixes();
  if (!prefixes.empty()) candidates.add_python(prefixes.front());
  candidates.add_bare_names();
  add_toolkits(candidates);
  for (const std::string &prefix : prefixes) candidates.add_python(prefix);
  const std::string home = read_environment("HOME");
  if (!home.empty()) candidates.add_python(home + "/.local");
  candidates.add_python("/usr/local");
  candidates.add_python("/usr");
  return candidates.take();
}

}  // namespace rankplan::cuda
