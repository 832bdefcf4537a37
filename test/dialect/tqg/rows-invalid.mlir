// RUN: %tq-opt %s --split-input-file --verify-diagnostics

func.func @row(%start: !tq.ptr<f16>, %n: i32) -> !tq.ptr<f16> {
  // expected-error@+1 {{'tqg.resident_row' op has a length of rows and a step, or neither}}
  %row = "tqg.resident_row"(%start, %n, %n, %n, %n) <{places = 4864 : i32, block = 8 : i32, other = 0.0 : f16, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0>}> : (!tq.ptr<f16>, i32, i32, i32, i32) -> !tq.ptr<f16>
  return %row : !tq.ptr<f16>
}

// -----

func.func @rows(%start: !tq.ptr<f16>, %n: i32) {
  %buffer = tqg.row_buffer %start places 4864 : !tq.ptr<f16>
  // expected-error@+1 {{'tqg.store_rows' op has a length of rows and a step, or neither}}
  "tqg.store_rows"(%buffer, %start, %n, %n, %n) <{places = 4864 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1>}> : (!tq.ptr<f16>, !tq.ptr<f16>, i32, i32, i32) -> ()
  return
}
