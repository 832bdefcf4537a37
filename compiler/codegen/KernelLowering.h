//===- KernelLowering.h - The walk from tiles to registers ------*- C++ -*-===//
//
// A tile value becomes a list: one scalar for each register that its layout
// gives a thread, in the order of the layout's register index. There are no
// structs. Scalars are lists of one.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_CODEGEN_KERNELLOWERING_H
#define TQC_COMPILER_CODEGEN_KERNELLOWERING_H

#include "compiler/analysis/AxisInfo.h"
#include "compiler/codegen/InlinePtx.h"
#include "dialect/layout/LayoutMoves.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/MapVector.h"

namespace tqc {

using Registers = llvm::SmallVector<mlir::Value>;
struct AxisLines;
struct WgmmaShape;

class KernelLowering {
public:
  KernelLowering(mlir::func::FuncOp kernel, mlir::LLVM::LLVMFuncOp target,
                 int numWarps, int computeCapability);

  /// Fills the body of `target`.
  mlir::LogicalResult run();

  /// One instruction of those that multiply a tile of 16x8 once along K: the
  /// words of the tile's fragments that it works on, and its inline PTX.
  struct MmaPart {
    llvm::StringRef name; ///< "m16n8k8"
    llvm::SmallVector<unsigned, 4> a, b, acc;
    std::string text, constraints;
  };

private:
  //===--- LowerToNvvm.cpp: the walk and control flow
  //----------------------===//

  mlir::LogicalResult lower(mlir::Block &block);
  mlir::LogicalResult lower(mlir::Operation &op);
  mlir::LogicalResult lowerFor(mlir::scf::ForOp op);
  mlir::LogicalResult lowerWhile(mlir::scf::WhileOp op);
  mlir::LogicalResult lowerIf(mlir::scf::IfOp op);
  mlir::LogicalResult lowerYield(mlir::Operation &op);
  void lowerProgram(mlir::Operation &op);

  Registers &regs(mlir::Value value);
  void set(mlir::Value value, Registers list);
  Registers flatten(mlir::ValueRange values);
  /// Binds block arguments, in order, to the values of `flat`.
  void bind(mlir::ValueRange values, mlir::ValueRange flat);
  llvm::SmallVector<mlir::Type> flatTypes(mlir::TypeRange types);
  unsigned registerCount(mlir::Type type);

  //===--- LayoutIndices.cpp: a layout as index arithmetic
  //-----------------===//

  /// Which thread this is.
  mlir::Value laneId(), warpId(), threadId();
  /// Where a tile's elements lie: the flat coordinate of register 0 is
  /// `thread`, and that of register r is `thread ^ constants[r]`.
  struct FlatIndices {
    mlir::Value thread;
    llvm::SmallVector<uint32_t> constants;
    uint32_t threadBits; ///< bits that `thread` may have set
    bool canAdd;         ///< no bit is in both parts: + does what ^ does
  };
  FlatIndices flatIndices(const LinearLayout &layout);
  mlir::Value flatIndex(const FlatIndices &indices, unsigned reg);
  /// The xor of the columns that the bits of lane and warp select.
  mlir::Value threadPart(const LinearLayout &layout);
  /// True in one thread of those that hold the same elements; null if there are
  /// no replicas.
  mlir::Value isFirstReplica(const LinearLayout &layout);
  /// True in the one thread that acts for a tile's replicas, or for a scalar;
  /// null if every thread acts.
  mlir::Value actsOnce(mlir::Type type);
  /// True where `index & mask` is 0; null for an empty mask.
  mlir::Value bitsAreZero(mlir::Value index, uint32_t mask);
  /// Builds `body` under a condition; without one if it is null.
  void guarded(mlir::Value condition, llvm::function_ref<void()> body);

  //===--- LowerElementwise.cpp, LowerMath.cpp
  //-----------------------------===//

  mlir::LogicalResult lowerElementwise(mlir::Operation &op);
  mlir::Value lowerScalar(mlir::Operation &op, mlir::ValueRange operands);
  mlir::Value lowerFloatCast(mlir::Type from, mlir::Type to, mlir::Value value,
                             bool towardZero);
  /// A function of math that LLVM has no PTX for; null if it has.
  mlir::Value lowerMath(mlir::Operation &op, mlir::ValueRange operands);
  mlir::LogicalResult lowerConstant(mlir::Operation &op);
  mlir::LogicalResult lowerRange(tq::RangeOp op);
  /// Shape ops: each result register is some source register.
  mlir::LogicalResult lowerRenaming(mlir::Operation &op);
  mlir::LogicalResult lowerJoin(tq::JoinOp op);
  mlir::LogicalResult lowerSplit(tq::SplitOp op);

  //===--- LowerMemory.cpp, LowerAtomic.cpp
  //--------------------------------===//

