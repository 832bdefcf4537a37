//===- TqgDialect.td - Tiles with a place on the GPU -------*- tablegen -*-===//

#ifndef TQC_DIALECT_TQG_TQGDIALECT_TD
#define TQC_DIALECT_TQG_TQGDIALECT_TD

include "mlir/IR/DialectBase.td"

def Tqg_Dialect : Dialect {
  let name = "tqg";
  let cppNamespace = "::tqc::tqg";
  let summary = "Tiles with a place on the GPU";
  let description = [{
    The `tqg` dialect adds places to `tq`. In `tq` a tile is only a value. From
    the `layout` phase on, every tile type also has a `#tqg.linear` encoding: it
    says which register of which lane of which warp holds each element. The ops
    of `tq` stay; `tqg` has only what needs a place: conversions, shared memory
    and matrix instructions.

    Moving data is explicit: the only op that changes a layout is
    `tqg.convert_layout`.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
}

#endif // TQC_DIALECT_TQG_TQGDIALECT_TD
