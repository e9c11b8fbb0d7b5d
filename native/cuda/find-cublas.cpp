#include "find-cublas.h"

#include <dirent.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdlib>

namespace rankplan::cuda {

namespace {

constexpr int kMajors[] = {13, 12, 11};

std::string read_environment(const char *name) {
  const char *value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/** The folders in `parent` whose names start so, in descending order: newer versions of Python mostly come first. */
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
      if (access(file.c_str(), R_OK) == 0) add(file, major > newest_major_ ? places_.too_new : places_.candidates);
    }
  }

  /**
   * site-packages: NVIDIA's wheels put each library, or (from CUDA 13 on) each major version, in a folder; a PyTorch
   * that needs none of them, as that of conda or of a container, may have its own.
   */
  void add_packages(const std::string &packages) {
    for (const std::string &folder : list_folders(packages + "/nvidia", "c")) add_folder(folder + "/lib");
    add_folder(packages + "/torch/lib");
  }

  /** A prefix with a Python in it. */
  void add_python(const std::string &prefix) {
    for (const std::string &python : list_folders(prefix + "/lib", "python3")) {
      add_packages(python + "/site-packages");
      add_packages(python + "/dist-packages");
    }
  }

  /** A prefix that conda or a virtual environment made, which may have libraries of its own. */
  void add_environment(const std::string &prefix) {
    add_python(prefix);
    add_folder(prefix + "/lib");
  }

  void add_bare_names() {
    for (const int major : kMajors) {
      if (major <= newest_major_) add(name_of(major).substr(1), places_.candidates);
    }
  }

  CublasPlaces take() { return std::move(places_); }

 private:
  static std::string name_of(int major) { return "/libcublas.so." + std::to_string(major); }

  static void add(const std::string &candidate, std::vector<std::string> &list) {
    if (std::find(list.begin(), list.end(), candidate) == list.end()) list.push_back(candidate);
  }

  int newest_major_;
  CublasPlaces places_;
};

/** Returns `/opt/conda` for `/opt/conda/bin/python3`; empty if there is no such folder. */
std::string prefix_of(const std::string &program) {
  const std::string folder = program.substr(0, program.rfind('/') + 1);
  const std::size_t cut = folder.size() < 2 ? std::string::npos : folder.rfind('/', folder.size() - 2);
  return cut == std::string::npos ? "" : folder.substr(0, cut);
}

/**
 * The prefixes of the Pythons that the PATH names: as they are called, which is how Python knows a virtual environment,
 * then where they really are, which is where a link from a folder of programs leads.
 */
std::vector<std::string> find_python_prefixes() {
  std::vector<std::string> prefixes;
  for (const std::string &folder : split(read_environment("PATH"), ':')) {
    for (const char *name : {"/python3", "/python"}) {
      const std::string program = folder + name;
      char real[PATH_MAX];
      if (access(program.c_str(), X_OK) != 0 || realpath(program.c_str(), real) == nullptr) continue;
      for (const std::string &prefix : {prefix_of(program), prefix_of(real)}) {
        if (!prefix.empty()) prefixes.push_back(prefix);
      }
    }
  }
  return prefixes;
}

/** The Pythons of pyenv, whose programs on the PATH are scripts that choose among them. The newest come first. */
std::vector<std::string> find_pyenv_prefixes() {
  const std::string root = read_environment("PYENV_ROOT");
  const std::string home = read_environment("HOME");
  const std::string folder = root.empty() && !home.empty() ? home + "/.pyenv" : root;
  if (folder.empty()) return {};
  const std::string in_folder = folder + "/versions/";
  std::vector<std::string> prefixes;
  for (const std::string &version : split(read_environment("PYENV_VERSION"), ':'))
    prefixes.push_back(in_folder + version);
  for (const std::string &prefix : list_folders(folder + "/versions", "")) prefixes.push_back(prefix);
  return prefixes;
}

/** Environments that are not activated: in the current folder, and in those above it. */
std::vector<std::string> find_project_prefixes() {
  char here[PATH_MAX];
  if (getcwd(here, sizeof here) == nullptr) return {};
  std::vector<std::string> prefixes;
  for (std::string folder = here; !folder.empty(); folder.erase(folder.rfind('/'))) {
    for (const char *name : {"/.venv", "/venv"}) prefixes.push_back(folder + name);
  }
  return prefixes;
}

/** The names of this machine in CUDA's toolkits, and in conda's packages of them. */
#ifdef __aarch64__
constexpr const char *kTargets[] = {"sbsa-linux", "aarch64-linux"};
#else
constexpr const char *kTargets[] = {"x86_64-linux"};
#endif

void add_toolkits(Candidates &candidates) {
  std::vector<std::string> homes = {read_environment("CUDA_HOME"), read_environment("CUDA_PATH"), "/usr/local/cuda"};
  for (const std::string &home : list_folders("/usr/local", "cuda-")) homes.push_back(home);
  for (const std::string &home : homes) {
    if (home.empty()) continue;
    candidates.add_folder(home + "/lib64");
    candidates.add_folder(home + "/lib");
    for (const char *target : kTargets) candidates.add_folder(home + "/targets/" + target + "/lib");
  }
}

}  // namespace

CublasPlaces find_cublas(int newest_major) {
  Candidates candidates(newest_major);
  for (const char *variable : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
    if (const std::string prefix = read_environment(variable); !prefix.empty()) candidates.add_environment(prefix);
  }
  for (const std::string &folder : split(read_environment("PYTHONPATH"), ':')) candidates.add_packages(folder);
  const std::vector<std::string> prefixes = find_python_prefixes();
  // The first Python, under both of its names; of a system's /usr/lib the linker knows.
  for (std::size_t i = 0; i < prefixes.size() && i < 2; i++) candidates.add_environment(prefixes[i]);
  for (const std::string &prefix : find_project_prefixes()) candidates.add_environment(prefix);
  candidates.add_bare_names();
  add_toolkits(candidates);
  for (const std::string &prefix : find_pyenv_prefixes()) candidates.add_environment(prefix);
  for (const std::string &prefix : prefixes) candidates.add_environment(prefix);
  const std::string home = read_environment("HOME");
  if (!home.empty()) candidates.add_python(home + "/.local");
  candidates.add_python("/usr/local");
  candidates.add_python("/usr");
  return candidates.take();
}

}  // namespace rankplan::cuda
