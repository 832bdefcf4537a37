//===- TqgExchangeOps.td - Exchanges between warps, step by step -*- tablegen -*-===//
//
// What the schedule phase makes of an exchange: a part that each warp does by
// itself, a tile that is put into shared memory, a barrier, and a part that
// reads it.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_DIALECT_TQG_TQGEXCHANGEOPS_TD
#define TQC_DIALECT_TQG_TQGEXCHANGEOPS_TD

def Tqg_BarrierOp : Tqg_Op<"barrier"> {
  let summary = "Wait for warps, and see what they wrote";
  let description = [{
    `bar.sync`: barrier number `id` of a CTA's sixteen, at which `warps` warps
    meet. What they wrote to shared memory before, each of them sees behind it.
    Number 0 is that of all warps.

    **Verifier.** The number is 0 to 15; 1 to 32 warps meet.

    ```mlir
    tqg.barrier 1 of 4
    ```
  }];
  let arguments = (ins I32Attr:$id, I32Attr:$warps);
  let assemblyFormat = "$id `of` $warps attr-dict";
  let hasVerifier = 1;
}

def Tqg_StagingOp : Tqg_Op<"staging", [MemoryEffects<[MemAlloc]>]> {
  let summary = "Name the bytes that an exchange goes through";
  let description = [{
    The tile lies at the offset `tqg.scratch` in shared memory. In several
    `rounds` one part of it lies there after the other: the highest bits of the
    layout's offsets are the number of the round.

    **Verifier.** The rounds are a power of two, and no more than elements.

    ```mlir
    %staging = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<2x4xf32, #memory>>
    ```
  }];
  let arguments = (ins DefaultValuedAttr<I32Attr, "1">:$rounds);
  let results = (outs Tqg_SharedType:$result);
  let assemblyFormat = "(`rounds` $rounds^)? attr-dict `:` qualified(type($result))";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The bytes that it takes.
    int64_t bytes();
    /// What the one store of whole tiles that fills it puts there; null if it
    /// is filled in another way.
    ::mlir::Value getStored();
  }];
}

def Tqg_SharedStoreOp : Tqg_Op<"shared_store", [MemoryEffects<[MemWrite]>]> {
  let summary = "Put a tile where others can read it";
  let description = [{
    Each element is written by the first of those that hold it; a scalar by the
    first thread. One access has at most `width` elements. With `at` the tile
    becomes the elements from that one on, counted in row-major order. Of several
    rounds it writes the elements of `round`.

    **Verifier.** The tile has the elements of the staging, or fits behind `at`
    in a staging in row-major order. The width is a power of two.

    ```mlir
    tqg.shared_store %row to %staging width 2 : tensor<2x4xf32, #row> to !tqg.shared<tensor<2x4xf32, #memory>>
    ```
  }];
  let arguments = (ins AnyType:$src, Tqg_SharedType:$staging, I32Attr:$width,
                       DefaultValuedAttr<I32Attr, "0">:$at,
                       DefaultValuedAttr<I32Attr, "0">:$round);
  let assemblyFormat = "$src `to` $staging (`at` $at^)? (`round` $round^)? `width` $width attr-dict `:` type($src) `to` qualified(type($staging))";
  let hasVerifier = 1;
}

def Tqg_SharedLoadOp : Tqg_Op<"shared_load", [MemoryEffects<[MemRead]>]> {
  let summary = "Read a tile that was put into shared memory";
  let description = [{
    The tile as it lies in the staging, in another layout, or its one element.
    Of several rounds it reads the elements of `round`; the others are those of
    `rest`, which the first round does not have. With `matrix` by `ldmatrix`,
    else in accesses of at most `width` elements.

    **Verifier.** The result has the elements of the staging. The width is a
    power of two. All rounds but the first have a rest.

    ```mlir
    %read = tqg.shared_load %staging width 1 : !tqg.shared<tensor<2x4xf32, #memory>> to tensor<2x4xf32, #col>
    ```
  }];
  let arguments = (ins Tqg_SharedType:$staging, Optional<Tqg_Tile>:$rest,
                       I32Attr:$width,
                       DefaultValuedAttr<I32Attr, "0">:$round,
                       UnitAttr:$matrix);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$staging (`rest` $rest^ `:` type($rest))? (`round` $round^)? `width` $width (`matrix` $matrix^)? attr-dict `:` qualified(type($staging)) `to` type($result)";
  let hasVerifier = 1;
}

