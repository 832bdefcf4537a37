//===- TileEmitter.h - The TileBuilder that makes MLIR ----------*- C++ -*-===//
//
// One method per operation of the language; each makes one op, with the place
// and the name that the source gives it.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_EMIT_TILEEMITTER_H
#define TQC_COMPILER_EMIT_TILEEMITTER_H

#include "compiler/syntax/TileBuilder.h"
#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <map>
#include <memory>

namespace tqc {

class TileEmitter : public TileBuilder {
public:
  /// `marks`: leave marks for a debugger (EmitMarks.cpp).
  TileEmitter(mlir::ModuleOp module, const SourceManager &sources, bool marks)
      : module(module), sources(sources), marks(marks),
        builder(module.getContext()), place(builder.getUnknownLoc()) {}

  /// The kernel, once endKernel was called.
  mlir::func::FuncOp kernel() const { return function; }

  void setPlace(Span span, llvm::ArrayRef<Span> callers) override;
  void nameValue(Ref value, llvm::StringRef name) override;
  void beginStatement(Span span, llvm::StringRef function,
                      unsigned depth) override;
  void bindName(llvm::StringRef name, Ref value, const TileType &type,
                llvm::StringRef function) override;

  Refs beginKernel(llvm::StringRef name,
                   llvm::ArrayRef<Parameter> parameters) override;
  void endKernel() override;

  Ref constantInt(const TileType &type, uint64_t bits) override;
  Ref constantFloat(const TileType &type, double value) override;
  Ref programId(int axis) override;
  Ref numPrograms(int axis) override;
  Ref range(int64_t start, int64_t end) override;

  Ref computeWithBytes(Ref operand, const TileType &type);
  Ref binary(TileBinary op, Ref lhs, Ref rhs, const TileType &type) override;
  Ref unary(TileUnary op, Ref operand, const TileType &type) override;
  Ref compare(TileCompare op, Ref lhs, Ref rhs, const TileType &type) override;
  Ref select(Ref condition, Ref whenTrue, Ref whenFalse,
             const TileType &type) override;
  Ref cast(TileCast op, Ref operand, const TileType &from,
           const TileType &to) override;
  Ref fma(Ref a, Ref b, Ref c, const TileType &type) override;
  Ref addPointer(Ref pointer, Ref offset, const TileType &pointerType,
                 const TileType &offsetType) override;

  Ref splat(Ref scalar, const TileType &result) override;
  Ref broadcast(Ref block, const TileType &result) override;
  Ref expandDims(Ref block, int axis, const TileType &result) override;
  Ref reshape(Ref block, const TileType &result, bool anyOrder) override;
  Ref transpose(Ref block, llvm::ArrayRef<int> order,
                const TileType &result) override;
  Ref join(Ref lhs, Ref rhs, const TileType &result) override;
  std::pair<Ref, Ref> split(Ref block, const TileType &result) override;
  Ref cat(Ref lhs, Ref rhs, const TileType &result) override;
  Ref gather(Ref source, Ref index, int axis, const TileType &result) override;
  Ref histogram(Ref source, int64_t bins, Ref mask) override;

  Ref load(Ref pointer, Ref mask, Ref other, const TileType &result,
           const LoadOptions &options, const AccessWords &words) override;
  void store(Ref pointer, Ref value, Ref mask, const TileType &type,
             const LoadOptions &options, const AccessWords &words) override;
  Ref atomic(TileAtomic op, Ref pointer, Ref value, Ref mask,
             const TileType &type, MemSem sem, MemScope scope,
             const AccessWords &words) override;
  Ref atomicCas(Ref pointer, Ref compare, Ref value, const TileType &type,
                MemSem sem, MemScope scope, const AccessWords &words) override;

  Ref descriptor(Ref base, llvm::ArrayRef<Ref> extents,
                 llvm::ArrayRef<Ref> strides, const TileType &block,
                 llvm::StringRef name) override;
  Ref loadBlock(const BlockPlace &block, Ref other, const TileType &result,
                const LoadOptions &options, const AccessWords &words) override;
  void storeBlock(const BlockPlace &block, Ref value, const TileType &type,
                  const LoadOptions &options,
                  const AccessWords &words) override;
  void reduceBlock(TileAtomic kind, const BlockPlace &block, Ref value,
                   const TileType &type, const AccessWords &words) override;
  Ref gatherRows(Ref descriptor, Ref rows, Ref column, Ref other,
                 const TileType &result, const AccessWords &words) override;
  void scatterRows(Ref descriptor, Ref rows, Ref column, Ref value,
                   const TileType &type, const AccessWords &words) override;

