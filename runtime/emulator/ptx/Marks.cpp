//===- Marks.cpp - what the compiler tells a debugger ---------------------===//

#include "runtime/emulator/ptx/Marks.h"

#include <algorithm>
#include <sstream>

namespace tqc::emu {

static bool readNumber(const std::string &text, uint32_t &number) {
  if (text.empty() || text.size() > 9 ||
      text.find_first_not_of("0123456789") != std::string::npos)
    return false;
  number = static_cast<uint32_t>(std::stoul(text));
  return true;
}

/// Numbers between `separator`; none if the text is empty.
template <typename Number>
static bool readList(const std::string &text, char separator,
                     std::vector<Number> &list) {
  std::stringstream in(text);
  for (std::string word; std::getline(in, word, separator);) {
    uint32_t number;
    if (!readNumber(word, number))
      return false;
    list.push_back(number);
  }
  return true;
}

/// Reads `reg=8,16`.
static bool readColumns(const std::string &word, const std::string &key,
                        std::vector<uint32_t> &columns) {
  return word.compare(0, key.size(), key) == 0 &&
         readList(word.substr(key.size()), ',', columns) &&
         columns.size() <= 20;
}

static bool readLine(std::istream &in, Mark &mark) {
  std::string line, depth;
  in >> line >> depth >> mark.function >> std::ws;
  std::getline(in, mark.file);
  return readNumber(line, mark.line) && readNumber(depth, mark.depth) &&
         !mark.file.empty();
}

static bool readValue(std::istream &in, Mark &mark) {
  mark.kind = Mark::Value;
  std::string shape, reg, lane, warp, first, colon;
  in >> mark.function >> mark.name >> mark.type >> shape >> reg >> lane >>
      warp >> first >> colon;
  if (shape != "scalar" && !readList(shape, 'x', mark.shape))
    return false;
  uint64_t elements = 1;
  for (int64_t extent : mark.shape)
    elements *= static_cast<uint64_t>(std::max<int64_t>(extent, 1));
  if (elements > (1u << 24))
    return false;
  for (std::string word; in >> word;)
    mark.registers.push_back(word);
  return colon == ":" && readColumns(reg, "reg=", mark.regColumns) &&
         readColumns(lane, "lane=", mark.laneColumns) &&
         readColumns(warp, "warp=", mark.warpColumns) &&
         first.compare(0, 6, "first=") == 0 &&
         readNumber(first.substr(6), mark.first) && !mark.registers.empty();
}

std::string takeMarks(const std::string &ptx, std::vector<Mark> &marks) {
  std::string result;
  std::stringstream in(ptx);
  for (std::string line; std::getline(in, line);) {
    std::stringstream words(line);
    std::string slashes, kind;
    words >> slashes >> kind;
    Mark mark;
    if (slashes == "//" && ((kind == "tq.line" && readLine(words, mark)) ||
                            (kind == "tq.value" && readValue(words, mark)))) {
      result += "\tpmevent " + std::to_string(marks.size()) + ";\n";
      marks.push_back(std::move(mark));
    } else {
      result += line + "\n";
    }
  }
  return result;
}

} // namespace tqc::emu
