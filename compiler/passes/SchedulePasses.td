//===- SchedulePasses.td - The passes of the schedule ------*- tablegen -*-===//

#ifndef TQC_COMPILER_PASSES_SCHEDULEPASSES_TD
#define TQC_COMPILER_PASSES_SCHEDULEPASSES_TD

include "mlir/Pass/PassBase.td"

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
    where programs differ in length, the next that no CTA has drawn yet. So it is
    too where products add up little, and a program stores 64 KiB and more, or rows of
    results may start inside of the 32 bytes that the second-level cache writes
    together (`store-order`): neighbours write parts of the same, which are joined only
    if they come at about the same time, and CTAs that take every n-th program drift
    apart, until what they read is no longer in the cache. The
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
    The CTAs of a cluster that share the rows of a program (`tq-share-tiles`) are neighbours
    along the first axis. Legal for them where all that is loaded are boxes for products in
    loops: then those that store wait for each other at an mbarrier, not at the cluster's, and
    teams in turns each at one of their own.

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
    Ops without effects move, constants and exchanges through shared memory do not; the
    results are the same.

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

    A `tqg.cluster_gather` becomes a `tqg.cluster_exchange` by a `tqg.inbox` of its own. Those are
    made at the kernel's start, in front of a `tqg.cluster_arrive`; in front of the first exchange is
    the `tqg.cluster_wait`. A barrier of the cluster that shows what was written would take longer:
    it waits for all that its threads have stored (up to a fifth of long rows,
    docs/results/2026-11-27-inboxes).

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
  let dependentDialects = ["::tqc::tq::TqDialect", "::tqc::tqg::TqgDialect"];
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

def FullRowsPass : Pass<"tq-full-rows", "::mlir::func::FuncOp"> {
  let summary = "Copy a kernel for rows that fill their tile";
  let description = [{
    **Phase** `schedule`, behind all other passes. **Needs** a plan. **Gives** a kernel in
    both branches of an `scf.if`: whether rows are longer than all but the last sixteenth of what
    they are at most, and the grid has all rows of the CTA (`full-rows`). In the first one no row is
    missing, and a `tq.assume` says how long rows are at least.

    **Legal** always: both branches do the same.
    **Bound** kernels whose rows are copied as one (`row-runs`), of a length that `tl.assume`
    bounds: each element is masked by itself there.

    Before:
    ```mlir
    %there = arith.cmpi ult, %ids, %count : tensor<16xi32, #rows>
    ```
    After:
    ```text
    scf.if %full {
      tq.assume %long
      %there = arith.constant dense<true> : tensor<16xi1>
    } else {
      %there = arith.cmpi ult, %ids, %count : tensor<16xi32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

#endif // TQC_COMPILER_PASSES_SCHEDULEPASSES_TD
