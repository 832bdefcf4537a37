//===- PhaseListing.cpp - Which source line does a line come from? --------===//

#include "tools/explore/PhaseListing.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Path.h"

using namespace tqc;
using llvm::StringRef;

std::string PhaseListing::joined() const {
  return text.empty() ? "" : llvm::join(text, "\n") + "\n";
}

/// Calls `function` with each line of `text`.
template <typename Function>
static void eachLine(StringRef text, Function function) {
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    function(line);
    text = rest;
  }
}

//===----------------------------------------------------------------------===//
// MLIR
//===----------------------------------------------------------------------===//

/// The end of the string literal that begins at `at`.
static size_t endOfString(StringRef text, size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at)
    if (text[at] == '\\')
      ++at;
  return std::min(at + 1, text.size());
}

/// The place of the bracket that closes the one at `at`; npos if none does.
static size_t closing(StringRef text, size_t at) {
  int depth = 0;
  while (at < text.size()) {
    char c = text[at];
    if (c == '"') {
      at = endOfString(text, at);
      continue;
    }
    depth += (c == '(' || c == '[') - (c == ')' || c == ']');
    if (depth == 0)
      return at;
    ++at;
  }
  return StringRef::npos;
}

/// A string literal of MLIR: `\22` is a quote.
static std::string unescaped(StringRef text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    unsigned code = 0;
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == '\\') {
      result += text[++i];
    } else if (text[i] == '\\' && i + 2 < text.size() &&
               !text.substr(i + 1, 2).getAsInteger(16, code)) {
      result += static_cast<char>(code);
      i += 2;
    } else {
      result += text[i];
    }
  }
  return result;
}

namespace {

/// Locations as MLIR prints them, and the lines that they stand for.
class Locations {
public:
  explicit Locations(StringRef file) : file(file) {}

  /// Takes `#loc7 = loc(...)`; false for another line.
  bool define(StringRef line);
  /// The line of what stands between the brackets of `loc(...)`.
  unsigned lineOf(StringRef location, int depth = 0) const;

private:
  unsigned firstOf(StringRef list, int depth) const;

  StringRef file;
  llvm::StringMap<std::string> aliases;
};

} // namespace

bool Locations::define(StringRef line) {
  auto [name, value] = line.split(" = loc(");
  if (!name.starts_with("#loc") || value.empty() || !value.ends_with(")"))
    return false;
  aliases[name] = value.drop_back().str();
  return true;
}

/// The first place of a list.
unsigned Locations::firstOf(StringRef list, int depth) const {
  while (!list.empty()) {
    size_t end = 0;
    while (end < list.size() && list[end] != ',')
      if (list[end] == '"')
        end = endOfString(list, end);
      else if (list[end] == '(' || list[end] == '[')
        end = std::min(closing(list, end), list.size());
      else
        ++end;
    if (unsigned line = lineOf(list.take_front(end).trim(), depth))
      return line;
    list = list.drop_front(std::min(end + 1, list.size()));
  }
  return 0;
}

unsigned Locations::lineOf(StringRef location, int depth) const {
  constexpr int kDeepest = 64; // aliases of a text that is none could be cyclic
  if (depth == kDeepest)
    return 0;
  if (location.starts_with("#")) {
    auto known = aliases.find(location);
    return known == aliases.end() ? 0 : lineOf(known->second, depth + 1);
  }
  if (location.consume_front("callsite(") && location.consume_back(")")) {
    size_t at = location.rfind(" at ");
    // The caller may itself be a call, written out: then the first " at " whose
    // front is balanced divides.
    for (size_t from = location.find(" at "); from != StringRef::npos;
         from = location.find(" at ", from + 1))
      if (location.take_front(from).count('(') ==
          location.take_front(from).count(')')) {
        at = from;
        break;
      }
    return at == StringRef::npos
               ? 0
               : lineOf(location.drop_front(at + 4), depth + 1);
  }
  if (location.starts_with("fused")) {
    size_t open = location.find('[');
    size_t close = open == StringRef::npos ? open : closing(location, open);
    return close == StringRef::npos
               ? 0
               : firstOf(location.slice(open + 1, close), depth + 1);
  }
  if (!location.starts_with("\""))
    return 0;
  size_t end = endOfString(location, 0);
  StringRef rest = location.drop_front(end);
  if (rest.consume_front("(") && rest.consume_back(")")) // "name"(place)
    return lineOf(rest, depth + 1);
  unsigned line = 0;
  if (!rest.consume_front(":") || rest.consumeInteger(10, line) ||
      unescaped(location.slice(1, end - 1)) != file)
    return 0;
  return line;
}

