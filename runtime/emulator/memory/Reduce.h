//===- Reduce.h - the operations of bulk reductions -----------------------===//
//
// Answers "what does one element become": add, min, max, inc, dec, and, or,
// xor on the types that cp.reduce.async.bulk has. Example:
//   reduceElement(ReduceOp::Add, PtxType::F16, 0x3c00, 0x3c00) == 0x4000
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_MEMORY_REDUCE_H
#define TQC_RUNTIME_EMULATOR_MEMORY_REDUCE_H

#include "runtime/emulator/ptx/PtxTypes.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace tqc::emu {

enum class ReduceOp : uint8_t { Add, Min, Max, Inc, Dec, And, Or, Xor };

std::optional<ReduceOp> parseReduceOp(std::string_view modifier);
/// Whether the hardware has this operation on that type.
bool hasReduction(ReduceOp op, PtxType type);
/// Bits of the type, in its width.
uint64_t reduceElement(ReduceOp op, PtxType type, uint64_t old,
                       uint64_t operand);
/// The same on memory that other host threads may change.
void reduceInMemory(ReduceOp op, PtxType type, uint8_t *memory,
                    const uint8_t *operand);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_MEMORY_REDUCE_H
