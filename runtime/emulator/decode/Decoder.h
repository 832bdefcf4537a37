//===- Decoder.h - from PtxFunction to Function ---------------------------===//
//
// Answers "where does each register, constant and variable lie, and which exec
// function runs". Everything that is the same each time an instruction runs is
// settled here, so that running it is one indirect call:
//
//     add.f32 %f3, %f1, 0f3F800000;
//       the row of Instructions.def that has this form, its exec function
//       %f1, %f3  ->  rows of the frame's registers (32 lanes side by side)
//       the constant  ->  a row of constants behind them
//
// Labels become indices of instructions, names of functions and variables
// become indices and addresses, and each divergent branch gets its
// post-dominator. An instruction without a row is an error here and never while
// it runs. Select functions of forms that read their operands on their own
// (calls, branches) use the public part.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_DECODE_DECODER_H
#define TQC_RUNTIME_EMULATOR_DECODE_DECODER_H

#include "runtime/emulator/decode/Forms.h"

#include <unordered_map>

namespace tqc::emu {

/// What the functions of one entry share while they are decoded.
struct ProgramDecoder {
  const PtxModule &module;
  const VariableAddresses &addresses;
  Program &program;
  std::vector<uint32_t> functionAt; // module's index to program's, or kNoReg
  std::map<std::string, uint32_t> sharedAt;
  std::string error; // rendered

  /// The program's index of a function; decodes it later.
  uint32_t useFunction(uint32_t moduleIndex);
  /// The address of a shared variable in the shared window.
  uint32_t useShared(const PtxVariable &v, const std::string &scope);
};

class FunctionDecoder {
public:
  FunctionDecoder(ProgramDecoder &owner, Function &out);

  bool run();

  ProgramDecoder &owner;
  Function &out;
  const PtxFunction &ptx;

  /// Refuses with the place of `pos`.
  bool fail(PtxPos pos, const std::string &message);
  /// A register that holds the operand's value as `type` wants it.
  bool source(const PtxOperand &op, PtxType type, bool wider, uint32_t &reg,
              DecodedOperand *into = nullptr);
  bool result(const PtxOperand &op, PtxType type, bool wider, uint32_t &reg);
  uint32_t constant(uint64_t value, unsigned bytes);
  uint32_t registerOffset(int32_t index) const {
    return offsets[static_cast<size_t>(index)];
  }
  PtxType registerType(int32_t index) const {
    return ptx.registers[static_cast<size_t>(index)].type;
  }
  /// Bytes of one lane of a register.
  static unsigned registerBytes(PtxType type);
  uint32_t labelPc(int32_t label) const {
    return ptx.labels[static_cast<size_t>(label)];
  }
  const PtxTargetList *targetList(const std::string &name) const;
  /// Where a variable's bytes are: space, register of the base or kNoReg, and
  /// offset.
  bool place(const PtxOperand &op, Space &space, uint32_t &base,
             int64_t &offset);
  uint32_t addPool(const std::vector<uint32_t> &words);

private:
  void layOutRegisters();
  void layOutVariables();
  void layOutParams();
  bool decodeInst(const PtxInst &ptxInst, Inst &inst);
  bool decodeOperands(FormMatch &match, Inst &inst);
  bool decodeOperand(const OperandSpec &spec, const PtxOperand &op,
                     FormMatch &match, DecodedOperand &decoded);
  bool decodeAddress(const PtxOperand &op, FormMatch &match,
                     DecodedOperand &decoded);
  bool special(const PtxOperand &op, PtxType type, bool wider, uint32_t &reg,
               DecodedOperand *into);
  uint32_t newSlot(unsigned laneBytes);

  std::vector<uint32_t> offsets;      // of registers
  std::vector<uint32_t> localOffsets; // of variables, in local memory
  uint64_t localBytes = 0;            // of a lane, before they are too many
  std::map<std::pair<uint64_t, unsigned>, uint32_t> constantAt;
  std::map<std::pair<SpecialReg, unsigned>, uint32_t> specialAt; // by bytes
  uint32_t scratch = kNoReg; // where results for `_` go
};

/// Fills Inst::tensors of an entry.
void tracePointers(Function &function);

/// Fills Inst::reconverge from the immediate post-dominators.
void findMeetingPoints(Function &function);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_DECODE_DECODER_H
