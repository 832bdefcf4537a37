//===- TileBuilder.h - What Sema asks of whoever makes the IR ---*- C++ -*-===//
//
// Sema evaluates a kernel once for a specialisation: it knows every type, folds
// every constexpr, and calls this interface for each run-time operation, in
// order. compiler/emit implements it with MLIR; an editor implements it with
// nothing at all. So Sema decides what a program means, and knows no MLIR.
//
// A Ref is an opaque run-time value of the builder. Sema keeps the TileType
// beside it; the builder may rely on operands having the types that each method
// names, because Sema has inserted every cast and broadcast.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_SYNTAX_TILEBUILDER_H
#define TQC_COMPILER_SYNTAX_TILEBUILDER_H

#include "compiler/syntax/Source.h"
#include "compiler/syntax/TileType.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <functional>
#include <optional>
#include <string>

namespace tqc {

/// A run-time value, owned by the builder; null is "none".
using Ref = const void *;
using Refs = llvm::SmallVector<Ref, 4>;

/// Operations on two values of one type. The suffix says what they do with
/// signedness and NaN: S signed, U unsigned; MinNum/MaxNum return the number,
/// Minimum/Maximum propagate NaN.
enum class TileBinary : uint8_t {
  Add,
  Sub,
  Mul, // integers (wrapping) and floats
  DivS,
  DivU,
  RemS,
  RemU, // integers, towards zero
  DivF,
  DivRn,
  RemF, // DivF may be approximate (2 ulp), DivRn is exact
  And,
  Or,
  Xor,
  Shl,
  ShrS,
  ShrU,
  MinS,
  MinU,
  MaxS,
  MaxU,
  MinNum,
  MaxNum,
  Minimum,
  Maximum,
  MulHiU,
  MulHiS,
};
enum class TileUnary : uint8_t {
  Neg,
  AbsI,
  AbsF,
  Exp,
  Exp2,
  Log,
  Log2,
  Sin,
  Cos,
  Sqrt,
  SqrtRn,
  Rsqrt,
  Erf,
  Floor,
  Ceil,
  Tanh,
};
enum class TileCompare : uint8_t {
  Eq,
  Ne,
  LtS,
  LeS,
  GtS,
  GeS,
  LtU,
  LeU,
  GtU,
  GeU, // integers
  OEq,
  UNe,
  OLt,
  OLe,
  OGt,
  OGe, // floats, as Python has them
};
enum class TileCast : uint8_t {
  SignedToFloat,
  UnsignedToFloat,
  FloatToSigned,
  FloatToUnsigned,
  ExtendSigned,
  ExtendUnsigned,
  Truncate, ///< integers
  ExtendFloat,
  TruncateFloat,     ///< round to nearest even
  TruncateFloatZero, ///< round towards zero
  Bitcast,           ///< same width; pointers too
  PointerToInt,
  IntToPointer,
};
enum class TileAtomic : uint8_t {
  AddI,
  AddF,
  MinS,
  MinU,
  MaxS,
  MaxU,
  MinF,
  MaxF,
  And,
  Or,
  Xor,
  Exchange,
};
enum class MemSem : uint8_t { Relaxed, Acquire, Release, AcqRel };
enum class MemScope : uint8_t { Cta, Gpu, Sys };
enum class CacheModifier : uint8_t { None, Ca, Cg, Cs, Cv, Wb, Wt };
enum class EvictionPolicy : uint8_t { Normal, First, Last };
enum class DotPrecision : uint8_t { Tf32, Tf32x3, Ieee, Bf16x3, Bf16x6 };

struct LoadOptions {
  CacheModifier cache = CacheModifier::None;
  EvictionPolicy evict = EvictionPolicy::Normal;
  bool isVolatile = false;
};
/// `tl.range(...)`'s keywords; zero and false are "not given".
struct LoopOptions {
  int numStages = 0;
  int unroll = 0;
  bool warpSpecialize = false;
  bool flatten = false;
  bool disallowAccMultiBuffer = false;
  bool disableLicm = false;
};
/// Words for findings and remarks: see SourceAccess in KernelImage.h.
struct AccessWords {
  std::string pointer, mask;
};

class TileBuilder {
public:
  virtual ~TileBuilder() = default;

