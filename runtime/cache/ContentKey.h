//===- ContentKey.h - A name made from content ------------------*- C++ -*-===//
//
// Under which name does a result depend on exactly these inputs?
//
//     ContentKey key;
//     key.add("ptxas 13.0").add("sm_90a").add(ptx);
//     key.hex() == "e3b0c44298fc1c14..." // SHA-256, 64 digits
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_CACHE_CONTENTKEY_H
#define TQC_RUNTIME_CACHE_CONTENTKEY_H

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace tqc {

/// SHA-256 of some bytes as 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

/// Collects parts; ("ab", "c") and ("a", "bc") give different keys.
class ContentKey {
public:
  ContentKey &add(std::string_view part);
  ContentKey &add(int64_t number) { return add(std::to_string(number)); }
  std::string hex() const { return sha256(text); }

private:
  std::string text;
};

} // namespace tqc

#endif // TQC_RUNTIME_CACHE_CONTENTKEY_H
