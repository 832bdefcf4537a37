// RUN: tq-opt %s -split-input-file -verify-diagnostics

func.func @no_such_barrier() {
  // expected-error @below {{a CTA has barriers 0 to 15, but this is number 16}}
  tqg.barrier 16 of 4
  return
}

// -----

func.func @nobody_meets() {
  // expected-error @below {{1 to 32 warps meet, but this is for 0}}
  tqg.barrier 0 of 0
  return
}

// -----

#row = #tqg.linear<reg = [(0, 1)], lane = [(0, 2), (1, 0)], warp = [], shape = (2, 4)>
#mixed = #tqg.linear<offset = [(0, 1), (0, 2), (1, 1)], shape = (2, 4)>
func.func @three_rounds() {
  // expected-error @below {{goes in a power of two of rounds, no more than elements, but has 3}}
  %s = tqg.staging rounds 3 : !tqg.shared<tensor<2x4xf32, #mixed>>
  return
}

// -----

#row = #tqg.linear<reg = [(0, 1)], lane = [(0, 2), (1, 0)], warp = [], shape = (2, 4)>
#mixed = #tqg.linear<offset = [(0, 1), (0, 2), (1, 1)], shape = (2, 4)>
func.func @not_staged(%x: tensor<2x4xf32, #row>, %s: !tqg.shared<tensor<2x4xf32, #mixed>>) {
  // expected-error @below {{its memory is no `tqg.staging`}}
  tqg.shared_store %x to %s width 1 : tensor<2x4xf32, #row> to !tqg.shared<tensor<2x4xf32, #mixed>>
  return
}

// -----

#row = #tqg.linear<reg = [(0, 1)], lane = [(0, 2), (1, 0)], warp = [], shape = (2, 4)>
#mixed = #tqg.linear<offset = [(0, 1), (0, 2), (1, 1)], shape = (2, 4)>
func.func @no_such_round(%x: tensor<2x4xf32, #row>) {
  %s = tqg.staging rounds 2 : !tqg.shared<tensor<2x4xf32, #mixed>>
  // expected-error @below {{is of round 2, but there are 2}}
  tqg.shared_store %x to %s round 2 width 1 : tensor<2x4xf32, #row> to !tqg.shared<tensor<2x4xf32, #mixed>>
  return
}

// -----

#row = #tqg.linear<reg = [(0, 1)], lane = [(0, 2), (1, 0)], warp = [], shape = (2, 4)>
#mixed = #tqg.linear<offset = [(0, 1), (0, 2), (1, 1)], shape = (2, 4)>
func.func @odd_width(%x: tensor<2x4xf32, #row>) {
  %s = tqg.staging : !tqg.shared<tensor<2x4xf32, #mixed>>
  // expected-error @below {{the width of an access is a power of two, but 3 is none}}
  tqg.shared_store %x to %s width 3 : tensor<2x4xf32, #row> to !tqg.shared<tensor<2x4xf32, #mixed>>
  return
}

// -----

#row = #tqg.linear<reg = [(0, 1)], lane = [(0, 2), (1, 0)], warp = [], shape = (2, 4)>
#mixed = #tqg.linear<offset = [(0, 1), (0, 2), (1, 1)], shape = (2, 4)>
func.func @behind_the_end(%x: tensor<2x4xf32, #row>) {
  %s = tqg.staging : !tqg.shared<tensor<2x4xf32, #mixed>>
  // expected-error @below {{at element 1 of}}
  tqg.shared_store %x to %s at 1 width 1 : tensor<2x4xf32, #row> to !tqg.shared<tensor<2x4xf32, #mixed>>
  return
}

// -----

#row = #tqg.linear<reg = [(0, 1)], lane = [(0, 2), (1, 0)], warp = [], shape = (2, 4)>
#mixed = #tqg.linear<offset = [(0, 1), (0, 2), (1, 1)], shape = (2, 4)>
func.func @part_of_no_rows(%x: f32) {
  %s = tqg.staging : !tqg.shared<tensor<2x4xf32, #mixed>>
  // expected-error @below {{needs a staging in row-major order}}
  tqg.shared_store %x to %s at 1 width 1 : f32 to !tqg.shared<tensor<2x4xf32, #mixed>>
  return
}

// -----