/// Takes each ` loc(...)` out of a line; `last` gets what the last one at its
/// end holds.
static std::string withoutLocations(StringRef line, StringRef &last) {
  std::string kept;
  for (size_t at = 0; at < line.size();) {
    if (line[at] == '"') {
      size_t end = endOfString(line, at);
      kept += line.slice(at, end);
      at = end;
      continue;
    }
    constexpr StringRef kBegin = " loc(";
    size_t close = line.substr(at).starts_with(kBegin)
                       ? closing(line, at + kBegin.size() - 1)
                       : StringRef::npos;
    if (close == StringRef::npos) {
      last = "";
      kept += line[at++];
      continue;
    }
    last = line.slice(at + kBegin.size(), close);
    at = close + 1;
  }
  return kept;
}

PhaseListing tqc::listMlir(StringRef name, StringRef text, StringRef file) {
  PhaseListing listing;
  listing.name = name.str();
  Locations locations(file);
  eachLine(text, [&](StringRef line) { (void)locations.define(line); });
  // The lines of ops whose regions are open; an op's place stands at its end.
  std::vector<std::vector<size_t>> open;
  eachLine(text, [&](StringRef line) {
    if (locations.define(line))
      return;
    StringRef last;
    std::string kept = withoutLocations(line, last);
    listing.add(kept, locations.lineOf(last));
    bool closes = StringRef(kept).ltrim().starts_with("}") && !open.empty();
    bool opens = StringRef(kept).ends_with("{");
    if (closes && !opens) {
      for (size_t header : open.back())
        listing.lines[header] = listing.lines.back();
      open.pop_back();
    } else if (closes) {
      open.back().push_back(listing.lines.size() - 1);
    } else if (opens) {
      open.push_back({listing.lines.size() - 1});
    }
  });
  return listing;
}

//===----------------------------------------------------------------------===//
// PTX
//===----------------------------------------------------------------------===//

/// The number of the file in `.file 1 "k.tq"`; 0 if the text names it nowhere.
static unsigned numberOfFile(StringRef text, StringRef file) {
  unsigned found = 0;
  eachLine(text, [&](StringRef line) {
    line = line.trim();
    unsigned number = 0;
    if (!line.consume_front(".file") || line.ltrim().consumeInteger(10, number))
      return;
    size_t begin = line.find('"'), end = line.rfind('"');
    if (begin < end && unescaped(line.slice(begin + 1, end)) == file) {
      line = line.ltrim();
      line.consumeInteger(10, found);
    }
  });
  return found;
}

PhaseListing tqc::listPtx(StringRef text, StringRef file) {
  PhaseListing listing;
  listing.name = "ptx";
  unsigned wanted = numberOfFile(text, file), source = 0;
  eachLine(text, [&](StringRef line) {
    StringRef place = line.trim();
    if (!place.consume_front(".loc")) {
      bool isCode = line.starts_with("\t") && !place.starts_with(".");
      listing.add(line, isCode ? source : 0);
      if (line.starts_with("}")) // the function's
        source = 0;
      return;
    }
    // .loc 1 6 17, function_name ..., inlined_at 1 12 3
    if (place.contains("inlined_at"))
      place = place.rsplit("inlined_at").second;
    unsigned number = 0, of = 0;
    place = place.ltrim();
    bool isPlace = !place.consumeInteger(10, of);
    place = place.ltrim();
    isPlace = isPlace && !place.consumeInteger(10, number);
    source = isPlace && of == wanted ? number : 0;
  });
  return listing;
}

//===----------------------------------------------------------------------===//
// SASS
//===----------------------------------------------------------------------===//

PhaseListing tqc::listSass(StringRef text, StringRef file) {
  PhaseListing listing;
  listing.name = "sass";
  unsigned source = 0;
  eachLine(text, [&](StringRef line) {
    StringRef place = line.trim();
    if (!place.consume_front("//## File \"")) {
      bool isCode = place.starts_with("/*");
      listing.add(line, isCode ? source : 0);
      return;
    }
    // //## File "k.tq", line 6 inlined at "k.tq", line 12
    if (place.contains("inlined at \""))
      place = place.rsplit("inlined at \"").second;
    auto [path, rest] = place.split('"');
    unsigned number = 0;
    bool isPlace =
        rest.consume_front(", line ") && !rest.consumeInteger(10, number);
    bool isFile = path == file || llvm::sys::path::filename(path) ==
                                      llvm::sys::path::filename(file);
    source = isPlace && isFile ? number : 0;
  });
  return listing;
}
