//===- StatementsRows.cpp - Loops over the tiles of a row -----------------===//
//
// What a softmax of any length is made of: a mask that cuts the last tile,
// numbers that each tile adds to, and stores.
//
//===----------------------------------------------------------------------===//

#include "tools/tq-fuzz/KernelWriter.h"

namespace tqc::fuzz {

static std::string text(int64_t number) { return std::to_string(number); }

/// The head of a loop over tiles of `tile` elements up to `end`, and the line
/// that says where the tile lies: steps are the tile or half of it.
std::string KernelWriter::writeTiles(int64_t tile, const std::string &end) {
  std::string index = fresh("i"), cols = fresh("cols");
  int64_t step = chance(80) ? tile : tile / 2;
  std::string begin = chance(80) ? "0" : text(int64_t(pick(3)));
  bool isNumbered = chance(30);
  if (isNumbered)
    line("for " + index + " in range(" + begin + ", tl.cdiv(" + end + ", " +
         text(step) + ")):");
  else
    line("for " + index + " in " + rangeOf(begin, end, step) + ":");
  indent += "    ";
  line(cols + " = " + index + (isNumbered ? " * " + text(step) : "") +
       " + tl.arange(0, " + text(tile) + ")");
  return cols;
}

/// One more number that the tiles of a row add to, and how.
void KernelWriter::writeTotal(const std::string &name, DType type,
                              const std::string &tile) {
  static const std::vector<std::string> kTotals = {"sum", "max", "min"};
  const std::string &how = pick(kTotals);
  std::string found = "tl." + how + "(" + tile + ", axis=0)";
  if (how == "sum")
    line(name + " += " + found);
  else
    line(name + " = tl." + how + "imum(" + name + ", " + found + ")");
}

void KernelWriter::writeRowLoop(int64_t tile) {
  static const std::vector<DType> kTypes = {DType::FP32, DType::FP16,
                                            DType::I32, DType::BF16};
  DType type = pick(kTypes);
  bool isInteger = type == DType::I32;
  int64_t length = tile * int64_t(pick(4)) + int64_t(pick(size_t(tile)));
  std::string from = input(type, (length + 1) * int64_t(programs));
  std::string at = " + pid * " + text(length + 1) + " + ";
  std::string end = number(length - (chance(20) ? int64_t(pick(7)) : 0));
  std::string other = isInteger ? "1" : "0.5";
  std::vector<std::string> totals;
  for (size_t i = 0, count = pick(3); i < count; ++i) {
    totals.push_back(fresh("t"));
    line(totals.back() + " = " + (isInteger ? "7" : "0.25"));
  }
  bool isStored = totals.empty() || chance(30);
  std::string to =
      isStored ? input(type, (length + 1) * int64_t(programs)) : "";

  std::string cols = writeTiles(tile, end), value = fresh("x");
  std::string mask = ", mask=" + cols + " < " + end;
  line(value + " = tl.load(" + from + at + cols + mask + ", other=" + other +
       ")" + (isInteger ? "" : ".to(tl.float32)"));
  if (chance(50))
    line(value + " = tl.where(" + cols + " < " + end + ", " + value + ", " +
         (isInteger ? "3" : "2.0") + ")");
  for (const std::string &total : totals)
    writeTotal(total, type, value);
  if (isStored)
    line("tl.store(" + to + at + cols + ", " + value + mask + ")");
  indent.resize(indent.size() - 4);
  for (const std::string &total : totals)
    define(isInteger ? DType::I32 : DType::FP32, {},
           "tl.to_tensor(" + total + ")");
}

/// Loads what all programs read beside their rows, up to `limit`, and begins
/// anywhere in an access; gives the sum of it and `value`.
std::string KernelWriter::addWeight(const std::string &value,
                                    const std::string &cols,
                                    const std::string &limit, int64_t length) {
  static const std::vector<DType> kTypes = {DType::FP32, DType::FP16,
                                            DType::BF16, DType::I8};
  std::string weight = fresh("w"), at = " + " + text(int64_t(pick(9))) + " + ";
  line(weight + " = tl.load(" + input(pick(kTypes), length + 9) + at + cols +
       ", mask=" + cols + " < " + limit + ", other=0)");
  return value + " + " + weight;
}

/// One loop over a row, and the number that it finds: the largest element, or a
/// sum of what is at most the one that an earlier loop has found.
std::string KernelWriter::writePass(int64_t tile, const std::string &row,
                                    const std::string &end,
                                    const std::string &largest) {
  bool isSum = !largest.empty() || chance(30);
  std::string total = fresh("t"), index = fresh("i"), cols = fresh("cols");
  line(total + " = " + (isSum ? "0.0" : "-float('inf')"));
  line("for " + index + " in " + rangeOf("0", end, tile) + ":");
  indent += "    ";
  line(cols + " = " + index + " + tl.arange(0, " + text(tile) + ")");
  std::string value = fresh("x"), inside = cols + " < " + end;
  line(value + " = tl.load(" + row + " + " + cols + ", mask=" + inside +
       ", other=-float('inf')).to(tl.float32)");
  std::string summand = largest.empty()
                            ? "tl.where(" + inside + ", " + value + ", 0.0)"
                            : "tl.exp(" + value + " - " + largest + ")";
  line(isSum ? total + " += tl.sum(" + summand + ", axis=0)"
             : total + " = tl.maximum(" + total + ", tl.max(" + value +
                   ", axis=0))");
  indent.resize(indent.size() - 4);
  return isSum ? "" : total;
}

/// Loops over one row, which is no longer than the kernel says.
void KernelWriter::writeRowPasses(int64_t tile) {
  static const std::vector<DType> kTypes = {DType::FP32, DType::FP16,
                                            DType::BF16};
  DType type = pick(kTypes);
  int64_t length = tile * int64_t(pick(4)) + int64_t(pick(size_t(tile)));
  auto rowOf = [&](const char *name) {
    int64_t stride = length + int64_t(pick(4));
    std::string row = fresh(name);
    line(row + " = " + input(type, (stride + 1) * int64_t(programs)) +
         " + pid * " + text(stride));
    return row;
  };
  std::string end = number(length - (chance(20) ? int64_t(pick(7)) : 0));
  line("tl.assume(" + end + " <= " + text(length + int64_t(pick(20))) + ")");
  std::string from = rowOf("row"), part = end;
  if (chance(30)) {
    part = fresh("part");
    line(part + " = tl.minimum(" + number(int64_t(pick(size_t(length + 9)))) +
         ", " + end + ")");
  }
  std::string largest;
  for (size_t i = 0, count = 1 + pick(3); i < count; ++i)
    if (std::string found = writePass(tile, from, part, largest);
        !found.empty())
      largest = found;
  std::string to = rowOf("out"), index = fresh("i"), cols = fresh("cols");
  line("for " + index + " in " + rangeOf("0", end, tile) + ":");
  indent += "    ";
  line(cols + " = " + index + " + tl.arange(0, " + text(tile) + ")");
  std::string value = fresh("x");
  line(value + " = tl.load(" + from + " + " + cols + ", mask=" + cols + " < " +
       part + ", other=-float('inf'))");
  std::string stored = chance(50) ? value : value + " * 0.5 + " + cols;
  for (size_t i = 0, count = pick(3); i < count; ++i)
    stored = addWeight(stored, cols, chance(50) ? end : part, length);
  line("tl.store(" + to + " + " + cols + ", " + stored + ", mask=" + cols +
       " < " + end + ")");
  indent.resize(indent.size() - 4);
  if (!largest.empty())
    define(DType::FP32, {}, "tl.to_tensor(" + largest + ")");
}

void KernelWriter::writeRow() {
  static const std::vector<int> kTiles = {16, 64, 128, 256};
  int64_t tile = pick(kTiles);
  if (depth == 0 && chance(50))
    writeRowPasses(tile);
  else
    writeRowLoop(tile);
}

} // namespace tqc::fuzz
