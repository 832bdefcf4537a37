//===- SemaRecorder.h - A builder that writes what it is told ---*- C++ -*-===//
//
// Each operation becomes a line, so that a test can compare the whole analysis
// of a kernel with text:
//
//     %2 : int32[128] = range 0 128
//     %3 : int32[128] = add %1 %2
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TEST_UNIT_SEMARECORDER_H
#define TQC_TEST_UNIT_SEMARECORDER_H

#include "compiler/syntax/Sema.h"

#include "llvm/Support/raw_ostream.h"

#include <deque>
#include <set>

namespace tqc {

class Recorder : public TileBuilder {
public:
  std::string text() const { return stack.front(); }
  std::vector<std::string> names; ///< "%3 offs"
  std::vector<AccessWords> words;
  unsigned openRegions() const { return unsigned(stack.size() - 1); }

  void setPlace(Span span, llvm::ArrayRef<Span> callers) override {
    place = span;
    depth = callers.size();
  }
  void nameValue(Ref value, llvm::StringRef name) override {
    names.push_back(str(value) + " " + name.str());
  }
  Refs beginKernel(llvm::StringRef name,
                   llvm::ArrayRef<Parameter> parameters) override {
    Refs refs;
    std::string list;
    for (const Parameter &parameter : parameters) {
      Ref ref = make();
      refs.push_back(ref);
      list += (list.empty() ? "" : ", ") + str(ref) + " " + parameter.name +
              ": " + parameter.type.str();
      if (parameter.divisibility != 1)
        list += ":" + std::to_string(parameter.divisibility);
    }
    line("kernel " + name.str() + "(" + list + ")");
    return refs;
  }
  void endKernel() override {}

