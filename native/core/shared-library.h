#pragma once

#include <string>
#include <vector>

namespace rankplan {

/** A file that could not be opened, in the dynamic linker's own words. */
struct OpenFailure {
  std::string name;
  std::string reason;
};

/**
 * A library that was opened at run time. It is never closed: a driver may have threads of its own, and one of ours may
 * still be inside.
 */
class SharedLibrary {
 public:
  /** Opens the first of `names` that can be opened; the others are in `failures`. */
  static SharedLibrary open(const std::vector<std::string> &names, std::vector<OpenFailure> &failures);

  bool is_open() const { return handle_ != nullptr; }

  /** The file that the linker found; if it does not report one, the name that was given to it. */
  const std::string &path() const { return path_; }

  /** The address of the first symbol of `names` that the library has, and which it was; null without any. */
  void *find(const std::vector<const char *> &names, const char *&found) const;

  /** The same for a function that knows its `name` and how it is called (`call`). */
  template <typename Function>
  void resolve(Function &function, const std::vector<const char *> &names) const {
    function.call = reinterpret_cast<decltype(function.call)>(find(names, function.name));
  }

 private:
  void *handle_ = nullptr;
  std::string path_;
};

}  // namespace rankplan
