//===- PtxModule.h - PTX text as a typed tree -----------------------------===//
//
// Answers "what did the PTX file say": declarations, registers, instructions,
// with the place of each. Nothing here is decoded yet. Smallest example:
//   `add.s32 %r1, %r2, 4;` is PtxInst{opcode "add", modifiers {"s32"},
//    operands {Reg 0, Reg 1, Imm 4}}.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_PTX_PTXMODULE_H
#define TQC_RUNTIME_EMULATOR_PTX_PTXMODULE_H

#include "runtime/emulator/ptx/PtxTypes.h"

#include <memory>
#include <string>
#include <vector>

namespace tqc::emu {

/// A place in the PTX text, counted from 1.
struct PtxPos {
  uint32_t line = 0;
  uint32_t column = 0;
};

/// A place in the source of the PTX, from `.loc`.
struct PtxLoc {
  uint32_t file = 0; // index as in `.file`
  uint32_t line = 0;
  uint32_t column = 0;
  int32_t inlinedAt = -1; // index into PtxModule::locs
};

/// What an operand is.
enum class OperandKind : uint8_t {
  Reg,      // %r1                      index = register of the function
  Special,  // %tid.x                   text = "%tid.x"
  Imm,      // 4, 0f3F800000            imm, with isFloat
  Vector,   // {%r1, %r2}               items
  Address,  // [%rd1+4], [map, {..}]    items[0] base, imm, items[1..] the rest
  Variable, // name, name+4             index = variable, imm
  Label,    // $L1                      index = label of the function
  Function, // a call's callee          index = function
  Name,     // name of a list of branch or call targets, or a prototype
  List,     // (a, b)                   items
  Pair,     // %r1|%p1                  items
  Discard,  // _
};

struct PtxOperand {
  OperandKind kind = OperandKind::Discard;
  bool negated = false;  // !%p1
  bool isFloat = false;  // the literal was 0f…, 0d… or decimal with a point
  bool isSingle = false; // the literal was 0f…: imm holds 32 bits
  int32_t index = -1;
  bool isLocal = false;  // Variable: of the function, else of the module
  bool isParam = false;  // Variable: a parameter (index counts params)
  bool isReturn = false; // Variable: a return parameter
  uint64_t imm = 0;      // literals; bits of the double for decimal floats
  std::string text;      // names, for messages
  std::vector<PtxOperand> items;
  PtxPos pos;
};

struct PtxInst {
  PtxPos pos;
  int32_t guard = -1; // register of the predicate
  bool guardNegated = false;
  std::string opcode;
  std::vector<std::string> modifiers; // without dots
  std::vector<PtxOperand> operands;
  int32_t loc = -1; // index into PtxModule::locs

  /// "ld.global.v4.f32"
  std::string spelling() const;
};

struct PtxRegister {
  std::string name;
  PtxType type = PtxType::None;
};

/// A symbol's address to be put into initialised memory.
struct PtxRelocation {
  uint64_t offset = 0;
  std::string symbol;
  int64_t addend = 0;
  bool generic = false;
};

struct PtxVariable {
  std::string name;
  Space space = Space::None;
  PtxType type = PtxType::None;
  uint32_t align = 1;
  uint64_t bytes = 0;
  bool isExtern = false;
  bool isArray = false;
  bool isUnsized = false; // extern .shared name[]
  bool isPointer = false; // .param .u64 .ptr
  PtxPos pos;
  std::vector<uint8_t> init;
  std::vector<PtxRelocation> relocations;
};

/// `name: .branchtargets a, b;`, `.calltargets` or `.callprototype`.
struct PtxTargetList {
  std::string name;
  std::vector<std::string> targets;
  std::vector<int32_t> labels; // of the function, -1 where it is none
  std::vector<PtxVariable> returns, params; // of a prototype
  bool isPrototype = false;
};

struct PtxFunction {
  std::string name;
  bool isEntry = false;
  bool isDefined = false;
  PtxPos pos;
  std::vector<PtxVariable> returns, params;
  std::vector<PtxRegister> registers; // those that the text uses
  std::vector<PtxVariable> variables; // shared, local and param inside
  std::vector<PtxInst> body;
  std::vector<uint32_t> labels; // index of the instruction that follows
  std::vector<std::string> labelNames;
  std::vector<PtxTargetList> targetLists;
  /// For .reg parameters: the registers, in order of `params` and `returns`;
  /// -1 where the parameter is a .param.
  std::vector<int32_t> paramRegs, returnRegs;
  uint32_t reqntid[3] = {0, 0, 0};
  uint32_t maxntid[3] = {0, 0, 0};
  uint32_t maxnreg = 0;
  uint32_t reqCluster[3] = {0, 0, 0};
  bool explicitCluster = false;
};

struct PtxModule {
  std::string file;
  uint32_t versionMajor = 0, versionMinor = 0;
  std::string target; // "sm_90a"
  uint32_t arch = 0;  // 901: 10 times the number, and 1 for an `a`
  std::vector<PtxVariable> variables;
  std::vector<PtxFunction> functions;
  std::vector<PtxLoc> locs;
  std::vector<std::string> files; // by the number that `.file` gave

  const PtxFunction *findEntry(std::string_view name) const;
  int findFunction(std::string_view name) const;
  int findVariable(std::string_view name) const;
};

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_PTX_PTXMODULE_H
