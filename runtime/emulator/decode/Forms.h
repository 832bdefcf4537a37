//===- Forms.h - the table of instruction forms ---------------------------===//
//
// Answers "is this instruction in the subset, and what do its operands mean".
// Instructions.def holds one row a form, in the notation of the PTX manual:
//   TQ_FORM("add", "[.sat].s32", "=d:T a:T b:T", Integer, selectAdd, "…")
// [.x|.y] may be there, {.x|.y} must be; `%name` is a set from kModifierSets.
//
// Operands: `=` marks a result; after the colon stands a type: T the last type
// modifier, A B C D the first to fourth, W twice as wide as T, or a type's
// name. `+`: the register may be wider. `*`: scalar or vector. `?`: may be
// missing. `|q`: may be a pair whose second is a predicate. `[a]`: an address.
// `{a}`: a vector of any length. `@`: the select function reads the operands.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_DECODE_FORMS_H
#define TQC_RUNTIME_EMULATOR_DECODE_FORMS_H

#include "runtime/emulator/decode/Program.h"

namespace tqc::emu {

struct FormMatch;
class FunctionDecoder;

/// Chooses the exec function and fills what is special to the form. False with
/// `why` set if the combination does not exist.
using SelectFn = bool (*)(const FormMatch &match, Inst &inst, std::string &why);

struct Form {
  std::string_view opcode;
  std::string_view modifiers; // as written in the table
  std::string_view operands;
  InstClass category;
  SelectFn select;
  std::string_view doc;
};

/// An operand as decoded: registers by their offsets in the frame.
struct DecodedOperand {
  std::vector<uint32_t> regs; // one, or a vector's elements; kNoReg for `_`
  uint32_t pair = kNoReg;     // second of a|b
  bool negated = false;       // !p
  bool isVector = false, isAddress = false, present = false;
  bool isImmediate = false;
  uint64_t value = 0;        // of an immediate
  int64_t offset = 0;        // of an address
  Space space = Space::None; // where the address' variable lies
};

/// An instruction that fits a form.
struct FormMatch {
  const Form *form = nullptr;
  const PtxInst *ptx = nullptr;
  std::vector<std::string_view> modifiers;
  std::vector<PtxType> types;
  std::vector<DecodedOperand> operands; // one a token of Form::operands
  FunctionDecoder *decoder = nullptr;   // for forms that decode for themselves

  bool has(std::string_view modifier) const;
  /// The modifier among `choices` that is there, else "".
  std::string_view oneOf(std::initializer_list<std::string_view> choices) const;
  PtxType type(size_t i) const {
    return i < types.size() ? types[i] : PtxType::None;
  }
  PtxType last() const { return types.empty() ? PtxType::None : types.back(); }
};

/// All forms, in the order of Instructions.def.
const std::vector<Form> &allForms();
/// The first form of that opcode whose modifiers fit; null with `why` set.
const Form *matchForm(const PtxInst &inst, FormMatch &match, std::string &why);
/// The subset as a Markdown page.
std::string listInstructions();

/// One token of Form::operands, read.
struct OperandSpec {
  std::string_view name;
  std::string_view type; // T, A, …, or a type's name; empty for any
  bool isResult = false, optional = false, wider = false, mayBeVector = false;
  bool isAddress = false, isVector = false, mayBePair = false;
  std::string_view pairName;
};
std::vector<OperandSpec> parseOperandSpec(std::string_view text);
/// The type that an operand's letter stands for.
PtxType operandType(std::string_view letter, const FormMatch &match);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_DECODE_FORMS_H
