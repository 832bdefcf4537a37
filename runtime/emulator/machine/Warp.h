//===- Warp.h - a warp's registers and its groups of lanes ----------------===//
//
// Answers "which lanes execute what next". The lanes of a warp form groups
// with one program counter each. A divergent branch splits a group; the parts
// meet again where the branch's immediate post-dominator says. A group that
// spins gives way to its siblings, so that a lane may wait for another lane of
// the same warp. Smallest example:
//   @%p bra L;  with %p true in lane 0 only: groups {0} and {1..31}, and a
//   Split that waits at the post-dominator for all 32.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_MACHINE_WARP_H
#define TQC_RUNTIME_EMULATOR_MACHINE_WARP_H

#include "runtime/emulator/decode/Program.h"

#include <functional>
#include <memory>
#include <vector>

namespace tqc::emu {

class Cta;
struct Allocation;
struct InstCount;
struct MatrixRegisters;
struct MatrixSlots;

/// Which lanes of a register hold an undefined value, and the instruction that
/// brought it (an index into the code of the frame's function). Of 32 bits one
/// half may be defined all the same: two values of 16 bits travel together.
struct Shadow {
  Mask lanes = 0; ///< more of them by `set` and `setHalves` only
  uint32_t origin = 0;
  Mask goodLower = 0, goodUpper = 0; ///< of `lanes`, those with a defined half

  Mask badLower() const { return lanes & ~goodLower; }
  Mask badUpper() const { return lanes & ~goodUpper; }
  /// Lanes of `mask` get a value, and these of them none in this half.
  void setHalves(Mask mask, Mask lower, Mask upper) {
    lanes = (lanes & ~mask) | ((lower | upper) & mask);
    goodLower = (goodLower & ~mask) | (mask & ~lower);
    goodUpper = (goodUpper & ~mask) | (mask & ~upper);
  }
  void set(Mask mask, Mask undefined) { setHalves(mask, undefined, undefined); }
};

/// In Shadow::origin: the value was loaded where another warp stores, with no
/// order between the two.
constexpr uint32_t kRacedOrigin = 1u << 30;

/// In Shadow::origin: the value is D of that wgmma in flight, or comes from it.
constexpr uint32_t kFlyingOrigin = 1u << 31;

/// The registers of one call.
struct Frame {
  const Function *function = nullptr;
  Frame *caller = nullptr;
  std::vector<uint64_t> storage; // aligned to 64 bytes by hand
  uint8_t *regs = nullptr;
  std::vector<Shadow> shadow;
  uint32_t localBase = 0;
  const Inst *call = nullptr;          // in the caller
  std::shared_ptr<MatrixSlots> matrix; // null while wgmma have none of them
};

/// Lanes that went different ways and meet again.
struct Split {
  uint32_t pc = kNoPc; // where they meet
  Frame *frame = nullptr;
  Mask members = 0;
  Mask arrived = 0;
  Split *parent = nullptr;
  Frame *callee = nullptr; // of a call, which its lanes leave by ret
};

/// What a group waits for.
enum class Wait : uint8_t { None, Barrier, WarpSync, Poll };

/// Lanes with one program counter.
struct Group {
  Mask mask = 0;
  uint32_t pc = 0;
  Frame *frame = nullptr;
  Split *split = nullptr;
  Wait wait = Wait::None;
  uint32_t barrier = 0;          // which one, for Wait::Barrier
  const Inst *waiting = nullptr; // the instruction that waits
  Mask waitMask = 0;             // its lanes
};

class Warp {
public:
  Warp(Cta &cta, uint32_t index, Mask lanes);
  ~Warp();

  template <typename T>
  T *reg(uint32_t offset) {
    return reinterpret_cast<T *>(regs + offset);
  }
  Mask &pred(uint32_t offset) { return *reg<Mask>(offset); }
  Shadow &shadowOf(uint32_t offset) { return shadow[offset >> kSlotShift]; }
  bool checks() const { return shadow != nullptr; }