#row = #tqg.linear<reg = [(0, 1)], lane = [(0, 2), (1, 0)], warp = [], shape = (2, 4)>
#mixed = #tqg.linear<offset = [(0, 1), (0, 2), (1, 1)], shape = (2, 4)>
func.func @other_elements() {
  %s = tqg.staging : !tqg.shared<tensor<2x4xf32, #mixed>>
  // expected-error @below {{reads }}
  %x = tqg.shared_load %s width 1 : !tqg.shared<tensor<2x4xf32, #mixed>> to tensor<2x4xi32, #row>
  return
}

// -----

#row = #tqg.linear<reg = [(0, 1)], lane = [(0, 2), (1, 0)], warp = [], shape = (2, 4)>
#mixed = #tqg.linear<offset = [(0, 1), (0, 2), (1, 1)], shape = (2, 4)>
func.func @no_rest() {
  %s = tqg.staging rounds 2 : !tqg.shared<tensor<2x4xf32, #mixed>>
  // expected-error @below {{all rounds but the first have a rest}}
  %x = tqg.shared_load %s round 1 width 1 : !tqg.shared<tensor<2x4xf32, #mixed>> to tensor<2x4xf32, #row>
  return
}

// -----

#row = #tqg.linear<reg = [(0, 1)], lane = [(0, 2), (1, 0)], warp = [], shape = (2, 4)>
#mixed = #tqg.linear<offset = [(0, 1), (0, 2), (1, 1)], shape = (2, 4)>
func.func @gathers_from_no_rows(%i: tensor<2x4xi32, #row>) {
  %s = tqg.staging : !tqg.shared<tensor<2x4xf32, #mixed>>
  // expected-error @below {{needs a staging in row-major order}}
  %x = tqg.shared_gather %s[%i] axis 1 : !tqg.shared<tensor<2x4xf32, #mixed>>, tensor<2x4xi32, #row> -> tensor<2x4xf32, #row>
  return
}

// -----

#row = #tqg.linear<reg = [(0, 1)], lane = [(0, 2), (1, 0)], warp = [], shape = (2, 4)>
#mixed = #tqg.linear<offset = [(0, 1), (0, 2), (1, 1)], shape = (2, 4)>
func.func @no_axis(%i: tensor<2x4xi32, #row>) {
  %s = tqg.staging : !tqg.shared<tensor<2x4xf32, #mixed>>
  // expected-error @below {{along axis 2}}
  %x = tqg.shared_gather %s[%i] axis 2 : !tqg.shared<tensor<2x4xf32, #mixed>>, tensor<2x4xi32, #row> -> tensor<2x4xf32, #row>
  return
}

// -----

#row = #tqg.linear<reg = [(0, 1)], lane = [(0, 2), (1, 0)], warp = [], shape = (2, 4)>
#mixed = #tqg.linear<offset = [(0, 1), (0, 2), (1, 1)], shape = (2, 4)>
func.func @counts_floats(%x: tensor<2x4xf32, #row>) {
  %s = tqg.staging : !tqg.shared<tensor<4xi32, #tqg.linear<offset = [(1), (2)], shape = (4)>>>
  // expected-error @below {{counts integers in a row of i32}}
  tqg.shared_count %x into %s : tensor<2x4xf32, #row>, !tqg.shared<tensor<4xi32, #tqg.linear<offset = [(1), (2)], shape = (4)>>>
  return
}

// -----

#long = #tqg.linear<reg = [(1, 0)], lane = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16)], warp = [(0, 32)], shape = (2, 64)>
#parts = #tqg.linear<reg = [(0, 1)], lane = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)], warp = [(1, 0)], shape = (2, 2)>
#other = #tqg.linear<reg = [(1, 0)], lane = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)], warp = [(0, 1)], shape = (2, 2)>
#inparts = #tqg.linear<offset = [(0, 1), (1, 0)], shape = (2, 2)>
#mixed = #tqg.linear<offset = [(0, 1), (1, 1)], shape = (2, 2)>
func.func @other_parts(%x: tensor<2x64xf32, #long>) {
  // expected-error @below {{combining the parts of axis 1 of}}
  %p = "tqg.warp_reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tqg.yield %c : f32
  }) : (tensor<2x64xf32, #long>) -> tensor<2x2xf32, #other>
  return
}

// -----