  //===--- Places and names ----------------------------------------------===//

  /// The source of what is built next: the innermost span, then the call sites
  /// of the inlined functions around it, innermost first.
  virtual void setPlace(Span span, llvm::ArrayRef<Span> callers) = 0;
  /// A name the program gives to a value; dumps show it.
  virtual void nameValue(Ref value, llvm::StringRef name) = 0;
  /// A statement of `function` begins, `depth` calls below the kernel. For
  /// debuggers; others leave it alone.
  virtual void beginStatement(Span span, llvm::StringRef function,
                              unsigned depth) {}
  /// From here on `name` of `function` means that value. For debuggers.
  virtual void bindName(llvm::StringRef name, Ref value, const TileType &type,
                        llvm::StringRef function) {}

  //===--- The kernel -----------------------------------------------------===//

  struct Parameter {
    std::string name;
    TileType type;
    int64_t divisibility = 1;
    bool isRestrict = false; ///< see ArgumentSpec
    Span span = {};
  };
  /// Starts the kernel; returns its run-time parameters.
  virtual Refs beginKernel(llvm::StringRef name,
                           llvm::ArrayRef<Parameter> parameters) = 0;
  virtual void endKernel() = 0;

  //===--- Constants and program ids -----------------------------------===//

  /// Integers, I1 and (for zero) pointers; `bits` is truncated to the type.
  /// A block is a splat.
  virtual Ref constantInt(const TileType &type, uint64_t bits) = 0;
  virtual Ref constantFloat(const TileType &type, double value) = 0;
  virtual Ref programId(int axis) = 0;   ///< i32, axis 0..2
  virtual Ref numPrograms(int axis) = 0; ///< i32
  /// start, start+1, ..., end-1 as i32[end-start]
  virtual Ref range(int64_t start, int64_t end) = 0;

  //===--- Element-wise ---------------------------------------------------===//

  virtual Ref binary(TileBinary op, Ref lhs, Ref rhs, const TileType &type) = 0;
  virtual Ref unary(TileUnary op, Ref operand, const TileType &type) = 0;
  /// `type` is that of the operands; the result has elements I1.
  virtual Ref compare(TileCompare op, Ref lhs, Ref rhs,
                      const TileType &type) = 0;
  /// `condition` has the shape of the result or is a scalar I1.
  virtual Ref select(Ref condition, Ref whenTrue, Ref whenFalse,
                     const TileType &type) = 0;
  virtual Ref cast(TileCast op, Ref operand, const TileType &from,
                   const TileType &to) = 0;
  virtual Ref fma(Ref a, Ref b, Ref c, const TileType &type) = 0;
  /// pointer + offset in elements; the offset is I32 or I64, signed or not as
  /// `offsetType` says. Same shapes.
  virtual Ref addPointer(Ref pointer, Ref offset, const TileType &pointerType,
                         const TileType &offsetType) = 0;

  //===--- Shapes ---------------------------------------------------------===//

