//===- KernelBreaker.cpp - Kernels that were changed on purpose -----------===//

#include "test/unit/KernelBreaker.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace tqc::test;

//===----------------------------------------------------------------------===//
// The corpus
//===----------------------------------------------------------------------===//

/// "x=rand:fp32:32x32 n=7 BLOCK=64 tol=1e-5" of test/features, as the line by
/// which a kernel says its own types.
static std::string headOfCase(const std::string &text) {
  std::string signature, rest;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    size_t equals = word.find('='), colon = word.find(':');
    if (equals == std::string::npos)
      continue;
    std::string name = word.substr(0, equals);
    if (name == "tol" || name == "grid" || name == "save")
      continue;
    std::string type;
    if (colon != std::string::npos) {
      size_t end = word.find(':', colon + 1);
      type = "*" + word.substr(colon + 1, end - colon - 1) + ":16";
    } else if (std::islower(static_cast<unsigned char>(name[0])) &&
               name.rfind("num_", 0) != 0) {
      type = word.find('.') == std::string::npos ? "i32" : "fp32";
    }
    if (type.empty())
      rest += " " + word;
    else
      signature += (signature.empty() ? "" : ", ") + type;
  }
  return "# tqc: signature=\"" + signature + "\"" + rest;
}

static bool startsWith(const std::string &text, const char *start) {
  return text.rfind(start, 0) == 0;
}

static void addKernelsOf(const std::string &folder, const std::string &file,
                         std::vector<CorpusKernel> &kernels) {
  std::ifstream in(folder + "/" + file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);)
    lines.push_back(startsWith(line, "# case: ") ? headOfCase(line.substr(8))
                                                 : line);
  for (size_t i = 0; i < lines.size(); ++i) {
    if (!startsWith(lines[i], "# tqc: signature"))
      continue;
    CorpusKernel kernel = {file, "", lines, i, i + 1};
    for (; kernel.last < lines.size(); ++kernel.last) {
      const std::string &line = lines[kernel.last];
      if (startsWith(line, "def ") && kernel.name.empty())
        kernel.name = line.substr(4, line.find('(') - 4);
      else if (!line.empty() && line[0] != ' ' && line[0] != '@')
        break;
    }
    if (!kernel.name.empty())
      kernels.push_back(kernel);
  }
}