def Tqg_SharedGatherOp : Tqg_Op<"shared_gather", [MemoryEffects<[MemRead]>]> {
  let summary = "Read elements of a tile in shared memory by their index";
  let description = [{
    As `tq.gather` of the tile that lies in the staging, row by row. An index
    outside of it wraps.

    **Verifier.** The result has the shape of the index; the staging is in
    row-major order.

    ```mlir
    %picked = tqg.shared_gather %rows[%index] axis 1 : !tqg.shared<tensor<2x4xf32, #inrows>>, tensor<2x4xi32, #row> -> tensor<2x4xf32, #row>
    ```
  }];
  let arguments = (ins Tqg_SharedType:$staging, Tqg_Tile:$index, I32Attr:$axis);
  let results = (outs Tqg_Tile:$result);
  let assemblyFormat = "$staging `[` $index `]` `axis` $axis attr-dict `:` qualified(type($staging)) `,` type($index) `->` type($result)";
  let hasVerifier = 1;
}

def Tqg_SharedCountOp : Tqg_Op<"shared_count", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Add one in shared memory for each element of a tile";
  let description = [{
    `red.shared.add`: element `v` of the tile adds one to bin `v` of the staging,
    if there is such a bin and the mask is true.

    **Verifier.** The bins are a row of i32; the mask has the tile's shape.

    ```mlir
    tqg.shared_count %index into %bins : tensor<2x4xi32, #row>, !tqg.shared<tensor<4xi32, #bins>>
    ```
  }];
  let arguments = (ins Tqg_Tile:$src, Tqg_SharedType:$staging,
                       Optional<Tqg_Tile>:$mask);
  let assemblyFormat = "$src `into` $staging (`mask` $mask^ `:` type($mask))? attr-dict `:` type($src) `,` qualified(type($staging))";
  let hasVerifier = 1;
}