  /// Scalar to block.
  virtual Ref splat(Ref scalar, const TileType &result) = 0;
  /// Extents of 1 grow; same rank.
  virtual Ref broadcast(Ref block, const TileType &result) = 0;
  virtual Ref expandDims(Ref block, int axis, const TileType &result) = 0;
  /// `anyOrder`: the elements may be permuted (`tl.view`, can_reorder).
  virtual Ref reshape(Ref block, const TileType &result, bool anyOrder) = 0;
  /// Result dimension i is source dimension order[i].
  virtual Ref transpose(Ref block, llvm::ArrayRef<int> order,
                        const TileType &result) = 0;
  /// A new last dimension of extent 2.
  virtual Ref join(Ref lhs, Ref rhs, const TileType &result) = 0;
  virtual std::pair<Ref, Ref> split(Ref block, const TileType &result) = 0;
  /// Along dimension 0; the order of elements is not promised.
  virtual Ref cat(Ref lhs, Ref rhs, const TileType &result) = 0;
  virtual Ref gather(Ref source, Ref index, int axis,
                     const TileType &result) = 0;
  /// Counts of values in [0, bins), i32[bins]; mask may be null.
  virtual Ref histogram(Ref source, int64_t bins, Ref mask) = 0;

  //===--- Memory ---------------------------------------------------------===//

  /// mask and other may be null; both have the pointer's shape.
  virtual Ref load(Ref pointer, Ref mask, Ref other, const TileType &result,
                   const LoadOptions &options, const AccessWords &words) = 0;
  virtual void store(Ref pointer, Ref value, Ref mask, const TileType &type,
                     const LoadOptions &options, const AccessWords &words) = 0;
  /// The old value.
  virtual Ref atomic(TileAtomic op, Ref pointer, Ref value, Ref mask,
                     const TileType &type, MemSem sem, MemScope scope,
                     const AccessWords &words) = 0;
  virtual Ref atomicCas(Ref pointer, Ref compare, Ref value,
                        const TileType &type, MemSem sem, MemScope scope,
                        const AccessWords &words) = 0;

  //===--- Reductions, products -------------------------------------------===//

  /// Builds the combine function of a reduction or scan: gets the two operand
  /// tuples as scalars (all left ones, then all right ones), returns the tuple.
  using Combine = llvm::function_ref<Refs(llvm::ArrayRef<Ref>)>;
  /// The operands have one shape; `results` are their types without `axis`
  /// (scalars if nothing is left).
  virtual Refs reduce(llvm::ArrayRef<Ref> operands,
                      llvm::ArrayRef<TileType> types, int axis,
                      llvm::ArrayRef<TileType> results, Combine combine) = 0;
  virtual Refs scan(llvm::ArrayRef<Ref> operands,
                    llvm::ArrayRef<TileType> types, int axis, bool reverse,
                    Combine combine) = 0;
  /// A function of scalars on every `pack` elements: the region takes `pack` of
  /// each operand, one operand after the other, and yields `pack` of each
  /// result.
  virtual Refs map(llvm::ArrayRef<Ref> operands, unsigned region,
                   llvm::ArrayRef<Ref> yields, llvm::ArrayRef<TileType> results,
                   int pack) = 0;
  /// a[M,K] @ b[K,N] + acc[M,N]; rank 3 has a leading batch.
  virtual Ref dot(Ref a, Ref b, Ref acc, const TileType &aType,
                  const TileType &bType, const TileType &result,
                  DotPrecision precision, int maxImprecise) = 0;

  //===--- Others ---------------------------------------------------------===//

  /// A libdevice function on every element: `symbol` is "__nv_expf".
  virtual Ref libdevice(llvm::StringRef symbol, llvm::ArrayRef<Ref> operands,
                        llvm::ArrayRef<TileType> types, const TileType &result,
                        bool pure) = 0;
  virtual Refs inlineAsm(llvm::StringRef text, llvm::StringRef constraints,
                         llvm::ArrayRef<Ref> operands,
                         llvm::ArrayRef<TileType> types,
                         llvm::ArrayRef<TileType> results, int pack,
                         bool pure) = 0;
  virtual void barrier() = 0;
  /// A promise; one with a message is also kept watch of, as an assertion is.
  virtual void assume(Ref condition, llvm::StringRef message) = 0;
  /// tl.multiple_of, tl.max_contiguous, tl.max_constancy: one value a
  /// dimension.
  enum class Hint : uint8_t { Divisibility, Contiguity, Constancy };
  virtual Ref hint(Hint kind, Ref value, const TileType &type,
                   llvm::ArrayRef<int64_t> values) = 0;
  virtual void print(llvm::StringRef prefix, bool hex,
                     llvm::ArrayRef<Ref> operands,
                     llvm::ArrayRef<TileType> types) = 0;
  virtual void deviceAssert(Ref condition, llvm::StringRef message,
                            const TileType &type, Span span) = 0;
  /// What was asked for here and is not done, for a remark.
  virtual void dropped(llvm::StringRef why) = 0;

