//===- TqTypes.td - Pointers and descriptors -----------------*- tablegen -*-===//

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

def Tq_DescriptorType : TypeDef<Tq_Dialect, "Descriptor"> {
  let mnemonic = "descriptor";
  let summary = "A tensor in memory, accessed a block at a time";
  let description = [{
    Where the tensor begins, its extents and its strides; the type says what a
    block of it is.

    ```mlir
    %d : !tq.descriptor<tensor<64x32xf16>>
    ```
  }];
  let parameters = (ins "::mlir::RankedTensorType":$block);
  let assemblyFormat = "`<` $block `>`";
}

#endif // TQC_DIALECT_TQ_TQTYPES_TD
