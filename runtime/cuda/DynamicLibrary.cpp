//===- DynamicLibrary.cpp - A library found at run time -------------------===//

#include "runtime/cuda/DynamicLibrary.h"

#include <climits>
#include <cstdlib>
#include <dlfcn.h>
#include <link.h>

namespace tqc {

Result<DynamicLibrary>
DynamicLibrary::open(const std::vector<std::string> &names) {
  std::string damaged;
  for (const std::string &name : names) {
    DynamicLibrary library;
    library.handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library.handle) {
      // A library that is absent is no news; one that is there and cannot be
      // loaded is.
      const char *reason = dlerror();
      std::string text = reason ? reason : "";
      if (text.find("No such file") == std::string::npos && damaged.empty())
        damaged = text;
      continue;
    }
    library.file = name;
    struct link_map *map = nullptr;
    char resolved[PATH_MAX];
    if (dlinfo(library.handle, RTLD_DI_LINKMAP, &map) == 0 && map->l_name[0] &&
        realpath(map->l_name, resolved))
      library.file = resolved;
    return library;
  }
  std::string wanted = names.empty() ? "the library" : names.front();
  if (!damaged.empty())
    return Error{wanted + " cannot be loaded: " + damaged};
  return Error{"no " + wanted + " was found"};
}

void *DynamicLibrary::symbol(const char *name) const {
  return dlsym(handle, name);
}

} // namespace tqc
