//===- RuntimeCacheTest.cpp - Whole files, bounded, or a word of warning --===//

#include "runtime/cache/DiskCache.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace tqc;
using testing::HasSubstr;
namespace fs = std::filesystem;

namespace {

class DiskCacheTest : public testing::Test {
protected:
  DiskCacheTest() {
    char pattern[] = "/tmp/tqcacheXXXXXX";
    folder = mkdtemp(pattern);
  }
  ~DiskCacheTest() override { fs::remove_all(folder); }

  std::vector<fs::path> files() const {
    std::vector<fs::path> found;
    for (const auto &item : fs::recursive_directory_iterator(folder))
      if (item.is_regular_file())
        found.push_back(item.path());
    return found;
  }

  std::string folder;
};

TEST(ContentKeyTest, KnownDigests) {
  EXPECT_EQ(sha256(""),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991"
            "b7852b855");
  EXPECT_EQ(sha256("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410"
            "ff61f20015ad");
  EXPECT_EQ(sha256(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(ContentKeyTest, PartsAreKeptApart) {
  EXPECT_NE(ContentKey().add("ab").add("c").hex(),
            ContentKey().add("a").add("bc").hex());
  EXPECT_NE(ContentKey().add("").hex(), ContentKey().hex());
}

TEST_F(DiskCacheTest, GivesBackWhatWasPut) {
  DiskCache cache(folder);
  std::string bytes("a\0b\n", 4);
  EXPECT_EQ(cache.get("ptx", "key"), std::nullopt);
  cache.put("ptx", "key", bytes);
  EXPECT_EQ(cache.get("ptx", "key"), bytes);
  EXPECT_EQ(cache.get("cubin", "key"), std::nullopt);
  EXPECT_EQ(DiskCache(folder).get("ptx", "key"), bytes);
  cache.put("ptx", "key", "");
  EXPECT_EQ(cache.get("ptx", "key"), "");
  EXPECT_EQ(files().size(), 1u);
}

TEST_F(DiskCacheTest, DamagedFilesAreMisses) {
  DiskCache cache(folder);
  cache.put("ptx", "key", "0123456789");
  fs::path path = files().at(0);
  fs::resize_file(path, fs::file_size(path) - 1);
  EXPECT_EQ(cache.get("ptx", "key"), std::nullopt);
  EXPECT_TRUE(files().empty());
  cache.put("ptx", "key", "0123456789");
  std::ofstream(files().at(0)) << "no cache file";
  EXPECT_EQ(cache.get("ptx", "key"), std::nullopt);
}

TEST_F(DiskCacheTest, KeysCannotLeaveTheFolder) {
  DiskCache cache(folder + "/inner");
  cache.put("ptx", "../../escape", "x");
  EXPECT_EQ(cache.get("ptx", "../../escape"), "x");
  for (const fs::path &path : files())
    EXPECT_THAT(path.string(), HasSubstr("/inner/"));
}

TEST_F(DiskCacheTest, TheLeastRecentlyUsedGoFirst) {
  DiskCache cache(folder, 10000);
  auto tick = [] {
    std::this_thread::sleep_for(std::chrono::milliseconds(15));
  };
  std::string kilobyte(1000, 'x');
  for (int i = 0; i < 8; ++i, tick())
    cache.put("ptx", "key" + std::to_string(i), kilobyte);
  EXPECT_TRUE(cache.get("ptx", "key0"));
  tick();
  for (int i = 8; i < 12; ++i, tick())
    cache.put("ptx", "key" + std::to_string(i), kilobyte);
  EXPECT_LE(cache.usedBytes(), 10000u);
  EXPECT_TRUE(cache.get("ptx", "key0"));
  EXPECT_TRUE(cache.get("ptx", "key11"));
  EXPECT_FALSE(cache.get("ptx", "key1"));
  cache.put("ptx", "huge", std::string(20000, 'x'));
  EXPECT_FALSE(cache.get("ptx", "huge"));
}

TEST_F(DiskCacheTest, ForeignFilesAreLeftAlone) {
  fs::create_directories(folder + "/ab");
  std::ofstream(folder + "/precious.txt") << std::string(5000, 'p');
  std::ofstream(folder + "/ab/notes") << std::string(5000, 'p');
  DiskCache cache(folder, 3000);
  for (int i = 0; i < 8; ++i)
    cache.put("ptx", "key" + std::to_string(i), std::string(1000, 'x'));
  EXPECT_TRUE(fs::exists(folder + "/precious.txt"));
  EXPECT_TRUE(fs::exists(folder + "/ab/notes"));
}

TEST_F(DiskCacheTest, UnusableFoldersAreSaidOnce) {
  std::ofstream(folder + "/file") << "x";
  std::vector<std::string> warnings;
  DiskCache cache(folder + "/file/below", DiskCache::kDefaultBytes,
                  [&](const std::string &text) { warnings.push_back(text); });
  EXPECT_THAT(cache.problem(), HasSubstr("Not a directory"));
  cache.put("ptx", "a", "x");
  cache.put("ptx", "b", "x");
  EXPECT_EQ(cache.get("ptx", "a"), std::nullopt);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_THAT(warnings[0], HasSubstr("nothing is cached: " + folder));
  EXPECT_THAT(warnings[0], HasSubstr("Not a directory"));
}

TEST_F(DiskCacheTest, NoFolderMeansNoCache) {
  DiskCache cache("");
  cache.put("ptx", "a", "x");
  EXPECT_EQ(cache.get("ptx", "a"), std::nullopt);
  EXPECT_NE(cache.problem(), "");
  EXPECT_EQ(DiskCache(folder + "/new").problem(), "");
}

TEST_F(DiskCacheTest, ManyProcessesShareAFolder) {
  std::vector<pid_t> children;
  for (int child = 0; child < 8; ++child) {
    pid_t pid = fork();
    if (pid == 0) {
      DiskCache cache(folder, 20000);
      for (int i = 0; i < 200; ++i) {
        std::string key = "key" + std::to_string(i % 30);
        std::string bytes(500 + size_t(i % 30), char('a' + i % 26));
        if (auto hit = cache.get("ptx", key);
            hit && hit->size() != bytes.size())
          _exit(1);
        cache.put("ptx", key, bytes);
      }
      _exit(0);
    }
    children.push_back(pid);
  }
  for (pid_t pid : children) {
    int status = 0;
    waitpid(pid, &status, 0);
    EXPECT_EQ(status, 0);
  }
  for (const fs::path &path : files())
    EXPECT_EQ(path.string().find(".tmp"), std::string::npos);
}

} // namespace