  Cta &cta;
  const uint32_t index;
  uint8_t *regs = nullptr;  // of the running group's frame
  Shadow *shadow = nullptr; // null without checks
  Group *group = nullptr;   // the running group
  uint64_t steps = 0;       // instructions run, the warp's clock
  Mask live = 0;            // lanes that have not exited
  bool advanced = false;    // the last run did more than to wait
  Mask carry = 0;           // CC.CF of each lane
  /// Some register holds, or held, an undefined value: else the shadows are
  /// all empty, and nobody need carry them on.
  bool poisoned = false;
  bool polled = false;         // an atomic or volatile access was made
  InstCount *counts = nullptr; // of the running function, null without
  uint32_t registers = 0, registerChanges = 0; // by setmaxnreg
  std::shared_ptr<MatrixRegisters> matrix;     // null before the first of wgmma
  const Allocation *lastWatched = nullptr;     // and whether its races are
  bool watches = false;                        // looked for
  const Allocation *lastAllocation = nullptr;  // of the last global access
  const Inst *lastAccess = nullptr;            // that was allowed to touch it

  // Control flow; each returns Step::Moved.
  Step jump(const Inst &inst, Mask taken, uint32_t target);
  Step diverge(const Mask *masks, const uint32_t *targets, unsigned count,
               uint32_t reconverge);
  Step exitLanes(Mask mask);
  Step call(const Inst &inst, Mask mask, const Function &callee);
  Step ret(Mask mask);
  /// Groups of this warp, in a fixed order.
  std::vector<Group *> groups;

  /// Local memory of a lane; grows as frames are pushed.
  uint8_t *local(unsigned lane) { return localMemory[lane].data(); }
  uint8_t *localUndefined(unsigned lane) { return localShadow[lane].data(); }
  uint32_t localBytes() const { return localSize; }

  /// Undefined lanes of what the instruction read are undefined in what it
  /// wrote.
  void propagatePoison(const Inst &inst, Mask mask);
  /// The same half by half, of 32 bits.
  void propagateHalves(const Inst &inst, Mask mask);
  /// `reg` has the undefined halves that these registers bring.
  void setHalves(uint32_t reg, Mask mask, Mask lower, Mask upper,
                 std::initializer_list<uint32_t> from);

  /// The group may go on.
  void wake(Group &g) { g.wait = Wait::None; }

  /// A group at its split's meeting point waits there.
  void settle(Group *g);
  /// Groups that happen to be at the same place go on together.
  void merge(Group *g);

  /// Calls that have not returned, and the kernel.
  size_t depth() const { return frames.size(); }
  /// Calls have returned: their frames may be used again, unless something may
  /// still use their registers.
  void settleReturned(const std::function<bool(const Frame &)> &staysInUse);

private:
  void remove(Group *g);
  Group *spawn(Mask mask, uint32_t pc, Frame *frame, Split *split);
  void complete(Split *split);
  void dropSplit(Split *split);
  void leave(Split *split, Mask mask);
  void countSpin(bool together);
  Frame *pushFrame(const Function &function, Frame *caller, Mask mask);
  void popFrame(Frame *frame);
  void fillSpecials(Frame &frame);
  void growLocal(uint32_t bytes);

  std::vector<std::unique_ptr<Frame>> frames, freeFrames;
  std::vector<std::unique_ptr<Frame>> returned;   // until settleReturned
  std::vector<std::unique_ptr<Frame>> leftFrames; // that are still in use
  std::vector<std::unique_ptr<Split>> splits;
  std::vector<std::unique_ptr<Group>> storage;
  std::vector<uint8_t> localMemory[kLanes], localShadow[kLanes];
  uint32_t localSize = 0;
  uint32_t spins = 0; // backward branches
  uint32_t polls = 0; // those of loops that polled
};

/// Where an instruction is in its function: what shadows name as origin.
inline uint32_t instIndex(const Warp &w, const Inst &i) {
  return static_cast<uint32_t>(&i - w.group->frame->function->code.data());
}

/// Lane-wise helpers.
inline unsigned countLanes(Mask mask) {
  return static_cast<unsigned>(__builtin_popcount(mask));
}
inline unsigned firstLane(Mask mask) {
  return static_cast<unsigned>(__builtin_ctz(mask));
}

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_MACHINE_WARP_H
