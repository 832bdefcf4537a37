//===- StatementsElementwise.cpp - Arithmetic, functions, conversions -----===//

#include "tools/tq-fuzz/KernelWriter.h"

namespace tqc::fuzz {

static bool isSigned(DType type) {
  return infoOf(type).kind == DTypeKind::Signed;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

void KernelWriter::writeBinary() {
  Value a = anyNumber();
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
  Value a = anyNumber();
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
  Value a = anyNumber();
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

} // namespace tqc::fuzz