  //===--- Control flow ---------------------------------------------------===//
  //
  // Sema evaluates a branch or loop body between beginRegion and endRegion; the
  // operation itself is made afterwards, when the results are known.

  using Region = unsigned;
  /// What is built next goes into a new region with these arguments.
  virtual Region beginRegion(llvm::ArrayRef<TileType> arguments,
                             Refs &argumentRefs) = 0;
  /// Back to where beginRegion was called.
  virtual void endRegion() = 0;
  /// Throws a region away (a body that was only analysed).
  virtual void dropRegion(Region region) = 0;

  virtual Refs makeIf(Ref condition, Region whenTrue,
                      llvm::ArrayRef<Ref> trueYields, Region whenFalse,
                      llvm::ArrayRef<Ref> falseYields,
                      llvm::ArrayRef<TileType> types) = 0;
  /// The body's arguments: the induction variable, then one per init.
  /// `isUnsigned`: how the bounds compare. A negative step never gets here.
  virtual Refs makeFor(Ref lower, Ref upper, Ref step, const TileType &type,
                       Region body, llvm::ArrayRef<Ref> inits,
                       llvm::ArrayRef<Ref> yields,
                       llvm::ArrayRef<TileType> types,
                       const LoopOptions &options) = 0;
  /// `before` has one argument per init, computes `condition` and passes
  /// `passed` on to `after`, which yields the next values.
  virtual Refs makeWhile(Region before, Ref condition,
                         llvm::ArrayRef<Ref> passed, Region after,
                         llvm::ArrayRef<Ref> inits, llvm::ArrayRef<Ref> yields,
                         llvm::ArrayRef<TileType> types) = 0;

  //===--- Blocks of tensors in memory -----------------------------------===//

  /// Where a block begins, an I32 for each dimension, and in which dimensions
  /// elements outside the tensor are left out.
  struct BlockPlace {
    Ref descriptor;
    Refs offsets;
    llvm::SmallVector<int32_t, 4> checks;
  };
  /// A tensor that is accessed in blocks of type `block`; its extents and
  /// strides are I64. `name` is what the source calls it, or nothing.
  virtual Ref descriptor(Ref base, llvm::ArrayRef<Ref> extents,
                         llvm::ArrayRef<Ref> strides, const TileType &block,
                         llvm::StringRef name) = 0;
  /// `other`, a scalar that may be null for zero, is what is outside.
  virtual Ref loadBlock(const BlockPlace &place, Ref other,
                        const TileType &result, const LoadOptions &options,
                        const AccessWords &words) = 0;
  virtual void storeBlock(const BlockPlace &place, Ref value,
                          const TileType &type, const LoadOptions &options,
                          const AccessWords &words) = 0;
  virtual void reduceBlock(TileAtomic op, const BlockPlace &place, Ref value,
                           const TileType &type, const AccessWords &words) = 0;
  /// The rows with these numbers, a vector of I64, from a column on, an I32.
  virtual Ref gatherRows(Ref descriptor, Ref rows, Ref column, Ref other,
                         const TileType &result, const AccessWords &words) = 0;
  virtual void scatterRows(Ref descriptor, Ref rows, Ref column, Ref value,
                           const TileType &type, const AccessWords &words) = 0;
};

} // namespace tqc

#endif // TQC_COMPILER_SYNTAX_TILEBUILDER_H
