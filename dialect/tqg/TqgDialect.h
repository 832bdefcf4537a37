//===- TqgDialect.h - Tiles with a place on the GPU -------------*- C++ -*-===//
//
// The one header of the `tqg` dialect: dialect, attributes and ops.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_DIALECT_TQG_TQGDIALECT_H
#define TQC_DIALECT_TQG_TQGDIALECT_H

#include "dialect/layout/LinearLayout.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialect/tqg/TqgDialect.h.inc"
#include "dialect/tqg/TqgEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialect/tqg/TqgAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "dialect/tqg/TqgTypes.h.inc"

#define GET_OP_CLASSES
#include "dialect/tqg/TqgOps.h.inc"

namespace tqc::tqg {

/// The plan on a kernel's `func.func`.
inline constexpr llvm::StringLiteral kPlanAttr = "tqg.plan";
/// The plan of a product, on a `tq.dot` and on what it becomes.
inline constexpr llvm::StringLiteral kProductAttr = "tqg.product";
/// Bytes of dynamic shared memory a CTA needs, on the kernel.
inline constexpr llvm::StringLiteral kSharedBytesAttr = "tqg.shared_bytes";
/// Where an op's scratch starts in shared memory, on the op.
inline constexpr llvm::StringLiteral kScratchOffsetAttr = "tqg.scratch";
/// On such an op whose scratch nobody reads when it starts: see ScratchSlots.h.
inline constexpr llvm::StringLiteral kUnfencedAttr = "tqg.unfenced";

/// The plan of a loop that copies ahead, on the loop.
inline constexpr llvm::StringLiteral kPipelineAttr = "tqg.pipeline";
/// On a load that is planned to be copied ahead: where a slot puts the tile.
inline constexpr llvm::StringLiteral kSlotsAttr = "tqg.slots";
/// Where a product of wgmma finds its operands, on the product.
inline constexpr llvm::StringLiteral kOperandsAttr = "tqg.operands";
/// On a box load: how many slots its ring has.
inline constexpr llvm::StringLiteral kRingSlotsAttr = "tqg.ring_slots";
/// On a loop of two products: the second one runs beside the next first one.
inline constexpr llvm::StringLiteral kRotatedAttr = "tqg.rotated";
/// On a sum over an axis: each thread adds what it holds one behind the other,
/// so that what comes first is there early.
inline constexpr llvm::StringLiteral kInTurnAttr = "tqg.in_turn";
/// On a multiplication of tiles: the operand, 0 or 1, whose elements are 1 most
/// of the time. A warp that holds only such leaves the other one as it is.
inline constexpr llvm::StringLiteral kMostlyOneAttr = "tqg.mostly_one";
/// On a rounding to 16 bits: it stays behind the wait before it, since until
/// then a product may read the registers of its result.
inline constexpr llvm::StringLiteral kInPlaceAttr = "tqg.in_place";
/// On a product in a loop that is waited for one iteration later.
inline constexpr llvm::StringLiteral kDeferredAttr = "tqg.deferred";

/// On the loop of a persistent kernel over its programs.
inline constexpr llvm::StringLiteral kProgramLoopAttr = "tqg.programs";

/// On a kernel: how many programs along the first axis are rows of its tiles,
/// until the plan says so.
inline constexpr llvm::StringLiteral kBatchAttr = "tqg.batch";

/// On such a kernel: in how many lanes of a warp each row lies.
inline constexpr llvm::StringLiteral kRowLanesAttr = "tqg.row_lanes";
/// And how many rows apart those are that a warp's lanes hold at a time.
inline constexpr llvm::StringLiteral kRowStepAttr = "tqg.row_step";

/// On a box load: so many CTAs of a cluster copy a part of the tile each, into
/// the slots of all.
inline constexpr llvm::StringLiteral kSharedAttr = "tqg.shared";

/// On a kernel: how many CTAs share each row, until the plan says so.
inline constexpr llvm::StringLiteral kRowCtasAttr = "tqg.row_ctas";

/// On a kernel: for how many CTAs a multiprocessor shall have registers, since
/// it loads the rows of some while it computes others.
inline constexpr llvm::StringLiteral kLeastCtasAttr = "tqg.least_ctas";

/// On a load: of the copy that `tqg.resident_row` has made. On a loop over that
/// row, and on a branch for whether a store's accesses are those of the row.
inline constexpr llvm::StringLiteral kResidentAttr = "tqg.resident";

/// On a load or store: of rows that a bulk copy brings to shared memory, or
/// from there, all those of a CTA.
inline constexpr llvm::StringLiteral kRunAttr = "tqg.run";

/// On a load beside that row, in a loop over its places: neighbours that one
/// access would have, which straddle two. On a loop that goes over the tiles at
/// the row's ends.
inline constexpr llvm::StringLiteral kStraddlesAttr = "tqg.straddles";
inline constexpr llvm::StringLiteral kEdgeAttr = "tqg.edge";

/// On a loop that the CTAs of a cluster share: for each value that it carries
/// whether it is a sum, else it grows evenly.
inline constexpr llvm::StringLiteral kSplitAttr = "tqg.split";

/// The bits of the register number that say in which of so many shares of the
/// columns an element is; nothing if they do not say so alone.
std::optional<uint32_t> shareColumns(const LinearLayout &layout,
                                     uint32_t shares);

/// What is known of a memory op's addresses and mask, on the op.
inline constexpr llvm::StringLiteral kAccessAttr = "tqg.access";
/// On a comparison: for each dimension, runs of how many neighbours are equal.
inline constexpr llvm::StringLiteral kRunsAttr = "tqg.runs";

/// What is recorded of a memory op on a tile of this shape; where nothing is
/// (scalars, hand-written IR), what always holds.
AccessAttr accessOf(mlir::Operation *op, llvm::ArrayRef<int64_t> shape);
/// The plan of a product; null if there is none.
ProductAttr productOf(mlir::Operation *op);
/// How so many CTAs share a slot of several panels, each of so many rows: the
/// first of them have a part of it each.
struct SlotParts {
  int64_t ofPanel; ///< parts of the rows of a panel
  int64_t panels;  ///< panels of which a CTA has its part
  int64_t copying; ///< CTAs that have a part
};
SlotParts slotParts(int64_t ctas, int64_t panels, int64_t rows);
/// Bytes that a tensor copy brings into a slot: of so many panels, or of all,
/// the rows of the map's box.
int64_t copiedBytes(mlir::Value map, std::optional<uint32_t> panels,
                    mlir::RankedTensorType slot);
/// Bytes from the start of the slot to the end of what it brings, in units of
/// 1024, to which panels are aligned.
int64_t usedBytes(mlir::Value map, std::optional<uint32_t> panels,
                  mlir::RankedTensorType slot);
/// Whether a product is planned for wgmma.
bool isForWarpgroups(mlir::Operation *op);

/// The layout of a tile that has one; never call it on one that has not.
const LinearLayout &layoutOf(mlir::Type tile);
/// The layout, or null.
const LinearLayout *tryLayoutOf(mlir::Type type);
/// `type` (a tile or a scalar) with this layout.
mlir::RankedTensorType withLayout(mlir::RankedTensorType type,
                                  const LinearLayout &layout);
/// Refuses what only hand-written IR has behind the layout phase: a tile
/// without a layout.
llvm::LogicalResult requireLayouts(mlir::Operation *kernel);

} // namespace tqc::tqg

#endif // TQC_DIALECT_TQG_TQGDIALECT_H