#long = #tqg.linear<reg = [(1, 0)], lane = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16)], warp = [(0, 32)], shape = (2, 64)>
#parts = #tqg.linear<reg = [(0, 1)], lane = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)], warp = [(1, 0)], shape = (2, 2)>
#other = #tqg.linear<reg = [(1, 0)], lane = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)], warp = [(0, 1)], shape = (2, 2)>
#inparts = #tqg.linear<offset = [(0, 1), (1, 0)], shape = (2, 2)>
#mixed = #tqg.linear<offset = [(0, 1), (1, 1)], shape = (2, 2)>
func.func @axis_of_none(%x: tensor<2x64xf32, #long>) {
  // expected-error @below {{axis 2 is not in a tile of rank 2}}
  %p = "tqg.warp_reduce"(%x) <{axis = 2 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tqg.yield %c : f32
  }) : (tensor<2x64xf32, #long>) -> tensor<2x2xf32, #parts>
  return
}

// -----

#long = #tqg.linear<reg = [(1, 0)], lane = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16)], warp = [(0, 32)], shape = (2, 64)>
#parts = #tqg.linear<reg = [(0, 1)], lane = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)], warp = [(1, 0)], shape = (2, 2)>
#other = #tqg.linear<reg = [(1, 0)], lane = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)], warp = [(0, 1)], shape = (2, 2)>
#inparts = #tqg.linear<offset = [(0, 1), (1, 0)], shape = (2, 2)>
#mixed = #tqg.linear<offset = [(0, 1), (1, 1)], shape = (2, 2)>
func.func @other_numbers(%x: tensor<2x64xi32, #long>) {
  // expected-error @below {{tile 0 has elements of 'i32', but the region has 'f32'}}
  %p = "tqg.warp_reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tqg.yield %c : f32
  }) : (tensor<2x64xi32, #long>) -> tensor<2x2xi32, #parts>
  return
}

// -----

#long = #tqg.linear<reg = [(1, 0)], lane = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16)], warp = [(0, 32)], shape = (2, 64)>
#parts = #tqg.linear<reg = [(0, 1)], lane = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)], warp = [(1, 0)], shape = (2, 2)>
#other = #tqg.linear<reg = [(1, 0)], lane = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)], warp = [(0, 1)], shape = (2, 2)>
#inparts = #tqg.linear<offset = [(0, 1), (1, 0)], shape = (2, 2)>
#mixed = #tqg.linear<offset = [(0, 1), (1, 1)], shape = (2, 2)>
func.func @combines_nothing(%x: tensor<2x64xf32, #long>) {
  // expected-error @below {{its region does not combine two tuples of 1 elements to one}}
  %p:2 = "tqg.warp_reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tqg.yield %c : f32
  }) : (tensor<2x64xf32, #long>) -> (tensor<2x2xf32, #parts>, tensor<2x2xf32, #parts>)
  return
}

// -----

#long = #tqg.linear<reg = [(1, 0)], lane = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16)], warp = [(0, 32)], shape = (2, 64)>
#parts = #tqg.linear<reg = [(0, 1)], lane = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)], warp = [(1, 0)], shape = (2, 2)>
#other = #tqg.linear<reg = [(1, 0)], lane = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)], warp = [(0, 1)], shape = (2, 2)>
#inparts = #tqg.linear<offset = [(0, 1), (1, 0)], shape = (2, 2)>
#mixed = #tqg.linear<offset = [(0, 1), (1, 1)], shape = (2, 2)>
func.func @four_parts(%x: tensor<2x64xf32, #long>) {
  // expected-error @below {{the axis has 2 parts, not 4}}
  %p = "tqg.warp_scan"(%x) <{axis = 1 : i32, parts = 4 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tqg.yield %c : f32
  }) : (tensor<2x64xf32, #long>) -> tensor<2x64xf32, #long>
  return
}

// -----

