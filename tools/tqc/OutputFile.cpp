//===- OutputFile.cpp - Write a result whole or not at all ----------------===//

#include "tools/tqc/OutputFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace tqc;

static Status failure(llvm::StringRef path, std::error_code code) {
  return Error{"cannot write " + path.str() + ": " + code.message()};
}

/// Writes to an open stream and looks whether all of it arrived.
static Status writeTo(llvm::raw_fd_ostream &os, llvm::StringRef path,
                      llvm::StringRef bytes) {
  os << bytes;
  os.flush();
  if (!os.has_error())
    return {};
  std::error_code code = os.error();
  os.clear_error();
  return failure(path, code);
}

Status tqc::writeOutput(llvm::StringRef path, llvm::StringRef bytes) {
  if (path == "-")
    return writeTo(llvm::outs(), "the standard output", bytes);
  namespace fs = llvm::sys::fs;
  fs::file_status status;
  std::error_code missing = fs::status(path, status);
  if (!missing && !fs::is_regular_file(status)) {
    if (fs::is_directory(status))
      return Error{"cannot write " + path.str() + ": it is a folder"};
    std::error_code code;
    llvm::raw_fd_ostream os(path, code, fs::OF_Append);
    return code ? failure(path, code) : writeTo(os, path, bytes);
  }
  // Through a symbolic link, the file behind it is replaced and not the link.
  llvm::SmallString<128> target(path);
  if (!missing)
    if (std::error_code code = fs::real_path(path, target))
      return failure(path, code);
  llvm::Expected<fs::TempFile> file =
      fs::TempFile::create(target + ".%%%%%%", fs::all_read | fs::all_write);
  if (!file)
    return failure(path, llvm::errorToErrorCode(file.takeError()));
  Status written;
  {
    llvm::raw_fd_ostream os(file->FD, /*shouldClose=*/false);
    written = writeTo(os, path, bytes);
  }
  if (!written) {
    llvm::consumeError(file->discard());
    return written;
  }
  if (!missing)
    fs::setPermissions(file->TmpName, status.permissions());
  if (llvm::Error error = file->keep(target))
    return failure(path, llvm::errorToErrorCode(std::move(error)));
  return {};
}
