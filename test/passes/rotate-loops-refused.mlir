// RUN: tq-opt %s -split-input-file -tq-rotate-loops -verify-diagnostics
//
// Plans that cannot be: whoever wrote them hears why.

#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#m = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0), (32, 0)], shape = (64, 64)>

// The first product needs the second one's sums.
func.func @chained(%q: tensor<64x64xf16, #a>, %zero: tensor<64x64xf32, #c>, %n: i32) -> tensor<64x64xf32, #c> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %keys = tqg.ring : !tqg.ring<2, tensor<64x64xf16, #m>>
  %values = tqg.ring : !tqg.ring<2, tensor<64x64xf16, #m>>
  // expected-error @below {{is planned to be rotated, but the first product's part of an iteration needs the second one's}}
  %out = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<64x64xf32, #c>) : i32 {
    %other = arith.subi %c1, %i : i32
    %k = tqg.ring_view %keys[%i] [0, 1] : !tqg.ring<2, tensor<64x64xf16, #m>> -> !tqg.shared<tensor<64x64xf16, #m>>
    %s = tqg.wgmma %q, %k, %sum : tensor<64x64xf16, #a>, !tqg.shared<tensor<64x64xf16, #m>>, tensor<64x64xf32, #c>
    %d = tqg.wgmma_wait %s, 0 : tensor<64x64xf32, #c>
    %weights = arith.truncf %d : tensor<64x64xf32, #c> to tensor<64x64xf16, #a>
    %v = tqg.ring_view %values[%other] [0, 1] : !tqg.ring<2, tensor<64x64xf16, #m>> -> !tqg.shared<tensor<64x64xf16, #m>>
    %p = tqg.wgmma %weights, %v, %sum : tensor<64x64xf16, #a>, !tqg.shared<tensor<64x64xf16, #m>>, tensor<64x64xf32, #c>
    %next = tqg.wgmma_wait %p, 0 : tensor<64x64xf32, #c>
    scf.yield %next : tensor<64x64xf32, #c>
  } {tqg.rotated}
  return %out : tensor<64x64xf32, #c>
}

// -----

#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#m = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0), (32, 0)], shape = (64, 64)>

// What the second product adds to is not carried by the loop.
func.func @from_outside(%q: tensor<64x64xf16, #a>, %zero: tensor<64x64xf32, #c>, %n: i32) -> tensor<64x64xf32, #c> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %keys = tqg.ring : !tqg.ring<2, tensor<64x64xf16, #m>>
  %values = tqg.ring : !tqg.ring<2, tensor<64x64xf16, #m>>
  // expected-error @below {{is planned to be rotated, but the sums of its second product are not carried}}
  %out = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<64x64xf32, #c>) : i32 {
    %other = arith.subi %c1, %i : i32
    %k = tqg.ring_view %keys[%i] [0, 1] : !tqg.ring<2, tensor<64x64xf16, #m>> -> !tqg.shared<tensor<64x64xf16, #m>>
    %s = tqg.wgmma %q, %k, %zero : tensor<64x64xf16, #a>, !tqg.shared<tensor<64x64xf16, #m>>, tensor<64x64xf32, #c>
    %d = tqg.wgmma_wait %s, 0 : tensor<64x64xf32, #c>
    %weights = arith.truncf %d : tensor<64x64xf32, #c> to tensor<64x64xf16, #a>
    %v = tqg.ring_view %values[%other] [0, 1] : !tqg.ring<2, tensor<64x64xf16, #m>> -> !tqg.shared<tensor<64x64xf16, #m>>
    %p = tqg.wgmma %weights, %v, %zero : tensor<64x64xf16, #a>, !tqg.shared<tensor<64x64xf16, #m>>, tensor<64x64xf32, #c>
    %next = tqg.wgmma_wait %p, 0 : tensor<64x64xf32, #c>
    scf.yield %next : tensor<64x64xf32, #c>
  } {tqg.rotated}
  return %out : tensor<64x64xf32, #c>
}

// -----

#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#m = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0), (32, 0)], shape = (64, 64)>

func.func @no_products(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-error @below {{is planned to be rotated, but its products are not two of wgmma}}
  scf.for %i = %c0 to %n step %c1 : i32 {
  } {tqg.rotated}
  return
}
