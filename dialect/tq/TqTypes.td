//===- TqTypes.td - Pointers ---------------------------------*- tablegen -*-===//

#ifndef TQC_DIALECT_TQ_TQTYPES_TD
#define TQC_DIALECT_TQ_TQTYPES_TD

include "dialect/tq/TqDialect.td"
include "mlir/IR/AttrTypeBase.td"

def Tq_PtrType : TypeDef<Tq_Dialect, "Ptr"> {
  let mnemonic = "ptr";
  let summary = "A pointer to numbers in global memory";
  let description = [{
    64 bits. `tq.addptr` counts in elements of the pointee.

    ```mlir
    %p : !tq.ptr<f16>
    ```
  }];
  let parameters = (ins "::mlir::Type":$pointee);
  let assemblyFormat = "`<` $pointee `>`";
}

#endif // TQC_DIALECT_TQ_TQTYPES_TD
