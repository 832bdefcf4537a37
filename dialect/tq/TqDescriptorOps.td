//===- TqDescriptorOps.td - Blocks of tensors in memory ----*- tablegen -*-===//
//
// Included by TqOps.td.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_DIALECT_TQ_TQDESCRIPTOROPS_TD
#define TQC_DIALECT_TQ_TQDESCRIPTOROPS_TD

def Tq_MakeDescriptorOp : Tq_Op<"make_descriptor", [Pure, AttrSizedOperandSegments]> {
  let summary = "Describe a tensor in memory and the blocks it is accessed in";
  let description = [{
    The tensor begins at `base`, has the extents behind `of` and the strides
    behind `by`, both in elements. It is what `tl.make_tensor_descriptor` makes,
    and of `tl.make_block_ptr` all but the offsets. Becomes nothing: accesses turn
    into pointers and masks (`tq-expand-descriptors`).

    **Verifier.** The pointer is to the block's elements; the tensor has as many
    extents and strides as the block has dimensions.

    ```mlir
    %d = tq.make_descriptor %base of [%m, %n] by [%stride, %one] : !tq.ptr<f16> -> !tq.descriptor<tensor<64x32xf16>>
    ```
  }];
  let arguments = (ins Tq_PtrType:$base, Variadic<I64>:$extents,
                       Variadic<I64>:$strides);
  let results = (outs Tq_DescriptorType:$result);
  let assemblyFormat = [{
    $base `of` ` ` `[` $extents `]` `by` ` ` `[` $strides `]` attr-dict `:`
    type($base) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tq_DescriptorLoadOp : Tq_Op<"descriptor_load", [AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Read a block of a tensor";
  let description = [{
    Element (i, j) is that of the tensor at (offset 0 + i, offset 1 + j), computed
    in 64 bits. Of the dimensions in `checks` the bounds are looked at: elements
    below 0 or from the extent on are not read, and are `else`, or zero without
    one. Elements outside in a dimension that is not checked are read where the
    strides say. Hints and volatile reads are as in `tq.load`.

    **Verifier.** One offset for each dimension of the block, which is the result;
    `checks` are dimensions of it, in rising order; `else` is one of its elements.

    ```mlir
    %x = tq.descriptor_load %d[%row, %col] checks [0, 1] : !tq.descriptor<tensor<64x32xf16>> -> tensor<64x32xf16>
    ```
  }];
  let arguments = (ins Tq_DescriptorType:$descriptor, Variadic<I32>:$offsets,
      Optional<AnyType>:$other, DenseI32ArrayAttr:$checks,
      DefaultValuedAttr<Tq_CacheModifier, "::tqc::tq::CacheModifier::None">:$cache,
      DefaultValuedAttr<Tq_Eviction, "::tqc::tq::Eviction::Normal">:$evict,
      UnitAttr:$is_volatile);
  let results = (outs Tq_Tile:$result);
  let assemblyFormat = [{
    $descriptor `[` $offsets `]` `checks` $checks
    (`else` $other^ `:` type($other))? attr-dict `:` type($descriptor) `->`
    type($result)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Whether it must see what others write while the program runs.
    bool isVolatileAccess();
  }];
}

def Tq_DescriptorStoreOp : Tq_Op<"descriptor_store", [MemoryEffects<[MemWrite]>]> {
  let summary = "Write a block of a tensor";
  let description = [{
    Elements outside the tensor in a dimension of `checks` are not written.

    **Verifier.** As that of `tq.descriptor_load`; the value is the block.

    ```mlir
    tq.descriptor_store %d[%row, %col], %x checks [0, 1] : !tq.descriptor<tensor<64x32xf16>>, tensor<64x32xf16>
    ```
  }];
  let arguments = (ins Tq_DescriptorType:$descriptor, Variadic<I32>:$offsets,
      Tq_Tile:$value, DenseI32ArrayAttr:$checks,
      DefaultValuedAttr<Tq_CacheModifier, "::tqc::tq::CacheModifier::None">:$cache,
      DefaultValuedAttr<Tq_Eviction, "::tqc::tq::Eviction::Normal">:$evict);
  let assemblyFormat = [{
    $descriptor `[` $offsets `]` `,` $value `checks` $checks attr-dict `:`
    type($descriptor) `,` type($value)
  }];
  let hasVerifier = 1;
}

def Tq_DescriptorReduceOp : Tq_Op<"descriptor_reduce",
    [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Combine a block of a tensor with a tile, in memory";
  let description = [{
    Each element in one step, as `tq.atomic_rmw` does it for the whole GPU and in
    no order; elements outside the tensor are left alone. Nothing is given back.

    **Verifier.** One offset for each dimension of the block, which is the value;
    the kind is no exchange.

    ```mlir
    tq.descriptor_reduce addf %d[%row, %col], %x : !tq.descriptor<tensor<64x32xf16>>, tensor<64x32xf16>
    ```
  }];
  let arguments = (ins Tq_AtomicKind:$kind, Tq_DescriptorType:$descriptor,
                       Variadic<I32>:$offsets, Tq_Tile:$value);
  let assemblyFormat = [{
    $kind $descriptor `[` $offsets `]` `,` $value attr-dict `:`
    type($descriptor) `,` type($value)
  }];
  let hasVerifier = 1;
}

def Tq_DescriptorGatherOp : Tq_Op<"descriptor_gather", [MemoryEffects<[MemRead]>]> {
  let summary = "Read rows of a matrix by their numbers";
  let description = [{
    Row i is that with the number `rows[i]`, from `column` on. Elements outside
    the matrix are not read, and are `else`, or zero without one.

    **Verifier.** The block is a row; the result has as many of them as there are
    numbers; `else` is one of its elements.

    ```mlir
    %x = tq.descriptor_gather %d[%rows, %col] : !tq.descriptor<tensor<1x32xf16>>, tensor<8xi64> -> tensor<8x32xf16>
    ```
  }];
  let arguments = (ins Tq_DescriptorType:$descriptor, Tq_Tile:$rows,
                       I32:$column, Optional<AnyType>:$other);
  let results = (outs Tq_Tile:$result);
  let assemblyFormat = [{
    $descriptor `[` $rows `,` $column `]` (`else` $other^ `:` type($other))?
    attr-dict `:` type($descriptor) `,` type($rows) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tq_DescriptorScatterOp : Tq_Op<"descriptor_scatter", [MemoryEffects<[MemWrite]>]> {
  let summary = "Write rows of a matrix by their numbers";
  let description = [{
    The inverse of `tq.descriptor_gather`. If several rows have one number, any
    of them may win.

    **Verifier.** The block is a row; the value has as many of them as there are
    numbers.

    ```mlir
    tq.descriptor_scatter %d[%rows, %col], %x : !tq.descriptor<tensor<1x32xf16>>, tensor<8xi64>, tensor<8x32xf16>
    ```
  }];
  let arguments = (ins Tq_DescriptorType:$descriptor, Tq_Tile:$rows,
                       I32:$column, Tq_Tile:$value);
  let assemblyFormat = [{
    $descriptor `[` $rows `,` $column `]` `,` $value attr-dict `:`
    type($descriptor) `,` type($rows) `,` type($value)
  }];
  let hasVerifier = 1;
}

#endif // TQC_DIALECT_TQ_TQDESCRIPTOROPS_TD
