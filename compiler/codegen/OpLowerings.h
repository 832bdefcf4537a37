//===- OpLowerings.h - One function for each kind of operation --*- C++ -*-===//
//
// Each sets the registers of its op's results in the context, or gives an
// error at the op.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_CODEGEN_OPLOWERINGS_H
#define TQC_COMPILER_CODEGEN_OPLOWERINGS_H

#include "compiler/codegen/LoweringContext.h"
#include "dialect/tqg/TqgDialect.h"

namespace tqc {

// LowerToNvvm.cpp: the walk

llvm::LogicalResult lowerOp(LoweringContext &cx, mlir::Operation &op);
llvm::LogicalResult lowerBlock(LoweringContext &cx, mlir::Block &block);

// LowerElementwise.cpp, LowerMath.cpp, LowerMathCasts.cpp

llvm::LogicalResult lowerElementwise(LoweringContext &cx, mlir::Operation &op);
mlir::Value lowerFloatCast(LoweringContext &cx, mlir::Type from, mlir::Type to,
                           mlir::Value value, bool towardZero);
/// A 32- or 64-bit integer to bf16, rounded once.
mlir::Value lowerIntToBf16(LoweringContext &cx, mlir::Value value,
                           bool isSigned);
/// A function of math that LLVM has no PTX for; null if it has.
mlir::Value lowerMath(LoweringContext &cx, mlir::Operation &op,
                      mlir::ValueRange operands);
/// A multiplication that warps leave out if all of their factors are 1:
/// LowerScaling.cpp.
llvm::LogicalResult lowerScaling(LoweringContext &cx, mlir::arith::MulFOp op);
llvm::LogicalResult lowerConstant(LoweringContext &cx, mlir::Operation &op);
llvm::LogicalResult lowerRange(LoweringContext &cx, tq::RangeOp op);
/// Shape ops: each result register is some source register.
llvm::LogicalResult lowerRenaming(LoweringContext &cx, mlir::Operation &op);
llvm::LogicalResult lowerJoin(LoweringContext &cx, tq::JoinOp op);
llvm::LogicalResult lowerSplit(LoweringContext &cx, tq::SplitOp op);

// LowerMemory.cpp, LowerAtomic.cpp

llvm::LogicalResult lowerLoad(LoweringContext &cx, tq::LoadOp op);
llvm::LogicalResult lowerStore(LoweringContext &cx, tq::StoreOp op);
llvm::LogicalResult lowerAtomicRmw(LoweringContext &cx, tq::AtomicRmwOp op);
llvm::LogicalResult lowerAtomicCas(LoweringContext &cx, tq::AtomicCasOp op);

// LowerShared.cpp, LowerExchange.cpp, LowerConvertLayout.cpp

void lowerBarrier(LoweringContext &cx, tqg::BarrierOp op);
void lowerSharedStore(LoweringContext &cx, tqg::SharedStoreOp op);
void lowerSharedLoad(LoweringContext &cx, tqg::SharedLoadOp op);
void lowerSharedGather(LoweringContext &cx, tqg::SharedGatherOp op);
void lowerSharedCount(LoweringContext &cx, tqg::SharedCountOp op);
llvm::LogicalResult lowerConvertLayout(LoweringContext &cx,
                                       tqg::ConvertLayoutOp op);

// LowerFunnelShift.cpp

llvm::LogicalResult lowerFunnelShift(LoweringContext &cx,
                                     tqg::FunnelShiftOp op);

// LowerResidentRow.cpp

void lowerResidentRow(LoweringContext &cx, tqg::ResidentRowOp op);
void lowerRowBuffer(LoweringContext &cx, tqg::RowBufferOp op);
void lowerStoreRows(LoweringContext &cx, tqg::StoreRowsOp op);
void lowerRowPitch(LoweringContext &cx, tqg::RowPitchOp op);
/// Where an element of a run is: an address in shared memory, in i32.
mlir::Value runAddress(LoweringContext &cx, mlir::Value pointers, unsigned reg);
/// `width` neighbours from there on.
Registers loadRunAt(LoweringContext &cx, mlir::Value pointers, unsigned reg,
                    mlir::Type element, unsigned width);
/// From the copy of a row, where the numbers outside of it are, too.
Registers loadResident(LoweringContext &cx, mlir::Value address,
                       mlir::Type element, unsigned width);

// LowerRing.cpp: pipelines of copies

llvm::LogicalResult lowerCopyAsync(LoweringContext &cx, tqg::CopyAsyncOp op);
llvm::LogicalResult lowerRingRead(LoweringContext &cx, tqg::RingReadOp op);

// LowerReduce.cpp, LowerScan.cpp, LowerCombine.cpp

llvm::LogicalResult lowerReduce(LoweringContext &cx, tq::ReduceOp op);
llvm::LogicalResult lowerWarpReduce(LoweringContext &cx, tqg::WarpReduceOp op);
/// A scan within warps: `tq.scan` where no axis leaves them, and
/// `tqg.warp_scan`.
llvm::LogicalResult lowerScan(LoweringContext &cx, mlir::Operation &op,
                              unsigned axis, bool reverse);
void lowerTotalStore(LoweringContext &cx, tqg::TotalStoreOp op);
llvm::LogicalResult lowerScanCarry(LoweringContext &cx, tqg::ScanCarryOp op);
llvm::LogicalResult lowerMap(LoweringContext &cx, tq::MapOp op);

// LowerMma.cpp, LowerWgmma.cpp: products

llvm::LogicalResult lowerMma(LoweringContext &cx, tqg::MmaOp op);
llvm::LogicalResult lowerDot(LoweringContext &cx, tq::DotOp op);
llvm::LogicalResult lowerWgmma(LoweringContext &cx, tqg::WgmmaOp op);
llvm::LogicalResult lowerWgmmaWait(LoweringContext &cx, tqg::WgmmaWaitOp op);
/// A rounding behind such a wait.
llvm::LogicalResult lowerRounding(LoweringContext &cx,
                                  mlir::arith::TruncFOp op);

// LowerTensorCopy.cpp: boxes, their barriers, and roles

void lowerMbarriers(LoweringContext &cx, tqg::MbarriersOp op);
void lowerMbarrierExpect(LoweringContext &cx, tqg::MbarrierExpectOp op);
void lowerMbarrierArrive(LoweringContext &cx, tqg::MbarrierArriveOp op);
void lowerMbarrierWait(LoweringContext &cx, tqg::MbarrierWaitOp op);
void lowerRingSkip(LoweringContext &cx, tqg::RingSkipOp op);
void lowerTensorMap(LoweringContext &cx, tqg::TensorMapOp op);
void lowerLaunchExtent(LoweringContext &cx, tqg::LaunchExtentOp op);
void lowerDrawProgram(LoweringContext &cx, tqg::DrawProgramOp op);
void lowerMailPut(LoweringContext &cx, tqg::MailPutOp op);
void lowerMailTake(LoweringContext &cx, tqg::MailTakeOp op);
llvm::LogicalResult lowerCopyTensor(LoweringContext &cx, tqg::CopyTensorOp op);
llvm::LogicalResult lowerRole(LoweringContext &cx, tqg::RoleOp op);

// LowerCluster.cpp: shared memory of other CTAs

void lowerClusterBarrier(LoweringContext &cx);
void lowerClusterAdd(LoweringContext &cx, tqg::ClusterAddOp op);
void lowerInbox(LoweringContext &cx, tqg::InboxOp op);
void lowerClusterExchange(LoweringContext &cx, tqg::ClusterExchangeOp op);
void lowerClusterArrive(LoweringContext &cx);
void lowerClusterWait(LoweringContext &cx);

// LowerTensorStore.cpp: boxes written through shared memory

void lowerStoreWait(LoweringContext &cx, tqg::StoreWaitOp op);
llvm::LogicalResult lowerRingWrite(LoweringContext &cx, tqg::RingWriteOp op);
llvm::LogicalResult lowerStoreTensor(LoweringContext &cx,
                                     tqg::StoreTensorOp op);

// LowerOthers.cpp, LowerMarks.cpp: print, assert, asm, libdevice

llvm::LogicalResult lowerPrint(LoweringContext &cx, tq::PrintOp op);
/// What a debugger is told.
llvm::LogicalResult lowerMark(LoweringContext &cx, tq::PrintOp op,
                              llvm::StringRef text);
llvm::LogicalResult lowerAssert(LoweringContext &cx, tq::AssertOp op);
llvm::LogicalResult lowerAssume(LoweringContext &cx, tq::AssumeOp op);
llvm::LogicalResult lowerInlineAsm(LoweringContext &cx, tq::InlineAsmOp op);
mlir::LLVM::LLVMFuncOp declareFunction(LoweringContext &cx,
                                       llvm::StringRef name, mlir::Type result,
                                       llvm::ArrayRef<mlir::Type> arguments);

} // namespace tqc

#endif // TQC_COMPILER_CODEGEN_OPLOWERINGS_H
