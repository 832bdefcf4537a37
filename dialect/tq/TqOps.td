//===- TqOps.td - The ops of a tile program ----------------*- tablegen -*-===//

#ifndef TQC_DIALECT_TQ_TQOPS_TD
#define TQC_DIALECT_TQ_TQOPS_TD

include "dialect/tq/TqTypes.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Tq_Op<string mnemonic, list<Trait> traits = []>
    : Op<Tq_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// Enums
//===----------------------------------------------------------------------===//

def Tq_CacheModifier : I32EnumAttr<"CacheModifier", "where a load may cache", [
    I32EnumAttrCase<"None", 0, "none">, I32EnumAttrCase<"Ca", 1, "ca">,
    I32EnumAttrCase<"Cg", 2, "cg">, I32EnumAttrCase<"Cs", 3, "cs">,
    I32EnumAttrCase<"Cv", 4, "cv">, I32EnumAttrCase<"Wb", 5, "wb">,
    I32EnumAttrCase<"Wt", 6, "wt">]> {
  let cppNamespace = "::tqc::tq";
}
def Tq_Eviction : I32EnumAttr<"Eviction", "how soon a line may leave", [
    I32EnumAttrCase<"Normal", 0, "normal">,
    I32EnumAttrCase<"First", 1, "evict_first">,
    I32EnumAttrCase<"Last", 2, "evict_last">]> {
  let cppNamespace = "::tqc::tq";
}
def Tq_AtomicKind : I32EnumAttr<"AtomicKind", "what an atomic does", [
    I32EnumAttrCase<"AddI", 0, "addi">, I32EnumAttrCase<"AddF", 1, "addf">,
    I32EnumAttrCase<"MinS", 2, "mins">, I32EnumAttrCase<"MinU", 3, "minu">,
    I32EnumAttrCase<"MaxS", 4, "maxs">, I32EnumAttrCase<"MaxU", 5, "maxu">,
    I32EnumAttrCase<"MinF", 6, "minf">, I32EnumAttrCase<"MaxF", 7, "maxf">,
    I32EnumAttrCase<"And", 8, "and">, I32EnumAttrCase<"Or", 9, "or">,
    I32EnumAttrCase<"Xor", 10, "xor">,
    I32EnumAttrCase<"Exchange", 11, "xchg">]> {
  let cppNamespace = "::tqc::tq";
}
def Tq_MemSem : I32EnumAttr<"MemSem", "memory order of an atomic", [
    I32EnumAttrCase<"Relaxed", 0, "relaxed">,
    I32EnumAttrCase<"Acquire", 1, "acquire">,
    I32EnumAttrCase<"Release", 2, "release">,
    I32EnumAttrCase<"AcqRel", 3, "acq_rel">]> {
  let cppNamespace = "::tqc::tq";
}
def Tq_MemScope : I32EnumAttr<"MemScope", "who sees the order", [
    I32EnumAttrCase<"Cta", 0, "cta">, I32EnumAttrCase<"Gpu", 1, "gpu">,
    I32EnumAttrCase<"Sys", 2, "sys">]> {
  let cppNamespace = "::tqc::tq";
}
def Tq_DotPrecision : I32EnumAttr<"DotPrecision", "how fp32 operands multiply", [
    I32EnumAttrCase<"Tf32", 0, "tf32">, I32EnumAttrCase<"Tf32x3", 1, "tf32x3">,
    I32EnumAttrCase<"Ieee", 2, "ieee">, I32EnumAttrCase<"Bf16x3", 3, "bf16x3">,
    I32EnumAttrCase<"Bf16x6", 4, "bf16x6">]> {
  let cppNamespace = "::tqc::tq";
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def Tq_Tile : Type<CPred<"::llvm::isa<::mlir::RankedTensorType>($_self)">,
                             "tile", "::mlir::RankedTensorType">;
def Tq_PtrOrTile : Type<
    CPred<"::llvm::isa<::tqc::tq::PtrType>(::mlir::getElementTypeOrSelf($_self))">,
    "pointer or tile of pointers">;
def Tq_IntOrTile : Type<
    CPred<"::mlir::getElementTypeOrSelf($_self).isSignlessInteger()">,
    "integer or tile of integers">;
def Tq_BoolOrTile : Type<
    CPred<"::mlir::getElementTypeOrSelf($_self).isSignlessInteger(1)">,
    "i1 or tile of i1">;

//===----------------------------------------------------------------------===//
// Program and indices
//===----------------------------------------------------------------------===//

def Tq_ProgramIdOp : Tq_Op<"program_id", [Pure]> {
  let summary = "Give the index of this program in the grid";
  let description = [{
    Lowers to `%ctaid`. The same in all threads of a program.

    ```mlir
    %pid = tq.program_id 0
    ```
  }];
  let arguments = (ins I32Attr:$axis);
  let results = (outs I32:$result);
  let assemblyFormat = "$axis attr-dict";
  let hasVerifier = 1;
}

def Tq_NumProgramsOp : Tq_Op<"num_programs", [Pure]> {
  let summary = "Give the extent of the grid";
  let description = [{
    Lowers to `%nctaid`.

    ```mlir
    %n = tq.num_programs 0
    ```
  }];
  let arguments = (ins I32Attr:$axis);
  let results = (outs I32:$result);
  let assemblyFormat = "$axis attr-dict";
  let hasVerifier = 1;
}

def Tq_RangeOp : Tq_Op<"range", [Pure]> {
  let summary = "Make a tile of consecutive integers";
  let description = [{
    Element i is `start + i`, for `end - start` elements. Lowers to index
    arithmetic on the lane id.

    **Verifier.** The tile has `end - start` elements of i32, in one dimension,
    and `start` is not negative.

    ```mlir
    %offsets = tq.range 0 to 1024 : tensor<1024xi32>
    ```
  }];
  let arguments = (ins I32Attr:$start, I32Attr:$end);
  let results = (outs Tq_Tile:$result);
  let assemblyFormat = "$start `to` $end attr-dict `:` type($result)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

def Tq_SplatOp : Tq_Op<"splat", [Pure]> {
  let summary = "Fill a tile with a scalar";
  let description = [{
    Lowers to nothing: every register of the tile is the scalar.

    **Verifier.** The scalar is the tile's element type.

    **Folds.** A splat of a constant is a constant tile.

    ```mlir
    %tile = tq.splat %scalar : f32 -> tensor<64xf32>
    ```
  }];
  let arguments = (ins AnyType:$src);
  let results = (outs Tq_Tile:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tq_BroadcastOp : Tq_Op<"broadcast", [Pure, SameOperandsAndResultElementType]> {
  let summary = "Repeat a tile along its extents of one";
  let description = [{
    Lowers to renaming of registers where the layouts allow it.

    **Verifier.** Same rank; an extent differs only where the source has 1.

    **Folds.** To its source if no extent differs.

    ```mlir
    %wide = tq.broadcast %column : tensor<64x1xf32> -> tensor<64x32xf32>
    ```
  }];
  let arguments = (ins Tq_Tile:$src);
  let results = (outs Tq_Tile:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tq_ExpandDimsOp : Tq_Op<"expand_dims", [Pure, SameOperandsAndResultElementType]> {
  let summary = "Insert an extent of one";
  let description = [{
    `x[:, None]` is axis 1 of a vector. Lowers to nothing.

    **Verifier.** The result's shape is the source's with a 1 at `axis`.

    ```mlir
    %column = tq.expand_dims %vector, 1 : tensor<64xf32> -> tensor<64x1xf32>
    ```
  }];
  let arguments = (ins Tq_Tile:$src, I32Attr:$axis);
  let results = (outs Tq_Tile:$result);
  let assemblyFormat = "$src `,` $axis attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
}

def Tq_ReshapeOp : Tq_Op<"reshape", [Pure, SameOperandsAndResultElementType]> {
  let summary = "Give the elements another shape";
  let description = [{
    Row-major order is kept, unless `any_order` allows the compiler to permute
    the elements (`tl.view`, `can_reorder=True`). Lowers to nothing in the
    layout that the source's implies.

    **Verifier.** Same number of elements.

    ```mlir
    %tile = tq.reshape %flat : tensor<64xf32> -> tensor<8x8xf32>
    ```
  }];
  let arguments = (ins Tq_Tile:$src, UnitAttr:$any_order);
  let results = (outs Tq_Tile:$result);
  let assemblyFormat = "$src (`any_order` $any_order^)? attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tq_TransOp : Tq_Op<"trans", [Pure, SameOperandsAndResultElementType]> {
  let summary = "Permute the dimensions";
  let description = [{
    Dimension i of the result is dimension `order[i]` of the source. Lowers to
    nothing in the layout that the source's implies.

    **Verifier.** `order` is a permutation; the shapes agree with it.

    **Folds.** A transposition of a transposition that undoes it.

    ```mlir
    %t = tq.trans %tile [1, 0] : tensor<64x32xf16> -> tensor<32x64xf16>
    ```
  }];
  let arguments = (ins Tq_Tile:$src, DenseI32ArrayAttr:$order);
  let results = (outs Tq_Tile:$result);
  let assemblyFormat = "$src $order attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tq_JoinOp : Tq_Op<"join", [Pure, SameOperandsAndResultElementType, SameTypeOperands]> {
  let summary = "Join two tiles in a new last dimension";
  let description = [{
    `result[..., 0]` is the left tile, `result[..., 1]` the right one.

    **Verifier.** The result's shape is the operands' with a 2 at the end.

    ```mlir
    %pairs = tq.join %a, %b : tensor<64xf32> -> tensor<64x2xf32>
    ```
  }];
  let arguments = (ins Tq_Tile:$lhs, Tq_Tile:$rhs);
  let results = (outs Tq_Tile:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)";
  let hasVerifier = 1;
}

def Tq_SplitOp : Tq_Op<"split", [Pure, AllTypesMatch<["lhs", "rhs"]>]> {
  let summary = "Split a tile along its last dimension of two";
  let description = [{
    The inverse of `tq.join`.

    **Verifier.** The source's shape is the results' with a 2 at the end.

    ```mlir
    %a, %b = tq.split %pairs : tensor<64x2xf32> -> tensor<64xf32>
    ```
  }];
  let arguments = (ins Tq_Tile:$src);
  let results = (outs Tq_Tile:$lhs, Tq_Tile:$rhs);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($lhs)";
  let hasVerifier = 1;
  let builders = [OpBuilder<(ins "::mlir::Value":$src, "::mlir::Type":$half)>];
}

def Tq_CatOp : Tq_Op<"cat", [Pure, SameOperandsAndResultElementType, SameTypeOperands]> {
  let summary = "Concatenate two vectors, in any order of elements";
  let description = [{
    **Verifier.** Vectors; the result is as long as both.

    ```mlir
    %both = tq.cat %a, %b : tensor<64xf32> -> tensor<128xf32>
    ```
  }];
  let arguments = (ins Tq_Tile:$lhs, Tq_Tile:$rhs);
  let results = (outs Tq_Tile:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)";
  let hasVerifier = 1;
}

def Tq_GatherOp : Tq_Op<"gather", [Pure]> {
  let summary = "Pick elements of a tile by index along an axis";
  let description = [{
    `result[i, j] = src[index[i, j], j]` for axis 0. Lowers to a trip through
    shared memory.

    **Verifier.** The result has the index's shape and the source's elements;
    extents agree except along the axis.

    ```mlir
    %picked = tq.gather %src, %index, 0 : tensor<64xf32>, tensor<32xi32> -> tensor<32xf32>
    ```
  }];
  let arguments = (ins Tq_Tile:$src, Tq_Tile:$index, I32Attr:$axis);
  let results = (outs Tq_Tile:$result);
  let assemblyFormat = "$src `,` $index `,` $axis attr-dict `:` type($src) `,` type($index) `->` type($result)";
  let hasVerifier = 1;
}

def Tq_HistogramOp : Tq_Op<"histogram", [Pure]> {
  let summary = "Count how often each value occurs";
  let description = [{
    `result[b]` is the number of elements equal to b where the mask is true, for
    b in [0, extent of the result). Lowers to shared-memory atomics.

    **Verifier.** The source is a vector of integers, the result one of i32.

    ```mlir
    %counts = tq.histogram %values : tensor<256xi32> -> tensor<16xi32>
    ```
  }];
  let arguments = (ins Tq_Tile:$src, Optional<Tq_Tile>:$mask);
  let results = (outs Tq_Tile:$result);
  let assemblyFormat = "$src (`mask` $mask^ `:` type($mask))? attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Pointers and memory
//===----------------------------------------------------------------------===//

def Tq_AddPtrOp : Tq_Op<"addptr", [Pure, AllTypesMatch<["ptr", "result"]>]> {
  let summary = "Move a pointer by elements";
  let description = [{
    The offset is signed unless `unsigned_offset` is given, 32 or 64 bits, and
    counts elements of the pointee.

    **Folds.** An offset of zero.

    ```mlir
    %p = tq.addptr %base, %offsets : tensor<64x!tq.ptr<f32>>, tensor<64xi32>
    ```
  }];
  let arguments = (ins Tq_PtrOrTile:$ptr, Tq_IntOrTile:$offset,
                       UnitAttr:$unsigned_offset);
  let results = (outs Tq_PtrOrTile:$result);
  let assemblyFormat = "$ptr `,` $offset (`unsigned` $unsigned_offset^)? attr-dict `:` type($ptr) `,` type($offset)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tq_PtrToIntOp : Tq_Op<"ptr_to_int", [Pure]> {
  let summary = "Give the address as an integer";
  let description = [{
    ```mlir
    %bits = tq.ptr_to_int %p : !tq.ptr<f32> -> i64
    ```
  }];
  let arguments = (ins Tq_PtrOrTile:$src);
  let results = (outs Tq_IntOrTile:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
}
def Tq_IntToPtrOp : Tq_Op<"int_to_ptr", [Pure]> {
  let summary = "Take an integer as an address";
  let description = [{
    ```mlir
    %p = tq.int_to_ptr %bits : i64 -> !tq.ptr<f32>
    ```
  }];
  let arguments = (ins Tq_IntOrTile:$src);
  let results = (outs Tq_PtrOrTile:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
}
def Tq_PtrCastOp : Tq_Op<"ptr_cast", [Pure]> {
  let summary = "Point to other numbers at the same address";
  let description = [{
    ```mlir
    %q = tq.ptr_cast %p : !tq.ptr<f32> -> !tq.ptr<i32>
    ```
  }];
  let arguments = (ins Tq_PtrOrTile:$src);
  let results = (outs Tq_PtrOrTile:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
}

def Tq_LoadOp : Tq_Op<"load", [AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Read numbers through pointers";
  let description = [{
    Where the mask is false nothing is read and the result is `other` (or
    anything, if there is none). Lowers to the widest `ld.global` that the
    addresses and the mask allow.

    A volatile load, and one past the caches (`cv`), sees what other programs
    write while this one runs: it is an effect as a write is, so that it is kept
    where nobody uses it, and two of them are never one.

    **Verifier.** Mask and other have the pointer's shape; the result its
    pointee.

    ```mlir
    %x = tq.load %ptrs, %mask, %other : tensor<64x!tq.ptr<f32>> -> tensor<64xf32>
    ```
  }];
  let arguments = (ins Tq_PtrOrTile:$ptr, Optional<Tq_BoolOrTile>:$mask,
      Optional<AnyType>:$other,
      DefaultValuedAttr<Tq_CacheModifier, "::tqc::tq::CacheModifier::None">:$cache,
      DefaultValuedAttr<Tq_Eviction, "::tqc::tq::Eviction::Normal">:$evict,
      UnitAttr:$is_volatile);
  let results = (outs AnyType:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Whether it must see what others write while the program runs.
    bool isVolatileAccess();
  }];
}

def Tq_StoreOp : Tq_Op<"store", [MemoryEffects<[MemWrite]>]> {
  let summary = "Write numbers through pointers";
  let description = [{
    Where the mask is false nothing is written. If several elements have one
    address, any of them may win.

    **Verifier.** Value and mask have the pointer's shape; the value its
    pointee.

    ```mlir
    tq.store %ptrs, %x, %mask : tensor<64x!tq.ptr<f32>>, tensor<64xf32>, tensor<64xi1>
    ```
  }];
  let arguments = (ins Tq_PtrOrTile:$ptr, AnyType:$value,
      Optional<Tq_BoolOrTile>:$mask,
      DefaultValuedAttr<Tq_CacheModifier, "::tqc::tq::CacheModifier::None">:$cache,
      DefaultValuedAttr<Tq_Eviction, "::tqc::tq::Eviction::Normal">:$evict);
  let assemblyFormat = "$ptr `,` $value (`,` $mask^)? attr-dict `:` type($ptr) `,` type($value) (`,` type($mask)^)?";
  let hasVerifier = 1;
}

def Tq_AtomicRmwOp : Tq_Op<"atomic_rmw", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Change numbers in memory in one step and give the old ones";
  let description = [{
    ```mlir
    %old = tq.atomic_rmw addf relaxed gpu %ptrs, %x, %mask : tensor<64x!tq.ptr<f32>>, tensor<64xf32>, tensor<64xi1> -> tensor<64xf32>
    ```
  }];
  let arguments = (ins Tq_AtomicKind:$kind, Tq_MemSem:$sem, Tq_MemScope:$scope,
                       Tq_PtrOrTile:$ptr, AnyType:$value,
                       Optional<Tq_BoolOrTile>:$mask);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$kind $sem $scope $ptr `,` $value (`,` $mask^)? attr-dict `:` type($ptr) `,` type($value) (`,` type($mask)^)? `->` type($result)";
  let hasVerifier = 1;
}

def Tq_AtomicCasOp : Tq_Op<"atomic_cas", [MemoryEffects<[MemRead, MemWrite]>,
    AllTypesMatch<["compare", "value"]>]> {
  let summary = "Replace numbers that equal `compare` and give the old ones";
  let description = [{
    ```mlir
    %old = tq.atomic_cas acq_rel gpu %p, %compare, %x : !tq.ptr<i32>, i32 -> i32
    ```
  }];
  let arguments = (ins Tq_MemSem:$sem, Tq_MemScope:$scope, Tq_PtrOrTile:$ptr,
                       AnyType:$compare, AnyType:$value);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$sem $scope $ptr `,` $compare `,` $value attr-dict `:` type($ptr) `,` type($value) `->` type($result)";
  let hasVerifier = 1;
}

include "dialect/tq/TqDescriptorOps.td"

//===----------------------------------------------------------------------===//
// Numbers that arith and math lack
//===----------------------------------------------------------------------===//

def Tq_MulHiOp : Tq_Op<"mulhi", [Pure, SameOperandsAndResultType]> {
  let summary = "Give the high half of a product";
  let description = [{
    ```mlir
    %hi = tq.mulhi %a, %b unsigned : i32
    ```
  }];
  let arguments = (ins Tq_IntOrTile:$lhs, Tq_IntOrTile:$rhs, UnitAttr:$is_unsigned);
  let results = (outs Tq_IntOrTile:$result);
  let assemblyFormat = "$lhs `,` $rhs (`unsigned` $is_unsigned^)? attr-dict `:` type($result)";
}

def Tq_FloatCastOp : Tq_Op<"float_cast", [Pure]> {
  let summary = "Convert between float types, with a rounding";
  let description = [{
    For what `arith.truncf` and `arith.extf` do not say: fp8 types and rounding
    towards zero (`toward_zero`). Without it, to the nearest, ties to even.

    **Folds.** A finite constant that the type has exactly.

    ```mlir
    %y = tq.float_cast %x toward_zero : tensor<64xf32> -> tensor<64xbf16>
    ```
  }];
  let arguments = (ins AnyType:$src, UnitAttr:$toward_zero);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$src (`toward_zero` $toward_zero^)? attr-dict `:` type($src) `->` type($result)";
  let hasFolder = 1;
}

def Tq_PreciseOp : Tq_Op<"precise", [Pure, SameOperandsAndResultType]> {
  let summary = "Compute a correctly rounded quotient or square root";
  let description = [{
    `tl.div_rn` with two operands, `tl.sqrt_rn` with one, on f32.

    ```mlir
    %q = tq.precise %a, %b : f32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$operands_);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$operands_ attr-dict `:` type($result)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Reductions and products
//===----------------------------------------------------------------------===//

def Tq_YieldOp : Tq_Op<"yield", [Pure, Terminator, ReturnLike,
    ParentOneOf<["ReduceOp", "ScanOp", "MapOp"]>]> {
  let summary = "End a region of scalars";
  let description = [{
    ```mlir
    tq.yield %sum : f32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

def Tq_ReduceOp : Tq_Op<"reduce", [RecursiveMemoryEffects,
    RecursivelySpeculatable, SingleBlock, SameOperandsShape]> {
  let summary = "Combine all elements along an axis";
  let description = [{
    The region combines two tuples of scalars: all left elements, then all right
    ones. It must be associative and commutative; the order of combination is
    not promised. Lowers to register, then shuffle, then shared-memory steps.

    **Verifier.** One shape; the results lack the axis; the region takes and
    gives the element types.

    ```mlir
    %sum = "tq.reduce"(%tile) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tq.yield %c : f32
    }) : (tensor<64x32xf32>) -> tensor<64xf32>
    ```
  }];
  let arguments = (ins Variadic<Tq_Tile>:$srcs, I32Attr:$axis);
  let results = (outs Variadic<AnyType>:$results_);
  let regions = (region SizedRegion<1>:$combine);
  let hasVerifier = 1;
}

def Tq_ScanOp : Tq_Op<"scan", [RecursiveMemoryEffects,
    RecursivelySpeculatable, SingleBlock, SameOperandsShape]> {
  let summary = "Combine all elements up to each one along an axis";
  let description = [{
    Inclusive. With `reverse` from the end. The region is as in `tq.reduce` and
    must be associative.

    ```mlir
    %sums = "tq.scan"(%tile) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tq.yield %c : f32
    }) : (tensor<64xf32>) -> tensor<64xf32>
    ```
  }];
  let arguments = (ins Variadic<Tq_Tile>:$srcs, I32Attr:$axis, UnitAttr:$reverse);
  let results = (outs Variadic<Tq_Tile>:$results_);
  let regions = (region SizedRegion<1>:$combine);
  let hasVerifier = 1;
}

def Tq_MapOp : Tq_Op<"map", [RecursiveMemoryEffects,
    RecursivelySpeculatable, SingleBlock, SameOperandsShape]> {
  let summary = "Compute elements by a function of numbers, with branches of its own";
  let description = [{
    `pack` elements of each tile go into one run of the region: all of the first
    tile, then all of the second. It yields `pack` elements of each result in the
    same way. Each thread runs it on elements of its own, so that a branch that
    none of a warp's lanes takes costs nothing. A thread that holds fewer elements
    repeats its last one.

    **Verifier.** One shape; the region takes and gives the element types. `pack`
    is a power of two.

    ```mlir
    %y = "tq.map"(%x) <{pack = 1 : i32}> ({
    ^bb0(%e: f32):
      %n = arith.negf %e : f32
      tq.yield %n : f32
    }) : (tensor<64xf32>) -> tensor<64xf32>
    ```
  }];
  let arguments = (ins Variadic<Tq_Tile>:$srcs, I32Attr:$pack);
  let results = (outs Variadic<Tq_Tile>:$results_);
  let regions = (region SizedRegion<1>:$body);
  let hasVerifier = 1;
}

def Tq_DotOp : Tq_Op<"dot", [Pure, AllTypesMatch<["acc", "result"]>]> {
  let summary = "Multiply two tiles and add";
  let description = [{
    `result = a @ b + acc`; a is M×K, b is K×N, acc is M×N, each with the same
    leading batch extents. 16-bit and 8-bit operands are multiplied exactly and
    summed in the accumulator's type; f32 operands as `precision` says.

    **Verifier.** The shapes agree; the operands have elements of one width.

    ```mlir
    %c = tq.dot %a, %b, %acc tf32 : tensor<64x32xf16>, tensor<32x64xf16>, tensor<64x64xf32>
    ```
  }];
  let arguments = (ins Tq_Tile:$a, Tq_Tile:$b, Tq_Tile:$acc,
                       Tq_DotPrecision:$precision,
                       DefaultValuedAttr<I32Attr, "0">:$max_imprecise);
  let results = (outs Tq_Tile:$result);
  let assemblyFormat = "$a `,` $b `,` $acc $precision attr-dict `:` type($a) `,` type($b) `,` type($acc)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

def Tq_ExternOp : Tq_Op<"extern", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Call a libdevice function on every element";
  let description = [{
    **Verifier.** All tiles have one shape, and the result is one if an operand
    is.

    ```mlir
    %y = tq.extern "__nv_tanf"(%x) {pure} : (tensor<64xf32>) -> tensor<64xf32>
    ```
  }];
  let arguments = (ins StrAttr:$symbol, Variadic<AnyType>:$args, UnitAttr:$pure);
  let results = (outs AnyType:$result);
  let hasVerifier = 1;
  let assemblyFormat = "$symbol `(` $args `)` attr-dict `:` functional-type($args, $result)";
}

def Tq_InlineAsmOp : Tq_Op<"inline_asm", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Put PTX text in for every group of elements";
  let description = [{
    `pack` elements of each operand are handed to one instance of the text, in
    registers of 32 bits (or one register an element if that is wider).

    **Verifier.** All tiles have one shape; with one among the operands, every
    result is a tile. `pack` is a power of two.

    ```mlir
    %y = tq.inline_asm "neg.s32 $0, $1;", "=r,r"(%x) {pack = 1 : i32, pure} : (tensor<64xi32>) -> tensor<64xi32>
    ```
  }];
  let arguments = (ins StrAttr:$text, StrAttr:$constraints,
                       Variadic<AnyType>:$args, I32Attr:$pack, UnitAttr:$pure);
  let results = (outs Variadic<AnyType>:$results_);
  let hasVerifier = 1;
  let assemblyFormat = "$text `,` $constraints `(` $args `)` attr-dict `:` functional-type($args, $results_)";
}

def Tq_BarrierOp : Tq_Op<"barrier"> {
  let summary = "Wait for all threads of the program";
  let description = [{
    `tl.debug_barrier()`; lowers to `bar.sync 0`.

    ```mlir
    tq.barrier
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Tq_AssumeOp : Tq_Op<"assume", [MemoryEffects<[MemWrite]>]> {
  let summary = "Promise that a condition holds";
  let description = [{
    The compiler believes it. With a message the program also looks, and stops the
    grid if it does not hold, as `tq.assert` does.

    ```mlir
    tq.assume %positive
    tq.assume %short, "assumption: n <= 4096"
    ```
  }];
  let arguments = (ins I1:$condition, OptionalAttr<StrAttr>:$message);
  let assemblyFormat = "$condition (`,` $message^)? attr-dict";
}

def Tq_SideEffectOp : Tq_Op<"side_effect", [MemoryEffects<[MemWrite]>]> {
  let summary = "Keep a loop that may not end";
  let description = [{
    Stands in each `while` of the source: a loop that never ends is not one that
    was never there, also where nothing else happens in it. The name and the
    meaning are those of `llvm.sideeffect`. Lowers to nothing.

    ```mlir
    tq.side_effect
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Tq_HintOp : Tq_Op<"hint", [Pure, SameOperandsAndResultType]> {
  let summary = "Promise divisibility, contiguity or constancy";
  let description = [{
    The value unchanged, with one number a dimension that the analysis of
    addresses believes: `tl.multiple_of`, `tl.max_contiguous`,
    `tl.max_constancy`.

    ```mlir
    %y = tq.hint %x divisibility [16] : tensor<64xi32>
    ```
  }];
  let arguments = (ins AnyType:$src, StrAttr:$kind, DenseI64ArrayAttr:$values);
  let results = (outs AnyType:$result);
  let hasCustomAssemblyFormat = 1;
}

def Tq_PrintOp : Tq_Op<"print", [MemoryEffects<[MemWrite]>]> {
  let summary = "Print values from the device";
  let description = [{
    ```mlir
    tq.print "x: " (%x) {is_signed = array<i32: 1>} : tensor<64xf32>
    ```
  }];
  let arguments = (ins StrAttr:$prefix, UnitAttr:$hex, Variadic<AnyType>:$args,
                       DenseI32ArrayAttr:$is_signed);
  let assemblyFormat = [{
    $prefix (`hex` $hex^)? `(` $args `)` attr-dict (`:` type($args)^)?
  }];
}

def Tq_AssertOp : Tq_Op<"assert", [MemoryEffects<[MemWrite]>]> {
  let summary = "Stop the grid with a message if a condition is false";
  let description = [{
    ```mlir
    tq.assert %ok, "index out of range" : tensor<64xi1>
    ```
  }];
  let arguments = (ins Tq_BoolOrTile:$condition, StrAttr:$message);
  let assemblyFormat = "$condition `,` $message attr-dict `:` type($condition)";
}

#endif // TQC_DIALECT_TQ_TQOPS_TD