  /// Registers that one access covers: lists of register indices.
  struct AccessGroups {
    unsigned width;
    bool mayBeCut; ///< the mask may be true for the first ones of a group only
    llvm::SmallVector<llvm::SmallVector<unsigned>> groups;
  };
  AccessGroups accessGroups(mlir::Value pointer, mlir::Value mask);
  void sayWidth(mlir::Operation *op, mlir::Value pointer, mlir::Value mask,
                const AccessGroups &access);
  /// Whether a mask is true for the first element of a group, not for the last.
  mlir::Value isCut(mlir::Value first, mlir::Value last);
  /// Elements side by side: `other` where the mask is false.
  Registers loadWhere(tq::LoadOp op, mlir::Value address, mlir::Value mask,
                      mlir::ValueRange other);
  Registers loadPlain(mlir::Value address, mlir::Type element, unsigned width);
  /// A group whole, or one by one where the mask cuts it.
  Registers loadCut(tq::LoadOp op, llvm::ArrayRef<unsigned> group,
                    mlir::ValueRange other);
  void storeWhere(tq::StoreOp op, mlir::Value address, mlir::Value mask,
                  Registers elements);
  void storePlain(mlir::Value address, mlir::ValueRange elements);
  void storeCut(tq::StoreOp op, llvm::ArrayRef<unsigned> group,
                mlir::Value only);
  mlir::LogicalResult lowerLoad(tq::LoadOp op);
  mlir::LogicalResult lowerStore(tq::StoreOp op);
  mlir::LogicalResult lowerAtomicRmw(tq::AtomicRmwOp op);
  mlir::LogicalResult lowerAtomicCas(tq::AtomicCasOp op);
  mlir::Value compareAndSwap(tq::AtomicRmwOp op, mlir::Value address,
                             mlir::Value expected, mlir::Value next);
  /// One element changed by compare-and-swap until nobody came between.
  mlir::Value atomicLoop(tq::AtomicRmwOp op, mlir::Value address,
                         mlir::Value operand, mlir::Value mask);
  void shareWithLanes(mlir::Operation &op, mlir::Type type, Registers &values);

  //===--- LowerShared.cpp: tiles in shared memory
  //---------------------------===//

  mlir::Value sharedAddress(mlir::Value staging, mlir::Value byteOffset,
                            int64_t constantOffset = 0);
  void storeShared(mlir::Value address, mlir::ValueRange elements);
  Registers loadShared(mlir::Value address, mlir::Type element, unsigned count);
  void lowerBarrier(tqg::BarrierOp op);
  void lowerSharedStore(tqg::SharedStoreOp op);
  void lowerSharedLoad(tqg::SharedLoadOp op);

  //===--- LowerRing.cpp: pipelines of copies
  //--------------------------------===//

  /// A byte offset in shared memory: what a thread adds, and a constant.
  struct SharedPlace {
    mlir::Value thread;
    int64_t constant;
  };
  /// What is known of a tile in a slot, and what was read of it so far.
  struct RingRead {
    SharedAccess access;
    FlatIndices places;
    mlir::Value base;
    int64_t constant, bytes;
    mlir::Type element;
    llvm::DenseMap<uint32_t, uint32_t> firstOf; ///< register to its access
    llvm::DenseMap<uint32_t, mlir::Value> words, elements; ///< by register

    /// Whether the words read are those of a fragment: `packed` neighbours.
    bool packs(unsigned packed) const {
      unsigned inWord = access.matrix
                            ? 1u << access.matrix->word.size()
                            : std::min<int64_t>(access.width(), 4 / bytes);
      return inWord == packed;
    }
  };
  SharedPlace sharedPlace(const FlatIndices &indices, unsigned reg,
                          int64_t bytes);
  /// The address of a slot; its constant part is added to `constant`.
  mlir::Value slotBase(mlir::Value ring, mlir::Value slot, int64_t &constant);
  /// How many bytes of a group the mask lets through: its first ones, and
  /// `cp.async` fills the rest with zeros.
  mlir::Value copiedBytes(mlir::Value mask, const AccessGroups &access,
                          llvm::ArrayRef<unsigned> group, int64_t bytes);
  mlir::LogicalResult lowerCopyAsync(tqg::CopyAsyncOp op);
  mlir::LogicalResult lowerRingRead(tqg::RingReadOp op);
  /// Reads the access that starts at register `first`.
  void readAccess(RingRead &read, uint32_t first);
  Registers loadWords(mlir::Value address, int64_t constant, int64_t total,
                      int64_t elementBytes);
  /// The word that starts at a register, or the element there; read if it was
  /// not yet.
  mlir::Value wordOf(RingRead &read, uint32_t reg);
  mlir::Value elementOf(RingRead &read, uint32_t reg);
  /// The register that an access has of those with the same element.
  static uint32_t heldRegister(mlir::Type tile, uint32_t reg);

