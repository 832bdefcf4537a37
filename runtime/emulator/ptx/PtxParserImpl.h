//===- PtxParserImpl.h - the parser's class, shared by its files ----------===//
//
// PtxParser.cpp reads the module level, PtxParserDecls.cpp declarations and
// constant expressions, PtxParserBody.cpp what stands inside a function.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_PTX_PTXPARSERIMPL_H
#define TQC_RUNTIME_EMULATOR_PTX_PTXPARSERIMPL_H

#include "runtime/emulator/ptx/PtxLexer.h"

#include <unordered_map>

namespace tqc::emu {

/// A constant: an integer, or the bits of a double.
struct PtxConstant {
  uint64_t value = 0;
  bool isDouble = false;
  bool isSingle = false; // value holds the 32 bits of 0f…
  bool isUnsigned = false;
};

class PtxParser {
public:
  PtxParser(std::string_view text, std::string_view file);

  bool parseModule();
  PtxModule module;
  std::string message;
  PtxPos errorPos;

private:
  // Tokens. `fail` keeps the first message and always returns false.
  void advance();
  bool fail(std::string text) { return failAt(token.pos, std::move(text)); }
  bool failAt(PtxPos pos, std::string text);
  bool expect(std::string_view punct);
  bool accept(std::string_view punct);
  bool name(std::string &out, std::string_view what);
  bool integer(uint64_t &out, std::string_view what, uint64_t most);
  std::string found() const;

  // Module level.
  bool topLevel();
  bool version();
  bool target();
  bool fileDirective();
  bool skipSection();
  bool alias();
  bool function(bool isEntry, bool isExtern);
  bool functionParams(PtxFunction &f, std::vector<PtxVariable> &list,
                      std::vector<int32_t> &regs, bool isEntry);
  bool functionDirectives(PtxFunction &f);
  bool threeNumbers(uint32_t (&out)[3]);
  bool mergeFunction(PtxFunction &&f);

  // Declarations.
  bool variables(Space space, bool isExtern, std::vector<PtxVariable> &out);
  bool variableHead(PtxVariable &v, unsigned &vector);
  bool dimensions(PtxVariable &v);
  bool initialiser(PtxVariable &v, uint64_t &at, unsigned depth);
  bool initialValue(PtxVariable &v, uint64_t &at);
  bool attributeList();
  bool angleCount(uint64_t &count);
  bool constantExpr(PtxConstant &out, unsigned level, unsigned depth);
  bool constantUnary(PtxConstant &out, unsigned depth);
  bool constant(PtxConstant &out) { return constantExpr(out, 0, 0); }

  // Function bodies.
  struct Scope {
    std::unordered_map<std::string, int32_t> registers;
    std::unordered_map<std::string, PtxType> ranges; // %r<100> by its prefix
    std::unordered_map<std::string, uint64_t> rangeSizes;
    std::unordered_map<std::string, int32_t> variables;
    std::unordered_map<std::string, int32_t> labels;
    size_t firstInst = 0;
    size_t firstList = 0;
  };
  bool body();
  bool statement();
  bool closeScope();
  bool bodyDirective();
  bool registersDecl();
  bool localVariables(Space space, bool isExtern);
  bool location();
  bool labelled(std::string label, PtxPos pos);
  bool targetListDirective(std::string label);
  bool instruction();
  bool operand(PtxOperand &out, unsigned depth);
  bool singleOperand(PtxOperand &out, unsigned depth);
  bool operandList(PtxOperand &out, std::string_view close, unsigned depth);
  bool addressOperand(PtxOperand &out, unsigned depth);
  bool namedOperand(PtxOperand &out);
  bool resolveName(PtxOperand &out, const std::string &id);
  void openScope();
  int32_t findRegister(const std::string &id);

  PtxLexer lexer;
  Token token, ahead;
  bool failed = false;
  unsigned braceDepth = 0;

  PtxFunction *current = nullptr;
  int32_t currentLoc = -1;
  std::vector<Scope> scopes;
  std::unordered_map<std::string, int32_t> functionIndex;
  std::unordered_map<std::string, int32_t> variableIndex;
};

/// Bounds that keep hostile input from exhausting the machine.
constexpr unsigned kMaxNesting = 64;
constexpr uint64_t kMaxVariableBytes = uint64_t(1) << 31;
/// PTX ISA, "Kernel function parameters": from sm_70 and PTX 8.1 on.
constexpr uint64_t kMaxEntryParamBytes = 32764;
constexpr size_t kMaxInstructions = 4u << 20;
constexpr size_t kMaxOperands = 512;

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_PTX_PTXPARSERIMPL_H
