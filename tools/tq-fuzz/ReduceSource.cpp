//===- ReduceSource.cpp - The smallest source with a fault ----------------===//

#include "tools/tq-fuzz/ReduceSource.h"

#include <algorithm>
#include <cctype>

namespace tqc::fuzz {

using Lines = std::vector<std::string>;

static Lines split(const std::string &source) {
  Lines lines;
  for (size_t at = 0; at < source.size();) {
    size_t end = std::min(source.find('\n', at), source.size());
    lines.push_back(source.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

static std::string join(const Lines &lines) {
  std::string source;
  for (const std::string &line : lines)
    source += line + "\n";
  return source;
}

static size_t indentOf(const std::string &line) {
  size_t at = line.find_first_not_of(' ');
  return at == std::string::npos ? line.size() : at;
}

static bool isWordPart(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// How often `word` stands in `text` as a word.
static size_t countWord(const std::string &text, const std::string &word) {
  size_t count = 0;
  for (size_t at = text.find(word); at != std::string::npos;
       at = text.find(word, at + 1)) {
    bool begins = at == 0 || !isWordPart(text[at - 1]);
    size_t end = at + word.size();
    count += begins && (end == text.size() || !isWordPart(text[end]));
  }
  return count;
}

/// Takes a name out of a list of parameters: "a, b, c" without b.
static void dropParameter(std::string &source, const std::string &name) {
  for (const std::string &text : {name + ", ", ", " + name}) {
    for (size_t at = source.find(text); at != std::string::npos;
         at = source.find(text, at + 1)) {
      size_t first = text[0] == ',' ? at + 2 : at;
      bool begins = first == 0 || !isWordPart(source[first - 1]);
      size_t end = first + name.size();
      if (!begins || (end < source.size() && isWordPart(source[end])))
        continue;
      source.erase(at, text.size());
      return;
    }
  }
}

Reduction withoutUnused(Reduction reduction) {
  for (size_t i = 0; i < reduction.values.size();) {
    const std::string &name = reduction.values[i].name;
    if (name.empty() || countWord(reduction.source, name) != 1) {
      ++i;
      continue;
    }
    dropParameter(reduction.source, name);
    reduction.values.erase(reduction.values.begin() + int64_t(i));
  }
  return reduction;
}

namespace {

/// A search for a smaller source.
class Reducer {
public:
  Reducer(Reduction start, const StillFails &stillFails, int tries)
      : best(std::move(start)), stillFails(stillFails), tries(tries) {}

  Reduction run() {
    for (bool changed = true; changed && tries > 0;) {
      changed = dropChunks();
      changed |= openBlocks();
    }
    return best;
  }

private:
  bool accept(const Lines &lines) {
    if (tries-- <= 0)
      return false;
    Reduction smaller = withoutUnused({join(lines), best.values});
    if (!stillFails(smaller))
      return false;
    best = std::move(smaller);
    return true;
  }

  /// Runs of lines, long ones first.
  bool dropChunks() {
    bool changed = false;
    size_t count = split(best.source).size();
    for (size_t size = std::max<size_t>(count / 2, 1); size > 0; size /= 2)
      for (size_t at = 0; tries > 0;) {
        Lines lines = split(best.source);
        if (at >= lines.size())
          break;
        size_t end = std::min(at + size, lines.size());
        lines.erase(lines.begin() + int64_t(at), lines.begin() + int64_t(end));
        if (accept(lines))
          changed = true;
        else
          at += size;
      }
    return changed;
  }

  /// A block's body without its head: no loop, no branch.
  bool openBlocks() {
    bool changed = false;
    for (size_t at = 0; tries > 0; ++at) {
      Lines lines = split(best.source);
      if (at >= lines.size())
        break;
      if (lines[at].empty() || lines[at].back() != ':' ||
          indentOf(lines[at]) == 0)
        continue;
      size_t outer = indentOf(lines[at]);
      for (size_t in = at + 1; in < lines.size() && indentOf(lines[in]) > outer;
           ++in)
        lines[in].erase(0, std::min<size_t>(4, indentOf(lines[in])));
      lines.erase(lines.begin() + int64_t(at));
      changed |= accept(lines);
    }
    return changed;
  }

  Reduction best;
  const StillFails &stillFails;
  int tries;
};

} // namespace

Reduction reduce(Reduction start, const StillFails &stillFails, int tries) {
  return Reducer(std::move(start), stillFails, tries).run();
}

} // namespace tqc::fuzz
