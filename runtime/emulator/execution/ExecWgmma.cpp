//===- ExecWgmma.cpp - wgmma and setmaxnreg -------------------------------===//
//
// A warp does its 16 rows of a warpgroup's product. Descriptors and scale-d are
// taken when the instruction is issued; shared memory and registers are read,
// and D written, when the operation ends.
//
//===----------------------------------------------------------------------===//

#include "runtime/emulator/decode/Decoder.h"
#include "runtime/emulator/decode/Select.h"
#include "runtime/emulator/execution/MatrixOperands.h"
#include "runtime/emulator/memory/Async.h"
#include "runtime/emulator/numerics/Wgmma.h"
#include "runtime/emulator/reports/Reports.h"

#include <cstring>
#include <optional>

namespace tqc::emu {

using namespace numerics;

//===----------------------------------------------------------------------===//
// Operands in shared memory
//===----------------------------------------------------------------------===//

namespace {
/// Reads a CTA's shared memory and notes whether it was ever written.
class CtaReader : public SharedReader {
public:
  CtaReader(Cta &cta, const FlightAgent *flight) : cta(cta), flight(flight) {}

  bool read(uint32_t address, uint8_t *bytes) override {
    uint64_t offset = uint64_t(address) - kSharedStart;
    if (address < kSharedStart || offset + 16 > cta.shared.size())
      return false;
    std::memcpy(bytes, cta.shared.data() + offset, 16);
    if (flight)
      cta.cluster.races->read(*flight, cta, address, 16);
    if (cta.sharedUndefined.empty())
      return true;
    uint64_t flags[2];
    std::memcpy(flags, cta.sharedUndefined.data() + offset, 16);
    undefined |= (flags[0] | flags[1]) != 0;
    return true;
  }

