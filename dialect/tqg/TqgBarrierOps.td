//===- TqgBarrierOps.td - Who waits for which slot ---------*- tablegen -*-===//
//
// Barriers in shared memory: a slot is filled when its bytes have come, and free
// when all who read it have said so.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_DIALECT_TQG_TQGBARRIEROPS_TD
#define TQC_DIALECT_TQG_TQGBARRIEROPS_TD

def Tqg_MbarriersOp : Tqg_Op<"mbarriers", [MemoryEffects<[MemAlloc]>]> {
  let summary = "Make barriers in shared memory";
  let description = [{
    One thread initialises them; before another uses them there must be a
    `tq.barrier`. A phase ends after `arrivals` arrivals, and when all bytes that
    are owed have come.

    ```mlir
    %full = tqg.mbarriers arrivals 1 : !tqg.mbarriers<2>
    ```
  }];
  let arguments = (ins I32Attr:$arrivals);
  let results = (outs Tqg_MbarriersType:$result);
  let assemblyFormat = "`arrivals` $arrivals attr-dict `:` type($result)";
}

def Tqg_MbarrierExpectOp : Tqg_Op<"mbarrier_expect"> {
  let summary = "Arrive at a barrier, and owe it bytes";
  let description = [{
    `mbarrier.arrive.expect_tx`: the phase ends when as many bytes have come.

    ```mlir
    tqg.mbarrier_expect %full[%slot], 16384 : !tqg.mbarriers<2>
    ```
  }];
  let arguments = (ins Tqg_MbarriersType:$barriers, I32:$slot, I32Attr:$bytes);
  let assemblyFormat = "$barriers `[` $slot `]` `,` $bytes attr-dict `:` type($barriers)";
}

def Tqg_MbarrierArriveOp : Tqg_Op<"mbarrier_arrive", [AttrSizedOperandSegments]> {
  let summary = "Arrive at a barrier, once a warp";
  let description = [{
    What the warp did before is done for those who wait for the phase.

    It comes `after` the computation of a tile, too, which must not be negative:
    ptxas keeps waits and arrivals in their order, but would have all of them
    before any arithmetic. What follows the arrival follows that tile then. Of a
    sum that is added up in turn (`tqg.in_turn`) it comes after as many `links`
    of it, on the first row that a thread holds. With a `where` it arrives only
    where that holds. Of so many `ctas` of a cluster it arrives at the barriers of all.

    ```mlir
    tqg.mbarrier_arrive %empty[%slot] : !tqg.mbarriers<2>
    ```
    ```mlir
    tqg.mbarrier_arrive %empty[%slot] after %weights : tensor<64xf32, #row> : !tqg.mbarriers<2>
    ```
    ```mlir
    tqg.mbarrier_arrive %empty[%before] where %again : !tqg.mbarriers<2>
    ```
    ```mlir
    tqg.mbarrier_arrive %empty[%slot] of 4 : !tqg.mbarriers<2>
    ```

    **Verifier.** Only a sum in turn has links, and at least one is asked for.
  }];
  let arguments = (ins Tqg_MbarriersType:$barriers, I32:$slot,
                   Optional<F32Tensor>:$after, Optional<I1>:$where,
                   OptionalAttr<I32Attr>:$links, OptionalAttr<I32Attr>:$ctas);
  let assemblyFormat = [{
    $barriers `[` $slot `]` (`of` $ctas^)? (`after` $after^ `:` type($after))? (`links` $links^)?
    (`where` $where^)? attr-dict `:` type($barriers)
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$barriers, "::mlir::Value":$slot,
                                 CArg<"::mlir::Value", "{}">:$where,
                                 CArg<"::mlir::IntegerAttr", "{}">:$ctas), [{
    build($_builder, $_state, barriers, slot, /*after=*/::mlir::Value(), where,
          /*links=*/::mlir::IntegerAttr(), ctas);
  }]>];
  let hasVerifier = 1;
}

def Tqg_RingSkipOp : Tqg_Op<"ring_skip", [Pure]> {
  let summary = "Go past slots that somebody else reads";
  let description = [{
    Which slot comes, and the parity of its phase, when `count` slots from this one
    on have been filled and read; barriers are those of the ring.

    ```mlir
    %next:2 = tqg.ring_skip %full[%slot], %parity by %count : !tqg.mbarriers<2>
    ```
  }];
  let arguments = (ins Tqg_MbarriersType:$barriers, I32:$slot, I32:$parity, I32:$count);
  let results = (outs I32:$next, I32:$turned);
  let assemblyFormat = "$barriers `[` $slot `]` `,` $parity `by` $count attr-dict `:` type($barriers)";
}

def Tqg_MbarrierWaitOp : Tqg_Op<"mbarrier_wait"> {
  let summary = "Wait for the end of a barrier's phase";
  let description = [{
    Waits for the phase of this parity; of a new barrier the phase of parity 1
    counts as ended.

    ```mlir
    tqg.mbarrier_wait %full[%slot], %parity : !tqg.mbarriers<2>
    ```
  }];
  let arguments = (ins Tqg_MbarriersType:$barriers, I32:$slot, I32:$parity);
  let assemblyFormat = "$barriers `[` $slot `]` `,` $parity attr-dict `:` type($barriers)";
}

#endif // TQC_DIALECT_TQG_TQGBARRIEROPS_TD