def Tqg_YieldOp : Tqg_Op<"yield", [Pure, Terminator,
    ParentOneOf<["WarpReduceOp", "WarpScanOp", "ScanCarryOp"]>]> {
  let summary = "End a region that combines two tuples of scalars";
  let description = [{
    ```mlir
    tqg.yield %c : f32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "$values `:` type($values) attr-dict";
}

//===----------------------------------------------------------------------===//
// Between the CTAs of a cluster
//===----------------------------------------------------------------------===//

def Tqg_ClusterSumOp : Tqg_Op<"cluster_sum", [Pure, SameOperandsAndResultType]> {
  let summary = "Add up what the CTAs of a cluster have";
  let description = [{
    The first CTA gets the sum of the tiles that `ctas` CTAs have, in the order of
    their ranks; what the others get is not defined. An exchange: all CTAs of the
    cluster come to it. In several `shares` each of the first so many CTAs gets as
    many columns, in the order of ranks, and what is not its share is not defined.

    **Verifier.** The CTAs are 2 to 8; the shares are a power of two no greater,
    and a share is of whole columns that differ in registers alone. The
    elements have 32 bits, at least four for each CTA.

    ```mlir
    %all = tqg.cluster_sum %part of 2 : tensor<2x4xf32, #row>
    ```
  }];
  let arguments = (ins Tqg_Tile:$src, I32Attr:$ctas,
                       DefaultValuedAttr<I32Attr, "1">:$shares);
  let results = (outs Tqg_Tile:$result);
  let assemblyFormat = "$src `of` $ctas (`shares` $shares^)? attr-dict `:` type($src)";
  let hasVerifier = 1;
}

def Tqg_ClusterRankOp : Tqg_Op<"cluster_rank", [Pure]> {
  let summary = "Give the number of this CTA in its cluster";
  let description = [{
    0 to `ctas` - 1, in the order of the CTAs along the first axis of the grid
    (PTX ISA, "%cluster_ctaid").

    **Verifier.** A cluster has 2, 4 or 8 CTAs.

    ```mlir
    %rank = tqg.cluster_rank of 4 : i32
    ```
  }];
  let arguments = (ins I32Attr:$ctas);
  let results = (outs I32:$result);
  let assemblyFormat = "`of` $ctas attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Tqg_ClusterGatherOp : Tqg_Op<"cluster_gather", [Pure]> {
  let summary = "Give the numbers that the CTAs of a cluster have";
  let description = [{
    Element i is what the CTA of rank i has; all CTAs get all of them. An exchange:
    all CTAs of the cluster come to it.

    **Verifier.** The number has 32 bits, as the elements of the vector, and the
    cluster 2, 4 or 8 CTAs.

    ```mlir
    %all = tqg.cluster_gather %x : f32 -> tensor<4xf32>
    ```
  }];
  let arguments = (ins AnyType:$src);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
}

def Tqg_InboxOp : Tqg_Op<"inbox", [MemoryEffects<[MemAlloc]>]> {
  let summary = "Make a place for a number of each CTA of the cluster";
  let description = [{
    Lies in the shared memory of each CTA, with an mbarrier behind it that waits for the
    bytes of all. One thread initialises that; others may send behind a
    `tqg.cluster_arrive` of this CTA and their own `tqg.cluster_wait`. It is for one exchange.

    **Verifier.** A vector of 2, 4 or 8 elements of 32 bits.

    ```mlir
    %box = tqg.inbox {tqg.scratch = 0 : i32} : !tqg.shared<tensor<4xf32, #box>>
    ```
  }];
  let results = (outs Tqg_SharedType:$result);
  let assemblyFormat = "attr-dict `:` qualified(type($result))";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The bytes of the numbers, in front of the mbarrier.
    int64_t mbarrierOffset();
    /// The bytes that it takes, and those of one for as many CTAs.
    int64_t bytes() { return bytesFor(mbarrierOffset() / 4); }
    static int64_t bytesFor(int64_t ctas) { return 4 * ctas + 8; }
  }];
}

def Tqg_ClusterExchangeOp : Tqg_Op<"cluster_exchange", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Send a number to all CTAs of the cluster, and take theirs";
  let description = [{
    Thread i sends the number to the inbox of the CTA of rank i, and all wait until those
    of all CTAs are in their own. Each element is what the CTA of that rank sent. Neither
    waits for what threads stored before, as a barrier of the cluster would that shows
    it (PTX ISA, "st.async").

    **Verifier.** The number is one of the inbox's, as those of the result; ranks are i32, of
    the result's shape and layout.

    ```mlir
    %taken = tqg.cluster_exchange %x by %box of %ranks : f32, !tqg.shared<tensor<4xf32, #box>>, tensor<4xi32, #ranks> -> tensor<4xf32, #ranks>
    ```
  }];
  let arguments = (ins AnyType:$src, Tqg_SharedType:$inbox, Tqg_Tile:$ranks);
  let results = (outs Tqg_Tile:$result);
  let assemblyFormat = "$src `by` $inbox `of` $ranks attr-dict `:` type($src) `,` qualified(type($inbox)) `,` type($ranks) `->` type($result)";
  let hasVerifier = 1;
}

def Tqg_ClusterArriveOp : Tqg_Op<"cluster_arrive"> {
  let summary = "Say to the cluster that this CTA has come here";
  let description = [{
    `fence.mbarrier_init` and `barrier.cluster.arrive.relaxed`, by all threads: shows others the
    mbarriers that were initialised before, and nothing else.

    ```mlir
    tqg.cluster_arrive
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Tqg_ClusterWaitOp : Tqg_Op<"cluster_wait"> {
  let summary = "Wait until all CTAs of the cluster have arrived";
  let description = [{
    `barrier.cluster.wait`, by all threads that have arrived.

    ```mlir
    tqg.cluster_wait
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Tqg_ClusterBarrierOp : Tqg_Op<"cluster_barrier"> {
  let summary = "Wait for all CTAs of the cluster, and see what they wrote";
  let description = [{
    `barrier.cluster.arrive` and `wait`, by all threads of the cluster that have
    not ended. What they wrote to shared memory before, also to another CTA's,
    each of them sees behind it.

    ```mlir
    tqg.cluster_barrier
    ```
  }];
  let arguments = (ins);
  let assemblyFormat = "attr-dict";
}

def Tqg_ClusterAddOp : Tqg_Op<"cluster_add", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Add up a share of what lies in the CTAs' shared memory";
  let description = [{
    The staging has as many shares as the cluster has CTAs, or as the next power
    of two below. Each of so many CTAs reads the share of its rank in all of
    them, adds up in the order of the ranks, and writes the sums into the first
    CTA's (PTX ISA, "mapa" and the state space `shared::cluster`). If `shares` are named there are so many, and each of the
    first CTAs writes the sums of its own into its own.

    **Verifier.** As of `tqg.cluster_sum`.

    ```mlir
    tqg.cluster_add %staging of 2 : !tqg.shared<tensor<2x4xf32, #memory>>
    ```
  }];
  let arguments = (ins Tqg_SharedType:$staging, I32Attr:$ctas,
                       DefaultValuedAttr<I32Attr, "1">:$shares);
  let assemblyFormat = "$staging `of` $ctas (`shares` $shares^)? attr-dict `:` qualified(type($staging))";
  let hasVerifier = 1;
}

class Tqg_CombineOp<string mnemonic, list<Trait> traits = []>
    : Tqg_Op<mnemonic, !listconcat(traits, [RecursiveMemoryEffects,
          RecursivelySpeculatable, SingleBlock])> {
  let regions = (region SizedRegion<1>:$combine);
}

def Tqg_WarpReduceOp : Tqg_CombineOp<"warp_reduce", [SameOperandsShape]> {
  let summary = "Combine what each warp has of an axis";
  let description = [{
    As `tq.reduce`, but each warp combines what it holds itself: row `w` of a
    result is what the warps at place `w` along the axis have. Registers, then
    shuffles.

    **Verifier.** A result has a row for each part of the axis, then the source's
    shape without it.

    ```mlir
    %parts = "tqg.warp_reduce"(%tile) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tqg.yield %c : f32
    }) : (tensor<2x64xf32, #long>) -> tensor<2x2xf32, #parts>
    ```
  }];
  let arguments = (ins Variadic<Tqg_Tile>:$srcs, I32Attr:$axis);
  let results = (outs Variadic<Tqg_Tile>:$results_);
  let hasVerifier = 1;
}

def Tqg_WarpScanOp : Tqg_CombineOp<"warp_scan", [SameOperandsShape]> {
  let summary = "Combine up to each element what a warp has before it";
  let description = [{
    As `tq.scan` in each of the `parts` of the axis, one warp's after the other:
    what came before a part is still missing.

    **Verifier.** The results have the types of the sources; the axis has so many
    parts.

    ```mlir
    %inside = "tqg.warp_scan"(%tile) <{axis = 1 : i32, parts = 2 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tqg.yield %c : f32
    }) : (tensor<2x64xf32, #long>) -> tensor<2x64xf32, #long>
    ```
  }];
  let arguments = (ins Variadic<Tqg_Tile>:$srcs, I32Attr:$axis, I32Attr:$parts,
                       UnitAttr:$reverse);
  let results = (outs Variadic<Tqg_Tile>:$results_);
  let hasVerifier = 1;
}

def Tqg_TotalStoreOp : Tqg_Op<"total_store", [MemoryEffects<[MemWrite]>]> {
  let summary = "Put the last element of each part of a scan where others read it";
  let description = [{
    Row `w` of the staging gets, of each line along the axis, the last element in
    part `w`; with `reverse` the first one.

    **Verifier.** The staging has a row for each part, then the tile's shape
    without the axis, in row-major order.

    ```mlir
    tqg.total_store %inside to %totals axis 1 : tensor<2x64xf32, #long> to !tqg.shared<tensor<2x2xf32, #inparts>>
    ```
  }];
  let arguments = (ins Tqg_Tile:$src, Tqg_SharedType:$staging, I32Attr:$axis,
                       UnitAttr:$reverse);
  let assemblyFormat = "$src `to` $staging `axis` $axis (`reverse` $reverse^)? attr-dict `:` type($src) `to` qualified(type($staging))";
  let hasVerifier = 1;
}

def Tqg_ScanCarryOp : Tqg_CombineOp<"scan_carry"> {
  let summary = "Combine the parts of a scan with what came before them";
  let description = [{
    The first half of the operands are what `tqg.warp_scan` gave, the other half
    the totals of its parts, one row for each: every element is combined with the
    totals of the parts before its own.

    **Verifier.** The results have the types of the first half; the totals have a
    row for each part, then their shape without the axis.

    ```mlir
    %sums = "tqg.scan_carry"(%inside, %before) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tqg.yield %c : f32
    }) : (tensor<2x64xf32, #long>, tensor<2x2xf32, #all>) -> tensor<2x64xf32, #long>
    ```
  }];
  let arguments = (ins Variadic<Tqg_Tile>:$inputs, I32Attr:$axis,
                       UnitAttr:$reverse);
  let results = (outs Variadic<Tqg_Tile>:$results_);
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::OperandRange getSrcs() {
      return getInputs().take_front(getNumResults());
    }
    ::mlir::OperandRange getTotals() {
      return getInputs().drop_front(getNumResults());
    }
  }];
}

#endif // TQC_DIALECT_TQG_TQGEXCHANGEOPS_TD
