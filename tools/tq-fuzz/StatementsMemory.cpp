//===- StatementsMemory.cpp - Loads, stores, atomics, descriptors ---------===//

#include "tools/tq-fuzz/KernelWriter.h"

namespace tqc::fuzz {

static std::string text(int64_t number) { return std::to_string(number); }

static int64_t countOf(const std::vector<int> &shape) {
  int64_t count = 1;
  for (int extent : shape)
    count *= extent;
  return count;
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

void KernelWriter::writeLoad() { writeLoadOf(randomType(), randomShape()); }

/// Options of a load that change nothing of its value.
std::string KernelWriter::loadHints() {
  static const std::vector<std::string> kHints = {
      ", cache_modifier=\".ca\"",         ", cache_modifier=\".cg\"",
      ", cache_modifier=\".cv\"",         ", eviction_policy=\"evict_first\"",
      ", eviction_policy=\"evict_last\"", ", volatile=True"};
  return chance(15) ? pick(kHints) : "";
}

void KernelWriter::writeLoadOf(DType type, const Shape &shape) {
  int64_t count = countOf(shape);
  std::string from = input(type, count * int64_t(programs));
  std::string size = text(count), index = indexOf(shape);
  std::string base = from + " + pid * " + size + " + ", hints = loadHints();
  switch (shape.empty() ? 0 : pick(4)) {
  case 0:
    define(type, shape, "tl.load(" + base + index + hints + ")");
    return;
  case 1: // from the end
    define(type, shape,
           "tl.load(" + base + "(" + size + " - 1 - (" + index + "))" + hints +
               ")");
    return;
  case 2: { // some of them
    static const std::vector<int> kParts = {0, 1, 2, 3, 4};
    int64_t limit = count * pick(kParts) / 4 - int64_t(pick(2));
    std::string bound = number(std::max<int64_t>(limit, 0));
    define(type, shape,
           "tl.load(" + base + index + ", mask=(" + index + ") < " + bound +
               ", other=" + (chance(50) ? "0" : "1") +
               (isFp8(type) ? ".0" : "") + hints + ")");
    return;
  }
  default: // every third one, around the end
    define(type, shape,
           "tl.load(" + base + "(" + index + ") * 3 % " + size + hints + ")");
  }
}

/// A tensor of no element or of one, and a tile that is longer.
void KernelWriter::writeShortLoad() {
  DType type = randomType();
  int64_t length = int64_t(pick(2));
  std::string from = input(type, length), bound = number(length);
  Shape shape = randomShape();
  std::string index = indexOf(shape);
  define(type, shape,
         "tl.load(" + from + " + " + index + ", mask=(" + index + ") < " +
             bound + ", other=0" + (isFp8(type) ? ".0)" : ")"));
}

//===----------------------------------------------------------------------===//
// Stores and atomics
//===----------------------------------------------------------------------===//

/// Reads, writes and reads what was written, elsewhere in the tile.
void KernelWriter::writeInPlace() {
  Value a = any();
  if (a.shape.empty() || a.type == DType::I1)
    return;
  int64_t count = countOf(a.shape);
  std::string to = input(a.type, count * int64_t(programs));
  std::string index = indexOf(a.shape), size = text(count);
  std::string base = to + " + pid * " + size + " + ";
  std::string other = text(1 + int64_t(pick(size_t(count))));
  std::string mask = chance(40) ? ", mask=(" + index + ") >= " + other : "";
  line("tl.store(" + base + index + ", " + a.name + mask + ")");
  line("tl.debug_barrier()");
  define(a.type, a.shape,
         "tl.load(" + base + "((" + index + ") + " + other + ") % " + size +
             ")");
  line("tl.debug_barrier()"); // the next time around may write it
}

/// Atomics whose order does not show: nobody looks at what they give back.
void KernelWriter::writeAtomic() {
  static const std::vector<std::string> kNames = {"add", "max", "min",
                                                  "and", "or",  "xor"};
  DType type = chance(70) ? DType::I32 : DType::I64;
  Value a = any(nullptr, &type);
  if (depth > 0)
    return;
  std::string to = input(type, 16);
  std::string index =
      a.shape.empty() ? "" : " + (" + indexOf(a.shape) + ") % 16";
  std::string mask =
      !a.shape.empty() && chance(30) ? ", mask=" + a.name + " > 0" : "";
  line("tl.atomic_" + pick(kNames) + "(" + to + index + ", " + a.name + mask +
       ")");
}

/// Atomics on elements of their own: what was there before is known.
void KernelWriter::writeExchange() {
  static const std::vector<std::string> kNames = {"xchg", "add", "max", "min"};
  static const std::vector<DType> kTypes = {DType::I32, DType::I64, DType::U32,
                                            DType::FP32};
  DType type = pick(kTypes);
  Value a = any(nullptr, &type);
  if (depth > 0 || a.shape.empty())
    return;
  int64_t count = countOf(a.shape);
  std::string to = input(type, count * int64_t(programs));
  define(type, a.shape,
         "tl.atomic_" + pick(kNames) + "(" + to + " + pid * " + text(count) +
             " + " + indexOf(a.shape) + ", " + a.name + ")");
}

//===----------------------------------------------------------------------===//
// Descriptors and block pointers
//===----------------------------------------------------------------------===//

void KernelWriter::writeDescriptor() {
  static const std::vector<DType> kTypes = {DType::FP32, DType::FP16,
                                            DType::I32,  DType::BF16,
                                            DType::I8,   DType::FP8E5};
  DType type = pick(kTypes);
  std::string from = input(type, 40 * 64 * int64_t(programs));
  std::string descriptor = fresh("d");
  line(descriptor + " = tl.make_tensor_descriptor(" + from +
       " + pid * 2560, [40, 64], [64, 1], [16, 32])");
  static const std::vector<int> kRows = {0, 8, 24, 32, 40};
  static const std::vector<int> kColumns = {0, 32, 40, 64};
  auto at = [&] {
    return "[" + text(pick(kRows)) + ", " + text(pick(kColumns)) + "]";
  };
  Value loaded = define(type, {16, 32}, descriptor + ".load(" + at() + ")");
  if (!chance(30))
    return;
  line("tl.debug_barrier()");
  Value stored = any(&loaded.shape, &type);
  line(descriptor + ".store(" + at() + ", " + stored.name + ")");
  line("tl.debug_barrier()"); // the next time around may read it
}

void KernelWriter::writeBlockPointer() {
  static const std::vector<DType> kTypes = {DType::FP32, DType::FP16,
                                            DType::I32};
  DType type = pick(kTypes);
  std::string from = input(type, 24 * 40);
  std::string pointer = fresh("p");
  static const std::vector<int> kOffsets = {0, 8, 16, 30};
  line(pointer + " = tl.make_block_ptr(" + from + ", (24, 40), (40, 1), (" +
       text(pick(kOffsets)) + ", " + text(pick(kOffsets)) +
       "), (16, 16), (1, 0))");
  if (chance(50))
    line(pointer + " = tl.advance(" + pointer + ", (4, 8))");
  define(type, {16, 16},
         "tl.load(" + pointer +
             ", boundary_check=(0, 1), padding_option=\"zero\")");
}

//===----------------------------------------------------------------------===//
// Hints
//===----------------------------------------------------------------------===//

/// A promise that holds, and a load that may make use of it.
void KernelWriter::writeHint() {
  std::string index = fresh("h"), ids = "pid * 256 + tl.arange(0, 256)";
  switch (pick(3)) {
  case 0:
    line(index + " = tl.max_contiguous(tl.multiple_of(" + ids + ", 256), 256)");
    break;
  case 1:
    line(index + " = tl.max_constancy((" + ids + ") // 16, 16)");
    break;
  default: {
    std::string bound = number(256 * int64_t(programs));
    line("tl.assume(" + bound + " > pid)");
    line(index + " = " + ids + " % " + bound);
  }
  }
  DType type = randomType();
  std::string from = input(type, 256 * int64_t(programs));
  define(type, {256}, "tl.load(" + from + " + " + index + loadHints() + ")");
}

} // namespace tqc::fuzz
