//===- TqDialect.td - What a tile program means ------------*- tablegen -*-===//

#ifndef TQC_DIALECT_TQ_TQDIALECT_TD
#define TQC_DIALECT_TQ_TQDIALECT_TD

include "mlir/IR/DialectBase.td"

def Tq_Dialect : Dialect {
  let name = "tq";
  let cppNamespace = "::tqc::tq";
  let summary = "What a tile program means";
  let description = [{
    A program of the `tq` dialect is one instance of a Triton kernel: it works
    on scalars and on tiles (ranked tensors whose extents are powers of two).
    Nothing here knows hardware: no lanes, no shared memory, no layouts. The
    `tqg` dialect adds those to the same ops.

    Arithmetic and control flow are upstream's `arith`, `math` and `scf`. What
    is here is what they lack: pointers, tiles of pointers, shapes, reductions
    with a combine region, and products.

    A kernel is a `func.func` with the attribute `tq.kernel`. Its arguments may
    carry `tq.name` (the source's name), `tq.type` (Triton's signature name) and
    `tq.divisibility` (the value or address is a multiple of it), `tq.restrict` (no
    other argument leads to the memory that this pointer leads to).

    Two rules of the language that analyses rely on:
    - index arithmetic that addresses memory does not wrap;
    - programs of a launch are independent, in any order.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let hasConstantMaterializer = 1; // folds give `arith.constant`
  let useDefaultTypePrinterParser = 1;
}

#endif // TQC_DIALECT_TQ_TQDIALECT_TD
