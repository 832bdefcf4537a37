//===- LevelFiles.cpp - Which file is level N? ----------------------------===//

#include "tools/tq-run/LevelFiles.h"

#include "runtime/image/ReadFile.h"
#include "tools/tq-run/Topics.h"

#include <cstdlib>
#include <unistd.h>

namespace tqc {

Result<std::string> readWholeFile(const std::string &path) {
  Result<std::string> text = readFile(path);
  if (!text)
    return Error{path + ": cannot be read: " + text.error().message};
  return text;
}

static std::string workingFolder() {
  char *here = getcwd(nullptr, 0);
  std::string folder = here ? here : ".";
  std::free(here);
  return folder;
}

std::optional<std::string> findQuest(const std::string &start) {
  std::string folder = start.empty() ? workingFolder() : start;
  while (true) {
    if (access((folder + "/quest.json").c_str(), F_OK) == 0)
      return folder.empty() ? "/" : folder;
    size_t slash = folder.rfind('/');
    if (folder.empty() || slash == std::string::npos)
      return std::nullopt;
    folder.resize(slash);
  }
}

std::string shortPath(const std::string &path) {
  std::string here = workingFolder() + "/";
  return path.rfind(here, 0) == 0 ? path.substr(here.size()) : path;
}

static Result<LevelFile> readLevel(const std::string &path,
                                   LevelFile::Origin origin) {
  Result<std::string> text = readWholeFile(path);
  if (!text)
    return text.error();
  return LevelFile{path, std::move(*text), origin};
}

Result<LevelFile> findLevel(int level, const LevelChoice &choice) {
  std::string name = fileNameOf(level), below = pathBelow(level) + ".tq";
  if (!choice.file.empty())
    return readLevel(choice.file, LevelFile::Given);
  std::optional<std::string> quest = findQuest(choice.start);
  if (quest && choice.folder.empty()) {
    std::string path = shortPath(*quest + "/" + name);
    if (access(path.c_str(), F_OK) == 0)
      return readLevel(path, LevelFile::Learner);
    return Error{"the quest folder " + *quest + " has no " + name +
                 "; `tq-run start " + wordOf(level) + "` makes it"};
  }
  if (!choice.folder.empty())
    return readLevel(choice.folder + "/" + below, LevelFile::Folder);
  std::string here = choice.start.empty() ? "" : choice.start + "/";
  std::string inLevels = here;
  inLevels.append("levels/").append(below);
  for (const std::string &path : {here + name, inLevels})
    if (access(path.c_str(), F_OK) == 0)
      return readLevel(path, LevelFile::Folder);
  if (std::optional<std::string_view> text = shippedFile("levels/" + below))
    return LevelFile{"levels/" + below, std::string(*text), LevelFile::Shipped};
  return Error{levelName(level) +
               " is not in this program; --levels DIR or --file FILE says "
               "where it is"};
}

std::string showFile(const LevelFile &file) {
  return file.path + (file.origin == LevelFile::Shipped
                          ? " (the copy inside this program)"
                          : "");
}

} // namespace tqc