std::vector<CorpusKernel> tqc::test::corpusOfKernels() {
  const std::string root = TQC_TEST_ROOT_DIR;
  std::vector<std::string> files;
  for (const char *folder : {"levels", "test/features", "test/golden/matmul",
                             "test/golden/vector-add"})
    for (const auto &entry :
         std::filesystem::directory_iterator(root + "/" + folder))
      if (entry.path().extension() == ".tq" ||
          entry.path().extension() == ".py")
        files.push_back(std::string(folder) + "/" +
                        entry.path().filename().string());
  std::sort(files.begin(), files.end());
  std::vector<CorpusKernel> kernels;
  for (const std::string &file : files)
    addKernelsOf(root, file, kernels);
  return kernels;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

/// Words of a family may stand for each other.
static const std::vector<std::vector<const char *>> kFamilies = {
    {"fp16", "bf16", "fp32", "fp64", "i1", "i8", "i16", "i32", "i64", "u8",
     "u16", "u32", "u64", "fp8e4nv", "fp8e5"},
    {"float16", "bfloat16", "float32", "float64", "int1", "int8", "int16",
     "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float8e4nv",
     "float8e5"},
    {"0", "1", "2", "3", "4", "7", "8", "16", "32", "64", "128", "256", "512",
     "1024", "2048", "8192", "65536"},
    {"0", "1", "-1", "2", "3", "None", "2147483647", "-2147483648",
     "4294967296", "9223372036854775807"},
    {"0.0", "1.0", "0.5", "1e30", "-0.0", "float('inf')", "float('nan')"},
    {"+", "-", "*", "/", "//", "%", "&", "|", "^", "<<", ">>"},
    {"<", "<=", ">", ">=", "==", "!="},
    {"+=", "-=", "*=", "/=", "//=", "&=", "|=", "="},
    {"True", "False", "None"},
    {"exp", "exp2", "log", "log2", "sin", "cos", "sqrt", "rsqrt", "abs",
     "floor", "ceil", "erf", "sigmoid", "sqrt_rn", "ravel", "flip", "sort",
     "softmax", "trans"},
    {"sum", "max", "min", "argmax", "argmin", "xor_sum", "cumsum", "cumprod",
     "sort", "reduce_or", "flip"},
    {"maximum", "minimum", "div_rn", "fdiv", "cdiv", "umulhi", "join", "cat",
     "dot"},
    {"atomic_add", "atomic_max", "atomic_min", "atomic_and", "atomic_or",
     "atomic_xor", "atomic_xchg", "store"},
    {"program_id", "num_programs"},
    {"range", "static_range"},
    {"zeros_like", "abs", "exp"},
    {"\"tf32\"", "\"ieee\"", "\"tf32x3\"", "\"bf16x3\""},
    {"axis", "keep_dims", "return_indices"},
};

/// Names, numbers, strings, operators and the white space between them.
static std::vector<std::string> cut(const std::string &line) {
  auto kind = [](char c) {
    auto u = static_cast<unsigned char>(c);
    return std::isalnum(u) || c == '_' || c == '.' ? 1
           : std::isspace(u)                       ? 2
           : std::strchr("+-*/%&|^<>=!", c)        ? 3
                                                   : 0;
  };
  std::vector<std::string> parts;
  for (size_t i = 0; i < line.size();) {
    size_t end = i + 1;
    if (line[i] == '"' && line.find('"', end) != std::string::npos &&
        line.find('"', end) - i < 12)
      end = line.find('"', end) + 1;
    else if (kind(line[i]))
      while (end < line.size() && kind(line[end]) == kind(line[i]) &&
             line[end - 1] != '.')
        ++end;
    parts.push_back(line.substr(i, end - i));
    i = end;
  }
  return parts;
}

static bool isName(const std::string &part) {
  return !part.empty() &&
         (std::isalpha(static_cast<unsigned char>(part[0])) || part[0] == '_');
}

std::string &KernelBreaker::anyLine() { return lines[pick(lines.size())]; }

std::string KernelBreaker::anyName() {
  return names.empty() ? "x" : names[pick(names.size())];
}

/// Puts another word of its family in place of a word; false if there is none.
bool KernelBreaker::changeWord(std::string &line) {
  std::vector<std::string> parts = cut(line);
  for (int attempt = 0; attempt < 12 && !parts.empty(); ++attempt) {
    std::string &part = parts[pick(parts.size())];
    std::vector<std::string> choices;
    for (const auto &family : kFamilies)
      if (std::find(family.begin(), family.end(), part) != family.end())
        choices.insert(choices.end(), family.begin(), family.end());
    if (std::find(names.begin(), names.end(), part) != names.end())
      choices = names;
    if (choices.empty() && isName(part) && pick(4) == 0)
      choices = names;
    if (choices.empty())
      continue;
    part = choices[pick(choices.size())];
    line.clear();
    for (const std::string &each : parts)
      line += each;
    return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

/// Types, divisibility, warps and stages.
void KernelBreaker::changeHead() {
  static const char *const kMore[] = {
      " num_warps=1",  " num_warps=2",  " num_warps=4",  " num_warps=8",
      " num_warps=16", " num_warps=32", " num_stages=1", " num_stages=2",
      " num_stages=3", " num_stages=4", " num_stages=7"};
  std::string &head = lines[0];
  size_t colon = head.find(":16");
  switch (pick(4)) {
  case 0:
    if (size_t at = head.find(" num_"); at != std::string::npos && pick(2))
      head.resize(at);
    head += kMore[pick(std::size(kMore))];
    break;
  case 1:
    if (colon != std::string::npos) {
      static const char *const kInstead[] = {"", ":1", ":8"};
      head.replace(colon, 3, kInstead[pick(3)]);
      break;
    }
    [[fallthrough]];
  default:
    changeWord(head);
  }
}

static size_t indentOf(const std::string &line) {
  size_t at = line.find_first_not_of(' ');
  return at == std::string::npos ? line.size() : at;
}

void KernelBreaker::changeLines() {
  size_t at = pick(lines.size()), other = pick(lines.size());
  if (at < 3 || other < 3)
    return; // head, decorator and `def`
  switch (pick(4)) {
  case 0:
    std::swap(lines[at], lines[other]);
    break;
  case 1: {
    std::string copy = lines[other];
    lines.insert(lines.begin() + static_cast<long>(at), copy);
    break;
  }
  case 2:
    lines.erase(lines.begin() + static_cast<long>(at));
    break;
  default:
    if (pick(2))
      lines[at].insert(0, "    ");
    else if (indentOf(lines[at]) >= 8)
      lines[at].erase(0, 4);
  }
}

/// One more statement, `$` being names of the kernel.
void KernelBreaker::insertLine() {
  static const char *const kStatements[] = {
      "$ = $.to(tl.float16)",
      "$ = $.to(tl.float32)",
      "$ = $.to(tl.int8)",
      "$ = $.to(tl.float8e5)",
      "$ = $.to(tl.int64)",
      "$ = $ + $",
      "$ += $",
      "$ = $ * 2",
      "$ = $ // 3",
      "$ = $ % $",
      "$ = tl.sum($, axis=0)",
      "$ = tl.max($, axis=1)",
      "$ = tl.argmax($, axis=0)",
      "$ = tl.cumsum($, axis=0)",
      "$ = tl.sort($)",
      "$ = tl.flip($)",
      "$ = tl.exp($)",
      "$ = tl.trans($)",
      "$ = $.T",
      "$ = $[:, None]",
      "$ = $[None, :]",
      "$ = tl.where($ > $, $, $)",
      "$ = tl.where($ > 0, $, 0)",
      "$ = tl.dot($, $)",
      "$ = tl.dot($, tl.trans($))",
      "$ = tl.dot($, $, $)",
      "$ = tl.zeros((16, 16), tl.float32)",
      "$ = tl.full((64,), 1, tl.int32)",
      "$ = tl.arange(0, 64)",
      "$ = tl.reshape($, (16, -1))",
      "$ = tl.join($, $)",
      "$, $ = tl.split($)",
      "$ = tl.gather($, $, axis=0)",
      "$ = tl.histogram($, 64)",
      "$ = tl.broadcast_to($, (64, 64))",
      "$ = tl.load($)",
      "$ = tl.load($ + $)",
      "$ = tl.load($, mask=$, other=$)",
      "tl.store($, $)",
      "tl.store($ + $, $, mask=$)",
      "$ = tl.atomic_add($, $)",
      "tl.atomic_max($, $)",
      "$ = tl.atomic_cas($, $, $)",
      "tl.debug_barrier()",
      "tl.device_assert($ > $)",
      "tl.device_print('x', $)",
      "tl.assume($ > 0)",
      "$ = tl.multiple_of($, 16)",
      "$ = tl.max_contiguous($, 16)",
      "$ = tl.program_id(2)",
      "$ = ($, $)",
      "$ = $ if $ else $",
      "while $ < $: $ += 1",
      "return",
      "if tl.program_id(0) > 3: return",
  };
  size_t at = pick(lines.size());
  if (at < 3)
    return;
  std::string text(indentOf(lines[at]), ' ');
  for (const char *c = kStatements[pick(std::size(kStatements))]; *c; ++c)
    text += *c == '$' ? anyName() : std::string(1, *c);
  lines.insert(lines.begin() + static_cast<long>(at), text);
}

/// Puts the rest of a block into a loop or a branch.
void KernelBreaker::indentRest() {
  static const char *const kHeads[] = {
      "for i_ in range(0, 4):",
      "for i_ in tl.static_range(3):",
      "for i_ in range(0, $):",
      "if tl.program_id(0) == 0:",
      "for i_ in range($, $, 2):",
      "while $ > 0:",
      "for i_ in tl.range(0, 8, num_stages=2):",
      "if $ > $:",
      "for i_ in range(10, 0, -1):",
  };
  size_t at = pick(lines.size());
  if (at < 3)
    return;
  size_t indent = indentOf(lines[at]);
  if (indent < 4)
    return;
  std::string head(indent, ' ');
  for (const char *c = kHeads[pick(std::size(kHeads))]; *c; ++c)
    head += *c == '$' ? anyName() : std::string(1, *c);
  for (size_t i = at; i < lines.size() && indentOf(lines[i]) >= indent; ++i)
    lines[i].insert(0, "    ");
  lines.insert(lines.begin() + static_cast<long>(at), head);
}

void KernelBreaker::change() {
  switch (pick(10)) {
  case 0:
  case 1:
    return changeHead();
  case 2:
    return changeLines();
  case 3:
  case 4:
    return insertLine();
  case 5:
    return indentRest();
  default:
    changeWord(anyLine());
  }
}

std::string KernelBreaker::run(const CorpusKernel &kernel, unsigned changes) {
  lines.assign(kernel.lines.begin() + static_cast<long>(kernel.first),
               kernel.lines.begin() + static_cast<long>(kernel.last));
  names.clear();
  for (const std::string &line : lines) {
    std::vector<std::string> parts = cut(line);
    parts.erase(std::remove_if(parts.begin(), parts.end(),
                               [](const std::string &part) {
                                 return std::isspace(
                                     static_cast<unsigned char>(part[0]));
                               }),
                parts.end());
    bool isHead = startsWith(line, "def ");
    for (size_t i = 0; i + 1 < parts.size(); ++i)
      if (isName(parts[i]) && (isHead ? i > 1 : i == 0 && parts[1][0] == '='))
        names.push_back(parts[i]);
  }
  for (unsigned i = 0; i < changes; ++i)
    change();
  std::string text;
  for (size_t i = 0; i < kernel.first; ++i)
    text += kernel.lines[i] + "\n";
  for (const std::string &line : lines)
    text += line + "\n";
  for (size_t i = kernel.last; i < kernel.lines.size(); ++i)
    text += kernel.lines[i] + "\n";
  return text;
}
