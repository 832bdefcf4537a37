//===- TqgRowOps.td - Rows in shared memory ----------------*- tablegen -*-===//
//
// A row that several loops read, and what is read beside it.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_DIALECT_TQG_TQGROWOPS_TD
#define TQC_DIALECT_TQG_TQGROWOPS_TD

def Tqg_ResidentRowOp : Tqg_Op<"resident_row", [MemoryEffects<[MemAlloc, MemRead]>,
    AttrSizedOperandSegments, AllTypesMatch<["start", "result"]>]> {
  let summary = "Copy a row to shared memory";
  let description = [{
    Copies elements `first` to `end` of what `start` leads to, which is a multiple of
    16 bytes, to the same places of a buffer in shared memory of `places` elements at
    most, and waits for them. In front of `first`, and behind `end` up to `last` and the
    next multiple of `block`, lies `other`. Whole accesses of 16 bytes are one bulk copy (PTX ISA,
    "Data Movement and Conversion Instructions: cp.async.bulk"); threads copy the rest.
    `rows length by step` says that they are rows of `length` elements, which lie `step` apart where
    they come from, and as far apart as `tqg.row_pitch` says in the buffer: where both numbers are
    the same, that is one copy, else each row is one, with `other` between them.

    The result stands for the buffer in loads that are marked `tqg.resident`. As long
    as nobody writes the row, it has what `start` leads to.

    ```mlir
    %row = tqg.resident_row %start[%first, %end to %last] places 8192 block 1024 other 0.000000e+00 : f16 : !tq.ptr<f16>
    ```

    **Verifier**: a length and a step, or neither.
  }];
  let arguments = (ins AnyType:$start, I32:$first, I32:$end, I32:$last,
                       Optional<I32>:$length, Optional<I32>:$step, I32Attr:$places,
                       I32Attr:$block, TypedAttrInterface:$other);
  let results = (outs AnyType:$result);
  let hasVerifier = 1;
  let assemblyFormat = "$start `[` $first `,` $end `to` $last `]` (`rows` $length^ `by` $step)? `places` $places `block` $block `other` $other attr-dict `:` type($start)";
}

def Tqg_RowBufferOp : Tqg_Op<"row_buffer", [MemoryEffects<[MemAlloc]>,
    AllTypesMatch<["start", "result"]>]> {
  let summary = "Shared memory for rows that are stored together";
  let description = [{
    A buffer in shared memory of `places` elements, for those that `start` leads to. The
    result stands for it in stores that are marked `tqg.resident`; what they wrote there
    `tqg.store_rows` stores.

    ```mlir
    %buffer = tqg.row_buffer %start places 4864 : !tq.ptr<f16>
    ```
  }];
  let arguments = (ins AnyType:$start, I32Attr:$places);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$start `places` $places attr-dict `:` type($start)";
}

def Tqg_StoreRowsOp : Tqg_Op<"store_rows", [MemoryEffects<[MemRead, MemWrite]>,
    AttrSizedOperandSegments, AllTypesMatch<["buffer", "start"]>]> {
  let summary = "Store rows that lie in shared memory";
  let description = [{
    Waits until all threads have written `buffer`, of `tqg.row_buffer`, and copies its elements `first`
    to `end`, `places` of them at most, to the same places of what `start` leads to, which is a
    multiple of 16 bytes. Whole accesses of 16 bytes are one bulk copy (PTX ISA, "Data Movement and
    Conversion Instructions: cp.async.bulk"); threads store the rest. `rows length by step` says of them
    what it says in `tqg.resident_row`. The buffer has been read when
    the op is done, and what was stored is there when the launch is.

    ```mlir
    tqg.store_rows %buffer to %start[%first, %end] rows %n by %stride places 4864 : !tq.ptr<f16>
    ```

    **Verifier**: a length and a step, or neither.
  }];
  let arguments = (ins AnyType:$buffer, AnyType:$start, I32:$first, I32:$end,
                       Optional<I32>:$length, Optional<I32>:$step, I32Attr:$places);
  let hasVerifier = 1;
  let assemblyFormat = "$buffer `to` $start `[` $first `,` $end `]` (`rows` $length^ `by` $step)? `places` $places attr-dict `:` type($buffer)";
}

def Tqg_RowPitchOp : Tqg_Op<"row_pitch", [Pure]> {
  let summary = "How far rows lie apart that were copied together";
  let description = [{
    Of rows of `length` elements that lie `step` apart in memory: the least number of at least
    `length` in shared memory that differs from `step` by a multiple of `multiple`, which is what an
    access of 16 bytes has; `length` where that is the step. For whoever takes the buffer of
    `tqg.resident_row` for what `start` leads to, as the interpreter of tiles does, it is `step`.

    ```mlir
    %pitch = tqg.row_pitch %n by %stride multiple 8
    ```
  }];
  let arguments = (ins I32:$length, I32:$step, I32Attr:$multiple);
  let results = (outs I32:$result);
  let assemblyFormat = "$length `by` $step `multiple` $multiple attr-dict";
}

def Tqg_FunnelShiftOp : Tqg_Op<"funnel_shift", [Pure, AllTypesMatch<["low", "high", "result"]>]> {
  let summary = "Take elements that straddle two accesses";
  let description = [{
    Of each `width` neighbours, those from place `from` on of `low`, and behind them those in
    front of it of `high`, as a funnel shift takes bits of two words (PTX ISA, "Logic and Shift
    Instructions: shf"). `low` holds accesses of memory, `high` those behind them:

    ```text
    low  |a b c d|   high |e f g h|   from = 1   result |b c d e|
    ```

    ```mlir
    %x = tqg.funnel_shift %low, %high from %places width 8 : tensor<4096xf16>
    ```

    `from` is at least 0 and less than `width`. A thread holds the neighbours (`tq-assign-layouts`).
    Where it is known how many whole words of 4 bytes (or elements, if they are longer) lie in front of
    that place, `words` says it, and those cost nothing.

    **Verifier**: tiles of one dimension, a multiple of `width`, which is a power of 2 above 1;
    `width` elements, of 8, 16, 32 or 64 bits each, are 4 to 16 bytes, and `words` fewer than they are.
  }];
  let arguments = (ins AnyRankedTensor:$low, AnyRankedTensor:$high, I32:$from, I32Attr:$width,
                       OptionalAttr<I32Attr>:$words);
  let results = (outs AnyRankedTensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = "$low `,` $high `from` $from `width` $width (`words` $words^)? attr-dict `:` type($low)";
}

#endif // TQC_DIALECT_TQG_TQGROWOPS_TD
