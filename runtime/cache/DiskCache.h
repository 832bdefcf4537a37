//===- DiskCache.h - Results kept on disk -----------------------*- C++ -*-===//
//
// Was this computed before, by any process?
//
//     DiskCache &cache = DiskCache::shared();
//     if (auto cubin = cache.get("cubin", key)) ...
//     cache.put("cubin", key, bytes);
//
// A file appears whole or not at all (written beside and renamed), carries a
// checksum, and is bounded: the least recently used files go first. Many
// processes may use one folder. A cache that cannot be used is no failure: the
// reason is said once, and everything is computed again.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_CACHE_DISKCACHE_H
#define TQC_RUNTIME_CACHE_DISKCACHE_H

#include "runtime/cache/ContentKey.h"

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace tqc {

class DiskCache {
public:
  using Warn = std::function<void(const std::string &)>;

  /// The folder is made when it is first written to; empty means no cache.
  /// `warn` gets at most one sentence; without it, it goes to stderr.
  explicit DiskCache(std::string folder, uint64_t maxBytes = kDefaultBytes,
                     Warn warn = nullptr);

  /// The cache of this process: TQ_CACHE_DIR, else XDG_CACHE_HOME/tqc, else
  /// ~/.cache/tqc. TQ_CACHE=off switches it off, TQ_CACHE_MAX_MB bounds it.
  static DiskCache &shared();

  /// The bytes stored under (kind, key), if they are there and whole.
  std::optional<std::string> get(const std::string &kind,
                                 const std::string &key);
  /// Stores bytes. `kind` is a short word and becomes the file's extension.
  void put(const std::string &kind, const std::string &key,
           std::string_view bytes);

  const std::string &folder() const { return root; }
  /// Whether files can be made in the folder: the reason if not, else empty.
  std::string problem();
  /// The size of all files now.
  uint64_t usedBytes() const;
  uint64_t maxBytes() const { return limit; }

  static constexpr uint64_t kDefaultBytes = uint64_t(1) << 30;

private:
  std::string pathOf(const std::string &kind, const std::string &key) const;
  bool write(const std::string &path, const std::string &bytes);
  void warnOnce(const std::string &text);
  void evict();

  std::string root;
  uint64_t limit;
  Warn warn;
  std::mutex mutex;
  bool warned = false;
  bool scanned = false;
  uint64_t estimate = 0; ///< bytes in the folder as far as we know
};

} // namespace tqc

#endif // TQC_RUNTIME_CACHE_DISKCACHE_H
