//===- DiskCache.cpp - Results kept on disk -------------------------------===//
//
// DIR/ab/abcdef....kind holds one result: a line "tqcache1 <sha256>" and the
// bytes. Every step may race with other processes; each is a single system call
// whose failure means a miss.
//
//===----------------------------------------------------------------------===//

#include "runtime/cache/DiskCache.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <tuple>
#include <unistd.h>
#include <utility>
#include <vector>

namespace tqc {

static constexpr std::string_view kMagic = "tqcache1 ";
static constexpr size_t kHeaderBytes = 9 + 64 + 1;
/// A file that is still being written this long after was left by a crash.
static constexpr time_t kStaleSeconds = 3600;

namespace {

struct CachedFile {
  std::string path;
  uint64_t bytes = 0;
  timespec used = {};
  bool temporary = false;
};

} // namespace

static std::vector<std::string> namesIn(const std::string &folder) {
  std::vector<std::string> names;
  if (DIR *dir = opendir(folder.c_str())) {
    while (const dirent *item = readdir(dir))
      if (item->d_name[0] != '.')
        names.push_back(item->d_name);
    closedir(dir);
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// Only what has our form: two hexadecimal digits, then our names in it.
static std::vector<CachedFile> filesIn(const std::string &root) {
  std::vector<CachedFile> files;
  for (const std::string &shard : namesIn(root)) {
    if (shard.size() != 2 ||
        shard.find_first_not_of("0123456789abcdef") != std::string::npos)
      continue;
    for (const std::string &name : namesIn(root + "/" + shard)) {
      CachedFile file;
      file.path = root + "/" + shard + "/" + name;
      struct stat info;
      if (name.size() < 66 || stat(file.path.c_str(), &info) != 0 ||
          !S_ISREG(info.st_mode))
        continue;
      file.bytes = static_cast<uint64_t>(info.st_size);
      file.used = info.st_mtim;
      file.temporary = name.find(".tmp") != std::string::npos;
      files.push_back(std::move(file));
    }
  }
  return files;
}

/// mkdir -p; true if the folder is there afterwards, else errno says why not.
static bool makeFolders(const std::string &path) {
  for (size_t at = 1; at != std::string::npos;) {
    at = path.find('/', at + 1);
    if (mkdir(path.substr(0, at).c_str(), 0755) != 0 && errno != EEXIST)
      return false;
  }
  struct stat info;
  if (stat(path.c_str(), &info) != 0)
    return false;
  if (S_ISDIR(info.st_mode))
    return true;
  errno = ENOTDIR;
  return false;
}

static std::string defaultFolder() {
  auto env = [](const char *name) {
    const char *value = std::getenv(name);
    return std::string(value ? value : "");
  };
  if (env("TQ_CACHE") == "off")
    return "";
  if (!env("TQ_CACHE_DIR").empty())
    return env("TQ_CACHE_DIR");
  if (!env("XDG_CACHE_HOME").empty())
    return env("XDG_CACHE_HOME") + "/tqc";
  if (!env("HOME").empty())
    return env("HOME") + "/.cache/tqc";
  return "";
}

static uint64_t defaultLimit() {
  const char *text = std::getenv("TQ_CACHE_MAX_MB");
  char *end = nullptr;
  uint64_t megabytes = text ? std::strtoull(text, &end, 10) : 0;
  return text && end != text && *end == 0 ? megabytes << 20
                                          : DiskCache::kDefaultBytes;
}

DiskCache::DiskCache(std::string folder, uint64_t maxBytes, Warn warn)
    : root(std::move(folder)), limit(maxBytes), warn(std::move(warn)) {}

DiskCache &DiskCache::shared() {
  static DiskCache cache(defaultFolder(), defaultLimit());
  return cache;
}

void DiskCache::warnOnce(const std::string &text) {
  if (std::exchange(warned, true))
    return;
  if (warn)
    return warn(text);
  std::fprintf(stderr, "warning: %s\n", text.c_str());
}

std::string DiskCache::pathOf(const std::string &kind,
                              const std::string &key) const {
  // Keys are digests; anything else is made one, so that no key can leave the
  // folder.
  bool digest = key.size() == 64 &&
                key.find_first_not_of("0123456789abcdef") == std::string::npos;
  std::string name = digest ? key : sha256(key);
  return root + "/" + name.substr(0, 2) + "/" + name + "." + kind;
}

std::optional<std::string> DiskCache::get(const std::string &kind,
                                          const std::string &key) {
  if (root.empty())
    return std::nullopt;
  std::string path = pathOf(kind, key);
  FILE *file = std::fopen(path.c_str(), "rb");
  if (!file)
    return std::nullopt;
  std::string bytes;
  char chunk[1 << 16];
  for (size_t got; (got = std::fread(chunk, 1, sizeof(chunk), file)) > 0;)
    bytes.append(chunk, got);
  std::fclose(file);
  std::string_view all = bytes;
  if (all.size() < kHeaderBytes || all.substr(0, 9) != kMagic ||
      all.substr(9, 64) != sha256(all.substr(kHeaderBytes))) {
    unlink(path.c_str()); // damaged: compute it again
    return std::nullopt;
  }
  utimensat(AT_FDCWD, path.c_str(), nullptr, 0); // used just now
  return bytes.substr(kHeaderBytes);
}

bool DiskCache::write(const std::string &path, const std::string &bytes) {
  static std::atomic<unsigned> counter = 0;
  std::string beside = path + ".tmp" + std::to_string(getpid()) + "." +
                       std::to_string(counter.fetch_add(1));
  int fd =
      ::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (fd < 0)
    return false;
  size_t done = 0;
  while (done < bytes.size()) {
    ssize_t count = ::write(fd, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      break;
    done += static_cast<size_t>(count);
  }
  int problem = done < bytes.size() ? errno : 0;
  if (close(fd) != 0 && !problem)
    problem = errno;
  if (!problem && rename(beside.c_str(), path.c_str()) == 0)
    return true;
  if (!problem)
    problem = errno;
  unlink(beside.c_str());
  errno = problem;
  return false;
}

void DiskCache::put(const std::string &kind, const std::string &key,
                    std::string_view bytes) {
  if (root.empty() || bytes.size() > limit)
    return;
  std::lock_guard<std::mutex> lock(mutex);
  std::string path = pathOf(kind, key);
  std::string content(kMagic);
  content += sha256(bytes) + "\n";
  content += bytes;
  if (!makeFolders(path.substr(0, path.rfind('/'))) || !write(path, content))
    return warnOnce("nothing is cached: " + root + ": " + std::strerror(errno) +
                    " (TQ_CACHE_DIR names another folder, TQ_CACHE=off "
                    "switches the cache off)");
  estimate += content.size();
  if (!std::exchange(scanned, true))
    estimate = usedBytes();
  if (estimate > limit)
    evict();
}

void DiskCache::evict() {
  std::vector<CachedFile> files = filesIn(root);
  std::sort(files.begin(), files.end(),
            [](const CachedFile &a, const CachedFile &b) {
              return std::tie(a.used.tv_sec, a.used.tv_nsec, a.path) <
                     std::tie(b.used.tv_sec, b.used.tv_nsec, b.path);
            });
  estimate = 0;
  for (const CachedFile &file : files)
    estimate += file.bytes;
  // Down to four fifths, so that not every put has to look through the folder.
  uint64_t goal = limit / 5 * 4;
  time_t now = time(nullptr);
  for (const CachedFile &file : files) {
    if (file.temporary ? now - file.used.tv_sec < kStaleSeconds
                       : estimate <= goal)
      continue;
    if (unlink(file.path.c_str()) == 0)
      estimate -= file.bytes;
  }
}

uint64_t DiskCache::usedBytes() const {
  uint64_t bytes = 0;
  for (const CachedFile &file : filesIn(root))
    bytes += file.bytes;
  return bytes;
}

std::string DiskCache::problem() {
  if (root.empty())
    return "it is switched off, or neither TQ_CACHE_DIR, XDG_CACHE_HOME nor "
           "HOME is set";
  std::string probe = root + "/00/" + std::string(64, '0') + ".probe";
  if (!makeFolders(root + "/00") || !write(probe, "probe"))
    return std::strerror(errno);
  unlink(probe.c_str());
  return "";
}

} // namespace tqc
