// RUN: tq-opt %s -canonicalize | FileCheck %s

#row = #tqg.linear<reg = [(0, 1)], lane = [(0, 2), (1, 0)], warp = [], shape = (2, 4)>
#col = #tqg.linear<reg = [(1, 0)], lane = [(0, 1), (0, 2)], warp = [], shape = (2, 4)>
#mix = #tqg.linear<reg = [(0, 2)], lane = [(0, 1), (1, 0)], warp = [], shape = (2, 4)>

// There and back again moves nothing.
// CHECK-LABEL: @round_trip
// CHECK-SAME:    (%[[TILE:.+]]: tensor<2x4xf32
// CHECK-NEXT:    return %[[TILE]]
func.func @round_trip(%tile: tensor<2x4xf32, #row>) -> tensor<2x4xf32, #row> {
  %there = tqg.convert_layout %tile : tensor<2x4xf32, #row> to tensor<2x4xf32, #col>
  %back = tqg.convert_layout %there : tensor<2x4xf32, #col> to tensor<2x4xf32, #row>
  return %back : tensor<2x4xf32, #row>
}

// Of two moves only the last place matters.
// CHECK-LABEL: @detour
// CHECK-COUNT-1: tqg.convert_layout
// CHECK-NEXT:    return
func.func @detour(%tile: tensor<2x4xf32, #row>) -> tensor<2x4xf32, #mix> {
  %there = tqg.convert_layout %tile : tensor<2x4xf32, #row> to tensor<2x4xf32, #col>
  %on = tqg.convert_layout %there : tensor<2x4xf32, #col> to tensor<2x4xf32, #mix>
  return %on : tensor<2x4xf32, #mix>
}
