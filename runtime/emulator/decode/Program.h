//===- Program.h - an entry decoded for execution -------------------------===//
//
// Answers "what does the machine execute". An entry and the functions it calls
// are decoded once: operands are byte offsets into a frame whose registers are
// vectors of 32 lanes, an instruction is a function pointer. Smallest example:
//   `add.s32 %r1, %r2, 4;` is Inst{exec = add on 32 lanes, d = offset of %r1,
//    s = {offset of %r2, offset of a constant register that holds 4}}.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_DECODE_PROGRAM_H
#define TQC_RUNTIME_EMULATOR_DECODE_PROGRAM_H

#include "runtime/emulator/ptx/PtxModule.h"
#include "runtime/image/Result.h"

#include <map>

namespace tqc::emu {

class Warp;
struct Inst;

/// One bit a lane.
using Mask = uint32_t;
constexpr unsigned kLanes = 32;
constexpr Mask kAllLanes = ~Mask(0);
constexpr uint32_t kNoReg = ~0u;
constexpr uint32_t kNoPc = ~0u;
/// Registers start at multiples of this many bytes; shadows count in them.
constexpr uint32_t kSlotShift = 6;

/// What the warp does after an instruction.
enum class Step : uint8_t {
  Next,  // go on with the next instruction
  Moved, // the groups or their program counters changed
  Again, // the group cannot go on yet: try this instruction again later
  Fault, // the launch ends
};

using ExecFn = Step (*)(Warp &warp, const Inst &inst, Mask mask);

/// How an instruction's result depends on undefined inputs.
enum class PoisonRule : uint8_t {
  Any,    // a lane of the results is undefined if an input's lane is
  Halves, // the same of each half of 32 bits
  Self,   // the exec function sees to it
  Matrix, // the same, and its registers are in flight: wgmma
};

/// How strong a memory access or fence is, and for whom.
enum class Order : uint8_t {
  Weak,
  Volatile,
  Relaxed,
  Acquire,
  Release,
  AcquireRelease,
};
enum class Scope : uint8_t { None, Cta, Cluster, Device, System };

/// Which way a bulk copy goes over the border of global memory; a reduction is
/// none, it is atomic.
enum class BulkKind : uint8_t { None, Load, PointerStore, TensorStore };

/// How an instruction ends a basic block.
enum class Flow : uint8_t {
  None,
  Branch,  // to Inst::target
  Indexed, // to one of the pool's targets
  Leave,   // ret, exit, trap
};

/// What counters group instructions by.
enum class InstClass : uint8_t {
#define TQ_INST_CLASS(name, text) name,
#include "runtime/emulator/decode/InstClasses.def"
};

/// A decoded instruction.
struct Inst {
  ExecFn exec = nullptr;
  uint32_t d = kNoReg, d2 = kNoReg;
  uint32_t s[4] = {kNoReg, kNoReg, kNoReg, kNoReg};
  uint32_t guard = kNoReg;
  bool guardNegated = false;
  bool strong = false; // volatile, relaxed, acquire, release: orders others
  Order order = Order::Weak;
  Scope scope = Scope::None;
  bool hasResult = false; // of atomics
  PoisonRule poison = PoisonRule::Any;
  InstClass category{};
  Flow flow = Flow::None;
  BulkKind bulk = BulkKind::None;
  Space space = Space::None;
  uint8_t bytes = 0;              // of a memory element
  uint8_t count = 1;              // elements of a vector access
  uint8_t dBytes = 0, sBytes = 0; // of a lane of the first and second operand
  uint8_t addressBytes = 0;       // 4 or 8: how wide the address register is
  PtxType type = PtxType::None, type2 = PtxType::None;
  uint32_t flags = 0; // meaning belongs to the exec function
  int64_t imm = 0;    // address offset, or an immediate
  uint32_t target = kNoPc, reconverge = kNoPc;
  uint32_t pool = 0; // first of this instruction's words in Function::pool
  uint32_t poolCount = 0;
  uint32_t reads = 0, readCount = 0;   // registers, in Function::pool
  uint32_t writes = 0, writeCount = 0; // registers, in Function::pool
  uint32_t source = 0;                 // index into PtxFunction::body
  /// Bit k: the address may come from the pointer at byte 8 * k of the
  /// parameters. 0 where that is not known.
  uint64_t tensors = 0;
};

/// A constant or a special register that a frame is filled with.
struct FrameConstant {
  uint32_t offset = 0;
  uint8_t bytes = 4;
  uint64_t value = 0;
};

enum class SpecialReg : uint8_t {
#define TQ_SPECIAL(name, text, bytes, dynamic) name,
#include "runtime/emulator/decode/SpecialRegs.def"
  Count,
};

struct FrameSpecial {
  uint32_t offset = 0;
  SpecialReg reg{};
  uint8_t bytes = 4; // of a lane; 1 for a predicate
};

/// Where a .param variable of a function lies in a frame's local memory, or in
/// which register.
struct ParamPlace {
  uint32_t offset = 0;
  uint32_t bytes = 0;
  uint32_t reg = kNoReg;
  uint8_t regBytes = 0;
};

struct Function {
  const PtxFunction *ptx = nullptr;
  uint32_t index = 0; // in PtxModule::functions
  std::vector<Inst> code;
  std::vector<uint32_t> pool;
  uint32_t frameBytes = 0; // of registers
  uint32_t localBytes = 0; // a lane
  std::vector<FrameConstant> constants;
  std::vector<FrameSpecial> specials;
  std::vector<ParamPlace> params, returns;
  std::vector<uint32_t> registerOffsets; // of ptx->registers
};

/// A parameter of the entry: where its bytes lie in the parameter block.
struct EntryParam {
  std::string name;
  uint32_t offset = 0, bytes = 0;
};

/// A shared variable of the entry.
struct SharedVariable {
  std::string name;
  uint32_t offset = 0, bytes = 0;
};

struct Program {
  const PtxModule *module = nullptr;
  std::vector<Function> functions; // [0] is the entry
  std::vector<EntryParam> params;
  uint32_t paramBytes = 0;
  std::vector<SharedVariable> shared;
  uint32_t staticShared = 0;  // bytes, beginning at kSharedStart
  uint32_t dynamicShared = 0; // where dynamic shared memory begins
};

/// The frame's own base in local memory: a 64-bit register in every frame.
constexpr uint32_t kLocalBaseReg = 0;
/// Offset of the first shared variable; below is what the system keeps.
constexpr uint32_t kSharedStart = 1024;

/// Addresses of the variables of a module in global memory.
using VariableAddresses = std::vector<uint64_t>;

/// Decodes an entry and all it calls. What is outside the documented subset is
/// an error with the line.
Result<Program> decodeEntry(const PtxModule &module, std::string_view entry,
                            const VariableAddresses &addresses);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_DECODE_PROGRAM_H
