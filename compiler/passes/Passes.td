//===- Passes.td - Every pass and what it promises ---------*- tablegen -*-===//

#ifndef TQC_COMPILER_PASSES_PASSES_TD
#define TQC_COMPILER_PASSES_PASSES_TD

include "mlir/Pass/PassBase.td"

def RowArithmeticPass : Pass<"tq-row-arithmetic", "::mlir::func::FuncOp"> {
  let summary = "Compute once a row what all its elements share";
  let description = [{
    **Phase** `tile`. **Needs** a canonical kernel. **Gives** products by one reciprocal
    a row instead of quotients (`row-reciprocal`), and the hardware's exp2 instead of
    exp for differences from the maximum of a row (`exp2-folding`). What that changes in
    the last places is told in RowArithmetic.cpp.

    Before:
    ```mlir
    %all = tq.splat %d : f32 -> tensor<64xf32>
    %y = arith.divf %x, %all : tensor<64xf32>
    ```
    After:
    ```text
    %y = arith.mulf %x_scaled, %reciprocals : tensor<64xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

def FoldSumsPass : Pass<"tq-fold-sums", "::mlir::func::FuncOp"> {
  let summary = "Start a product from what it is added to";
  let description = [{
    **Phase** `tile`. **Needs** a canonical kernel. **Gives** `tq.dot` with an
    accumulator for `acc += tl.dot(a, b)` (`fold-sums`): no zeros to start from, no
    addition behind it, and sums that only the product touches, as pipelines want them.

    **Legal** if the product starts from zero, and the addition, in the same
    block, is its only use. Integers add up to the same bits. Floats are added in
    another order, in the type of the sum all the same; Triton does this too.

    Before:
    ```mlir
    %p = tq.dot %a, %b, %zero tf32 : tensor<64x32xf16>, tensor<32x64xf16>, tensor<64x64xf32>
    %sum = arith.addf %c, %p : tensor<64x64xf32>
    ```
    After:
    ```text
    %sum = tq.dot %a, %b, %c tf32 : tensor<64x32xf16>, tensor<32x64xf16>, tensor<64x64xf32>
    ```
  }];
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

def DecomposeDotsPass : Pass<"tq-decompose-dots", "::mlir::func::FuncOp"> {
  let summary = "Write products that a GPU lacks as those that it has";
  let description = [{
    **Phase** `layout`. **Needs** the `tile` phase.
    **Gives** products of types that the target multiplies:

    | operands             | where                   | become                    |
    |----------------------|-------------------------|---------------------------|
    | fp8                  | no matrix instruction   | fp16, which has them all  |
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
    remark says why a unit does not take it). Loads of products become
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

def SplitProductsPass : Pass<"tq-split-products", "::mlir::func::FuncOp"> {
  let summary = "Share the products of a program between CTAs";
  let description = [{
    **Phase** `schedule`. **Needs** the `layout` phase, and a plan with several CTAs a
    cluster. **Gives** each of them a run of the loop's iterations, a `tqg.cluster_sum`
    of each sum behind the loop, and what follows to the first or, where sums go element
    by element into boxes, the columns of its share to each.

    A program is a cluster then: `tq.program_id 0` counts CTAs, and is divided.

    **Legal** where the planner says so (`split-products`; PlanSplit.h). The sums
    of the CTAs are added in the order of their ranks, whoever comes first, so
    results are the same each time, but rounded otherwise than those of one CTA.

    Before:
    ```mlir
    %sum = scf.for %k = %low to %K step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32, #acc>) : i32 {
    ```
    After:
    ```text
    %part = scf.for %k = %first to %end step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32, #acc>) : i32 {
    ...
    %sum = tqg.cluster_sum %part of 4 : tensor<64x64xf32, #acc>
    scf.if %isFirst {
    ```
  }];
  let dependentDialects = ["::tqc::tqg::TqgDialect",
                           "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def PipelineLoopsPass : Pass<"tq-pipeline-loops", "::mlir::func::FuncOp"> {
  let summary = "Copy the operands of a loop's products ahead of their use";
  let description = [{
    **Phase** `schedule`. **Needs** the plans of `tq-plan-pipelines`.
    **Gives** rings in shared memory, filled `distance` iterations ahead.

    A load that has slots becomes an asynchronous copy into a ring; the product
    reads its fragments from the slot:

    ```text
    fill slots 0 .. distance-1
    for i:
      wait for the copies of iteration i; barrier
      read slot i % stages; multiply
      start the copies of iteration i + distance
    ```

    One barrier an iteration is enough: a slot is filled again only after all
    threads have passed the barrier that follows its last read.

    Before:
    ```mlir
    %f = tqg.convert_layout %x : tensor<16x16xf16, #l> to tensor<16x16xf16, #a>
    ```
    After:
    ```text
    %f = tqg.ring_read %x[%slot] [0, 1] : !tqg.ring<2, tensor<16x16xf16, #m>> -> tensor<16x16xf16, #a>
    ```
  }];
  let dependentDialects = ["::tqc::tqg::TqgDialect"];
}

def MakePersistentPass : Pass<"tq-make-persistent", "::mlir::func::FuncOp"> {
  let summary = "Run programs one after the other in few CTAs";
  let description = [{
    **Phase** `schedule`. **Needs** the `layout` phase, and a persistent plan.
    **Gives** a loop over programs around the kernel (`persistence`): a CTA takes
    program `i`, then the one that comes as many behind it as there are CTAs, or,
    where programs differ in length, the next that no CTA has drawn yet. The
    producer of `tq-split-roles` copies for the next program while the consumers
    still store the results of this one.

    Programs are counted along the first axis first, as CTAs are, or in groups
    (`tile-order`): those of one group along the first axis with the same second
    number follow each other, so that CTAs which run at a time read few rows and few
    columns. Where the plan says which programs of a row are longest
    (`longest-first`), those of the last rows come longest first: the CTAs then end at
    about the same time. Legal, since programs may run in any order.

    With several neighbours side by side a CTA takes groups of them along the first
    axis, and each team (`tqg.team`) its program of the group. Teams without a
    program, behind the last one of a row, run that one again, and write nothing.

    Before:
    ```mlir
    %x = tq.program_id 0
    ```
    After:
    ```text
    %cta = tq.program_id 0
    %ctas = tq.num_programs 0
    scf.for %program = %cta to %programs step %ctas {
      %x = arith.remui %program, %extent
    ```
  }];
  let dependentDialects = ["::tqc::tqg::TqgDialect",
                           "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def SplitRolesPass : Pass<"tq-split-roles", "::mlir::func::FuncOp"> {
  let summary = "Let one warp copy boxes, and the others compute";
  let description = [{
    **Phase** `schedule`. **Needs** the `layout` phase, and a plan with two roles.
    **Gives** two `tqg.role`s instead of `tqg.box_load`s: a producer, one thread
    that starts tensor copies into rings, and consumers that do everything else.

    Each ring has two mbarriers a slot. The producer waits until a slot is empty,
    says how many bytes it is owed, and starts the copy. The consumers wait until
    the slot is full, read it, and say, once a warp, that it is empty. Both count
    slots and phases by themselves, in the order of the program.

    Several teams are consumers side by side. What all of them read is copied once,
    and empty when the warps of all have said so; of what a team alone reads there
    are slots for each, which the producer fills one behind the other. A loop that
    teams do not run equally often (causal attention) the producer runs as often as
    the longest, and each team gives back what it does not read (DrainRings.cpp). Two
    teams that take programs in turns wait for each other (`turns`; TakeTurns.cpp).

    **Legal** where the planner made box loads: see PlanBoxes.h. Slots are as many
    as the loads say (`tqg.ring_slots`).

    Before:
    ```mlir
    %t = tqg.box_load %map[%k, %m] axes [1, 0] {tqg.ring_slots = 3 : i32} : tensor<128x64xf16, #l>
    ```
    After:
    ```text
    tqg.role "producer" warps 8 to 9 single {
      tqg.mbarrier_wait %empty[%slot], %turned : !tqg.mbarriers<3>
      tqg.mbarrier_expect %full[%slot], 16384 : !tqg.mbarriers<3>
      tqg.copy_tensor %map[%k, %m] axes [1, 0] to %ring[%slot] fills %full : ...
    }
    tqg.role "consumers" warps 0 to 8 {
      tqg.mbarrier_wait %full[%slot], %parity : !tqg.mbarriers<3>
      %t = tqg.ring_read %ring[%slot] [0, 1] : ...
      tqg.mbarrier_arrive %empty[%slot] : !tqg.mbarriers<3>
    }
    ```
  }];
  let dependentDialects = ["::tqc::tqg::TqgDialect"];
}

def StageStoresPass : Pass<"tq-stage-stores", "::mlir::func::FuncOp"> {
  let summary = "Store boxes through shared memory";
  let description = [{
    **Phase** `schedule`. **Needs** the boxes of `tq-plan-kernel`, and the layouts.
    **Gives** rings with a slot or two for a panel, and the writes and copies that
    take turns in them, instead of `tqg.box_store`s.

    Each warp stages its own rows, and waits for nobody: before it writes a slot, for
    its own copies out of it (`tqg.store_wait`); before the CTA ends, for all of them.

    **Legal** where the planner made box stores: see PlanStores.h.

    Before:
    ```mlir
    tqg.box_store %map[%n, %n] axes [1, 0], %t : tensor<64x64xf16, #acc>
    ```
    After:
    ```text
    tqg.store_wait 0
    tqg.ring_write %t, %ring[%c0] column 0 : tensor<64x64xf16, #acc>, !tqg.ring<1, tensor<64x64xf16, #m>>
    tqg.store_tensor %ring[%c0] to %map[%n, %n] axes [1, 0] : !tqg.ring<1, tensor<64x64xf16, #m>>
    ```
  }];
  let dependentDialects = ["::tqc::tqg::TqgDialect",
                           "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def WarpgroupProductsPass : Pass<"tq-warpgroup-products", "::mlir::func::FuncOp"> {
  let summary = "Multiply by groups of four warps, from shared memory";
  let description = [{
    **Phase** `schedule`. **Needs** the pipelines of `tq-pipeline-loops`.
    **Gives** `tqg.wgmma` for products that are planned for it (`#tqg.product`).

    Hopper's `wgmma` reads the right operand, and the left one if it was copied
    too, from shared memory by itself, and multiplies while its warps do
    something else: start the copies of a later iteration, here. Its value is
    waited for where it is needed, at the latest at the end of the iteration,
    so that the slot can be filled again. Where the pipeline left a slot unused
    for one more iteration (`tqg.deferred`), the wait is for the product of the
    iteration before, and the last one is waited for behind the loop; slots that
    were to be given back then are given back in the next iteration.

    An operand that is planned to be staged threads write, between two barriers,
    into panels that a matrix descriptor can say, in front of the loops that it
    does not change in.

    **Legal** if the planner said so: all warps lie along M with 64 rows for four of
    them, operands are fp16 or bf16 and sums fp32. What threads and their copies wrote
    is shown to the asynchronous proxy by a fence before the barrier that publishes it.

    Before:
    ```mlir
    %d = tqg.mma %f, %g, %c {tqg.operands = #tqg.operands<left = registers, right = slot>, tqg.product = #tqg.product<unit = wgmma, rows = 4>} : tensor<64x32xf16, #a>, tensor<32x64xf16, #b>, tensor<64x64xf32, #c>
    ```
    After:
    ```text
    %v = tqg.ring_view %ring[%slot] [0, 1] : !tqg.ring<2, tensor<32x64xf16, #m>> -> !tqg.shared<tensor<32x64xf16, #m>>
    %w = tqg.wgmma %f, %v, %c : tensor<64x32xf16, #a>, !tqg.shared<tensor<32x64xf16, #m>>, tensor<64x64xf32, #c>
    %d = tqg.wgmma_wait %w : tensor<64x64xf32, #c>
    ```
  }];
  let dependentDialects = ["::tqc::tqg::TqgDialect"];
}

def RotateLoopsPass : Pass<"tq-rotate-loops", "::mlir::func::FuncOp"> {
  let summary = "Let a loop's second product run beside the next first one";
  let description = [{
    **Phase** `schedule`. **Needs** the products of `tq-warpgroup-products`.
    **Gives** loops of two products that are planned for it (`tqg.rotated`): the
    second one runs while the next iteration computes what it will multiply.
    RotateLoops.cpp has the picture.

    **Legal** where `tq-plan-pipelines` says so: the same operations in the same
    order on each value. The second product's left operand takes registers.

    Before:
    ```mlir
    %p = tqg.wgmma %weights, %v, %scaled : tensor<64x64xf16, #a>, !tqg.shared<tensor<64x64xf16, #m>>, tensor<64x64xf32, #c>
    ```
    After:
    ```text
    %s = tqg.wgmma %q, %k, %zero : ...
    %p = tqg.wgmma %previous_weights, %v, %scaled : ...
    %t = tqg.wgmma_wait %s, 1 : tensor<64x64xf32, #c>
    ```
  }];
  let dependentDialects = ["::tqc::tqg::TqgDialect"];
}

def AllocateSharedPass : Pass<"tq-allocate-shared", "::mlir::func::FuncOp"> {
  let summary = "Give every exchange its bytes of shared memory";
  let description = [{
    **Phase** `schedule`. **Needs** the `layout` phase. **Gives** `tqg.scratch` (an
    offset) on every op that exchanges data between warps, `tqg.unfenced` on those that
    need no barrier before they write, and `tqg.shared_bytes` on the kernel.

    Scratch lives only while its op runs, so all ops share the bytes from offset
    0 on. Each waits for all warps between its writes and its reads. Before its
    writes it waits too where warps may still read the same bytes; small ones
    take other bytes instead (`one-barrier`; see ScratchSlots.h).

    A ring lives from its op to the end of the loop that uses it. Rings and
    scratch that live at the same time get different bytes; a pipeline has
    barriers of its own before and after it, so that all others may share.

    Before:
    ```mlir
    %col = tqg.convert_layout %row : tensor<64x64xf32, #row> to tensor<64x64xf32, #col>
    ```
    After:
    ```text
    %col = tqg.convert_layout %row {tqg.scratch = 0 : i32, tqg.unfenced} : tensor<64x64xf32, #row> to tensor<64x64xf32, #col>
    ```
  }];
  let dependentDialects = ["::tqc::tqg::TqgDialect"];
}

def SinkBehindLoopsPass : Pass<"tq-sink-behind-loops", "::mlir::func::FuncOp"> {
  let summary = "Compute behind a loop what is used there alone";
  let description = [{
    **Phase** `schedule`. **Needs** roles. **Gives** consumers that compute what
    no loop in front of its first use needs behind that loop.

    The places of a result, with divisions by the sizes of the grid, stand in front
    of the loop in the source. There each program of a persistent kernel would wait
    for them before its first product, though what that reads is there already;
    behind the loop they run beside the last product and what its sums go through.
    Ops without effects move, constants do not; the results are the same.

    Before:
    ```mlir
    %row = arith.divui %program, %n : i32
    %sum = scf.for %i = %c0 to %k step %c1 iter_args(%s = %zero) -> (f32) : i32 {
      scf.yield %s : f32
    }
    %at = tq.addptr %out, %row : !tq.ptr<f32>, i32
    tq.store %at, %sum : !tq.ptr<f32>, f32
    ```
    After:
    ```text
    %sum = scf.for ...
    %row = arith.divui %program, %n : i32
    %at = tq.addptr %out, %row : !tq.ptr<f32>, i32
    tq.store %at, %sum : !tq.ptr<f32>, f32
    ```
  }];
}

def OrderReplicasPass : Pass<"tq-order-replicas", "::mlir::func::FuncOp"> {
  let summary = "Let all warps load what one stores before it does";
  let description = [{
    **Phase** `schedule`. **Needs** scratch in its place. **Gives** a
    `tq.barrier` between a load that several warps do alike and a store that one
    of them does for all, whichever comes first.

    A number, and a tile of fewer elements than there are threads, is in several
    warps at once: all of them load it, and the first one stores. In `x =
    tl.load(p); tl.store(p, x + 1)` a slow warp would load what the first one has
    already stored, and go on with another x. What exchanges through shared
    memory has a barrier that does as well. Where warps may not all come along
    (in `while`, in roles, and under conditions that were loaded, which may be
    another program's flag) there is no barrier.

    Before:
    ```mlir
    %old = tq.load %p : !tq.ptr<i32> -> i32
    %new = arith.addi %old, %one : i32
    tq.store %p, %new : !tq.ptr<i32>, i32
    ```
    After:
    ```text
    %old = tq.load %p : !tq.ptr<i32> -> i32
    %new = arith.addi %old, %one : i32
    tq.barrier
    tq.store %p, %new : !tq.ptr<i32>, i32
    ```
  }];
  let dependentDialects = ["::tqc::tq::TqDialect"];
}

def ExpandExchangesPass : Pass<"tq-expand-exchanges", "::mlir::func::FuncOp"> {
  let summary = "Write exchanges between warps as stores, barriers and loads";
  let description = [{
    **Phase** `schedule`. **Needs** the offsets of `tq-allocate-shared`. **Gives** a
    `tqg.barrier` wherever warps wait for each other, and the number of warps that do:
    all of a CTA, or those of a role. Nothing behind this pass makes a barrier.

    An op that moves elements between warps becomes what each warp does by itself,
    a store into a `tqg.staging`, a barrier, and a load. Before the store there is
    another barrier, unless the op is `tqg.unfenced`.

    Before:
    ```mlir
    %col = tqg.convert_layout %row {tqg.scratch = 0 : i32, tqg.unfenced} : tensor<64x64xf32, #row> to tensor<64x64xf32, #col>
    ```
    After:
    ```text
    %staging = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<64x64xf32, #memory>>
    tqg.shared_store %row to %staging width 4 : ...
    tqg.barrier 0 of 2
    %col = tqg.shared_load %staging width 4 : ...
    ```
  }];
  let dependentDialects = ["::tqc::tqg::TqgDialect"];
}

def OverlapLaunchesPass : Pass<"tq-overlap-launches", "::mlir::func::FuncOp"> {
  let summary = "Let a launch begin while the one before it ends";
  let description = [{
    **Phase** `schedule`. **Needs** a plan. **Gives** a `tqg.launch_wait` in front of
    every effect and every tile, on sm_90 and later, and behind it a `tqg.launch_next`
    where there are roles and no clusters.

    Before:
    ```mlir
    %x = tq.load %at : !tq.ptr<i32> -> i32
    ```
    After:
    ```text
    tqg.launch_wait
    %x = tq.load %at : !tq.ptr<i32> -> i32
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
