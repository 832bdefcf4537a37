//===- Select.h - the select functions of the instruction table -----------===//
//
// Each is named in Instructions.def and lives in the Exec file of its group.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_DECODE_SELECT_H
#define TQC_RUNTIME_EMULATOR_DECODE_SELECT_H

#include "runtime/emulator/decode/Forms.h"

namespace tqc::emu {

#define TQ_SELECT(name)                                                        \
  bool name(const FormMatch &match, Inst &inst, std::string &why);
// ExecMove.cpp
TQ_SELECT(selectMove)
TQ_SELECT(selectCvta)
TQ_SELECT(selectIsspacep)
// ExecCompare.cpp
TQ_SELECT(selectSelp)
TQ_SELECT(selectSlct)
TQ_SELECT(selectSetp)
TQ_SELECT(selectSet)
// ExecInteger.cpp
TQ_SELECT(selectIntBinary)
TQ_SELECT(selectIntMul)
TQ_SELECT(selectIntMad)
TQ_SELECT(selectInt24)
TQ_SELECT(selectIntUnary)
TQ_SELECT(selectCarry)
TQ_SELECT(selectDot)
// ExecLogic.cpp
TQ_SELECT(selectLogic)
TQ_SELECT(selectPredLogic)
TQ_SELECT(selectShift)
TQ_SELECT(selectFunnel)
TQ_SELECT(selectLop3)
TQ_SELECT(selectBits)
TQ_SELECT(selectBitField)
TQ_SELECT(selectBitMask)
TQ_SELECT(selectFns)
TQ_SELECT(selectPermute)
// ExecFloat.cpp
TQ_SELECT(selectFloatBinary)
TQ_SELECT(selectFloatFma)
TQ_SELECT(selectFloatUnary)
TQ_SELECT(selectTanh)
TQ_SELECT(selectFloatSign)
TQ_SELECT(selectCopysign)
TQ_SELECT(selectFloatMinMax)
TQ_SELECT(selectTestp)
// ExecConvert.cpp
TQ_SELECT(selectConvert)
TQ_SELECT(selectConvertPacked)
TQ_SELECT(selectConvertPack)
// ExecHalf.cpp
TQ_SELECT(selectHalfBinary)
TQ_SELECT(selectHalfFma)
TQ_SELECT(selectHalfUnary)
TQ_SELECT(selectHalfMinMax)
// ExecWarp.cpp
TQ_SELECT(selectShuffle)
TQ_SELECT(selectVote)
TQ_SELECT(selectMatch)
TQ_SELECT(selectActiveMask)
TQ_SELECT(selectElect)
TQ_SELECT(selectWarpBarrier)
TQ_SELECT(selectRedux)
// ExecAtomic.cpp
TQ_SELECT(selectAtomic)
// ExecMemory.cpp
TQ_SELECT(selectLoad)
TQ_SELECT(selectStore)
// ExecControl.cpp
TQ_SELECT(selectBranch)
TQ_SELECT(selectIndexedBranch)
TQ_SELECT(selectLeave)
TQ_SELECT(selectCall)
TQ_SELECT(selectNothing)
TQ_SELECT(selectEvent)
// ExecBarrier.cpp
TQ_SELECT(selectBarrier)
TQ_SELECT(selectFence)
TQ_SELECT(selectInitFence)
// ExecMatrix.cpp, ExecWgmma.cpp
TQ_SELECT(selectMma)
TQ_SELECT(selectMatrixMove)
TQ_SELECT(selectWgmma)
TQ_SELECT(selectWgmmaGroup)
TQ_SELECT(selectSetMaxNreg)
// ExecCopy.cpp, ExecBulk.cpp
TQ_SELECT(selectCopyAsync)
TQ_SELECT(selectAsyncGroup)
TQ_SELECT(selectBulk)
TQ_SELECT(selectPolicy)
TQ_SELECT(selectMapReplace)
TQ_SELECT(selectMapPublish)
// ExecMbarrier.cpp
TQ_SELECT(selectMbarrier)
TQ_SELECT(selectMbarrierWait)
TQ_SELECT(selectPendingCount)
TQ_SELECT(selectArriveAfterCopies)
// ExecSend.cpp
TQ_SELECT(selectSend)
// ExecCluster.cpp
TQ_SELECT(selectClusterBarrier)
TQ_SELECT(selectClusterAddress)
TQ_SELECT(selectProxyFence)
#undef TQ_SELECT

/// The rounding modifier as numerics::Rounding.
uint32_t roundingFlag(const FormMatch &match);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_DECODE_SELECT_H
