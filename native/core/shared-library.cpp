#include "shared-library.h"

#include <dlfcn.h>
#include <link.h>

#include "old-glibc.h"

namespace rankplan {

SharedLibrary SharedLibrary::open(const std::vector<std::string> &names, std::vector<OpenFailure> &failures) {
  SharedLibrary library;
  for (const std::string &name : names) {
    library.handle_ = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library.handle_ == nullptr) {
      const char *reason = dlerror();
      failures.push_back({name, reason == nullptr ? "no reason given" : reason});
      continue;
    }
    link_map *map = nullptr;
    const bool is_known = dlinfo(library.handle_, RTLD_DI_LINKMAP, static_cast<void *>(&map)) == 0;
    library.path_ = is_known && map->l_name != nullptr ? map->l_name : name;
    break;
  }
  return library;
}

void *SharedLibrary::find(const std::vector<const char *> &names, const char *&found) const {
  for (const char *name : names) {
    if (void *address = dlsym(handle_, name); address != nullptr) {
      found = name;
      return address;
    }
  }
  return nullptr;
}

}  // namespace rankplan