#long = #tqg.linear<reg = [(1, 0)], lane = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16)], warp = [(0, 32)], shape = (2, 64)>
#parts = #tqg.linear<reg = [(0, 1)], lane = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)], warp = [(1, 0)], shape = (2, 2)>
#other = #tqg.linear<reg = [(1, 0)], lane = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)], warp = [(0, 1)], shape = (2, 2)>
#inparts = #tqg.linear<offset = [(0, 1), (1, 0)], shape = (2, 2)>
#mixed = #tqg.linear<offset = [(0, 1), (1, 1)], shape = (2, 2)>
func.func @totals_of_no_rows(%x: tensor<2x64xf32, #long>) {
  %s = tqg.staging : !tqg.shared<tensor<2x2xf32, #mixed>>
  // expected-error @below {{needs a staging in row-major order}}
  tqg.total_store %x to %s axis 1 : tensor<2x64xf32, #long> to !tqg.shared<tensor<2x2xf32, #mixed>>
  return
}

// -----

#long = #tqg.linear<reg = [(1, 0)], lane = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16)], warp = [(0, 32)], shape = (2, 64)>
#parts = #tqg.linear<reg = [(0, 1)], lane = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)], warp = [(1, 0)], shape = (2, 2)>
#other = #tqg.linear<reg = [(1, 0)], lane = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)], warp = [(0, 1)], shape = (2, 2)>
#inparts = #tqg.linear<offset = [(0, 1), (1, 0)], shape = (2, 2)>
#mixed = #tqg.linear<offset = [(0, 1), (1, 1)], shape = (2, 2)>
func.func @totals_of_another_axis(%x: tensor<2x64xf32, #long>) {
  %s = tqg.staging : !tqg.shared<tensor<2x2xf32, #inparts>>
  // expected-error @below {{the totals of }}
  tqg.total_store %x to %s axis 0 : tensor<2x64xf32, #long> to !tqg.shared<tensor<2x2xf32, #inparts>>
  return
}

// -----

#long = #tqg.linear<reg = [(1, 0)], lane = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16)], warp = [(0, 32)], shape = (2, 64)>
#parts = #tqg.linear<reg = [(0, 1)], lane = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)], warp = [(1, 0)], shape = (2, 2)>
#other = #tqg.linear<reg = [(1, 0)], lane = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)], warp = [(0, 1)], shape = (2, 2)>
#inparts = #tqg.linear<offset = [(0, 1), (1, 0)], shape = (2, 2)>
#mixed = #tqg.linear<offset = [(0, 1), (1, 1)], shape = (2, 2)>
func.func @carries_nothing(%x: tensor<2x64xf32, #long>) {
  // expected-error @below {{takes as many tiles as totals and gives as many, but takes 1 and gives 1}}
  %p = "tqg.scan_carry"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tqg.yield %c : f32
  }) : (tensor<2x64xf32, #long>) -> tensor<2x64xf32, #long>
  return
}

// -----

#long = #tqg.linear<reg = [(1, 0)], lane = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16)], warp = [(0, 32)], shape = (2, 64)>
#parts = #tqg.linear<reg = [(0, 1)], lane = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)], warp = [(1, 0)], shape = (2, 2)>
#other = #tqg.linear<reg = [(1, 0)], lane = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)], warp = [(0, 1)], shape = (2, 2)>
#inparts = #tqg.linear<offset = [(0, 1), (1, 0)], shape = (2, 2)>
#mixed = #tqg.linear<offset = [(0, 1), (1, 1)], shape = (2, 2)>
func.func @carries_other_rows(%x: tensor<2x64xf32, #long>) {
  // expected-error @below {{carrying }}
  %p = "tqg.scan_carry"(%x, %x) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tqg.yield %c : f32
  }) : (tensor<2x64xf32, #long>, tensor<2x64xf32, #long>) -> tensor<2x64xf32, #long>
  return
}

// -----

#row = #tqg.linear<reg = [(0, 1)], lane = [(0, 2), (1, 0), (0, 0), (0, 0), (0, 0)], warp = [], shape = (2, 4)>

func.func @clusters(%part: tensor<2x4xf32, #row>) {
  // expected-error @below {{is of 2 to 8 CTAs, but 9 are named}}
  %all = tqg.cluster_sum %part of 9 : tensor<2x4xf32, #row>
  return
}

// -----

#row = #tqg.linear<reg = [(0, 1)], lane = [(0, 2), (1, 0), (0, 0), (0, 0), (0, 0)], warp = [], shape = (2, 4)>

func.func @shares(%part: tensor<2x4xf32, #row>) {
  // expected-error @below {{adds 32-bit elements, four for each of 4 CTAs, but has 'tensor<2x4xf32, #tqg.linear<}}
  %all = tqg.cluster_sum %part of 4 : tensor<2x4xf32, #row>
  return
}

