//===- StatementsControl.cpp - Loops and branches -------------------------===//

#include "tools/tq-fuzz/KernelWriter.h"

namespace tqc::fuzz {

/// A range, with options that change no result.
std::string KernelWriter::rangeOf(const std::string &from,
                                  const std::string &to, int64_t step) {
  std::string bounds = from + ", " + to + ", " + std::to_string(step);
  if (!chance(25))
    return "range(" + bounds + ")";
  static const std::vector<std::string> kOptions = {
      "num_stages=1",         "num_stages=4",
      "loop_unroll_factor=2", "flatten=True",
      "warp_specialize=True", "disallow_acc_multi_buffer=True",
      "disable_licm=True"};
  return "tl.range(" + bounds + ", " + pick(kOptions) + ")";
}

/// A loop that carries a value, by constants or by arguments.
void KernelWriter::writeLoop() {
  Value start = any();
  Value carried = define(start.type, start.shape, start.name);
  static const std::vector<int> kTrips = {0, 1, 2, 3, 7};
  int trips = pick(kTrips);
  int64_t step = 1 + int64_t(pick(3)), from = int64_t(pick(5)) - 2;
  bool isWide = chance(10), goesDown = !isWide && chance(15);
  if (isWide) { // further than 32 bits reach
    step = (int64_t(1) << 31) + int64_t(pick(1000));
    from = -(int64_t(pick(4)) << 31);
  }
  int64_t end = from + trips * step;
  std::string index = fresh("i");
  if (!isWide && chance(10))
    line("for " + index + " in tl.static_range(" + std::to_string(trips) +
         "):");
  else if (goesDown)
    line("for " + index + " in range(" + std::to_string(end) + ", " +
         std::to_string(from) + ", -" + std::to_string(step) + "):");
  else if (isWide)
    line("for " + index + " in " + rangeOf(number(from), number(end), step) +
         ":");
  else
    line("for " + index + " in " +
         rangeOf(std::to_string(from),
                 chance(50) ? number(end) : std::to_string(end), step) +
         ":");
  std::vector<Value> outside = values;
  indent += "    ";
  ++depth;
  DType type = isWide ? DType::I64 : DType::I32;
  define(type, {}, "tl.to_tensor(" + index + ")");
  for (size_t i = 0, count = 1 + pick(3); i < count; ++i)
    statement();
  Value inside = any(&carried.shape, &carried.type);
  std::string combined = isFp8(carried.type)
                             ? inside.name
                             : carried.name +
                                   (carried.type == DType::I1 ? " ^ " : " + ") +
                                   inside.name;
  line(carried.name + " = (" + combined + ").to(" + carried.name + ".dtype)");
  --depth;
  indent.resize(indent.size() - 4);
  values = outside;
}

void KernelWriter::writeIf() {
  Value start = any();
  Value changed = define(start.type, start.shape, start.name);
  line("if (pid + " + number(int64_t(pick(4))) +
       ") % 2 == " + std::to_string(pick(2)) + ":");
  std::vector<Value> outside = values;
  for (bool other : {false, true}) {
    if (other && chance(50))
      break;
    if (other)
      line("else:");
    indent += "    ";
    ++depth;
    statement();
    Value inside = any(&changed.shape, &changed.type);
    line(changed.name + " = " + inside.name);
    --depth;
    indent.resize(indent.size() - 4);
    values = outside;
  }
}

void KernelWriter::writeWhile() {
  Value start = any();
  Value carried = define(start.type, start.shape, start.name);
  std::string left = fresh("w");
  line(left + " = " + number(int64_t(pick(5))));
  line("while " + left + " > 0:");
  std::vector<Value> outside = values;
  indent += "    ";
  ++depth;
  statement();
  Value inside = any(&carried.shape, &carried.type);
  line(carried.name + " = tl.where(" + left + " % 2 == 0, " + carried.name +
       ", " + inside.name + ").to(" + carried.name + ".dtype)");
  line(left + " -= 1");
  --depth;
  indent.resize(indent.size() - 4);
  values = outside;
}

} // namespace tqc::fuzz
