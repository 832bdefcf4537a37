//===- Passes.td - Every pass and what it promises ---------*- tablegen -*-===//

#ifndef TQC_COMPILER_PASSES_PASSES_TD
#define TQC_COMPILER_PASSES_PASSES_TD

include "mlir/Pass/PassBase.td"
include "compiler/passes/SchedulePasses.td"
include "compiler/passes/TilePasses.td"

def ResidentRowsPass : Pass<"tq-resident-rows", "::mlir::func::FuncOp"> {
  let summary = "Keep a row that several loops read in shared memory";
  let description = [{
    **Phase** `layout`. **Needs** the `tile` phase, whose loops combine tiles
    (`tq-reduce-behind-loops`). **Gives** `tqg.resident_row`, which copies the row once, and
    loops over places of whole accesses instead of columns (`resident-rows`): loads read
    the copy, stores are whole accesses where the row they write starts at the same place
    of one. What is loaded beside it, and begins elsewhere in an access, is marked
    (`tqg.straddles`, `funnel-loads`), for `tq-whole-tiles`.

    **Legal** where loops `for i = 0 to n` do the same for each element of tiles at `i`
    under the mask `i + range < n`; what they carry is combined behind them, and elements
    outside of the row are neutral in it (of a largest element -inf, of a sum 0, which
    follows from `other` and from `where`). The kernel only loads and stores, and no store
    may reach the row (`restrict`). Carried tiles begin at another column, so that sums are
    rounded in another order. CTAs that share a program (`num_ctas`) go over a part of the
    row each (`shared-rows`), where there are no tiles beside those of the loops.
    **Bound** `tl.assume(n <= most)`, in shared memory; sm_90; one row a kernel. The author
    says `most`, because it decides how many CTAs a multiprocessor holds.

    Before:
    ```mlir
    %row = tq.addptr %x, %offset : !tq.ptr<f16>, i32
    ```
    After:
    ```text
    %copy = tqg.resident_row %start[%first, %end to %last] places 8704 block 512 other 0xFC00 : f16 : !tq.ptr<f16>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
                           "::tqc::tqg::TqgDialect"];
}

def WholeTilesPass : Pass<"tq-whole-tiles", "::mlir::func::FuncOp"> {
  let summary = "Go over the whole tiles of a row without masks, then over the rest";
  let description = [{
    **Phase** `layout`. **Needs** the `tile` phase. **Gives** two loops for one whose masks cut its
    last tile: the first ends where tiles are no longer whole, and has no masks
    (`whole-tiles`). Of a row that is resident, whose places begin in front of its first
    element, three: the first is the rest in front. There, in whole tiles, loads that
    straddle accesses are two loads and a `tqg.funnel_shift` (`funnel-loads`): tiles are
    whole if they have an access of the row at either side, so that both lie inside of
    what the loop reads. Of a loop that carries nothing there is a copy for each number of whole
    words that is shifted by, and at the ends of a row, where such loads are one by one, tiles
    are a quarter as long. CTAs that share a row have such ends where the row has them.

    **Legal** where a mask is `i + range < n`, or with a multiple of `i`, of the loop's own
    number and one from outside of the loop, both signed; steps and the first `i` are constants, and
    steps are no longer than the range. The order of all operations stays. The rest, which
    is one tile at most where steps are as long as the range, is not unrolled, and of 32
    warps neither is the first loop.
    **Bound** loops of up to 200 operations without products, branches and loops.

    Before:
    ```mlir
    %x = scf.for %i = %c0 to %n step %c64 iter_args(%sum = %zeros) -> (tensor<64xf32>) : i32 {
    ```
    After:
    ```text
    %whole = scf.for %i = %c0 to %end step %c64 iter_args(%sum = %zeros) -> (tensor<64xf32>) : i32 {
    %x = scf.for %i = %end to %n step %c64 iter_args(%sum = %whole) -> (tensor<64xf32>) : i32 {
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect"];
}

def ExpandDescriptorsPass : Pass<"tq-expand-descriptors", "::mlir::func::FuncOp"> {
  let summary = "Turn accesses by descriptors into pointers and masks";
  let description = [{
    **Phase** `layout`. **Needs** the `tile` phase. **Gives** a kernel without
    descriptors: blocks are read, written and combined through tiles of pointers, under
    a mask that the bounds in `checks` make. Loops and branches carry a descriptor as a
    pointer, its extents and its strides. What is computed in each turn of a loop alike
    goes in front of it. A kernel without descriptors stays as it is, to the last op.

    Before:
    ```mlir
    %d = tq.make_descriptor %base of [%n] by [%one] : !tq.ptr<f32> -> !tq.descriptor<tensor<64xf32>>
    %x = tq.descriptor_load %d[%offset] checks [0] : !tq.descriptor<tensor<64xf32>> -> tensor<64xf32>
    ```
    After:
    ```text
    %x = tq.load %pointers, %mask, %zeros : tensor<64x!tq.ptr<f32>> -> tensor<64xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def BatchProgramsPass : Pass<"tq-batch-programs", "::mlir::func::FuncOp"> {
  let summary = "Compute several short programs as the rows of one";
  let description = [{
    **Phase** `layout`. **Needs** the `tile` phase, before a plan.
    **Gives** a kernel whose CTA computes several programs that differ in their first
    number, as rows of its tiles (`batches`), and on it `tqg.batch` and, where those were
    chosen, `tqg.row_lanes` and `tqg.row_step`. `tq.program_id 0` speaks of CTAs then, `tqg.launch_extent` of
    the grid that the launch asked for.

    **Legal** without branches, loops, atomics, barriers, products and volatile loads
    that depend on a program, and where no two store at one place: each has its order.
    In another order reductions add up, where a tile lies otherwise.
    **Bound** programs of up to 512 elements that add up or compare rows: CTAs of 2048
    elements and four warps. Of rows of 16 bits an element, accessed a line of 128 bytes at a
    time by 32 lanes or fewer, as many as lie beside each other in four warps, with up to
    40 elements of a row in a thread; half of a line where two or four elements are accessed at
    a time and a thread has up to 26. `--plan=batch=N` sets another number.

    Of rows of 16 bits whose length is no multiple of 8 bytes, and which follow each other
    (`base + program * length + cols` where `cols < length`), a `tqg.resident_row` brings all of the CTA to
    shared memory, and a `tqg.store_rows` stores them (`row-runs`, RowRuns.h): up to 40 elements a
    thread then, 48 of even lengths and of rows that lie, with up to 14 elements a thread, in
    8 or 16 lanes. Rows in the lanes of one warp are so far apart (`tqg.row_step`), where a CTA has
    so many, that they meet in no bank. A kernel may multiply programs with another argument than the length, of the
    same divisibility: where a launch finds the numbers to differ, each row is a copy. **Legal** where the length is bounded by the
    tile, no row is loaded behind a store, and none stored in front of a load, or of a store that may
    reach the same memory (`restrict`). **Bound** sm_90; a load among them, or odd lengths of
    up to 320.

    Before:
    ```mlir
    %x = tq.load %at : tensor<128x!tq.ptr<f32>> -> tensor<128xf32>
    ```
    After:
    ```text
    %x = tq.load %rows, %there : tensor<16x128x!tq.ptr<f32>> -> tensor<16x128xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::tqc::tqg::TqgDialect"];
}

def ShareRowsPass : Pass<"tq-share-rows", "::mlir::func::FuncOp"> {
  let summary = "Share the row of a program between the CTAs of a cluster";
  let description = [{
    **Phase** `layout`. **Needs** the `tile` phase, before a plan.
    **Gives** a kernel each CTA of which has one of `num_ctas` parts of its tiles
    (`shared-rows`): `tqg.cluster_gather` brings what each of them has added up or
    compared to all. `tqg.row_ctas` on the kernel says how many there are.

    **Legal** where all tiles are vectors of one length, computed element by element
    from ranges, memory and numbers; without branches and atomics. What is stored
    through one pointer the first CTA stores. Loops run as often in all CTAs, and add up
    behind them only (`tq-reduce-behind-loops`). Nothing is added up behind a store, or
    loaded behind a loop that stores.
    **Bound** 2, 4 or 8 CTAs, sm_90.

    Before:
    ```mlir
    %cols = tq.range 0 to 4096 : tensor<4096xi32>
    ```
    After:
    ```text
    %own = tq.range 0 to 2048 : tensor<2048xi32>
    %cols = arith.addi %own, %begin : tensor<2048xi32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
                           "::tqc::tqg::TqgDialect"];
}

def ShareTilesPass : Pass<"tq-share-tiles", "::mlir::func::FuncOp"> {
  let summary = "Share the rows of a program's products between the CTAs of a cluster";
  let description = [{
    **Phase** `layout`. **Needs** the `tile` phase, before a plan.
    **Gives** a kernel each CTA of which has one of `num_ctas` runs of the rows that its
    program multiplies (`shared-tiles`): `tqg.cluster_rank` says which. `tqg.row_ctas`
    on the kernel says how many there are.

    **Legal** where all products have the same rows, which are no columns elsewhere and
    go into nothing that takes all of them: other tiles are computed from them element
    by element, renamed, or stored. What is stored has these rows, and nothing else is
    done that must be done once. Nothing is loaded behind a store, and no CTA stores
    before all have loaded. Every element is computed as before.
    **Bound** 2, 4 or 8 CTAs, sm_90, and 16 rows or more for each warp of a CTA. With
    fewer rows the CTAs share the loop (`tq-split-products`).

    Before:
    ```mlir
    %range = tq.range 0 to 256 : tensor<256xi32>
    ```
    After:
    ```text
    %rank = tqg.cluster_rank of 4 : i32
    %own = tq.range 0 to 64 : tensor<64xi32>
    %range = arith.addi %own, %begin : tensor<64xi32>
    ```
  }];
  let dependentDialects = ["::tqc::tqg::TqgDialect"];
}

def DecomposeDotsPass : Pass<"tq-decompose-dots", "::mlir::func::FuncOp"> {
  let summary = "Write products that a GPU lacks as those that it has";
  let description = [{
    **Phase** `layout`. **Needs** the `tile` phase.
    **Gives** products of types that the target multiplies:

    | operands             | where                   | become                    |
    |----------------------|-------------------------|---------------------------|
    | fp8                  | no matrix instruction, or `--plan=products=fma` | fp16, which has them all  |
    | fp32, `tf32x3`       | sm_80, extents fit mma  | 3 products of tf32 parts  |
    | fp32, `bf16x3`, `x6` | sm_80, extents fit mma  | 3 or 6 of bf16 parts      |
    | fp32, other `x`      | elsewhere               | `ieee`: multiplied exactly |

    A part is what the parts before it left of a number, rounded. The products of
    small parts come first; where they are NaN, an infinity was cut, and the
    product of the largest parts says what it gives.

    Before:
    ```mlir
    %c = tq.dot %a, %b, %acc tf32 : tensor<16x32xf8E5M2>, tensor<32x8xf8E4M3FN>, tensor<16x8xf32>
    ```
    After:
    ```text
    %0 = tq.float_cast %a : tensor<16x32xf8E5M2> -> tensor<16x32xf16>
    %1 = tq.float_cast %b : tensor<32x8xf8E4M3FN> -> tensor<32x8xf16>
    %c = tq.dot %0, %1, %acc tf32 : tensor<16x32xf16>, tensor<32x8xf16>, tensor<16x8xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def TurnProductsPass : Pass<"tq-turn-products", "::mlir::func::FuncOp"> {
  let summary = "Put the right operand of a product on the left";
  let description = [{
    **Phase** `layout`. **Needs** pointers for descriptors, products in the types of
    instructions.
    **Gives** `(b^T @ a^T + c^T)^T` for products of tf32 whose operands both lie
    along their rows (`turned-products`), so that wgmma, which reads a right operand
    of 32 bits only along the depth, can take them. Loops carry such sums turned.

    **Legal** always: the same products, added up in the same order. **Gains** as
    far as wgmma beats mma.sync; the left operand then comes from registers.

    Before:
    ```mlir
    %next = tq.dot %a, %b, %acc tf32 : tensor<128x32xf32>, tensor<32x64xf32>, tensor<128x64xf32>
    ```
    After:
    ```text
    %bt = tq.trans %b [1, 0] : tensor<32x64xf32> -> tensor<64x32xf32>
    %at = tq.trans %a [1, 0] : tensor<128x32xf32> -> tensor<32x128xf32>
    %next = tq.dot %bt, %at, %acct tf32 : tensor<64x32xf32>, tensor<32x128xf32>, tensor<64x128xf32>
    ```
  }];
}

def PlanKernelPass : Pass<"tq-plan-kernel", "::mlir::func::FuncOp"> {
  let summary = "Decide warps, stages, roles and clusters of a kernel, once";
  let description = [{
    **Phase** `layout`. **Needs** the `tile` phase.
    **Gives** a `#tqg.plan` on the kernel; later passes only execute it.

    The author's `num_warps` and `num_stages` are taken as written. Each product
    gets a `#tqg.product`: its unit, and how warps lie over it (PlanProducts.h; a
    remark says why a unit does not take it). wgmma leaves out columns that no
    program stores (`live-columns`; LiveColumns.h). Loads of products become
    `tqg.box_load`, and the kernel gets two roles, where a warp of its own may
    copy them (`tensor-copies`; PlanBoxes.h says when). Neighbours in the grid that
    read most of it in common become teams of one CTA (`teams`; PlanTeams.h).

    Before:
    ```mlir
    func.func @plain() attributes {tq.kernel, tq.num_stages = 3 : i32, tq.num_warps = 4 : i32} {
    ```
    After:
    ```text
    func.func @plain() attributes {tq.kernel, tqg.plan = #tqg.plan<warps = 4, stages = 3, roles = 1, cluster = 1>} {
    ```
  }];
  let dependentDialects = ["::tqc::tqg::TqgDialect"];
}

def LazyScalingPass : Pass<"tq-lazy-scaling", "::mlir::func::FuncOp"> {
  let summary = "Scale the sums of a loop only where a row's maximum grew by much";
  let description = [{
    **Phase** `layout`. **Needs** a `#tqg.product` on each product, and `tq.lag`.
    **Gives** loops whose rows keep the number from which they count their weights'
    exponents until the largest score is that much above it, and marks the
    multiplication of a product's sums (`tqg.mostly_one`): LazyScaling.cpp.

    **Legal** where `tq-row-references` says so. Weights are 256 at most instead of 1,
    roundings are others, bounds the same.
    **Gains** nearly all multiplications of sums of wgmma by c = exp(m - m_new): a
    warp leaves them out if its factors are all 1.

    Before:
    ```mlir
    %m_new = arith.maxnumf %m, %largest : tensor<64xf32>
    ```
    After:
    ```text
    %grown = arith.subf %m_new, %m : tensor<64xf32>
    %is_far = arith.cmpf ogt, %grown, %eight : tensor<64xf32>
    %kept = arith.select %is_far, %m_new, %m : tensor<64xi1>, tensor<64xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def LaneSumsPass : Pass<"tq-lane-sums", "::mlir::func::FuncOp"> {
  let summary = "Add up the rows of a loop over lanes once, behind it";
  let description = [{
    **Phase** `layout`. **Needs** a `#tqg.product` on each product.
    **Gives** loops that carry four parts of each row's sum (`lane-sums`), one for
    each lane that holds a row of a matrix instruction's sums: LaneSums.cpp. Where
    the second product is as long as the first, which `tq-rotate-loops` wants, and in
    teams each of them adds up in turn (`tqg.in_turn`).

    **Legal** if what is added up are exponentials, the sums are only scaled, by
    exp(a - max(a, ...)), and the loop needs them nowhere else; in another order.
    **Gains** shuffles, where a row of a chained product lies in one warp.

    Before:
    ```mlir
    %next = arith.addf %scaled, %sum : tensor<64xf32>
    ```
    After:
    ```text
    %next = arith.addf %scaled, %own : tensor<64x4xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def RecordAccessesPass : Pass<"tq-record-accesses", "::mlir::func::FuncOp"> {
  let summary = "Write down what is known of addresses and masks";
  let description = [{
    **Phase** `layout`. **Needs** a `#tqg.plan` on the kernel.
    **Gives** a `#tqg.access` on each load, store and atomic of tiles, and a
    `tqg.runs` on comparisons that are the same for neighbours.

    The facts are found once (AxisAnalysis.h); layouts, copies, code and explanations
    read them here. Passes that make one memory op of another hand them on.

    Before:
    ```mlir
    tq.store %ptrs, %x, %inside : tensor<1024x!tq.ptr<f32>>, tensor<1024xf32>, tensor<1024xi1>
    ```
    After:
    ```text
    tq.store %ptrs, %x, %inside {tqg.access = #tqg.access<order = [0], run = 1024, aligned = 16, addresses = 4, whole = 1, cut = 4>} : tensor<1024x!tq.ptr<f32>>, tensor<1024xf32>, tensor<1024xi1>
    ```
  }];
  let dependentDialects = ["::tqc::tqg::TqgDialect"];
}

def AssignLayoutsPass : Pass<"tq-assign-layouts", "::mlir::func::FuncOp"> {
  let summary = "Give every tile a place on the GPU";
  let description = [{
    **Phase** `layout`. **Needs** a `#tqg.plan` on the kernel, and a
    `#tqg.product` on each product. **Gives** a `#tqg.linear` on every tile; moves are explicit.

    Anchors decide: a load or store wants neighbouring lanes on neighbouring
    addresses, a dot wants the fragments of its matrix instruction. Their
    layouts flow forward through element-wise ops, reductions and loops. What
    costs nothing to compute (indices, constants, broadcasts) takes whatever
    layout its user asks for and is computed again for a second one. Where two
    fixed layouts meet, `tqg.convert_layout` moves the cheaper one.

    Before:
    ```mlir
    %offsets = tq.range 0 to 256 : tensor<256xi32>
    ```
    After:
    ```text
    %offsets = tq.range 0 to 256 : tensor<256xi32, #linear>
    ```
  }];
  let dependentDialects = ["::tqc::tqg::TqgDialect"];
}

def PlanPipelinesPass : Pass<"tq-plan-pipelines", "::mlir::func::FuncOp"> {
  let summary = "Decide which loops copy ahead, how far and into what";
  let description = [{
    **Phase** `layout`. **Needs** a `#tqg.plan` on the kernel, and layouts.
    **Gives** what later passes only execute: `#tqg.pipeline` on loops that copy
    ahead, `tqg.slots` on loads that they copy, `tqg.deferred` on a product that may
    run on into the next iteration, `#tqg.operands` on each product of wgmma,
    `tqg.ring_slots` on box loads, `tqg.rotated` on loops.

    Copied is a load whose tile a product of the loop takes. The stages are those of the
    loop (`tl.range(num_stages=...)`), or of the kernel. Copies start before the
    products with two stages or several products, else behind the first one, and behind
    one of wgmma always. With four stages or more, one product of wgmma, and sums that
    only it reads, they run stages - 2 iterations ahead. `--plan=copies=...` forces it.
    Where teams take turns, a product of boxes runs on, too.

    **Legal** if the loop writes no global memory, the load's addresses and mask
    are known ahead (from the loop's index, carried values, arithmetic, and
    loads, such as of a page table, which are done ahead then and masked past
    the end), masked elements are zeros, and at least four bytes are neighbours
    in memory. The number of stages is an upper bound, for boxes too: it is
    reduced, with a remark, where shared memory is short.

    An operand of wgmma is read from its slot where a matrix descriptor can say how
    it lies there. Else a right one is staged, and a left one that would go through
    shared memory anyway, or that stays the same in a loop: ptxas gives its
    registers to others.

    Two products of wgmma in a loop are rotated (`rotation`) if boxes bring both
    right operands, only the loop's sums lead to the second one's accumulator,
    element by element, and nothing else in the loop needs these sums.

    Before:
    ```mlir
    %x = tq.load %d : tensor<16x16x!tq.ptr<f16>, #l> -> tensor<16x16xf16, #l>
    ```
    After:
    ```text
    %x = tq.load %d {tqg.slots = #m} : tensor<16x16x!tq.ptr<f16>, #l> -> tensor<16x16xf16, #l>
    ```
  }];
  let dependentDialects = ["::tqc::tqg::TqgDialect"];
}

def VerifyPhasePass : Pass<"tq-verify-phase", "::mlir::ModuleOp"> {
  let summary = "Check that a phase kept its promise";
  let description = [{
    **Phase** any. **Needs** nothing. **Gives** an error where the promise of
    `phase` does not hold; the promises are those of the table of phases.

    Before:
    ```mlir
    %sum = arith.addf %x, %x : tensor<64xf32>
    ```
    After:
    ```text
    error: 'arith.addf' op phase `layout` promises a layout for every tile, but this one has none
    ```
  }];
  let options = [Option<"phase", "phase", "std::string", /*default=*/"\"tile\"",
                        "the phase whose promise is checked">];
}

#endif // TQC_COMPILER_PASSES_PASSES_TD