  //===--- Exchanges
  //---------------------------------------------------------===//

  mlir::LogicalResult lowerConvertLayout(tqg::ConvertLayoutOp op);
  void moveByShuffle(const ShuffleMove &move, llvm::ArrayRef<mlir::Value> from,
                     Registers &to);
  /// ldmatrix: the 32-bit words of the matrices whose rows begin at `address`
  /// (of this lane) plus a constant.
  Registers loadMatrixWords(const MatrixAccess &access, mlir::Value address,
                            int64_t constant);
  void loadMatrices(tqg::SharedLoadOp op, const SharedAccess &access,
                    llvm::ArrayRef<uint32_t> firsts, Registers &to);
  /// The tuple of each line of a reduction or scan: see AxisLines.h.
  using LineTuples = llvm::MapVector<uint32_t, Registers>;
  mlir::LogicalResult lowerReduce(tq::ReduceOp op);
  mlir::LogicalResult combineInPairs(mlir::Region &region,
                                     llvm::SmallVector<Registers> tuples,
                                     Registers &result);
  mlir::LogicalResult combineAcrossLanes(mlir::Region &region,
                                         llvm::ArrayRef<unsigned> laneBits,
                                         Registers &tuple);
  void agreeOnPayloads(llvm::ArrayRef<unsigned> laneBits, Registers &tuple);
  mlir::LogicalResult reduceInWarp(mlir::Operation &op,
                                   const AxisLines &axisLines,
                                   LineTuples &tuples);
  mlir::LogicalResult lowerWarpReduce(tqg::WarpReduceOp op);
  /// Gives each register of the results the tuple of its line.
  mlir::LogicalResult setTuples(mlir::Operation &op, LineTuples &tuples);
  mlir::LogicalResult lowerMap(tq::MapOp op);
  /// A scan within warps: `tq.scan` where no axis leaves them, and
  /// `tqg.warp_scan`.
  mlir::LogicalResult lowerScan(mlir::Operation &op, unsigned axis,
                                bool reverse);
  mlir::LogicalResult scanInWarp(mlir::Operation &op, bool reverse,
                                 const AxisLines &axisLines,
                                 mlir::Value laneAlong,
                                 llvm::SmallVectorImpl<Registers> &values,
                                 LineTuples &before);
  /// Combines what came before into the registers of each line, where `has` is
  /// true, and sets the results.
  mlir::LogicalResult carryInto(mlir::Operation &op, const AxisLines &axisLines,
                                mlir::Value has, const LineTuples &before,
                                llvm::SmallVectorImpl<Registers> &values);
  void setScanned(mlir::Operation &op, llvm::ArrayRef<Registers> values);
  void lowerTotalStore(tqg::TotalStoreOp op);
  mlir::LogicalResult lowerScanCarry(tqg::ScanCarryOp op);
  /// The bits of `index` that `bits` names, side by side.
  mlir::Value compressBits(mlir::Value index, llvm::ArrayRef<unsigned> bits);
  void lowerSharedGather(tqg::SharedGatherOp op);
  void lowerSharedCount(tqg::SharedCountOp op);
  mlir::Value shuffle(mlir::Value value, mlir::Value laneOrMask,
                      llvm::StringRef kind);
  /// Runs a combine region on two tuples of scalars.
  mlir::LogicalResult combine(mlir::Region &region, mlir::ValueRange left,
                              mlir::ValueRange right, Registers &result);

  //===--- LowerMma.cpp, LowerDot.cpp
  //----------------------------------------===//

  /// An operand of a product, and where a thread's words of it start.
  struct MmaOperand {
    mlir::Value tile;
    bool isLeft;
    unsigned packed; ///< elements a word
    llvm::SmallVector<std::pair<int32_t, int32_t>> starts;
    llvm::DenseMap<uint32_t, unsigned> registers; ///< by flat coordinate
  };
  /// Which register holds the element at a flat coordinate, in lane and warp 0.
  static llvm::DenseMap<uint32_t, unsigned>
  registersByCoord(const LinearLayout &layout);
  mlir::LogicalResult lowerMma(tqg::MmaOp op);
  Registers mmaWords(const MmaOperand &operand, int32_t batch, int32_t row,
                     int32_t k);
  Registers mmaInstructions(llvm::ArrayRef<MmaPart> parts,
                            llvm::ArrayRef<mlir::Value> left,
                            llvm::ArrayRef<mlir::Value> right, Registers acc);
  mlir::LogicalResult lowerDot(tq::DotOp op);

  //===--- LowerWgmma.cpp: products by groups of warps
  //-----------------------===//

