// RUN: tq-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{wgmma alone leaves a part of K out, and multiplies a multiple of 8, but not 20}}
#no_depth_of_wgmma = #tqg.product<unit = wgmma, rows = 4, depth = 20>

// -----

// expected-error @below {{wgmma alone leaves a part of K out, and multiplies a multiple of 8, but not 32}}
#depth_of_warps = #tqg.product<unit = mma, rows = 4, depth = 32>

// -----

// expected-error @below {{wgmma alone leaves columns out, and multiplies a multiple of 16, but not 24}}
#no_columns_of_wgmma = #tqg.product<unit = wgmma, rows = 4, live = 24>

// -----

// expected-error @below {{wgmma alone leaves columns out, and multiplies a multiple of 16, but not 32}}
#columns_of_mma = #tqg.product<unit = mma, rows = 4, live = 32>

// -----

#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>

func.func @all_columns(%a: tensor<64x32xf16, #a>, %b: !tqg.shared<tensor<32x64xf16, #panels>>, %c: tensor<64x64xf32, #c>) {
  // expected-error @below {{multiplies 64 of 64 columns, which is no multiple of 16 of up to 256 below that}}
  %d = tqg.wgmma %a, %b, %c columns 64 : tensor<64x32xf16, #a>, !tqg.shared<tensor<32x64xf16, #panels>>, tensor<64x64xf32, #c>
  return
}

// -----

#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 32)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#panels = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0)], shape = (32, 64)>

func.func @all_depth(%a: tensor<64x32xf16, #a>, %b: !tqg.shared<tensor<32x64xf16, #panels>>, %c: tensor<64x64xf32, #c>) {
  // expected-error @below {{multiplies 24 of 32 along K, which is no multiple of 16 below that}}
  %d = tqg.wgmma %a, %b, %c depth 24 : tensor<64x32xf16, #a>, !tqg.shared<tensor<32x64xf16, #panels>>, tensor<64x64xf32, #c>
  return
}