// -----

#row = #tqg.linear<reg = [(0, 1)], lane = [(0, 2), (1, 0), (0, 0), (0, 0), (0, 0)], warp = [], shape = (2, 4)>

func.func @lanes_share(%part: tensor<2x4xf32, #row>) {
  // expected-error @below {{has 2 shares of columns that are not in registers of their own in 'tensor<2x4xf32, #tqg.linear<}}
  %own = tqg.cluster_sum %part of 2 shares 2 : tensor<2x4xf32, #row>
  return
}

// -----

#memory = #tqg.linear<offset = [(0, 1), (0, 2), (1, 1)], shape = (2, 4)>

func.func @three_shares() {
  %staging = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<2x4xf32, #memory>>
  // expected-error @below {{has a power of two of shares, 2 at most, but 3 are named}}
  tqg.cluster_add %staging of 2 shares 3 : !tqg.shared<tensor<2x4xf32, #memory>>
  return
}

// -----

func.func @rank_of_three() {
  // expected-error @below {{is of a cluster of 2, 4 or 8 CTAs, but has 3}}
  %rank = tqg.cluster_rank of 3 : i32
  return
}

// -----

func.func @three_ctas(%x: f32) {
  // expected-error @below {{gives the numbers of 2, 4 or 8 CTAs, not 'tensor<3xf32>'}}
  %all = tqg.cluster_gather %x : f32 -> tensor<3xf32>
  return
}

// -----

func.func @half(%x: f16) {
  // expected-error @below {{gives numbers of 32 bits, but makes 'tensor<4xf16>' of 'f16'}}
  %all = tqg.cluster_gather %x : f16 -> tensor<4xf16>
  return
}

// -----

#box = #tqg.linear<offset = [(1), (2)], shape = (4)>

func.func @narrow_inbox() {
  // expected-error @below {{holds numbers of 32 bits of 2, 4 or 8 CTAs, not}}
  %box = tqg.inbox : !tqg.shared<tensor<4xf16, #box>>
  return
}

// -----

#ranks = #tqg.linear<reg = [], lane = [(1), (2), (0), (0), (0)], warp = [], shape = (4)>
#box = #tqg.linear<offset = [(1), (2)], shape = (4)>

func.func @no_inbox(%x: f32, %ranks: tensor<4xi32, #ranks>) {
  %box = tqg.staging {tqg.scratch = 0 : i32} : !tqg.shared<tensor<4xf32, #box>>
  // expected-error @below {{sends to an inbox, not to other shared memory}}
  %taken = tqg.cluster_exchange %x by %box of %ranks : f32, !tqg.shared<tensor<4xf32, #box>>, tensor<4xi32, #ranks> -> tensor<4xf32, #ranks>
  return
}

// -----

#ranks = #tqg.linear<reg = [], lane = [(1), (2), (0), (0), (0)], warp = [], shape = (4)>
#box = #tqg.linear<offset = [(1), (2)], shape = (4)>

func.func @other_numbers(%x: i32, %ranks: tensor<4xi32, #ranks>) {
  %box = tqg.inbox : !tqg.shared<tensor<4xf32, #box>>
  // expected-error @below {{sends numbers of 'tensor<4xf32, #tqg.linear<offset = [(1), (2)], shape = (4)>>', not 'i32'}}
  %taken = tqg.cluster_exchange %x by %box of %ranks : i32, !tqg.shared<tensor<4xf32, #box>>, tensor<4xi32, #ranks> -> tensor<4xf32, #ranks>
  return
}

// -----

#ranks = #tqg.linear<reg = [], lane = [(1), (2), (0), (0), (0)], warp = [], shape = (4)>
#box = #tqg.linear<offset = [(1), (2)], shape = (4)>

func.func @wide_ranks(%x: f32, %ranks: tensor<4xi64, #ranks>) {
  %box = tqg.inbox : !tqg.shared<tensor<4xf32, #box>>
  // expected-error @below {{has a rank for each element}}
  %taken = tqg.cluster_exchange %x by %box of %ranks : f32, !tqg.shared<tensor<4xf32, #box>>, tensor<4xi64, #ranks> -> tensor<4xf32, #ranks>
  return
}