  /// The matrix descriptor of a tile in shared memory: of its first element,
  /// with K along `depth`.
  mlir::Value descriptorOf(mlir::Value shared, unsigned depth);
  /// Which group of four warps this is, the same value in all its lanes.
  mlir::Value warpgroupId();
  /// Rows and columns that one asm statement multiplies: its operands, and the
  /// accumulators in the instruction's order.
  struct WgmmaTile {
    llvm::SmallVector<unsigned> held;
    llvm::SmallVector<mlir::Value> operands;
  };
  void fenceRegisters(PtxStatement statement, llvm::StringRef text,
                      Registers &values);
  std::vector<WgmmaTile> wgmmaTiles(tqg::WgmmaOp op, const WgmmaShape &shape);
  mlir::LogicalResult lowerWgmma(tqg::WgmmaOp op);
  mlir::LogicalResult lowerWgmmaWait(tqg::WgmmaWaitOp op);

  //===--- LowerTensorCopy.cpp: boxes, their barriers, and roles
  //----------===//

  mlir::Value mbarrierBase(mlir::Value barriers, mlir::Value slot,
                           int64_t &constant);
  void lowerMbarriers(tqg::MbarriersOp op);
  void lowerMbarrierExpect(tqg::MbarrierExpectOp op);
  void lowerMbarrierArrive(tqg::MbarrierArriveOp op);
  void lowerMbarrierWait(tqg::MbarrierWaitOp op);
  void lowerTensorMap(tqg::TensorMapOp op);
  void lowerLaunchExtent(tqg::LaunchExtentOp op);
  void lowerDrawProgram(tqg::DrawProgramOp op);
  mlir::Value mailBase(mlir::Value box, int64_t &constant);
  void lowerMailPut(tqg::MailPutOp op);
  void lowerMailTake(tqg::MailTakeOp op);
  mlir::LogicalResult lowerCopyTensor(tqg::CopyTensorOp op);
  mlir::Value isInRole(tqg::RoleOp op);
  mlir::LogicalResult lowerRole(tqg::RoleOp op);

  //===--- LowerTensorStore.cpp: boxes written through shared memory
  //----------===//

  mlir::Value isFirstLane();
  mlir::Value warpRows(mlir::Value ring, mlir::Value slot, int64_t rowBytes,
                       int64_t &constant);
  void lowerStoreWait(tqg::StoreWaitOp op);
  mlir::LogicalResult lowerRingWrite(tqg::RingWriteOp op);
  /// Writes 16 rows of 32 bytes; `words` gives a lane's two elements of a row.
  void storeFragment(
      mlir::Value address, int64_t constant, int32_t row, int32_t column,
      int64_t span, bool isMatrix,
      llvm::function_ref<Registers(int32_t row, int32_t column)> words);
  mlir::LogicalResult lowerStoreTensor(tqg::StoreTensorOp op);

  //===--- LowerOthers.cpp: print, assert, asm, libdevice
  //----------------------===//

  mlir::LogicalResult lowerPrint(tq::PrintOp op);
  /// LowerMarks.cpp: what a debugger is told.
  mlir::LogicalResult lowerMark(tq::PrintOp op, llvm::StringRef text);
  mlir::LogicalResult lowerAssert(tq::AssertOp op);
  mlir::LogicalResult checkInlineAsm(tq::InlineAsmOp op, unsigned pack);
  mlir::LogicalResult lowerInlineAsm(tq::InlineAsmOp op);
  mlir::LLVM::LLVMFuncOp declareFunction(llvm::StringRef name,
                                         mlir::Type result,
                                         llvm::ArrayRef<mlir::Type> arguments);
  mlir::Value stringConstant(llvm::StringRef text);

  //===--- Small pieces
  //--------------------------------------------------------===//

  /// The type of one register: pointers are `!llvm.ptr<1>`, fp8 is i8.
  mlir::Type registerType(mlir::Type type);
  mlir::Value i32(int64_t value);
  mlir::Value constant(mlir::Type type, int64_t value);
  /// Elements side by side in 32-bit (or wider) words, and back.
  Registers packWords(mlir::ValueRange elements, mlir::Type word);
  Registers unpackWords(mlir::ValueRange words, mlir::Type element);

  mlir::func::FuncOp kernel;
  mlir::LLVM::LLVMFuncOp target;
  int numWarps;
  int computeCapability;
  AxisAnalysis axis;
  mlir::ImplicitLocOpBuilder b;
  llvm::DenseMap<mlir::Value, Registers> table;
  llvm::DenseMap<mlir::Value, RingRead> ringReads; // looked up, not walked
  mlir::Value lane, warp, thread, warpgroup;
  unsigned tensorMaps = 0; ///< lowered so far
};

/// Orders what threads wrote to shared memory before copies that read or fill
/// it.
void fenceAsyncProxy(mlir::ImplicitLocOpBuilder &b);

} // namespace tqc

#endif // TQC_COMPILER_CODEGEN_KERNELLOWERING_H