  Ref constantInt(const TileType &type, uint64_t bits) override {
    return op(type, "const " + std::to_string(int64_t(bits)));
  }
  Ref constantFloat(const TileType &type, double value) override {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%g", value);
    return op(type, std::string("const ") + buffer);
  }
  Ref programId(int axis) override {
    return op(TileType(Elem::I32), "program_id " + std::to_string(axis));
  }
  Ref numPrograms(int axis) override {
    return op(TileType(Elem::I32), "num_programs " + std::to_string(axis));
  }
  Ref range(int64_t start, int64_t end) override {
    return op(TileType(Elem::I32, {end - start}),
              "range " + std::to_string(start) + " " + std::to_string(end));
  }
  Ref binary(TileBinary which, Ref lhs, Ref rhs,
             const TileType &type) override {
    static const char *const kNames[] = {
        "add",    "sub",     "mul",     "divs",   "divu",  "rems", "remu",
        "divf",   "divrn",   "remf",    "and",    "or",    "xor",  "shl",
        "shrs",   "shru",    "mins",    "minu",   "maxs",  "maxu", "minnum",
        "maxnum", "minimum", "maximum", "mulhiu", "mulhis"};
    return op(type, std::string(kNames[int(which)]) + " " + str(lhs) + " " +
                        str(rhs));
  }
  Ref unary(TileUnary which, Ref operand, const TileType &type) override {
    static const char *const kNames[] = {
        "neg", "absi", "absf",   "exp",   "exp2", "log",   "log2", "sin",
        "cos", "sqrt", "sqrtrn", "rsqrt", "erf",  "floor", "ceil", "tanh"};
    return op(type, std::string(kNames[int(which)]) + " " + str(operand));
  }
  Ref compare(TileCompare which, Ref lhs, Ref rhs,
              const TileType &type) override {
    static const char *const kNames[] = {
        "eq",  "ne",  "lts", "les", "gts", "ges", "ltu", "leu",
        "gtu", "geu", "oeq", "une", "olt", "ole", "ogt", "oge"};
    return op(TileType(Elem::I1, type.shape),
              std::string(kNames[int(which)]) + " " + str(lhs) + " " +
                  str(rhs) + " : " + type.str());
  }
  Ref select(Ref condition, Ref whenTrue, Ref whenFalse,
             const TileType &type) override {
    return op(type, "select " + str(condition) + " " + str(whenTrue) + " " +
                        str(whenFalse));
  }
  Ref cast(TileCast which, Ref operand, const TileType &from,
           const TileType &to) override {
    static const char *const kNames[] = {
        "sitofp",  "uitofp",   "fptosi",  "fptoui",  "sext",
        "zext",    "trunc",    "fpext",   "fptrunc", "fptrunc_rz",
        "bitcast", "ptrtoint", "inttoptr"};
    return op(to, std::string(kNames[int(which)]) + " " + str(operand) + " : " +
                      from.str());
  }
  Ref fma(Ref a, Ref b, Ref c, const TileType &type) override {
    return op(type, "fma " + str(a) + " " + str(b) + " " + str(c));
  }
  Ref addPointer(Ref pointer, Ref offset, const TileType &pointerType,
                 const TileType &offsetType) override {
    return op(pointerType, "addptr " + str(pointer) + " " + str(offset) +
                               " : " + offsetType.str());
  }
  Ref splat(Ref scalar, const TileType &result) override {
    return op(result, "splat " + str(scalar));
  }
  Ref broadcast(Ref block, const TileType &result) override {
    return op(result, "broadcast " + str(block));
  }
  Ref expandDims(Ref block, int axis, const TileType &result) override {
    return op(result, "expand_dims " + str(block) + " " + std::to_string(axis));
  }
  Ref reshape(Ref block, const TileType &result, bool anyOrder) override {
    return op(result, (anyOrder ? "view " : "reshape ") + str(block));
  }
  Ref transpose(Ref block, llvm::ArrayRef<int> order,
                const TileType &result) override {
    std::string text = "trans " + str(block);
    for (int axis : order)
      text += " " + std::to_string(axis);
    return op(result, text);
  }
  Ref join(Ref lhs, Ref rhs, const TileType &result) override {
    return op(result, "join " + str(lhs) + " " + str(rhs));
  }
  std::pair<Ref, Ref> split(Ref block, const TileType &result) override {
    Ref first = make(), second = make();
    line(str(first) + ", " + str(second) + " : " + result.str() + " = split " +
         str(block));
    return {first, second};
  }
  Ref cat(Ref lhs, Ref rhs, const TileType &result) override {
    return op(result, "cat " + str(lhs) + " " + str(rhs));
  }
  Ref gather(Ref source, Ref index, int axis, const TileType &result) override {
    return op(result, "gather " + str(source) + " " + str(index) + " " +
                          std::to_string(axis));
  }
  Ref histogram(Ref source, int64_t bins, Ref mask) override {
    return op(TileType(Elem::I32, {bins}),
              "histogram " + str(source) + " " + str(mask));
  }
  Ref load(Ref pointer, Ref mask, Ref other, const TileType &result,
           const LoadOptions &options, const AccessWords &spoken) override {
    words.push_back(spoken);
    return op(result, "load " + str(pointer) + " " + str(mask) + " " +
                          str(other) + optionText(options));
  }
  void store(Ref pointer, Ref value, Ref mask, const TileType &type,
             const LoadOptions &options, const AccessWords &spoken) override {
    words.push_back(spoken);
    line("store " + str(pointer) + " " + str(value) + " " + str(mask) +
         optionText(options) + " : " + type.str());
  }
  Ref descriptor(Ref base, llvm::ArrayRef<Ref> extents,
                 llvm::ArrayRef<Ref> strides, const TileType &block,
                 llvm::StringRef) override {
    return op(block, "descriptor " + str(base) + " of" + list(extents) + " by" +
                         list(strides));
  }
  Ref loadBlock(const BlockPlace &from, Ref other, const TileType &result,
                const LoadOptions &options,
                const AccessWords &spoken) override {
    words.push_back(spoken);
    return op(result, "load_block " + placeText(from) + " else " + str(other) +
                          optionText(options));
  }
  void storeBlock(const BlockPlace &to, Ref value, const TileType &type,
                  const LoadOptions &options,
                  const AccessWords &spoken) override {
    words.push_back(spoken);
    line("store_block " + placeText(to) + " " + str(value) +
         optionText(options) + " : " + type.str());
  }
  void reduceBlock(TileAtomic which, const BlockPlace &in, Ref value,
                   const TileType &type, const AccessWords &spoken) override {
    words.push_back(spoken);
    line("reduce_block " + std::to_string(int(which)) + " " + placeText(in) +
         " " + str(value) + " : " + type.str());
  }
  Ref gatherRows(Ref descriptor, Ref rows, Ref column, Ref other,
                 const TileType &result, const AccessWords &spoken) override {
    words.push_back(spoken);
    return op(result, "gather_rows " + str(descriptor) + " " + str(rows) + " " +
                          str(column) + " else " + str(other));
  }
  void scatterRows(Ref descriptor, Ref rows, Ref column, Ref value,
                   const TileType &type, const AccessWords &spoken) override {
    words.push_back(spoken);
    line("scatter_rows " + str(descriptor) + " " + str(rows) + " " +
         str(column) + " " + str(value) + " : " + type.str());
  }
  Ref atomic(TileAtomic which, Ref pointer, Ref value, Ref mask,
             const TileType &type, MemSem sem, MemScope scope,
             const AccessWords &spoken) override {
    static const char *const kNames[] = {"addi", "addf", "mins", "minu",
                                         "maxs", "maxu", "minf", "maxf",
                                         "and",  "or",   "xor",  "xchg"};
    words.push_back(spoken);
    return op(type, std::string("atomic_") + kNames[int(which)] + " " +
                        str(pointer) + " " + str(value) + " " + str(mask) +
                        semText(sem, scope));
  }
  Ref atomicCas(Ref pointer, Ref compare, Ref value, const TileType &type,
                MemSem sem, MemScope scope, const AccessWords &) override {
    return op(type, "atomic_cas " + str(pointer) + " " + str(compare) + " " +
                        str(value) + semText(sem, scope));
  }
  Refs reduce(llvm::ArrayRef<Ref> operands, llvm::ArrayRef<TileType> types,
              int axis, llvm::ArrayRef<TileType> results,
              Combine combine) override {
    return combined("reduce", operands, types, axis, results, combine);
  }
  Refs scan(llvm::ArrayRef<Ref> operands, llvm::ArrayRef<TileType> types,
            int axis, bool reverse, Combine combine) override {
    return combined(reverse ? "scan_reverse" : "scan", operands, types, axis,
                    types, combine);
  }
  Refs map(llvm::ArrayRef<Ref> operands, Region, llvm::ArrayRef<Ref> yields,
           llvm::ArrayRef<TileType> results, int pack) override {
    std::string text = "map " + std::to_string(pack);
    for (Ref operand : operands)
      text += " " + str(operand);
    for (Ref yield : yields)
      text += " " + str(yield);
    Refs made;
    for (const TileType &type : results)
      made.push_back(op(type, text));
    return made;
  }
  Ref dot(Ref a, Ref b, Ref acc, const TileType &, const TileType &,
          const TileType &result, DotPrecision precision,
          int maxImprecise) override {
    static const char *const kNames[] = {"tf32", "tf32x3", "ieee", "bf16x3",
                                         "bf16x6"};
    return op(result, "dot " + str(a) + " " + str(b) + " " + str(acc) + " " +
                          kNames[int(precision)] + " " +
                          std::to_string(maxImprecise));
  }
  Ref libdevice(llvm::StringRef symbol, llvm::ArrayRef<Ref> operands,
                llvm::ArrayRef<TileType>, const TileType &result,
                bool) override {
    return op(result, symbol.str() + list(operands));
  }
  Refs inlineAsm(llvm::StringRef text, llvm::StringRef constraints,
                 llvm::ArrayRef<Ref> operands, llvm::ArrayRef<TileType>,
                 llvm::ArrayRef<TileType> results, int pack,
                 bool pure) override {
    Refs refs;
    for (const TileType &type : results)
      refs.push_back(op(type, "asm '" + text.str() + "' " + constraints.str() +
                                  list(operands) + " pack " +
                                  std::to_string(pack) +
                                  (pure ? " pure" : "")));
    return refs;
  }
  void barrier() override { line("barrier"); }
  void assume(Ref condition, llvm::StringRef message) override {
    line("assume " + str(condition) +
         (message.empty() ? "" : ", " + message.str()));
  }
  Ref hint(Hint kind, Ref value, const TileType &type,
           llvm::ArrayRef<int64_t> values) override {
    static const char *const kNames[] = {"multiple_of", "max_contiguous",
                                         "max_constancy"};
    std::string text = std::string(kNames[int(kind)]) + " " + str(value);
    for (int64_t one : values)
      text += " " + std::to_string(one);
    return op(type, text);
  }
  void print(llvm::StringRef prefix, bool hex, llvm::ArrayRef<Ref> operands,
             llvm::ArrayRef<TileType> types) override {
    std::string text = "print '" + prefix.str() + "'";
    for (size_t i = 0; i < operands.size(); ++i)
      text += " " + str(operands[i]) + " : " + types[i].str();
    line(text + (hex ? " hex" : ""));
  }
  void deviceAssert(Ref condition, llvm::StringRef message, const TileType &,
                    Span) override {
    line("assert " + str(condition) + " '" + message.str() + "'");
  }
  void dropped(llvm::StringRef why) override { line("dropped " + why.str()); }