  bool undefined = false;

private:
  Cta &cta;
  const FlightAgent *flight;
};
} // namespace

/// The first chunk of an operand that is outside shared memory, if one is.
static std::optional<uint32_t> strayAddress(const Cta &cta,
                                            const MatrixDescriptor &descriptor,
                                            const OperandShape &shape) {
  for (const OperandChunk &chunk : operandChunks(descriptor, shape))
    if (chunk.address < kSharedStart ||
        chunk.address - kSharedStart + 16 > cta.shared.size())
      return chunk.address;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Issue and end
//===----------------------------------------------------------------------===//

// The pool: these words, then the registers of D, then of A if it has some.
enum PoolWord : uint32_t {
  WordN,
  WordTypeA,
  WordTypeB,
  WordTypeD,
  WordFlags,
  WordDescriptorA, // or kNoReg
  WordDescriptorB,
  WordScaleD, // a predicate
  WordScaleNegated,
  WordCount
};
enum ShapeFlag : uint32_t {
  FlagTransposeA = 1,
  FlagTransposeB = 2,
  FlagNegateA = 4,
  FlagNegateB = 8,
  FlagSaturate = 16,
};

static WgmmaShape shapeAt(const uint32_t *pool) {
  WgmmaShape shape;
  uint32_t flags = pool[WordFlags];
  shape.n = static_cast<int>(pool[WordN]);
  shape.a = static_cast<MatrixType>(pool[WordTypeA]);
  shape.b = static_cast<MatrixType>(pool[WordTypeB]);
  shape.d = static_cast<MatrixType>(pool[WordTypeD]);
  shape.transposeA = flags & FlagTransposeA;
  shape.transposeB = flags & FlagTransposeB;
  shape.negateA = flags & FlagNegateA;
  shape.negateB = flags & FlagNegateB;
  shape.saturate = flags & FlagSaturate;
  return shape;
}

namespace {
/// A wgmma between issue and end.
struct PendingWgmma {
  Warp *warp;
  Frame *frame;
  const uint32_t *pool;
  uint32_t index; // of the instruction
  WgmmaShape shape;
  MatrixDescriptor descriptorA, descriptorB;
  bool registersOfA;
  std::shared_ptr<MatrixTeam> team;
  std::shared_ptr<FlightAgent> part;       // the warp's; null without checks
  std::shared_ptr<WgmmaOperands> operands; // likewise

  bool run() const;
  void propagate(bool undefinedMemory) const;
};
} // namespace

void PendingWgmma::propagate(bool undefinedMemory) const {
  Mask lanes = undefinedMemory ? kAllLanes : 0;
  uint32_t origin = index;
  for (uint32_t reg : operands->a) {
    const Shadow &in = frame->shadow[reg >> kSlotShift];
    // The lanes of a quad hold the same rows of A and of D.
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if (in.lanes >> lane & 1) {
        lanes |= Mask(15) << (lane / 4 * 4);
        origin = in.origin;
      }
  }
  fly(*warp, *operands, shape.scaleD, lanes, origin);
}

bool PendingWgmma::run() const {
  const uint32_t *d = pool + WordCount;
  auto countD = static_cast<size_t>(wgmmaRegisters(shape));
  CtaReader reader(warp->cta, part.get()); // A's rows are the warp's alone
  double a[kRowsPerWarp * 32];
  if (registersOfA)
    loadOperandA(shape, RegisterList<uint32_t>(frame->regs, d + countD, 4), a);
  else
    loadOperandA(shape, descriptorA, static_cast<int>(warp->index % 4), reader,
                 a);
  if (team->b.empty()) { // the warps' parts end together: one reads B for all
    CtaReader readerOfB(warp->cta, team->flight.get());
    team->b.resize(size_t(shape.depth()) * size_t(shape.n));
    loadOperandB(shape, descriptorB, readerOfB, team->b.data());
    team->undefined = readerOfB.undefined;
  }
  wgmma(shape, RegisterList<uint32_t>(frame->regs, d, countD), a,
        team->b.data());
  if (operands)
    propagate(reader.undefined || team->undefined);
  return true;
}

/// Takes a descriptor, which must be the same in all lanes and point into
/// shared memory.
static bool takeDescriptor(Warp &w, const Inst &i, uint32_t reg,
                           const OperandShape &shape, std::string_view name,
                           MatrixDescriptor &out) {
  const uint64_t *bits = w.reg<uint64_t>(reg);
  for (unsigned lane = 1; lane < kLanes; ++lane)
    if (bits[lane] != bits[0]) {
      reportFatal(w, i, Mask(1) << lane, "matrix-descriptor",
                  "the descriptor of " + std::string(name) +
                      " differs between the lanes of a warp");
      return false;
    }
  std::string error = decodeDescriptor(bits[0], out);
  if (error.empty())
    if (std::optional<uint32_t> stray = strayAddress(w.cta, out, shape))
      error = "the matrix begins at shared address " +
              std::to_string(out.start) + " and reaches " +
              std::to_string(*stray) + ", which is outside shared memory";
  if (error.empty())
    return true;
  reportFatal(w, i, kAllLanes, "matrix-descriptor",
              std::string(name) + ": " + error);
  return false;
}

/// The registers that are not free from here on.
static std::shared_ptr<WgmmaOperands> beginOperands(Warp &w, const Inst &i,
                                                    const WgmmaShape &shape) {
  Frame *frame = w.group->frame;
  const uint32_t *regs = frame->function->pool.data() + i.pool + WordCount;
  const uint32_t *end = regs + (i.poolCount - WordCount);
  auto operands = std::make_shared<WgmmaOperands>();
  operands->frame = frame;
  operands->inst = &i;
  operands->d.assign(regs, regs + wgmmaRegisters(shape));
  operands->a.assign(regs + wgmmaRegisters(shape), end);
  operands->shape = static_cast<uint32_t>(shape.n << 8 | shape.depth());
  takeOff(w, *operands);
  return operands;
}

static Step issueWgmma(Warp &w, const Inst &i, Mask mask) {
  if (!needWholeWarp(w, i, mask))
    return Step::Fault;
  const uint32_t *pool = w.group->frame->function->pool.data() + i.pool;
  PendingWgmma pending{&w,
                       w.group->frame,
                       pool,
                       instIndex(w, i),
                       shapeAt(pool),
                       {},
                       {},
                       pool[WordDescriptorA] == kNoReg,
                       {},
                       {},
                       {}};
  WgmmaShape &shape = pending.shape;
  Mask scale = w.pred(pool[WordScaleD]);
  shape.scaleD = ((pool[WordScaleNegated] ? ~scale : scale) & 1) != 0;
  if (!pending.registersOfA &&
      !takeDescriptor(w, i, pool[WordDescriptorA],
                      {kRowsPerWarp, shape.a, shape.transposeA,
                       kRowsPerWarp * static_cast<int>(w.index % 4)},
                      "A", pending.descriptorA))
    return Step::Fault;
  if (!takeDescriptor(w, i, pool[WordDescriptorB],
                      {shape.n, shape.b, shape.transposeB}, "B",
                      pending.descriptorB))
    return Step::Fault;
  AsyncUnit &unit = *w.cta.cluster.async;
  uint64_t bits = w.reg<uint64_t>(pool[WordDescriptorB])[0];
  pending.team = unit.joinTeam(w);
  if (!pending.team->inst) {
    pending.team->inst = &i;
    pending.team->descriptorB = bits;
    pending.team->flight = beginFlight(w, i, Flight::Matrix);
  } else if (pending.team->inst != &i || pending.team->descriptorB != bits) {
    reportFatal(w, i, mask, "wgmma",
                "the warps of a warpgroup must execute the same wgmma with "
                "the same matrix B");
    return Step::Fault;
  }
  if (pending.team->flight && pending.team->flight->warp != &w)
    w.cta.cluster.races->join(*pending.team->flight, w);
  if (pending.team->flight)
    pending.part = std::make_shared<FlightAgent>(
        w.cta.cluster.races->partOf(*pending.team->flight, w));
  AsyncOp op;
  op.queue = AsyncQueue::Matrix;
  op.flight = pending.team->flight;
  if (op.flight)
    op.operands = pending.operands = beginOperands(w, i, pending.shape);
  op.warp = &w;
  op.lanes = mask;
  op.team = pending.team;
  op.write = [pending] { return pending.run(); };
  return unit.issue(std::move(op)) ? Step::Next : Step::Fault;
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

/// An operand that must be a constant among `allowed`.
static bool takeConstant(const DecodedOperand &operand, std::string_view name,
                         std::initializer_list<int64_t> allowed, int64_t &value,
                         std::string &why) {
  value = static_cast<int32_t>(operand.value);
  for (int64_t candidate : allowed)
    if (operand.isImmediate && value == candidate)
      return true;
  why = std::string(name) + " must be a constant: ";
  for (int64_t candidate : allowed)
    why += (candidate == *allowed.begin() ? "" : " or ") +
           std::to_string(candidate);
  return false;
}

/// imm-scale-a, imm-scale-b and the imm-trans that the types have.
static bool takeModifiers(const FormMatch &m, WgmmaShape &shape,
                          bool registersOfA, std::string &why) {
  bool integer = isIntegerMatrixType(shape.a);
  size_t given = 0;
  for (size_t at = 4; at < m.operands.size(); ++at)
    given += m.operands[at].present;
  size_t scales = integer ? 0 : 2;
  size_t transposes =
      matrixTypeBits(shape.a) == 16 ? (registersOfA ? 1 : 2) : 0;
  if (given != scales + transposes) {
    why = "wgmma of this type takes " + std::to_string(scales + transposes) +
          " constants after scale-d, here are " + std::to_string(given);
    return false;
  }
  int64_t value = 1;
  if (scales) {
    if (!takeConstant(m.operands[4], "imm-scale-a", {1, -1}, value, why))
      return false;
    shape.negateA = value < 0;
    if (!takeConstant(m.operands[5], "imm-scale-b", {1, -1}, value, why))
      return false;
    shape.negateB = value < 0;
  }
  for (size_t t = 0; t < transposes; ++t) {
    bool ofA = transposes == 2 && t == 0;
    if (!takeConstant(m.operands[6 + t], ofA ? "imm-trans-a" : "imm-trans-b",
                      {0, 1}, value, why))
      return false;
    (ofA ? shape.transposeA : shape.transposeB) = value != 0;
  }
  return true;
}

static bool parseWgmma(const FormMatch &m, WgmmaShape &shape,
                       std::string &why) {
  std::vector<MatrixType> types;
  int n = 0, k = 0;
  for (std::string_view modifier : m.modifiers) {
    if (std::optional<MatrixType> type = matrixType(modifier))
      types.push_back(*type);
    if (modifier.substr(0, 4) != "m64n")
      continue;
    int *part = &n;
    for (char ch : modifier.substr(4))
      if (ch == 'k')
        part = &k;
      else
        *part = *part * 10 + (ch - '0');
  }
  if (types.size() != 3) {
    why = "wgmma needs the types of D, A and B";
    return false;
  }
  shape.n = n;
  shape.d = types[0];
  shape.a = types[1];
  shape.b = types[2];
  shape.saturate = m.has("satfinite");
  if (k != shape.depth()) {
    why = "wgmma of this type has k" + std::to_string(shape.depth());
    return false;
  }
  return true;
}

bool selectWgmma(const FormMatch &m, Inst &inst, std::string &why) {
  WgmmaShape shape;
  if (!parseWgmma(m, shape, why))
    return false;
  const DecodedOperand &d = m.operands[0], &a = m.operands[1],
                       &b = m.operands[2], &scale = m.operands[3];
  bool registersOfA = a.isVector;
  if (!takeModifiers(m, shape, registersOfA, why))
    return false;
  why = checkWgmma(shape, registersOfA);
  if (!why.empty())
    return false;
  if (d.regs.size() != static_cast<size_t>(wgmmaRegisters(shape)) ||
      (registersOfA && a.regs.size() != 4)) {
    why = "D has " + std::to_string(wgmmaRegisters(shape)) +
          " registers in this shape" + (registersOfA ? " and A has 4" : "") +
          ", here are " + std::to_string(d.regs.size()) +
          (registersOfA ? " and " + std::to_string(a.regs.size()) : "");
    return false;
  }
  uint32_t flags = (shape.transposeA ? FlagTransposeA : 0) |
                   (shape.transposeB ? FlagTransposeB : 0) |
                   (shape.negateA ? FlagNegateA : 0) |
                   (shape.negateB ? FlagNegateB : 0) |
                   (shape.saturate ? FlagSaturate : 0);
  std::vector<uint32_t> words = {uint32_t(shape.n),
                                 uint32_t(shape.a),
                                 uint32_t(shape.b),
                                 uint32_t(shape.d),
                                 flags,
                                 registersOfA ? kNoReg : a.regs[0],
                                 b.regs[0],
                                 scale.regs[0],
                                 scale.negated};
  words.insert(words.end(), d.regs.begin(), d.regs.end());
  if (registersOfA)
    words.insert(words.end(), a.regs.begin(), a.regs.end());
  inst.pool = m.decoder->addPool(words);
  inst.poolCount = static_cast<uint32_t>(words.size());
  inst.poison = PoisonRule::Matrix;
  inst.exec = issueWgmma;
  return true;
}

//===----------------------------------------------------------------------===//
// Groups and setmaxnreg
//===----------------------------------------------------------------------===//

static Step fenceWgmma(Warp &w, const Inst &i, Mask mask) {
  if (!needWholeWarp(w, i, mask))
    return Step::Fault;
  if (w.checks())
    fenceRegisters(w);
  return Step::Next;
}

/// Registers of a thread that the kernel was compiled for, 0 if not known.
static uint32_t registersAtStart(const LaunchState &launch) {
  uint32_t most = launch.program->functions[0].ptx->maxnreg;
  return launch.options.registers ? launch.options.registers : most;
}

static void reportRegisters(Warp &w, const Inst &i, std::string message) {
  if (!w.checks())
    return;
  EmuFinding f = findingAt(w, i, 0);
  f.kind = "setmaxnreg";
  f.message = std::move(message);
  w.cta.launch.findings->add(std::move(f));
}

/// setmaxnreg: no effect, but it waits until the CTA's other warps have given
/// back enough. Where it is not known with how many the threads began, only the
/// direction is looked at.
static Step changeRegisters(Warp &w, const Inst &i, Mask mask) {
  if (!needWholeWarp(w, i, mask))
    return Step::Fault;
  uint32_t start = registersAtStart(w.cta.launch), wanted = i.flags;
  uint32_t now = w.registers ? w.registers : start;
  bool increases = i.imm != 0;
  if (now != 0 && (increases ? wanted < now : wanted > now))
    reportRegisters(w, i,
                    std::string("setmaxnreg.") + (increases ? "inc" : "dec") +
                        " to " + std::to_string(wanted) +
                        " registers, but the thread has " +
                        std::to_string(now));
  if (start != 0 && increases) {
    uint64_t all = 0;
    for (const auto &other : w.cta.warps)
      all += other.get() == &w  ? wanted
             : other->live == 0 ? 0
             : other->registers ? other->registers
                                : start;
    if (all > uint64_t(start) * w.cta.warps.size())
      return Step::Again;
  }
  w.registers = wanted;
  ++w.registerChanges;
  return Step::Next;
}

static Step commitWgmma(Warp &w, const Inst &i, Mask mask) {
  if (!needWholeWarp(w, i, mask))
    return Step::Fault;
  w.cta.cluster.async->commit(AsyncQueue::Matrix, w, mask);
  return Step::Next;
}

static Step waitWgmma(Warp &w, const Inst &i, Mask mask) {
  if (!needWholeWarp(w, i, mask))
    return Step::Fault;
  return w.cta.cluster.async->wait(AsyncQueue::Matrix, w, mask, i.flags,
                                   /*readOnly=*/false);
}

bool selectWgmmaGroup(const FormMatch &m, Inst &inst, std::string &why) {
  inst.poison = PoisonRule::Self;
  inst.exec = m.has("fence")          ? fenceWgmma
              : m.has("commit_group") ? commitWgmma
                                      : waitWgmma;
  if (inst.exec != waitWgmma)
    return true;
  if (!m.operands[0].isImmediate) {
    why = "the number of groups must be a constant";
    return false;
  }
  inst.flags = static_cast<uint32_t>(m.operands[0].value);
  return true;
}

bool selectSetMaxNreg(const FormMatch &m, Inst &inst, std::string &why) {
  const DecodedOperand &count = m.operands[0];
  if (!count.isImmediate || count.value % 8 != 0 || count.value < 24 ||
      count.value > 256) {
    why = "setmaxnreg takes a multiple of 8 from 24 to 256";
    return false;
  }
  inst.poison = PoisonRule::Self;
  inst.flags = static_cast<uint32_t>(count.value);
  inst.imm = m.has("inc");
  inst.exec = changeRegisters;
  return true;
}

} // namespace tqc::emu
