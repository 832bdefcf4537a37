//===- SemaMessages.h - Every sentence of the analysis ----------*- C++ -*-===//
//
// One function a message, so that the wording is in one place. A message is
// lower case, has no full stop, puts code in backquotes and gives the values; a
// note points at the cause; help says what to change.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_SYNTAX_SEMAMESSAGES_H
#define TQC_COMPILER_SYNTAX_SEMAMESSAGES_H

#include "compiler/syntax/Builtins.h"
#include "compiler/syntax/SemaOps.h"

namespace tqc::sema::msg {

inline std::string quote(llvm::StringRef text) {
  return "`" + text.str() + "`";
}
inline std::string quote(const TileType &type) { return quote(type.str()); }
inline std::string number(int64_t value) { return std::to_string(value); }

//===----------------------------------------------------------------------===//
// Names and attributes
//===----------------------------------------------------------------------===//

inline Diag &undefinedName(Reporter &report, Span at, llvm::StringRef name,
                           llvm::StringRef nearest) {
  Diag &diag = report.error(code::UndefinedName, at,
                            "nothing here is called " + quote(name));
  if (!nearest.empty())
    diag.help("did you mean " + quote(nearest) + "?");
  return diag;
}

inline Diag &nameLost(Reporter &report, Span at, llvm::StringRef name,
                      Span where, llvm::StringRef why) {
  return report
      .error(code::NameLost, at,
             quote(name) + " has no value here: " + why.str())
      .note(where, quote(name) + " is defined here")
      .help("give " + quote(name) + " a value before");
}

inline Diag &noMember(Reporter &report, Span at, llvm::StringRef path,
                      const BuiltinRow *nearest, bool inLibdevice) {
  Diag &diag =
      report.error(code::NoAttribute, at, "the language has no " + quote(path));
  if (inLibdevice)
    diag.help("use `libdevice." + path.rsplit('.').second.str() + "`");
  else if (nearest)
    diag.help("did you mean " + quote(nearest->path) + "?");
  return diag;
}

inline Diag &noAttribute(Reporter &report, Span at, const Value &value,
                         llvm::StringRef name) {
  return report.error(code::NoAttribute, at,
                      value.describe() + " has no attribute " + quote(name));
}

inline Diag &noTypeMethod(Reporter &report, Span at, llvm::StringRef name,
                          const TileType &type) {
  return report.error(code::NoAttribute, at,
                      quote(name) + " has no answer for the type " +
                          quote(type));
}

inline Diag &onlyPython(Reporter &report, Span at, const Value &value) {
  llvm::StringRef what = value.text;
  // An import of a name that Triton's packages do not have.
  if (what.consume_front("triton.language."))
    return noMember(report, at, "tl." + what.str(), nullptr,
                    !findLibdevice(what.rsplit('.').second).empty());
  if (value.items)
    return report
        .error(code::OnlyPython, at,
               "a kernel cannot use " + quote(what) + ": " +
                   value.elements()[0].text)
        .note({uint32_t(value.elements()[1].integer),
               uint32_t(value.elements()[2].integer)},
              "it is here");
  if (value.flag)
    return report
        .error(code::OnlyPython, at,
               quote(what) + " is imported, but its file was not found")
        .help("give the folder of the package with --include");
  Diag &diag =
      report.error(code::OnlyPython, at,
                   quote(what) + " is known to Python only, and a kernel is "
                                 "compiled without Python");
  auto [package, name] = what.split('.');
  if (package == "torch" || package == "numpy" || package == "np")
    if (const BuiltinRow *row = findBuiltin("tl." + name.str()))
      diag.help("use " + quote("tl." + row->name().str()));
  return diag;
}

inline Diag &holdsItself(Reporter &report, Span at) {
  return report.error(code::Refused, at,
                      "a list or dict that holds itself is not supported");
}

inline Diag &notInKernels(Reporter &report, Span at, llvm::StringRef what) {
  return report.error(code::Refused, at,
                      what.str() + " is not part of the kernel language");
}

inline Diag &skipped(Reporter &report, Span at, llvm::StringRef reason) {
  return report.error(code::Refused, at,
                      "a kernel cannot use this: " + reason.str());
}

inline Diag &refusedBuiltin(Reporter &report, Span at, llvm::StringRef path,
                            llvm::StringRef why) {
  return report.error(code::Refused, at,
                      quote(path) + " does not compile: " + why.str());
}

inline Diag &notTriton(Reporter &report, Span at, llvm::StringRef what) {
  return report.error(code::NotTriton, at, "Triton refuses " + what.str());
}

/// A fault of the analysis itself, found where its result is missing.
inline Diag &noReason(Reporter &report, Span at) {
  return report
      .error(code::Internal, at,
             "internal error: the analysis gives this no value and no reason")
      .help("please report it with this file");
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

inline Diag &notConstant(Reporter &report, Span at, llvm::StringRef what,
                         const Value &value) {
  Diag &diag = report.error(code::NotConstant, at,
                            what.str() + " must be a constant, but this is " +
                                value.describe());
  if (value.wasConstant)
    diag.help("a plain assignment makes a constant run-time; write `name: "
              "tl.constexpr = ...`");
  else if (const ast::Param *param = report.parameterOf(value))
    diag.note(param->span, quote(param->name) + " is known at a launch only")
        .help("make it a constant of the kernel: `" + param->name +
              ": tl.constexpr`");
  return diag;
}

inline Diag &conditionNotConstant(Reporter &report, Span at,
                                  llvm::StringRef what, const Value &value) {
  return report.error(code::BadCondition, at,
                      what.str() + " is neither true nor false: it is " +
                          value.describe());
}

inline Diag &constantOperation(Reporter &report, const At &at, const Value &lhs,
                               const Value &rhs, llvm::StringRef why) {
  std::string text = at.what + " on " + lhs.describe() + " and " +
                     rhs.describe() + " has no value";
  if (!why.empty())
    text += ": " + why.str();
  return report.error(code::ConstantArithmetic, at.whole, text);
}

inline Diag &literalTooLarge(Reporter &report, Span at, const Value &value) {
  return report.error(code::LiteralRange, at,
                      quote(value.repr()) + " fits no integer type");
}

inline Diag &constantTooLarge(Reporter &report, Span at, llvm::StringRef what,
                              const Value &value) {
  return report.error(code::LiteralRange, at,
                      what.str() + " is " + quote(value.repr()) +
                          ", which is too large");
}

inline Diag &literalOutOfRange(Reporter &report, Span at, const Value &value,
                               Elem elem) {
  return report.error(code::LiteralRange, at,
                      quote(value.repr()) + " does not fit " +
                          quote(TileType(elem)));
}

inline Diag &runtimeArgument(Reporter &report, Span at,
                             llvm::StringRef function, llvm::StringRef name,
                             const Value &value) {
  const BuiltinRow *row = findLibraryRow(function);
  Diag &diag = report.error(code::NotConstant, at,
                            quote(row ? row->path : function) +
                                " runs while compiling, but its " +
                                quote(name) + " is " + value.describe());
  if (function == "host_cdiv" || function == "cdiv")
    diag.help("use `tl.cdiv` on run-time values");
  return diag;
}

inline Diag &constexprTwice(Reporter &report, Span at, llvm::StringRef name) {
  return report.error(code::ConstexprTwice, at,
                      quote(name) + " is already defined, and a "
                                    "`tl.constexpr` never changes");
}

inline Diag &noNumber(Reporter &report, Span at, llvm::StringRef what,
                      const Value &value, llvm::StringRef why) {
  return report.error(code::ConstantArithmetic, at,
                      what.str() + " of " + value.describe() +
                          " has no value: " + why.str());
}

inline Diag &badFormat(Reporter &report, Span at, llvm::StringRef format,
                       const Value &value) {
  return report.error(code::ConstantArithmetic, at,
                      "the format " + quote(format) + " does not suit " +
                          value.describe());
}

inline Diag &assertionFails(Reporter &report, Span at, llvm::StringRef text) {
  return report.error(code::AssertionFails, at,
                      "the assertion is false: " + text.str());
}

inline Diag &droppedAssertion(Reporter &report, Span at, llvm::StringRef text) {
  return report
      .warning(code::AssertionFails, at,
               "the assertion is false: " + text.str())
      .help("with `--debug` or `debug=True` it ends the compilation; Triton "
            "leaves it out without");
}

inline Diag &raised(Reporter &report, Span at) {
  return report.error(code::Raised, at, "the program raises an error here");
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

inline Diag &argumentCount(Reporter &report, Span at, llvm::StringRef what,
                           size_t wanted, size_t given) {
  return report.error(code::CallArguments, at,
                      what.str() + " takes " + number(int64_t(wanted)) +
                          (wanted == 1 ? " argument" : " arguments") +
                          ", but " + number(int64_t(given)) +
                          (given == 1 ? " is given" : " are given"));
}

inline Diag &argumentTwice(Reporter &report, Span at, llvm::StringRef what,
                           llvm::StringRef name) {
  return report.error(code::CallArguments, at,
                      what.str() + " gets " + quote(name) + " twice");
}

inline Diag &missingArgument(Reporter &report, Span at, llvm::StringRef what,
                             llvm::StringRef name) {
  return report.error(code::CallArguments, at,
                      what.str() + " needs an argument " + quote(name));
}

inline Diag &fieldNames(Reporter &report, Span at, llvm::StringRef what) {
  return report
      .error(code::CallArguments, at,
             what.str() + " needs a name, and different names of fields")
      .help("write `\"Pair\", [\"x\", \"y\"]`");
}

inline Diag &unknownKeyword(Reporter &report, Span at, llvm::StringRef what,
                            llvm::StringRef name) {
  return report.error(code::CallArguments, at,
                      what.str() + " has no parameter " + quote(name));
}

inline Diag &unknownOption(Reporter &report, Span at, llvm::StringRef value,
                           llvm::StringRef known) {
  return report
      .error(code::UnknownOption, at,
             "there is no option '" + value.str() + "'")
      .help("use " + known.str());
}

inline Diag &notAString(Reporter &report, Span at, llvm::StringRef what,
                        const Value &value) {
  return report.error(code::CallArguments, at,
                      what.str() + " must be a text, but this is " +
                          value.describe());
}

inline Diag &notAType(Reporter &report, Span at, llvm::StringRef what,
                      const Value &value) {
  return report.error(code::CallArguments, at,
                      what.str() +
                          " must be a type such as `tl.float16`, but "
                          "this is " +
                          value.describe());
}

inline Diag &notANumberType(Reporter &report, Span at, llvm::StringRef what,
                            const TileType &type) {
  return report.error(code::CallArguments, at,
                      what.str() + " must be a type of numbers, but this is " +
                          quote(type));
}

inline Diag &notAnInteger(Reporter &report, Span at, llvm::StringRef what,
                          const Value &value) {
  return report.error(code::CallArguments, at,
                      what.str() + " must be an integer, but this is " +
                          value.describe());
}

inline Diag &notATensor(Reporter &report, Span at, llvm::StringRef what,
                        const Value &value) {
  return report.error(code::CallArguments, at,
                      what.str() + " takes numbers and tiles, but this is " +
                          value.describe());
}

inline Diag &notIterable(Reporter &report, Span at, const Value &value) {
  Diag &diag =
      report.error(code::CallArguments, at,
                   value.describe() + " has no elements to go through");
  bool isCount = value.isIntegral() ||
                 (value.isRuntime() && value.type.isNumber() &&
                  !value.type.isBlock() && isInteger(value.type.elem));
  if (isCount && report.textOf(at).size() < 60)
    diag.help("count with " + quote("range(" + report.textOf(at).str() + ")"));
  return diag;
}

inline Diag &notADictionary(Reporter &report, Span at, const Value &value) {
  return report.error(code::CallArguments, at,
                      "`**` takes a dictionary, but this is " +
                          value.describe());
}

inline Diag &notAClass(Reporter &report, Span at, const Value &value) {
  return report
      .error(code::CallArguments, at,
             "`isinstance` asks for a class, but this is " + value.describe())
      .help("it knows `tl.tensor`, `tl.dtype`, `tl.pointer_type`, "
            "`tl.block_type`, `tl.tensor_descriptor`, `tl.tuple`, `int`, "
            "`float`, `bool` and `str`");
}

inline Diag &notCallable(Reporter &report, Span at, const Value &value) {
  return report.error(code::NotCallable, at,
                      value.describe() + " cannot be called");
}

inline Diag &plainFunction(Reporter &report, Span at, llvm::StringRef name) {
  return report
      .error(code::PlainFunction, at,
             quote(name) +
                 " is a function of the host; a kernel cannot call it")
      .help("write `@triton.jit` above it, or `@triton.constexpr_function` if "
            "it computes constants");
}

inline Diag &callsTooDeep(Reporter &report, Span at, size_t limit) {
  return report.error(code::Recursion, at,
                      "over " + number(int64_t(limit)) +
                          " calls lie inside each other here");
}

inline Diag &recursion(Reporter &report, Span at, llvm::StringRef name) {
  return report.error(code::Recursion, at,
                      quote(name) + " calls itself, but functions of kernels "
                                    "are inlined");
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

inline Diag &operandTypes(Reporter &report, const At &at, const TileType &lhs,
                          const TileType &rhs) {
  return report
      .error(code::OperandTypes, at.whole,
             at.what + " does not combine " + quote(lhs) + " and " + quote(rhs))
      .note(at.lhs, "this is " + quote(lhs))
      .note(at.rhs, "this is " + quote(rhs));
}

inline Diag &badOperand(Reporter &report, Span at, llvm::StringRef what,
                        const Value &value) {
  return report.error(code::OperandTypes, at,
                      what.str() + " does not take " + value.describe());
}

inline Diag &notATruthValue(Reporter &report, Span at, llvm::StringRef what,
                            const Value &value) {
  return report
      .error(code::OperandTypes, at,
             what.str() + " takes truth values, but this is " +
                 value.describe())
      .help("compare first: `" + report.textOf(at).str() + " != 0`");
}

inline Diag &logicalOnTiles(Reporter &report, const At &at,
                            llvm::StringRef op) {
  return report
      .warning(code::OperandTypes, at.whole,
               at.what + " looks at all elements of a tile, as " + quote(op) +
                   " does")
      .help("write " + quote(op) + " with brackets around both sides");
}

inline Diag &badComparison(Reporter &report, const At &at) {
  return report.error(code::OperandTypes, at.whole,
                      at.what + " does not compare run-time values");
}

inline Diag &bindsTighter(Reporter &report, Span at, llvm::StringRef op,
                          const std::string &instead) {
  return report
      .error(code::OperandTypes, at,
             quote(op) + " binds tighter than a comparison, so that this is "
                         "what is compared")
      .help("write " + quote(instead));
}

inline Diag &shapesDiffer(Reporter &report, const At &at, const TileType &lhs,
                          const TileType &rhs) {
  return report
      .error(code::ShapesDiffer, at.whole,
             "the shapes of " + quote(lhs) + " and " + quote(rhs) +
                 " do not fit each other")
      .note(at.lhs, "this is " + quote(lhs))
      .note(at.rhs, "this is " + quote(rhs));
}

inline Diag &cannotBroadcastTo(Reporter &report, const At &at,
                               const TileType &from, const TileType &to) {
  return report
      .error(code::ShapesDiffer, at.whole,
             quote(from) + " does not broadcast to " + quote(to))
      .note(at.lhs ? at.lhs : at.whole, "this is " + quote(from));
}

inline Diag &floorDivideFloats(Reporter &report, const At &at,
                               const TileType &type) {
  return report
      .error(code::OperandTypes, at.whole,
             "`//` divides integers, but these are " + quote(type))
      .help("use `tl.floor(a / b)`");
}

inline Diag &noPower(Reporter &report, Span at) {
  return report.error(code::OperandTypes, at, "`**` computes constants only")
      .help("use `x * x`, `tl.exp2` or `libdevice.pow`");
}

inline Diag &cannotCast(Reporter &report, Span at, const TileType &from,
                        const TileType &to) {
  return report.error(code::CannotCast, at,
                      quote(from) + " does not convert to " + quote(to));
}

inline Diag &bitcastWidths(Reporter &report, Span at, const TileType &from,
                           const TileType &to) {
  return report.error(code::CannotCast, at,
                      "a bitcast keeps the width, but " + quote(from) +
                          " has " + number(bitWidth(from.elem)) + " bits and " +
                          quote(to) + " has " + number(bitWidth(to.elem)));
}

inline Diag &roundingWithoutNeed(Reporter &report, Span at,
                                 const TileType &from, const TileType &to) {
  return report.error(code::CannotCast, at,
                      "a rounding mode is for conversions to a narrower float, "
                      "not from " +
                          quote(from) + " to " + quote(to));
}

inline Diag &mathType(Reporter &report, Span at, llvm::StringRef what,
                      const TileType &type, llvm::StringRef wanted) {
  return report.error(code::LibraryTypes, at,
                      what.str() + " takes " + wanted.str() + ", but this is " +
                          quote(type));
}

inline Diag &libdeviceTypes(Reporter &report, Span at, llvm::StringRef what,
                            llvm::StringRef given, llvm::StringRef known) {
  return report
      .error(code::LibraryTypes, at,
             what.str() + " does not take (" + given.str() + ")")
      .help("it takes " + known.str());
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

inline Diag &emptyArange(Reporter &report, Span at, int64_t start,
                         int64_t end) {
  return report.error(code::NotPowerOfTwo, at,
                      "`tl.arange` from " + number(start) + " to " +
                          number(end) + " is empty");
}

inline Diag &arangeTooFar(Reporter &report, Span at) {
  return report.error(code::LiteralRange, at,
                      "`tl.arange` gives 32-bit integers, and the bounds do "
                      "not fit them");
}

inline Diag &arangeNegative(Reporter &report, Span at, int64_t start,
                            int64_t count) {
  Diag &diag = report.error(code::LiteralRange, at,
                            "`tl.arange` starts at 0 or later, but here at " +
                                std::to_string(start));
  diag.help("write `tl.arange(0, " + std::to_string(count) + ") - " +
            std::to_string(-start) + "`");
  return diag;
}

inline Diag &arangeNotPowerOfTwo(Reporter &report, Span at, int64_t count,
                                 int64_t next) {
  return report
      .error(code::NotPowerOfTwo, at,
             "`tl.arange` needs a power of two, but " + number(count) +
                 " is none")
      .help("use " + number(next) + " and mask the rest");
}

inline Diag &extentNotPowerOfTwo(Reporter &report, Span at,
                                 llvm::StringRef what, int64_t extent) {
  return report.error(code::NotPowerOfTwo, at,
                      what.str() + " needs powers of two, but " +
                          number(extent) + " is none");
}

inline Diag &tileTooLarge(Reporter &report, Span at, llvm::StringRef what) {
  return report.error(code::TileTooLarge, at,
                      what.str() + " makes a tile of over 1048576 elements");
}

inline Diag &floatInIntegerTile(Reporter &report, Span at, const Value &value,
                                const TileType &type) {
  return report.error(code::LiteralRange, at,
                      quote(value.repr()) + " is no value of " + quote(type));
}

inline Diag &reshapeCount(Reporter &report, Span at, const TileType &from,
                          const TileType &to) {
  return report.error(code::BadReshape, at,
                      quote(from) + " has " + number(from.elements()) +
                          " elements, but " + quote(to) + " has " +
                          number(to.elements()));
}

inline Diag &notAPermutation(Reporter &report, Span at, llvm::StringRef what,
                             const TileType &type) {
  return report.error(code::BadAxis, at,
                      what.str() + " of " + quote(type) +
                          " needs each of its dimensions once");
}

inline Diag &axisOutOfRange(Reporter &report, Span at, llvm::StringRef what,
                            int64_t axis, size_t rank) {
  return report.error(code::BadAxis, at,
                      what.str() + " has " + number(int64_t(rank)) +
                          (rank == 1 ? " axis" : " axes") + ", and " +
                          number(axis) + " is none of them");
}

inline Diag &noSuchAxis(Reporter &report, Span at, llvm::StringRef what,
                        const TileType &type, int64_t axis) {
  int64_t last = int64_t(type.shape.size()) - 1;
  Diag &diag = report.error(
      code::BadAxis, at,
      what.str() + " goes along axis " + number(axis) + ", but " + quote(type) +
          " has " +
          (last == 0 ? "axis 0 alone" : "the axes 0 to " + number(last)));
  if (last == 0)
    diag.help("write `axis=0`: a row of a larger tile is a tile with one axis");
  return diag;
}

inline Diag &axisTwice(Reporter &report, Span at, int64_t axis) {
  return report.error(code::BadAxis, at,
                      "axis " + number(axis) + " is given twice");
}

inline Diag &notASingleElement(Reporter &report, Span at, llvm::StringRef what,
                               const TileType &type) {
  return report.error(code::BadReshape, at,
                      what.str() + " needs a single element, but " +
                          quote(type) + " has " + number(type.elements()));
}

inline Diag &catOrder(Reporter &report, Span at) {
  return report.error(code::Refused, at, "`tl.cat` may reorder the elements")
      .help("say `can_reorder=True`, or use `tl.join` and `tl.reshape`");
}

inline Diag &catTypes(Reporter &report, const At &at, const TileType &lhs,
                      const TileType &rhs) {
  return report
      .error(code::ShapesDiffer, at.whole,
             "`tl.cat` takes two tiles of one type and one dimension")
      .note(at.lhs, "this is " + quote(lhs))
      .note(at.rhs, "this is " + quote(rhs));
}

inline Diag &splitExtent(Reporter &report, Span at, const TileType &type) {
  return report.error(code::BadReshape, at,
                      "`tl.split` needs a last extent of 2, but this is " +
                          quote(type));
}

inline Diag &gatherShapes(Reporter &report, const At &at,
                          const TileType &source, const TileType &index,
                          int axis) {
  return report
      .error(code::GatherShapes, at.whole,
             "`tl.gather` needs integer indices whose shape differs from the "
             "source's along axis " +
                 number(axis) + " only")
      .note(at.lhs, "the source is " + quote(source))
      .note(at.rhs, "the indices are " + quote(index));
}

inline Diag &histogramInput(Reporter &report, Span at, const TileType &type) {
  return report.error(code::GatherShapes, at,
                      "`tl.histogram` counts integers in one dimension, but "
                      "this is " +
                          quote(type));
}

inline Diag &noSubscript(Reporter &report, Span at, const Value &value) {
  return report.error(code::BadSubscript, at,
                      value.describe() + " has no elements to index");
}

inline Diag &badSubscript(Reporter &report, Span at, llvm::StringRef why) {
  return report.error(code::BadSubscript, at, why.str());
}

inline Diag &tileIndex(Reporter &report, Span at, const TileType &type) {
  return report
      .error(code::BadSubscript, at,
             "a tile is indexed by `:` and `None` only; this tile is " +
                 quote(type))
      .help("pick elements with `tl.gather`, or sum over a `tl.where`");
}

inline Diag &pointerIndex(Reporter &report, Span at, const std::string &load) {
  return report
      .error(code::BadSubscript, at,
             "a pointer is no array: what it points to is loaded and stored")
      .help("write " + quote(load));
}

inline Diag &tooManyIndices(Reporter &report, Span at, const TileType &type) {
  return report.error(code::BadSubscript, at,
                      quote(type) +
                          " has no dimension in front of this `None`");
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

inline Diag &notAPointer(Reporter &report, Span at, llvm::StringRef what,
                         const Value &value) {
  return report.error(code::NotAPointer, at,
                      what.str() + " needs a pointer, but this is " +
                          value.describe());
}

inline Diag &storeToConst(Reporter &report, Span at, llvm::StringRef what,
                          const TileType &type) {
  return report
      .error(code::NotAPointer, at,
             what.str() + " changes memory, but " + quote(type) +
                 " only reads it")
      .help("drop `tl.const` or the `k` of the signature's `*k`");
}

inline Diag &maskType(Reporter &report, Span at, const TileType &type) {
  return report
      .error(code::BadMask, at,
             "a mask holds truth values, but this is " + quote(type))
      .help("compare: `x != 0`");
}

inline Diag &otherWithoutMask(Reporter &report, Span at) {
  return report.error(code::BadMask, at,
                      "`other` is what masked-off elements get, and there is "
                      "no mask");
}

inline Diag &tileForScalarPointer(Reporter &report, Span at,
                                  llvm::StringRef name, const TileType &type) {
  return report
      .error(code::ShapesDiffer, at,
             quote(name) + " is " + quote(type) +
                 ", but the pointer is a single one")
      .help("add a tile of offsets to the pointer: `pointer + offsets`");
}

inline Diag &storeGrows(Reporter &report, Span at, const TileType &pointers,
                        const TileType &grown) {
  return report.error(code::StoreShape, at,
                      "the pointers are " + quote(pointers) +
                          ", but what is stored needs " + quote(grown));
}

inline Diag &boundaryWithoutBlock(Reporter &report, Span at) {
  return report
      .error(code::BlockPointerUse, at,
             "`boundary_check` and `padding_option` are for block pointers")
      .help("use `mask` and `other`");
}

inline Diag &maskOnBlockPointer(Reporter &report, Span at,
                                llvm::StringRef name) {
  return report
      .error(code::BlockPointerUse, at,
             quote(name) + " does not go with a block pointer")
      .help("use `boundary_check` and `padding_option`");
}

inline Diag &notABlockPointer(Reporter &report, Span at, llvm::StringRef what,
                              const Value &value) {
  return report.error(code::BlockPointerUse, at,
                      what.str() + " needs a block pointer, but this is " +
                          value.describe());
}

inline Diag &notADescriptor(Reporter &report, Span at, llvm::StringRef what,
                            const Value &value) {
  return report.error(code::DescriptorUse, at,
                      what.str() + " needs a tensor descriptor, but this is " +
                          value.describe());
}

inline Diag &blockRanks(Reporter &report, Span at, llvm::StringRef what) {
  return report.error(code::BlockPointerUse, at,
                      what.str() + " needs lists of one length");
}

inline Diag &offsetTooWide(Reporter &report, Span at, llvm::StringRef what) {
  return report
      .error(code::BlockPointerUse, at,
             what.str() + " must be 32-bit integers, but one has 64 bits")
      .help("convert it with `.to(tl.int32)`, or move the base pointer");
}

inline Diag &blockStoreShape(Reporter &report, Span at, const TileType &value,
                             const TileType &block) {
  return report.error(code::StoreShape, at,
                      "the block is " + quote(block) +
                          ", but what is stored is " + quote(value));
}

inline Diag &blockStoreType(Reporter &report, Span at, const TileType &value,
                            const TileType &block) {
  return report
      .error(code::StoreShape, at,
             "the block holds " + quote(block.scalar()) +
                 ", but what is stored is " + quote(value.scalar()))
      .help("convert it with `.to(tl." + languageName(block.elem).str() + ")`");
}

inline Diag &nanInIntegers(Reporter &report, Span at, const TileType &type) {
  return report.error(code::BlockPointerUse, at,
                      quote(type) + " has no NaN to pad with");
}

inline Diag &descriptorStride(Reporter &report, Span at, const Value &last) {
  return report.error(code::DescriptorUse, at,
                      "the last stride of a tensor descriptor is the constant "
                      "1, but here it is " +
                          last.describe());
}

inline Diag &descriptorRow(Reporter &report, Span at, int64_t bytes) {
  return report.error(code::DescriptorUse, at,
                      "the last extent of the block must be 16 bytes or more, "
                      "but it is " +
                          number(bytes));
}

inline Diag &descriptorRows(Reporter &report, Span at) {
  return report.error(code::DescriptorUse, at,
                      "rows are read by a descriptor with blocks of one row "
                      "and a tile of indices with one dimension");
}

inline Diag &atomicType(Reporter &report, Span at, llvm::StringRef what,
                        const TileType &type) {
  return report.error(code::AtomicType, at,
                      what.str() + " does not work on " + quote(type));
}

//===----------------------------------------------------------------------===//
// Reductions and products
//===----------------------------------------------------------------------===//

inline Diag &combineFunction(Reporter &report, Span at, const Value &value) {
  return report.error(code::CombineFunction, at,
                      "`combine_fn` must be a `@triton.jit` function, but this "
                      "is " +
                          value.describe());
}

inline Diag &combineResult(Reporter &report, Span at, const Value &function,
                           llvm::ArrayRef<TileType> types,
                           llvm::ArrayRef<Value> results) {
  auto list = [](auto range, auto text) {
    std::string all;
    for (const auto &item : range)
      all += (all.empty() ? "" : ", ") + text(item);
    return all;
  };
  return report.error(
      code::CombineFunction, at,
      function.describe() + " must return (" +
          list(types, [](const TileType &t) { return t.scalar().str(); }) +
          "), but it returns (" +
          list(results, [](const Value &v) { return v.repr(); }) + ")");
}

inline Diag &mappedFunction(Reporter &report, Span at, const Value &value) {
  return report.error(code::CombineFunction, at,
                      "`scalar_fn` must be a `@triton.jit` function, but this "
                      "is " +
                          value.describe());
}

inline Diag &mappedResult(Reporter &report, Span at, const Value &function,
                          const TileType &type) {
  return report.error(code::CombineFunction, at,
                      function.describe() +
                          " must return numbers, but it returns " +
                          quote(type));
}

inline Diag &mapPack(Reporter &report, Span at, int64_t pack) {
  return report
      .error(
          code::CombineFunction, at,
          "`pack` is " + number(pack) +
              ", but must be a power of two up to 64 that divides the number "
              "of results")
      .help("the function returns `pack` elements of each result");
}

inline Diag &mapNeedsTiles(Reporter &report, Span at) {
  return report.error(
      code::CombineFunction, at,
      "`tl.map_elementwise` maps one tile or more, but there is "
      "none");
}

inline Diag &dotRank(Reporter &report, const At &at, const TileType &a,
                     const TileType &b) {
  return report
      .error(code::DotShape, at.whole,
             "`tl.dot` takes two tiles with as many dimensions, two or more")
      .note(at.lhs, "the left one is " + quote(a))
      .note(at.rhs, "the right one is " + quote(b));
}

inline Diag &deprecatedFactors(Reporter &report, const At &at) {
  return report
      .warning(code::DotType, at.whole,
               "fp8e4b15 is multiplied as fp16 here, which is slow")
      .help("use `tl.float8e4nv`, which the GPU has");
}

inline Diag &dotTypes(Reporter &report, const At &at, const TileType &a,
                      const TileType &b) {
  return report
      .error(code::DotType, at.whole,
             "`tl.dot` does not multiply " + quote(a.scalar()) + " by " +
                 quote(b.scalar()))
      .note(at.lhs, "the left tile is " + quote(a))
      .note(at.rhs, "the right tile is " + quote(b))
      .help("both must be int8, fp8, fp16, bf16, fp32 or fp64");
}

inline Diag &dotBatches(Reporter &report, const At &at, const TileType &a,
                        const TileType &b) {
  return report
      .error(code::DotShape, at.whole,
             "the batches of the two tiles differ: all dimensions before the "
             "last two are the same")
      .note(at.lhs, "the left tile is " + quote(a))
      .note(at.rhs, "the right tile is " + quote(b));
}

inline Diag &dotShapes(Reporter &report, const At &at, const TileType &a,
                       const TileType &b) {
  return report
      .error(code::DotShape, at.whole,
             "the left tile's columns and the right tile's rows differ")
      .note(at.lhs, "the left tile is " + quote(a))
      .note(at.rhs, "the right tile is " + quote(b));
}

inline Diag &dotIsTooShallow(Reporter &report, const At &at, const TileType &a,
                             const TileType &b, int64_t k, int64_t minK) {
  return report
      .error(code::DotShape, at.whole,
             "`tl.dot` needs K >= " + number(minK) + " for " +
                 quote(a.scalar()) + ", but K is " + number(k))
      .note(at.lhs, "the left tile is " + quote(a))
      .note(at.rhs, "the right tile is " + quote(b))
      .help("raise the common extent to " + number(minK) + " or more");
}

inline Diag &impreciseDepth(Reporter &report, Span at, int count, int64_t k) {
  return report.error(code::DotShape, at,
                      "`max_num_imprecise_acc` is " + number(count) +
                          ", but K is only " + number(k));
}

inline Diag &dotOutType(Reporter &report, Span at, const TileType &type) {
  return report
      .error(code::DotType, at,
             "`tl.dot` does not accumulate in " + quote(type))
      .help("accumulate in `tl.float32` and convert the result");
}

inline Diag &dotAccumulator(Reporter &report, Span at, const TileType &given,
                            const TileType &wanted) {
  return report.error(code::DotType, at,
                      "the accumulator is " + quote(given) +
                          ", but the product is " + quote(wanted));
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

inline Diag &badTarget(Reporter &report, Span at) {
  return report
      .error(code::AssignTarget, at,
             "a kernel assigns to names only; tiles do not change")
      .help("build a new tile, for example with `tl.where`");
}

inline Diag &cannotUnpack(Reporter &report, Span at, size_t count,
                          const Value &value) {
  return report.error(code::CannotUnpack, at,
                      number(int64_t(count)) + " names cannot share " +
                          value.describe());
}

inline Diag &unpackCount(Reporter &report, Span at, size_t names,
                         size_t values) {
  return report.error(code::CannotUnpack, at,
                      "there are " + number(int64_t(names)) + " names for " +
                          number(int64_t(values)) + " values");
}

inline Diag &conditionIsTile(Reporter &report, Span at, const TileType &type) {
  return report
      .error(code::BadCondition, at,
             "a condition is one truth value, but this is " + quote(type))
      .help("choose per element with `tl.where`, or reduce it with `tl.max`");
}

inline Diag &ternaryOnTile(Reporter &report, Span at, const TileType &type) {
  return report
      .error(code::BadCondition, at,
             "`if` in an expression takes one truth value, but this is " +
                 quote(type))
      .help("choose per element with `tl.where`");
}

inline Diag &ternaryTypes(Reporter &report, Span at, const Value &a,
                          const Value &b) {
  return report.error(code::BranchTypes, at,
                      "the two sides differ: one is " + a.describe() +
                          ", the other one " + b.describe());
}

inline Diag &branchTypes(Reporter &report, Span at, llvm::StringRef name,
                         const Value &a, const Value &b) {
  return report.error(code::BranchTypes, at,
                      quote(name) + " is " + a.describe() +
                          " in one branch and " + b.describe() +
                          " in the other");
}

inline Diag &returnTypes(Reporter &report, Span at, const Value &a,
                         const Value &b) {
  return report.error(code::ReturnTypes, at,
                      "the function returns " + a.describe() +
                          " in one place "
                          "and " +
                          b.describe() + " in another");
}

inline Diag &missingReturn(Reporter &report, Span at, llvm::StringRef name) {
  return report.error(code::MissingReturn, at,
                      quote(name) + " may end without returning a value");
}

inline Diag &kernelReturns(Reporter &report, Span at) {
  return report.error(code::ReturnTypes, at, "a kernel returns nothing")
      .help("store the value through a pointer");
}

inline Diag &returnInLoop(Reporter &report, Span at) {
  return report
      .error(code::ReturnInLoop, at, "`return` cannot leave a run-time loop")
      .help("leave by a condition of the loop, or mask the work");
}

inline Diag &noBreak(Reporter &report, Span at, llvm::StringRef what) {
  return report
      .error(code::ReturnInLoop, at,
             quote(what) + " is not part of the kernel language")
      .help("use a `while` with a condition, or mask the work");
}

inline Diag &loopCarriedType(Reporter &report, Span at, llvm::StringRef name,
                             const Value &before, const Value &after) {
  return report.error(code::LoopCarried, at,
                      quote(name) + " changes its type in the loop, from " +
                          before.describe() + " to " + after.describe());
}

inline Diag &loopConstant(Reporter &report, Span at, llvm::StringRef name,
                          const Value &before, const Value &after) {
  return report.error(code::LoopCarried, at,
                      quote(name) + " is " + before.describe() +
                          " before the loop and " + after.describe() +
                          " after an iteration, but constants do not change "
                          "at run time");
}

inline Diag &badRange(Reporter &report, Span at, const Value &value) {
  Diag &diag = report.error(code::LoopBounds, at,
                            "the bounds of a loop are integers, but this is " +
                                value.describe());
  if (value.is(Value::Kind::Float) ||
      (value.isRuntime() && value.type.isNumber() && isFloat(value.type.elem)))
    diag.help("divide with `//`, or with `tl.cdiv` to round up");
  return diag;
}

inline Diag &zeroStep(Reporter &report, Span at) {
  return report.error(code::LoopBounds, at, "the step is zero");
}

inline Diag &tooManyIterations(Reporter &report, Span at) {
  return report.error(code::LoopBounds, at, "too many iterations to unroll")
      .help("use `tl.range` for a run-time loop");
}

inline Diag &tooLong(Reporter &report, Span at) {
  return report
      .error(code::KernelTooLong, at,
             "the kernel is too long once its loops and calls are unrolled")
      .help("use `tl.range` for a run-time loop");
}

inline Diag &rangeOutsideFor(Reporter &report, Span at, llvm::StringRef what) {
  return report.error(code::LoopBounds, at,
                      what.str() + " stands in a `for` only");
}

inline Diag &mustUseResult(Reporter &report, Span at, llvm::StringRef callee,
                           const std::string &words) {
  Diag &diag = report.error(code::UnusedResult, at,
                            "the result of `" + callee.str() +
                                "` is not used, but its author asks for that");
  if (!words.empty())
    diag.help(words);
  return diag;
}

inline Diag &unusedResult(Reporter &report, Span at) {
  return report
      .warning(code::UnusedResult, at,
               "this moves no block pointer: it makes another one")
      .help("assign it: `block = tl.advance(block, ...)`");
}

inline Diag &hintCount(Reporter &report, Span at, llvm::StringRef what,
                       const TileType &type, size_t given) {
  return report.error(code::HintCount, at,
                      what.str() + " needs one value for each dimension of " +
                          quote(type) + ", but " + number(int64_t(given)) +
                          " are given");
}

inline Diag &noIntegerWidth(Reporter &report, Span at, int64_t bits) {
  return report.error(code::CallArguments, at,
                      "no integer type has " + number(bits) + " bits");
}

} // namespace tqc::sema::msg

#endif // TQC_COMPILER_SYNTAX_SEMAMESSAGES_H