  Region beginRegion(llvm::ArrayRef<TileType> arguments,
                     Refs &argumentRefs) override {
    std::string header;
    for (const TileType &type : arguments) {
      argumentRefs.push_back(make());
      header += (header.empty() ? "" : ", ") + str(argumentRefs.back()) + ": " +
                type.str();
    }
    stack.emplace_back();
    headers.push_back(header);
    return Region(regions.size() + stack.size()); // replaced in endRegion
  }
  void endRegion() override {
    closed.push_back("(" + headers.back() + ")\n" + stack.back());
    headers.pop_back();
    stack.pop_back();
  }
  void dropRegion(Region) override { closed.pop_back(); }

  Refs makeIf(Ref condition, Region, llvm::ArrayRef<Ref> trueYields, Region,
              llvm::ArrayRef<Ref> falseYields,
              llvm::ArrayRef<TileType> types) override {
    std::string no = take(), yes = take();
    Refs refs = results(types);
    line(resultText(refs, types) + "if " + str(condition) + " {");
    body(yes, trueYields);
    line("} else {");
    body(no, falseYields);
    line("}");
    return refs;
  }
  Refs makeFor(Ref lower, Ref upper, Ref step, const TileType &type, Region,
               llvm::ArrayRef<Ref> inits, llvm::ArrayRef<Ref> yields,
               llvm::ArrayRef<TileType> types,
               const LoopOptions &options) override {
    std::string inside = take();
    Refs refs = results(types);
    std::string extra;
    if (options.numStages)
      extra += " stages " + std::to_string(options.numStages);
    if (options.unroll)
      extra += " unroll " + std::to_string(options.unroll);
    if (options.warpSpecialize)
      extra += " warp_specialize";
    if (options.flatten)
      extra += " flatten";
    line(resultText(refs, types) + "for " + type.str() + " " + str(lower) +
         " " + str(upper) + " " + str(step) + list(inits) + extra + " {");
    body(inside, yields);
    line("}");
    return refs;
  }
  Refs makeWhile(Region, Ref condition, llvm::ArrayRef<Ref> passed, Region,
                 llvm::ArrayRef<Ref> inits, llvm::ArrayRef<Ref> yields,
                 llvm::ArrayRef<TileType> types) override {
    std::string after = take(), before = take();
    Refs refs = results(types);
    line(resultText(refs, types) + "while" + list(inits) + " {");
    body(before, passed, "condition " + str(condition));
    line("} do {");
    body(after, yields);
    line("}");
    return refs;
  }

