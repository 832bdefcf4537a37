//===- StatementsElementwise.cpp - Loads, arithmetic, control flow --------===//

#include "tools/tq-fuzz/KernelWriter.h"

namespace tqc::fuzz {

static bool isSigned(DType type) {
  return infoOf(type).kind == DTypeKind::Signed;
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

void KernelWriter::writeLoad() { writeLoadOf(randomType(), randomShape()); }

void KernelWriter::writeLoadOf(DType type, const Shape &shape) {
  int64_t count = 1;
  for (int extent : shape)
    count *= extent;
  std::string from = input(type, count * int64_t(programs));
  std::string size = std::to_string(count), index = indexOf(shape);
  std::string base = from + " + pid * " + size + " + ";
  switch (shape.empty() ? 0 : pick(4)) {
  case 0:
    define(type, shape, "tl.load(" + base + index + ")");
    return;
  case 1: // from the end
    define(type, shape,
           "tl.load(" + base + "(" + size + " - 1 - (" + index + ")))");
    return;
  case 2: { // some of them
    static const std::vector<int> kParts = {0, 1, 2, 3, 4};
    int64_t limit = count * pick(kParts) / 4 - int64_t(pick(2));
    std::string bound = number(std::max<int64_t>(limit, 0));
    define(type, shape,
           "tl.load(" + base + index + ", mask=(" + index + ") < " + bound +
               ", other=" + (chance(50) ? "0" : "1") + ")");
    return;
  }
  default: // every third one, around the end
    define(type, shape,
           "tl.load(" + base + "(" + index + ") * 3 % " + size + ")");
  }
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

void KernelWriter::writeBinary() {
  Value a = any();
  Value b = any(&a.shape, &a.type);
  std::string x = a.name, y = b.name;
  if (a.type == DType::I1) {
    static const std::vector<std::string> kLogic = {" & ", " | ", " ^ "};
    define(a.type, a.shape, x + pick(kLogic) + y);
    return;
  }
  if (isFloat(a.type)) {
    static const std::vector<std::string> kFloats = {" + ", " - ", " * ",
                                                     " / "};
    if (chance(25))
      define(a.type, a.shape,
             (chance(50) ? "tl.maximum(" : "tl.minimum(") + x + ", " + y + ")");
    else if (chance(20))
      define(a.type, a.shape, x + " * " + y + " + " + x);
    else
      define(a.type, a.shape, x + pick(kFloats) + y);
    return;
  }
  static const std::vector<std::string> kIntegers = {" + ", " - ", " * ",
                                                     " & ", " | ", " ^ "};
  std::string bits = std::to_string(8 * bytesOf(a.type) - 1);
  switch (pick(5)) {
  case 0: // no quotient by zero
    define(a.type, a.shape,
           x + (chance(50) ? " // " : " % ") + "((" + y + " & 63) | 1)");
    return;
  case 1: // no shift by more than there is
    define(a.type, a.shape,
           x + (chance(50) ? " << " : " >> ") + "(" + y + " & " + bits + ")");
    return;
  case 2:
    define(a.type, a.shape,
           (chance(50) ? "tl.maximum(" : "tl.minimum(") + x + ", " + y + ")");
    return;
  default:
    define(a.type, a.shape, x + pick(kIntegers) + y);
  }
}

void KernelWriter::writeUnary() {
  Value a = any();
  if (a.type == DType::I1) {
    define(a.type, a.shape, a.name + " == 0");
    return;
  }
  bool canNegate = isFloat(a.type) || isSigned(a.type);
  if (canNegate && chance(60))
    define(a.type, a.shape,
           chance(50) ? "-" + a.name : "tl.abs(" + a.name + ")");
  else if (!isFloat(a.type))
    define(a.type, a.shape, "~" + a.name);
  else
    define(a.type, a.shape, a.name + " * 0.5 + 1.0");
}

void KernelWriter::writeFunction() {
  Value a = anyFloat();
  static const std::vector<std::string> kFunctions = {
      "exp",   "exp2", "log", "log2",    "sqrt", "rsqrt",
      "floor", "ceil", "abs", "sigmoid", "erf"};
  static const std::vector<std::string> kWithin = {"sin", "cos"};
  if (chance(15)) // their bound holds near zero
    define(a.type, a.shape,
           "tl." + pick(kWithin) + "(tl.minimum(tl.maximum(" + a.name +
               ", -3.0), 3.0))");
  else
    define(a.type, a.shape, "tl." + pick(kFunctions) + "(" + a.name + ")");
}

void KernelWriter::writeCompare() {
  Value a = any();
  Value b = any(&a.shape, &a.type);
  static const std::vector<std::string> kCompare = {" < ",  " <= ", " > ",
                                                    " >= ", " == ", " != "};
  Value condition =
      define(DType::I1, a.shape, a.name + pick(kCompare) + b.name);
  Value c = any(&a.shape);
  Value d = any(&a.shape, &c.type);
  define(c.type, a.shape,
         "tl.where(" + condition.name + ", " + c.name + ", " + d.name + ")");
}

void KernelWriter::writeCast() {
  Value a = any();
  DType type = randomType();
  define(type, a.shape, asType(a, type));
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

/// A loop that carries a value, by constants or by arguments.
void KernelWriter::writeLoop() {
  Value start = any();
  Value carried = define(start.type, start.shape, start.name);
  static const std::vector<int> kTrips = {0, 1, 2, 3, 7};
  int trips = pick(kTrips), step = 1 + int(pick(3)), from = int(pick(5)) - 2;
  std::string bound = std::to_string(from + trips * step);
  if (chance(50))
    bound = number(from + trips * step);
  std::string index = fresh("i");
  line("for " + index + " in range(" + std::to_string(from) + ", " + bound +
       ", " + std::to_string(step) + "):");
  std::vector<Value> outside = values;
  indent += "    ";
  ++depth;
  values.push_back({index, DType::I32, {}});
  for (size_t i = 0, count = 1 + pick(3); i < count; ++i)
    statement();
  Value inside = any(&carried.shape, &carried.type);
  line(carried.name + " = (" + carried.name +
       (carried.type == DType::I1 ? " ^ " : " + ") + inside.name + ").to(" +
       carried.name + ".dtype)");
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