  Refs reduce(llvm::ArrayRef<Ref> operands, llvm::ArrayRef<TileType> types,
              int axis, llvm::ArrayRef<TileType> results,
              Combine combine) override;
  Refs scan(llvm::ArrayRef<Ref> operands, llvm::ArrayRef<TileType> types,
            int axis, bool reverse, Combine combine) override;
  Refs map(llvm::ArrayRef<Ref> operands, Region region,
           llvm::ArrayRef<Ref> yields, llvm::ArrayRef<TileType> results,
           int pack) override;
  Ref dot(Ref a, Ref b, Ref acc, const TileType &aType, const TileType &bType,
          const TileType &result, DotPrecision precision,
          int maxImprecise) override;

  Ref libdevice(llvm::StringRef symbol, llvm::ArrayRef<Ref> operands,
                llvm::ArrayRef<TileType> types, const TileType &result,
                bool pure) override;
  Refs inlineAsm(llvm::StringRef text, llvm::StringRef constraints,
                 llvm::ArrayRef<Ref> operands, llvm::ArrayRef<TileType> types,
                 llvm::ArrayRef<TileType> results, int pack,
                 bool pure) override;
  void barrier() override;
  void assume(Ref condition, llvm::StringRef message) override;
  Ref hint(Hint kind, Ref value, const TileType &type,
           llvm::ArrayRef<int64_t> values) override;
  void print(llvm::StringRef prefix, bool hex, llvm::ArrayRef<Ref> operands,
             llvm::ArrayRef<TileType> types) override;
  void deviceAssert(Ref condition, llvm::StringRef message,
                    const TileType &type, Span span) override;
  void dropped(llvm::StringRef why) override;

  Region beginRegion(llvm::ArrayRef<TileType> arguments,
                     Refs &argumentRefs) override;
  void endRegion() override;
  void dropRegion(Region region) override;
  Refs makeIf(Ref condition, Region whenTrue, llvm::ArrayRef<Ref> trueYields,
              Region whenFalse, llvm::ArrayRef<Ref> falseYields,
              llvm::ArrayRef<TileType> types) override;
  Refs makeFor(Ref lower, Ref upper, Ref step, const TileType &type,
               Region body, llvm::ArrayRef<Ref> inits,
               llvm::ArrayRef<Ref> yields, llvm::ArrayRef<TileType> types,
               const LoopOptions &options) override;
  Refs makeWhile(Region before, Ref condition, llvm::ArrayRef<Ref> passed,
                 Region after, llvm::ArrayRef<Ref> inits,
                 llvm::ArrayRef<Ref> yields,
                 llvm::ArrayRef<TileType> types) override;

private:
  mlir::Type elementType(const TileType &type);
  mlir::Type irType(const TileType &type);
  llvm::SmallVector<mlir::Type> irTypes(llvm::ArrayRef<TileType> types);
  mlir::Location locationOf(Span span) const;
  void mark(const std::string &text, mlir::ValueRange values);
  void setWords(mlir::Operation *op, const AccessWords &words);
  /// Fills the region of a reduction or scan by calling `combine`.
  void buildCombine(mlir::Region &region, llvm::ArrayRef<TileType> types,
                    Combine combine);
  /// Moves the blocks of an open region into an op and ends them with `yields`.
  void adopt(Region region, mlir::Region &into);

  mlir::ModuleOp module;
  const SourceManager &sources;
  bool marks;
  bool inCombine = false; ///< of a reduction, which no thread runs as a whole
  mlir::OpBuilder builder;
  mlir::Location place;
  mlir::func::FuncOp function;
  std::map<Region, std::unique_ptr<mlir::Region>> regions;
  llvm::SmallVector<mlir::OpBuilder::InsertPoint> saved;
  Region nextRegion = 0;
};

/// Ref and Value are the same pointer.
inline Ref toRef(mlir::Value value) { return value.getAsOpaquePointer(); }
inline mlir::Value toValue(Ref ref) {
  return mlir::Value::getFromOpaquePointer(ref);
}
Refs toRefs(mlir::ValueRange values);
llvm::SmallVector<mlir::Value> toValues(llvm::ArrayRef<Ref> refs);

} // namespace tqc

#endif // TQC_COMPILER_EMIT_TILEEMITTER_H
