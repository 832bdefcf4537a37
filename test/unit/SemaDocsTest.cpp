//===- SemaDocsTest.cpp - docs/compatibility.md is what the table says ----===//

#include "compiler/syntax/Builtins.h"

#include "gtest/gtest.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <cstdlib>

using namespace tqc;

namespace {

/// A file of the repository, found from this one.
std::string repositoryFile(llvm::StringRef path) {
  llvm::SmallString<256> root(__FILE__);
  for (int i = 0; i < 3; ++i)
    llvm::sys::path::remove_filename(root);
  llvm::sys::path::append(root, path);
  return std::string(root);
}

// TQ_UPDATE_DOCS=1 SemaTest --gtest_filter=SemaDocsTest.* writes the page anew.
TEST(SemaDocsTest, CompatibilityIsUpToDate) {
  std::string page;
  llvm::raw_string_ostream os(page);
  sema::printCompatibility(os);
  std::string path = repositoryFile("docs/compatibility.md");
  if (std::getenv("TQ_UPDATE_DOCS")) {
    std::error_code error;
    llvm::raw_fd_ostream file(path, error);
    ASSERT_FALSE(error) << error.message();
    file << page;
  }
  auto stored = llvm::MemoryBuffer::getFile(path);
  ASSERT_TRUE(bool(stored)) << path;
  EXPECT_EQ((*stored)->getBuffer().str(), page)
      << "run TQ_UPDATE_DOCS=1 SemaTest --gtest_filter=SemaDocsTest.*";
}

TEST(SemaDocsTest, EveryAliasNamesARow) {
  for (const sema::BuiltinRow &row : sema::allBuiltins())
    if (row.kind == sema::BuiltinKind::Alias)
      EXPECT_NE(sema::findBuiltin(row.path), nullptr) << row.path;
}

} // namespace
