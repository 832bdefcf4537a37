//===- KernelPage.cpp - A kernel's page, which needs only a browser -------===//

#include "tools/explore/KernelPage.h"

#include <string_view>
#include <utility>

#include "nlohmann/json.hpp"

namespace tqc {

namespace embedded {
extern const std::pair<std::string_view, std::string_view> kPageParts[];
extern const unsigned kPagePartsCount;
} // namespace embedded

/// What the parts whose name ends so hold, in the order of CMakeLists.txt.
static std::string partsEndingIn(std::string_view ending) {
  std::string text;
  for (unsigned i = 0; i < embedded::kPagePartsCount; ++i) {
    auto [name, part] = embedded::kPageParts[i];
    if (name.size() >= ending.size() &&
        name.substr(name.size() - ending.size()) == ending)
      text += part;
  }
  return text;
}

static void put(std::string &page, std::string_view place,
                const std::string &text) {
  page.replace(page.find(place), place.size(), text);
}

/// Text that may stand in a script element: nothing in it ends the element.
static std::string forScript(const nlohmann::ordered_json &data) {
  std::string text;
  // A source need not be UTF-8; what is none becomes a replacement character.
  for (char c : data.dump(-1, ' ', false,
                          nlohmann::ordered_json::error_handler_t::replace))
    text += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return text;
}

std::string kernelPage(const nlohmann::ordered_json &data) {
  std::string page = partsEndingIn(".html");
  put(page, "@STYLE@", partsEndingIn(".css"));
  put(page, "@SCRIPT@", partsEndingIn(".js"));
  put(page, "@DATA@", forScript(data)); // last: it may hold any text
  return page;
}

} // namespace tqc
