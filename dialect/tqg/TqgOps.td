//===- TqgOps.td - Ops on placed tiles ---------------------*- tablegen -*-===//

#ifndef TQC_DIALECT_TQG_TQGOPS_TD
#define TQC_DIALECT_TQG_TQGOPS_TD

include "dialect/tqg/TqgAttrs.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Tqg_Op<string mnemonic, list<Trait> traits = []>
    : Op<Tqg_Dialect, mnemonic, traits>;

/// A tile whose encoding is a `#tqg.linear`.
def Tqg_Tile : Type<
    And<[CPred<"::llvm::isa<::mlir::RankedTensorType>($_self)">,
         CPred<"::llvm::isa_and_nonnull<::tqc::tqg::LinearAttr>("
               "::llvm::cast<::mlir::RankedTensorType>($_self).getEncoding())">]>,
    "tile with a #tqg.linear layout", "::mlir::RankedTensorType">;

def Tqg_ConvertLayoutOp : Tqg_Op<"convert_layout", [
    Pure, SameOperandsAndResultShape, SameOperandsAndResultElementType]> {
  let summary = "Move a tile from one layout to another";
  let description = [{
    The result has the elements of `$src`, held where the result's layout says.
    It is the only op that changes a layout, so it is also the only op whose
    cost is pure data movement:

    | if, from source to result, ...   | it lowers to                        |
    |----------------------------------|-------------------------------------|
    | every element stays in its lane  | register renaming, no instruction   |
    | every element stays in its warp  | `shfl.sync`                         |
    | otherwise                        | a round trip through shared memory  |

    **Verifier.** Shape and element type match. Both layouts cover the shape.

    **Folds.** A conversion to the layout that the tile already has is removed;
    of two conversions in a row only the last place matters.

    ```mlir
    %col = tqg.convert_layout %row : tensor<2x4xf32, #row> to tensor<2x4xf32, #col>
    ```
  }];
  let arguments = (ins Tqg_Tile:$src);
  let results = (outs Tqg_Tile:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `to` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tqg_MmaOp : Tqg_Op<"mma", [Pure, AllTypesMatch<["acc", "result"]>]> {
  let summary = "Multiply with the warps' matrix instruction";
  let description = [{
    `result = a @ b + acc` by `mma.sync`. The layouts of the three tiles are the
    instruction's fragments, repeated: the accumulator's is `mmaAccLayout`, the
    operands' are `mmaALayout` and `mmaBLayout` of the same warp tiling; of a
    batch, `batchedLayout` of these. f32 operands are multiplied as tf32.

    | operands   | instruction | accumulator |
    |------------|-------------|-------------|
    | f16, bf16  | m16n8k16    | f32 (f16 for f16 operands too) |
    | f32        | m16n8k8     | f32         |
    | i8         | m16n8k32    | i32         |
    | fp8        | m16n8k32    | f32; the operands may be of two fp8 types |

    **Verifier.** The shapes agree; there is an instruction for the types; the
    layouts are fragments of one tiling by warps, registers in any order.

    ```mlir
    %d = tqg.mma %a, %b, %c : tensor<64x32xf16, #a>, tensor<32x64xf16, #b>, tensor<64x64xf32, #c>
    ```
  }];
  let arguments = (ins Tqg_Tile:$a, Tqg_Tile:$b, Tqg_Tile:$acc,
                       UnitAttr:$is_unsigned);
  let results = (outs Tqg_Tile:$result);
  let assemblyFormat = "$a `,` $b `,` $acc attr-dict `:` type($a) `,` type($b) `,` type($acc)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

def Tqg_RingOp : Tqg_Op<"ring", [MemoryEffects<[MemAlloc]>]> {
  let summary = "Reserve the slots that a pipelined loop takes in turn";
  let description = [{
    The schedule phase gives it an offset (`tqg.scratch`) in shared memory.

    ```mlir
    %ring = tqg.ring : !tqg.ring<2, tensor<2x4xf32, #memory>>
    ```
  }];
  let results = (outs Tqg_RingType:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Tqg_CopyAsyncOp : Tqg_Op<"copy_async", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Start copying a tile from global memory into a slot";
  let description = [{
    Lowers to `cp.async` (PTX ISA, "Data Movement and Conversion Instructions:
    cp.async"). The copy is done when a `tqg.copy_wait` says so. Where the mask
    is false nothing is read and the slot gets zeros.

    **Verifier.** Pointers and mask have the shape of the ring's tile.

    ```mlir
    tqg.copy_async %p mask %mask : tensor<2x4xi1, #row> to %ring[%slot] : tensor<2x4x!tq.ptr<f32>, #row>, !tqg.ring<2, tensor<2x4xf32, #memory>>
    ```
  }];
  let arguments = (ins Tqg_Tile:$ptr, Optional<Tqg_Tile>:$mask,
                       Tqg_RingType:$ring, I32:$slot);
  let assemblyFormat = "$ptr (`mask` $mask^ `:` type($mask))? `to` $ring `[` $slot `]` attr-dict `:` type($ptr) `,` type($ring)";
  let hasVerifier = 1;
}

def Tqg_CopyCommitOp : Tqg_Op<"copy_commit"> {
  let summary = "Close a group of copies";
  let description = [{
    `cp.async.commit_group`: the copies that this thread started since the last
    commit are one group; it may be empty.

    ```mlir
    tqg.copy_commit
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Tqg_CopyWaitOp : Tqg_Op<"copy_wait"> {
  let summary = "Wait until at most `pending` groups of copies are open";
  let description = [{
    `cp.async.wait_group`. It speaks of this thread's copies: before another
    thread reads them there must be a `tq.barrier`.

    ```mlir
    tqg.copy_wait 1
    ```
  }];
  let arguments = (ins I32Attr:$pending);
  let assemblyFormat = "$pending attr-dict";
}

def Tqg_RingReadOp : Tqg_Op<"ring_read", [MemoryEffects<[MemRead]>]> {
  let summary = "Read the tile of a slot, its dimensions permuted";
  let description = [{
    Dimension i of the result is dimension `order[i]` of the tile. Lowers to
    `ldmatrix` where the result's layout is a fragment and the slot's layout
    allows it, else to the widest `ld.shared`.

    **Verifier.** The result has the permuted shape and the tile's elements.

    ```mlir
    %t = tqg.ring_read %ring[%slot] [1, 0] : !tqg.ring<2, tensor<2x4xf32, #memory>> -> tensor<4x2xf32, #turned>
    ```
  }];
  let arguments = (ins Tqg_RingType:$ring, I32:$slot, DenseI32ArrayAttr:$order);
  let results = (outs Tqg_Tile:$result);
  let assemblyFormat = "$ring `[` $slot `]` $order attr-dict `:` type($ring) `->` type($result)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Products by groups of warps
//===----------------------------------------------------------------------===//

def Tqg_RingViewOp : Tqg_Op<"ring_view", [Pure]> {
  let summary = "Name the tile of a slot where it lies, its dimensions permuted";
  let description = [{
    Dimension i of the result is dimension `order[i]` of the tile. Nothing is
    read: who uses the view reads.

    **Verifier.** The result is the slot's tile, permuted.

    ```mlir
    %b = tqg.ring_view %ring[%slot] [0, 1] : !tqg.ring<2, tensor<32x64xf16, #panels>> -> !tqg.shared<tensor<32x64xf16, #panels>>
    ```
  }];
  let arguments = (ins Tqg_RingType:$ring, I32:$slot, DenseI32ArrayAttr:$order);
  let results = (outs Tqg_SharedType:$result);
  let assemblyFormat = "$ring `[` $slot `]` $order attr-dict `:` type($ring) `->` type($result)";
  let hasVerifier = 1;
}

def Tqg_AsyncFenceOp : Tqg_Op<"async_fence"> {
  let summary = "Show what this thread wrote in shared memory to the async proxy";
  let description = [{
    `fence.proxy.async.shared::cta` (PTX ISA, "Async proxy"). After it and a
    `tq.barrier`, `tqg.wgmma` of any warp sees what copies of this thread wrote.

    ```mlir
    tqg.async_fence
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Tqg_WgmmaOp : Tqg_Op<"wgmma", [MemoryEffects<[MemRead]>,
                                   AllTypesMatch<["acc", "result"]>]> {
  let summary = "Start a product by groups of four warps";
  let description = [{
    `result = a @ b + acc` by `wgmma.mma_async` (PTX ISA, "Asynchronous
    Warpgroup Level Matrix Instructions"). The right operand is read from shared
    memory, the left one too or from registers in the layout `wgmmaALayout`. The
    product runs on its own: `result` has no value before a `tqg.wgmma_wait`
    gave it one, and what lies in shared memory must stay there until then. Where
    `columns` says so, only the first ones are multiplied; the others are those of
    `acc`. Where `depth` says so, both operands are zero along K from there on, and
    that is not multiplied. An instruction has as many columns as registers of a
    thread have room for (`wgmmaColumns`).

    | operands   | instruction        | accumulator |
    |------------|--------------------|-------------|
    | f16, bf16  | m64nNk16, N <= 256 | f32         |
    | i8, signed | m64nNk32, N <= 256 | i32         |
    | fp8        | m64nNk32, N <= 256 | f32, of which 14 bits count (docs/numbers.md) |
    | f32        | m64nNk8, N <= 256  | f32; operands cut to tf32 |

    **Verifier.** The shapes agree; all warps lie along M, 64 rows for four of
    them; tiles in shared memory are swizzled as a descriptor can say
    (`swizzledMemory`), and what is not of 16 bits runs along K there. `columns` is
    a multiple of 16 below the tile's, and at most 256; `depth` is one of an
    instruction's, below the tile's.

    ```mlir
    %d = tqg.wgmma %a, %b, %c : tensor<64x32xf16, #a>, !tqg.shared<tensor<32x64xf16, #panels>>, tensor<64x64xf32, #c>
    ```
  }];
  let arguments = (ins AnyTypeOf<[Tqg_Tile, Tqg_SharedType]>:$a,
                       Tqg_SharedType:$b, Tqg_Tile:$acc,
                       OptionalAttr<I32Attr>:$columns,
                       OptionalAttr<I32Attr>:$depth);
  let results = (outs Tqg_Tile:$result);
  let assemblyFormat = "$a `,` $b `,` $acc (`columns` $columns^)? (`depth` $depth^)? attr-dict `:` type($a) `,` type($b) `,` type($acc)";
  let hasVerifier = 1;
}

def Tqg_WgmmaWaitOp : Tqg_Op<"wgmma_wait", [SameOperandsAndResultType]> {
  let summary = "Wait until at most `pending` products are running";
  let description = [{
    `wgmma.wait_group`: of the products that this warp started all but the last
    `pending` are done. With 0 the result is the value of `$src`; else it may
    only be given to another product, to be added to, or to another wait. `columns`
    are those of the products.

    ```mlir
    %w = tqg.wgmma_wait %d, 1 : tensor<64x64xf32, #c>
    ```
  }];
  let arguments = (ins Tqg_Tile:$src, I32Attr:$pending,
                       OptionalAttr<I32Attr>:$columns);
  let results = (outs Tqg_Tile:$result);
  let assemblyFormat = "$src `,` $pending (`columns` $columns^)? attr-dict `:` type($src)";
}

//===----------------------------------------------------------------------===//
// Boxes of tensors, and roles
//===----------------------------------------------------------------------===//

def Tqg_TensorMapOp : Tqg_Op<"tensor_map", [Pure, AttrSizedOperandSegments]> {
  let summary = "Describe a tensor in global memory";
  let description = [{
    The dimensions stand fastest first, as the driver has them. The first one is
    contiguous; the stride of each other one (in elements) is in `strides`. What
    lies outside of the extents is zero. A launch encodes the map, so that
    extents and strides are constants or arguments of the kernel.

    A copy moves `box` elements of each dimension, and swizzles them in units of
    16 bytes over `swizzle` bytes (PTX ISA, "Swizzling modes"). Where CTAs copy for
    each other, each of so many `parts` of the box's last dimension is a copy.

    **Verifier.** Two to five dimensions; extents, box and strides agree with
    them; the box's row is as long as the swizzle. Parts are equal, and of a box of
    two dimensions.

    ```mlir
    %map = tqg.tensor_map %x of [%n, %m] by [%stride] box [64, 128] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
    ```
    ```mlir
    %parts = tqg.tensor_map %x of [%n, %m] by [%stride] box [64, 128] parts 4 swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
    ```
  }];
  let arguments = (ins AnyType:$base, Variadic<AnySignlessInteger>:$extents,
                       Variadic<AnySignlessInteger>:$strides,
                       DenseI64ArrayAttr:$box, OptionalAttr<I32Attr>:$parts,
                       I32Attr:$swizzle);
  let results = (outs Tqg_TensorMapType:$result);
  let assemblyFormat = [{
    $base `of` `[` $extents `]` `by` `[` $strides `]` `box` $box
    (`parts` $parts^)? `swizzle` $swizzle attr-dict `:` type($base) `of` `[` type($extents) `]` `by` `[`
    type($strides) `]`
  }];
  let hasVerifier = 1;
}

def Tqg_BoxLoadOp : Tqg_Op<"box_load", [MemoryEffects<[MemRead]>]> {
  let summary = "Read a box of a tensor";
  let description = [{
    The first element is at the coordinates `starts`, fastest first. Dimension
    `axes[i]` of the tile runs along dimension i of the tensor; where it is -1 the
    tile has one coordinate of that dimension. Where nobody reads all of the tile
    the map's box has fewer rows, and `panels` says how many boxes side by side,
    as wide as the swizzle, are read.

    ```mlir
    %t = tqg.box_load %map[%k, %row] axes [1, 0] : tensor<128x64xf16>
    ```
  }];
  let arguments = (ins Tqg_TensorMapType:$map, Variadic<I32>:$starts,
                       DenseI32ArrayAttr:$axes, OptionalAttr<I32Attr>:$panels);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$map `[` $starts `]` `axes` $axes (`panels` $panels^)? attr-dict `:` type($result)";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The dimension of the tile along which memory is contiguous.
    unsigned fastest() { return static_cast<unsigned>(getAxes().front()); }
  }];
}

def Tqg_CopyTensorOp : Tqg_Op<"copy_tensor"> {
  let summary = "Start copying a box of a tensor into a slot";
  let description = [{
    `cp.async.bulk.tensor` (PTX ISA, "Data Movement and Conversion Instructions:
    Tensor copy"), by the thread that comes here: one a CTA. The slot's bytes are
    owed to the slot's barrier in `full`, whose phase ends when they have come. As
    `tqg.box_load` it may copy a part of the tile. Of so many `ctas` of a cluster that
    come here each copies a part of the tile into the slots of all: whole panels, or one
    of the parts that the map has of a panel. Where there are fewer parts than CTAs, the
    first ones copy.

    **Verifier.** There is a barrier for each slot. A cluster has 2, 4 or 8 CTAs, and the
    map as many parts as they need.

    ```mlir
    tqg.copy_tensor %map[%k, %row] axes [1, 0] to %ring[%slot] fills %full : !tqg.ring<2, tensor<128x64xf16, #panels>>, !tqg.mbarriers<2>
    ```
    ```mlir
    tqg.copy_tensor %parts[%k, %row] axes [1, 0] to %ring[%slot] of 4 fills %full : !tqg.ring<2, tensor<128x64xf16, #panels>>, !tqg.mbarriers<2>
    ```
  }];
  let arguments = (ins Tqg_TensorMapType:$map, Variadic<I32>:$starts,
                       DenseI32ArrayAttr:$axes, OptionalAttr<I32Attr>:$panels,
                       Tqg_RingType:$ring, I32:$slot, Tqg_MbarriersType:$full,
                       OptionalAttr<I32Attr>:$ctas);
  let assemblyFormat = "$map `[` $starts `]` `axes` $axes (`panels` $panels^)? `to` $ring `[` $slot `]` (`of` $ctas^)? `fills` $full attr-dict `:` type($ring) `,` type($full)";
  let hasVerifier = 1;
}

include "dialect/tqg/TqgBarrierOps.td"
include "dialect/tqg/TqgRoleOps.td"
include "dialect/tqg/TqgRowOps.td"

def Tqg_BoxStoreOp : Tqg_Op<"box_store", [MemoryEffects<[MemWrite]>, AttrSizedOperandSegments]> {
  let summary = "Write a box of a tensor";
  let description = [{
    As `tqg.box_load`, the other way; what lies outside of the extents is not
    written. The map's box is what one copy moves: 16 rows of a panel. Of several
    `shares` it writes the columns of share `share`, if there is such a one; none
    from `columns` on.

    **Verifier.** `columns` are whole panels of the tile; where there is one share,
    more than one panel that is a multiple of 16: the last one overlaps the one
    before, of which it writes the same.

    ```mlir
    tqg.box_store %map[%k, %row] axes [1, 0], %t : tensor<128x64xf16>
    ```
    ```mlir
    tqg.box_store %map[%k, %row] axes [1, 0], %wide columns 192 : tensor<128x256xf16>
    ```
  }];
  let arguments = (ins Tqg_TensorMapType:$map, Variadic<I32>:$starts,
                       DenseI32ArrayAttr:$axes, AnyRankedTensor:$value,
                       Optional<I32>:$share,
                       DefaultValuedAttr<I32Attr, "1">:$shares,
                       OptionalAttr<I32Attr>:$columns);
  let assemblyFormat = "$map `[` $starts `]` `axes` $axes `,` $value (`columns` $columns^)? (`share` $share^ `of` $shares)? attr-dict `:` type($value)";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// How many columns of the tile are written, from the first one on.
    int64_t writtenColumns() {
      auto tile = ::mlir::cast<::mlir::RankedTensorType>(getValue().getType());
      return getColumns() ? int64_t(*getColumns()) : tile.getShape().back();
    }
  }];
}

def Tqg_RingWriteOp : Tqg_Op<"ring_write"> {
  let summary = "Write a panel of a tile into a slot";
  let description = [{
    The slot gets the columns from `column` on, as many as it has. Each warp
    writes its own rows, groups of 16; the warps do not wait for each other. It
    waits for what it is about to overwrite by a `tqg.store_wait` before.
    `stmatrix` where elements have 16 bits.

    **Verifier.** The tile is laid out as sums of products with all warps along
    M; it has the slot's rows and type, and the columns; the slot is swizzled.

    ```mlir
    tqg.ring_write %sums, %ring[%slot] column 0 : tensor<128x64xf16, #acc>, !tqg.ring<2, tensor<128x64xf16, #panels>>
    ```
  }];
  let arguments = (ins Tqg_Tile:$src, Tqg_RingType:$ring, I32:$slot,
                       I32Attr:$column);
  let assemblyFormat = "$src `,` $ring `[` $slot `]` `column` $column attr-dict `:` type($src) `,` type($ring)";
  let hasVerifier = 1;
}

def Tqg_StoreTensorOp : Tqg_Op<"store_tensor"> {
  let summary = "Start copying a slot into a box of a tensor";
  let description = [{
    `cp.async.bulk.tensor` from shared memory (PTX ISA, "Data Movement and
    Conversion Instructions: Tensor copy"). Each warp shows its rows of the slot,
    as `tqg.ring_write` wrote them, to the async proxy; then one of its lanes
    starts their copies as one group.

    ```mlir
    tqg.store_tensor %ring[%slot] to %map[%k, %row] axes [1, 0] : !tqg.ring<2, tensor<128x64xf16, #panels>>
    ```
  }];
  let arguments = (ins Tqg_RingType:$ring, I32:$slot, Tqg_TensorMapType:$map,
                       Variadic<I32>:$starts, DenseI32ArrayAttr:$axes);
  let assemblyFormat = "$ring `[` $slot `]` `to` $map `[` $starts `]` `axes` $axes attr-dict `:` type($ring)";
  let hasVerifier = 1;
}

def Tqg_StoreWaitOp : Tqg_Op<"store_wait"> {
  let summary = "Wait until at most `pending` groups of stores read their slots";
  let description = [{
    `cp.async.bulk.wait_group.read`, by each warp for its own `tqg.store_tensor`s:
    the slots of all but the last `pending` may be written again. Before a CTA
    ends none may be pending.

    ```mlir
    tqg.store_wait 1
    ```
  }];
  let arguments = (ins I32Attr:$pending);
  let assemblyFormat = "$pending attr-dict";
}

include "dialect/tqg/TqgExchangeOps.td"

#endif // TQC_DIALECT_TQG_TQGOPS_TD
