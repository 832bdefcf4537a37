//===- TqgRowOps.td - Rows in shared memory ----------------*- tablegen -*-===//
//
// A row that several loops read.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_DIALECT_TQG_TQGROWOPS_TD
#define TQC_DIALECT_TQG_TQGROWOPS_TD

def Tqg_ResidentRowOp : Tqg_Op<"resident_row", [MemoryEffects<[MemAlloc, MemRead]>,
    AllTypesMatch<["start", "result"]>]> {
  let summary = "Copy a row to shared memory";
  let description = [{
    Copies elements `first` to `end` of what `start` leads to, which is a multiple of
    16 bytes, to the same places of a buffer in shared memory of `places` elements at
    most, and waits for them. In front of `first`, and behind `end` up to `last` and the
    next multiple of `block`, lies `other`. Whole accesses of 16 bytes are one bulk copy (PTX ISA,
    "Data Movement and Conversion Instructions: cp.async.bulk"); threads copy the rest.

    The result stands for the buffer in loads that are marked `tqg.resident`. As long
    as nobody writes the row, it has what `start` leads to.

    ```mlir
    %row = tqg.resident_row %start[%first, %end to %last] places 8192 block 1024 other 0.000000e+00 : f16 : !tq.ptr<f16>
    ```
  }];
  let arguments = (ins AnyType:$start, I32:$first, I32:$end, I32:$last, I32Attr:$places,
                       I32Attr:$block, TypedAttrInterface:$other);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$start `[` $first `,` $end `to` $last `]` `places` $places `block` $block `other` $other attr-dict `:` type($start)";
}

#endif // TQC_DIALECT_TQG_TQGROWOPS_TD
