//===- TilePasses.td - The passes over tiles ---------------*- tablegen -*-===//

#ifndef TQC_COMPILER_PASSES_TILEPASSES_TD
#define TQC_COMPILER_PASSES_TILEPASSES_TD

include "mlir/Pass/PassBase.td"

def RowReferencesPass : Pass<"tq-row-references", "::mlir::func::FuncOp"> {
  let summary = "Find what the weights of a row may count from";
  let description = [{
    **Phase** `tile`. **Needs** a canonical kernel in which a quotient by a row's sum is
    one. **Gives** `tq.lag` on each loop that carries the largest number so far of each
    row: by how much it may be less, so that no weight exp2(x - m) is larger than 256,
    nor exp(x - m) than 149, and results are the same up to rounding; or else the op
    that needs the largest number itself. RowReferences.cpp says how that is found.

    Before:
    ```mlir
    %most = scf.for %i = %0 to %n step %1 iter_args(%m = %least) -> (tensor<64xf32>) : i32 {
    ```
    After:
    ```text
    } {tq.lag = 8.000000e+00 : f32}
    ```
  }];
}

def NarrowQuotientsPass : Pass<"tq-narrow-quotients", "::mlir::func::FuncOp"> {
  let summary = "Divide the number of a program in 32 bits";
  let description = [{
    **Phase** `tile`. **Needs** a canonical kernel. **Gives** quotients and remainders of
    `tl.program_id(0).to(tl.int64)` by a number of 32 bits in 32 bits: the same numbers.

    Before:
    ```mlir
    %row = arith.extsi %id : i32 to i64
    %wide = arith.extsi %n : i32 to i64
    %query = arith.remsi %row, %wide : i64
    ```
    After:
    ```text
    %narrow = arith.remsi %id, %n : i32
    %query = arith.extsi %narrow : i32 to i64
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

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

def ReduceBehindLoopsPass : Pass<"tq-reduce-behind-loops", "::mlir::func::FuncOp"> {
  let summary = "Combine threads once, behind a loop that adds up a vector";
  let description = [{
    **Phase** `tile`. **Needs** tile IR.
    **Gives** for each number that a loop carries as the sum, the largest or the least
    of vectors (`reduce-behind-loops`) a vector of up to 8 elements a thread, which is
    combined behind the loop.

    **Legal** where the loop has no other use for the number, and begins with a constant.
    Sums are added up in another order.
    **Bound** vectors that are reduced to one number; of rows of a tile each warp has its own.

    Before:
    ```mlir
    %total = scf.for %i = %begin to %end step %step iter_args(%carried = %zero) -> (f32) : i32 {
    ```
    After:
    ```text
    %parts = scf.for %i = %begin to %end step %step iter_args(%carried = %zeros) -> (tensor<1024xf32>) : i32 {
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

#endif // TQC_COMPILER_PASSES_TILEPASSES_TD