  std::string str(Ref ref) const {
    return ref ? "%" + std::to_string(*static_cast<const int *>(ref)) : "_";
  }

private:
  Ref make() {
    values.push_back(int(values.size()));
    return &values.back();
  }
  void line(const std::string &text) { stack.back() += text + "\n"; }
  Ref op(const TileType &type, const std::string &text) {
    Ref ref = make();
    line(str(ref) + " : " + type.str() + " = " + text);
    return ref;
  }
  std::string list(llvm::ArrayRef<Ref> refs) const {
    std::string text;
    for (Ref ref : refs)
      text += " " + str(ref);
    return text;
  }
  std::string placeText(const BlockPlace &place) {
    std::string text =
        str(place.descriptor) + " at" + list(place.offsets) + " checks";
    for (int32_t axis : place.checks)
      text += " " + std::to_string(axis);
    return text;
  }
  static std::string optionText(const LoadOptions &options) {
    static const char *const kCaches[] = {"",    ".ca", ".cg", ".cs",
                                          ".cv", ".wb", ".wt"};
    std::string text;
    if (options.cache != CacheModifier::None)
      text += std::string(" ") + kCaches[int(options.cache)];
    if (options.evict != EvictionPolicy::Normal)
      text += options.evict == EvictionPolicy::First ? " evict_first"
                                                     : " evict_last";
    return text + (options.isVolatile ? " volatile" : "");
  }
  static std::string semText(MemSem sem, MemScope scope) {
    static const char *const kSems[] = {"relaxed", "acquire", "release",
                                        "acq_rel"};
    static const char *const kScopes[] = {"cta", "gpu", "sys"};
    return std::string(" ") + kSems[int(sem)] + " " + kScopes[int(scope)];
  }
  Refs combined(const char *name, llvm::ArrayRef<Ref> operands,
                llvm::ArrayRef<TileType> types, int axis,
                llvm::ArrayRef<TileType> resultTypes, Combine combine) {
    Refs arguments;
    stack.emplace_back();
    std::string header;
    for (size_t i = 0; i < 2 * operands.size(); ++i) {
      arguments.push_back(make());
      header += (header.empty() ? "" : ", ") + str(arguments.back()) + ": " +
                types[i % types.size()].scalar().str();
    }
    Refs yields = combine(arguments);
    std::string inside = "(" + header + ")\n" + stack.back();
    stack.pop_back();
    Refs refs = results(resultTypes);
    line(resultText(refs, resultTypes) + name + " axis " +
         std::to_string(axis) + list(operands) + " {");
    body(inside, yields);
    line("}");
    return refs;
  }
  std::string take() {
    std::string text = closed.back();
    closed.pop_back();
    return text;
  }
  void body(llvm::StringRef text, llvm::ArrayRef<Ref> yields,
            const std::string &extra = "") {
    llvm::SmallVector<llvm::StringRef, 16> lines;
    text.rtrim().split(lines, '\n');
    for (llvm::StringRef one : lines)
      if (one != "()")
        line("  " + one.str());
    if (!extra.empty())
      line("  " + extra);
    if (!yields.empty())
      line("  yield" + list(yields));
  }
  Refs results(llvm::ArrayRef<TileType> types) {
    Refs refs;
    for (size_t i = 0; i < types.size(); ++i)
      refs.push_back(make());
    return refs;
  }
  std::string resultText(llvm::ArrayRef<Ref> refs,
                         llvm::ArrayRef<TileType> types) const {
    std::string text;
    for (size_t i = 0; i < refs.size(); ++i)
      text += (i ? ", " : "") + str(refs[i]) + " : " + types[i].str();
    return text.empty() ? "" : text + " = ";
  }

  std::deque<int> values;
  std::vector<std::string> stack = {""};
  std::vector<std::string> headers, closed;
  std::vector<int> regions;

public:
  Span place;
  size_t depth = 0;
};

} // namespace tqc

#endif // TQC_TEST_UNIT_SEMARECORDER_H
