//===- PlanTeams.h - How many programs run side by side in a CTA *- C++ -*-===//
//
// Attention at 64 rows a program has room for three or four in a CTA, which
// then read each tile of keys and values from shared memory that one copy
// brought: three times 64 query rows, where tiles are powers of two.
//
// Legal if the programs of a row read all in boxes, each of them the same for
// all ("shared") or a program's own, once or in a loop that all run equally
// often, if they write boxes alone, and if their warps wait for nobody else:
// four warps, and no exchange between them.
//
// The planner chooses them where they pay: two products of wgmma in a chain, in
// a loop, with what is shared larger than what is own, or as large and on its
// way in four stages. Four if all sums fit into the 112 registers that they
// leave for each thread, else three, with 160. An H200 takes 84 us of attention
// of 512 rows, 64 wide, three times 64 at a time with 128 keys, and 77 four
// times with 64; of 4096 rows 1.02 ms and 1.06. Or one product of 64
// rows and 192 live columns, with so few stages that several programs would
// share a multiprocessor: 192 x 192 at a time take an H100 78 us of 3072 cubed,
// 128 x 256 take 99.
//
// Or two teams take programs in turns: one stores its sums while the other
// multiplies, and the slots of the rings go to them in the order of programs
// (the "ping-pong" of CUTLASS's kernels). Legal if a program fills as many
// slots as any other, so that a team knows which ones are the other's, and if
// their warps wait for nobody else. Chosen where one product in a loop gives
// sums of 128 registers, since less would not keep the tensor cores busy alone,
// or of 192. CTAs that share rows each have teams of their own, which meet
// those of the others before they store.
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_PASSES_PLANTEAMS_H
#define TQC_COMPILER_PASSES_PLANTEAMS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <string>

namespace tqc {

/// How many programs a CTA has at a time, side by side or in turns.
struct Teams {
  int32_t count = 1;
  bool areInTurns = false;
};

/// The teams that a kernel of so many warps shall have, if it may: as forced,
/// or three or four for what looks like attention, three for a product of 64
/// rows and 192 live columns, or two in turns for other products. Its products
/// are planned, and their live columns where its boxes are: before, these may
/// be fewer than the tile has.
Teams wantedTeams(mlir::func::FuncOp kernel, int numWarps, int stages,
                  bool areColumnsKnown);

/// Why a kernel whose boxes and stores are planned cannot have these teams;
/// empty if it can.
std::string whyNotTeams(mlir::func::FuncOp kernel, int numWarps, Teams teams);

/// Why a kernel of so many stages that can have these teams shall not, if
/// nobody forces it: they are not known to pay, or some later step might find
/// that they cannot be.
std::string whyNotWorthTeams(mlir::func::FuncOp kernel, Teams teams,
                             int stages);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_PLANTEAMS_H
