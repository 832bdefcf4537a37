module attributes {tq.arch = "sm_90a", tq.phase = "nvvm"} {
  llvm.mlir.global external @tq_shared() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
  llvm.func @product(%a_ptr: !llvm.ptr<1>, %b_ptr: !llvm.ptr<1>, %out_ptr: !llvm.ptr<1>, %K: i32, %stride_a: i32, %stride_b: i32, %arg6: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, %arg7: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, %arg8: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 160>, tq.facts = "// tq: {\22schema\22:1,\22version\22:\220.1.0\22,\22entry\22:\22product\22,\22arch\22:\22sm_90a\22,\22params\22:[{\22name\22:\22a_ptr\22,\22type\22:\22*fp16\22,\22div\22:16},{\22name\22:\22b_ptr\22,\22type\22:\22*fp16\22,\22div\22:16},{\22name\22:\22out_ptr\22,\22type\22:\22*fp32\22,\22div\22:16},{\22name\22:\22K\22,\22type\22:\22i32\22},{\22name\22:\22stride_a\22,\22type\22:\22i32\22,\22div\22:16},{\22name\22:\22stride_b\22,\22type\22:\22i32\22,\22div\22:16},{\22name\22:\22out_ptr_map0\22,\22role\22:\22map\22,\22map\22:0},{\22name\22:\22a_ptr_map1\22,\22role\22:\22map\22,\22map\22:1},{\22name\22:\22b_ptr_map2\22,\22role\22:\22map\22,\22map\22:2}],\22maps\22:[{\22base\22:2,\22type\22:\22fp32\22,\22dims\22:[2147483647,2147483647],\22strides\22:[-6],\22box\22:[32,16],\22swizzle\22:128},{\22base\22:0,\22type\22:\22fp16\22,\22dims\22:[-4,2147483647],\22strides\22:[-5],\22box\22:[64,64],\22swizzle\22:128},{\22base\22:1,\22type\22:\22fp16\22,\22dims\22:[2147483647,-4],\22strides\22:[-6],\22box\22:[64,64],\22swizzle\22:128}],\22num_warps\22:5,\22num_stages\22:3,\22shared\22:65584,\22overlaps\22:1024,\22plan\22:\22#tqg.plan<warps = 4, stages = 3, roles = 2, cluster = 1>\22,\22files\22:[\22hopper.tq\22],\22accesses\22:[{\22file\22:0,\22line\22:10,\22column\22:13,\22kind\22:\22load\22,\22pointer\22:\22a_ptr + m[:, None] * stride_a + k[None, :]\22,\22mask\22:\22k[None, :] < K\22,\22tensor\22:\22a_ptr\22},{\22file\22:0,\22line\22:11,\22column\22:13,\22kind\22:\22load\22,\22pointer\22:\22b_ptr + k[:, None] * stride_b + n[None, :]\22,\22mask\22:\22k[:, None] < K\22,\22tensor\22:\22b_ptr\22},{\22file\22:0,\22line\22:13,\22column\22:5,\22kind\22:\22store\22,\22pointer\22:\22out_ptr + m[:, None] * stride_b + n[None, :]\22,\22tensor\22:\22out_ptr\22}]}", tqg.plan = #tqg.plan<warps = 4, stages = 3, roles = 2, cluster = 1>, tqg.shared_bytes = 65584 : i64} {
    %0 = nvvm.read.ptx.sreg.tid.x : i32
    %a = llvm.mlir.constant(31 : i32) : i32
    %a_0 = llvm.and %0, %a : i32
    %1 = llvm.mlir.constant(5 : i32) : i32
    %2 = llvm.lshr %0, %1 : i32
    %acc = llvm.mlir.constant(-1 : i32) : i32
    %acc_1 = llvm.mlir.constant(0 : i32) : i32
    %acc_2 = nvvm.shfl.sync  idx %acc, %2, %acc_1, %a : i32 -> i32
    %acc_3 = llvm.mlir.constant(2 : i32) : i32
    %acc_4 = llvm.lshr %acc_2, %acc_3 : i32
    %3 = llvm.mlir.constant(32 : i32) : i32
    %4 = llvm.mlir.constant(3 : i32) : i32
    %5 = llvm.mlir.constant(1 : i32) : i32
    %6 = llvm.mlir.constant(1073741824 : i32) : i32
    %7 = llvm.mlir.constant(64 : i32) : i32
    %acc_5 = llvm.mlir.constant(0.000000e+00 : f32) : f32
    %8 = llvm.icmp "eq" %0, %acc_1 : i32
    llvm.inline_asm has_side_effects "@$1 prefetch.tensormap [$0];", "l,b" %arg6, %8 : (!llvm.ptr, i1) -> ()
    llvm.inline_asm has_side_effects "@$1 prefetch.tensormap [$0];", "l,b" %arg7, %8 : (!llvm.ptr, i1) -> ()
    llvm.inline_asm has_side_effects "@$1 prefetch.tensormap [$0];", "l,b" %arg8, %8 : (!llvm.ptr, i1) -> ()
    %a_6 = llvm.mlir.addressof @tq_shared : !llvm.ptr<3>
    %a_7 = llvm.ptrtoint %a_6 : !llvm.ptr<3> to i32
    llvm.cond_br %8, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    llvm.inline_asm has_side_effects "mbarrier.init.shared::cta.b64 [$0+65536], 1; mbarrier.init.shared::cta.b64 [$0+65544], 1; mbarrier.init.shared::cta.b64 [$0+65552], 1; ", "r,~{memory}" %a_7 : (i32) -> ()
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    llvm.br ^bb2
  ^bb2:  // 2 preds: ^bb0, ^bb1
    llvm.cond_br %8, ^bb3, ^bb4
  ^bb3:  // pred: ^bb2
    llvm.inline_asm has_side_effects "mbarrier.init.shared::cta.b64 [$0+65560], 4; mbarrier.init.shared::cta.b64 [$0+65568], 4; mbarrier.init.shared::cta.b64 [$0+65576], 4; ", "r,~{memory}" %a_7 : (i32) -> ()
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    llvm.br ^bb4
  ^bb4:  // 2 preds: ^bb2, ^bb3
    %9 = nvvm.read.ptx.sreg.nctaid.x : i32
    %10 = nvvm.read.ptx.sreg.nctaid.y : i32
    %11 = llvm.mul %9, %10 : i32
    %12 = nvvm.read.ptx.sreg.nctaid.z : i32
    %13 = llvm.mul %11, %12 : i32
    %14 = llvm.mlir.constant(1024 : i32) : i32
    %15 = llvm.icmp "ule" %13, %14 : i32
    llvm.inline_asm has_side_effects "@$0 griddepcontrol.wait;", "b,~{memory}" %15 : (i1) -> ()
    %16 = llvm.inline_asm "mov.u32 $0, %nsmid;", "=r"  : () -> i32
    %17 = llvm.mlir.constant(4 : i32) : i32
    %18 = llvm.lshr %16, %17 : i32
    %19 = llvm.sub %16, %18 : i32
    %20 = llvm.icmp "uge" %13, %19 : i32
    %21 = llvm.and %20, %15 : i1
    llvm.inline_asm has_side_effects "@$0 griddepcontrol.launch_dependents;", "b" %21 : (i1) -> ()
    nvvm.barrier0
    %22 = nvvm.shfl.sync  idx %acc, %2, %acc_1, %a : i32 -> i32
    %23 = llvm.icmp "ult" %22, %1 : i32
    %24 = llvm.icmp "uge" %22, %17 : i32
    %25 = llvm.and %23, %24 : i1
    llvm.cond_br %25, ^bb5, ^bb13
  ^bb5:  // pred: ^bb4
    %26 = llvm.icmp "eq" %22, %17 : i32
    llvm.cond_br %26, ^bb6, ^bb12
  ^bb6:  // pred: ^bb5
    %27 = nvvm.elect.sync %acc -> i1
    llvm.cond_br %27, ^bb7, ^bb11
  ^bb7:  // pred: ^bb6
    %28 = nvvm.read.ptx.sreg.ctaid.x : i32
    %29 = nvvm.read.ptx.sreg.ctaid.y : i32
    llvm.br ^bb8(%acc_1, %acc_1, %acc_1 : i32, i32, i32)
  ^bb8(%acc_8: i32, %30: i32, %31: i32):  // 2 preds: ^bb7, ^bb9
    %acc_9 = llvm.icmp "slt" %acc_8, %K : i32
    llvm.cond_br %acc_9, ^bb9, ^bb10(%30, %31 : i32, i32)
  ^bb9:  // pred: ^bb8
    %a_10 = llvm.icmp "sle" %K, %acc_1 : i32
    %a_11 = llvm.select %a_10, %6, %acc_8 : i1, i32
    %a_12 = llvm.mul %28, %7 : i32
    %a_13 = llvm.xor %31, %5 : i32
    %a_14 = llvm.mlir.constant(8 : i32) : i32
    %a_15 = llvm.mul %30, %a_14 : i32
    %a_16 = llvm.add %a_7, %a_15 : i32
    llvm.inline_asm has_side_effects "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0+65560], $1; @!p bra.uni TQ_WAIT; }", "r,r,~{memory}" %a_16, %a_13 : (i32, i32) -> ()
    llvm.inline_asm has_side_effects "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0+65536], 16384;", "r,~{memory}" %a_16 : (i32) -> ()
    %a_17 = llvm.mlir.constant(8192 : i32) : i32
    %a_18 = llvm.mul %30, %a_17 : i32
    %a_19 = llvm.add %a_7, %a_18 : i32
    llvm.inline_asm has_side_effects "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0+16384], [$1, {$3, $4}], [$2+65536];", "r,l,r,r,r,~{memory}" %a_19, %arg7, %a_16, %a_11, %a_12 : (i32, !llvm.ptr, i32, i32, i32) -> ()
    %a_20 = llvm.add %30, %5 : i32
    %a_21 = llvm.icmp "eq" %a_20, %4 : i32
    %a_22 = llvm.select %a_21, %acc_1, %a_20 : i1, i32
    %a_23 = llvm.select %a_21, %a_13, %31 : i1, i32
    %b = llvm.mul %29, %7 : i32
    llvm.inline_asm has_side_effects "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0+40960], [$1, {$3, $4}], [$2+65536];", "r,l,r,r,r,~{memory}" %a_19, %arg8, %a_16, %b, %a_11 : (i32, !llvm.ptr, i32, i32, i32) -> ()
    %acc_24 = llvm.add %acc_8, %7 : i32
    llvm.br ^bb8(%acc_24, %a_22, %a_23 : i32, i32, i32)
  ^bb10(%acc_25: i32, %acc_26: i32):  // pred: ^bb8
    llvm.br ^bb11
  ^bb11:  // 2 preds: ^bb6, ^bb10
    llvm.br ^bb12
  ^bb12:  // 2 preds: ^bb5, ^bb11
    llvm.br ^bb13
  ^bb13:  // 2 preds: ^bb4, ^bb12
    %32 = nvvm.shfl.sync  idx %acc, %2, %acc_1, %a : i32 -> i32
    %33 = llvm.icmp "ult" %32, %17 : i32
    llvm.cond_br %33, ^bb14, ^bb18
  ^bb14:  // pred: ^bb13
    llvm.br ^bb15(%acc_1, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_1, %acc_1 : i32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, i32, i32)
  ^bb15(%acc_27: i32, %acc_28: f32, %acc_29: f32, %acc_30: f32, %acc_31: f32, %acc_32: f32, %acc_33: f32, %acc_34: f32, %acc_35: f32, %acc_36: f32, %acc_37: f32, %acc_38: f32, %acc_39: f32, %acc_40: f32, %acc_41: f32, %acc_42: f32, %acc_43: f32, %acc_44: f32, %acc_45: f32, %acc_46: f32, %acc_47: f32, %acc_48: f32, %acc_49: f32, %acc_50: f32, %acc_51: f32, %acc_52: f32, %acc_53: f32, %acc_54: f32, %acc_55: f32, %acc_56: f32, %acc_57: f32, %acc_58: f32, %acc_59: f32, %34: i32, %35: i32):  // 2 preds: ^bb14, ^bb16
    %acc_60 = llvm.icmp "slt" %acc_27, %K : i32
    llvm.cond_br %acc_60, ^bb16, ^bb17(%acc_28, %acc_29, %acc_30, %acc_31, %acc_32, %acc_33, %acc_34, %acc_35, %acc_36, %acc_37, %acc_38, %acc_39, %acc_40, %acc_41, %acc_42, %acc_43, %acc_44, %acc_45, %acc_46, %acc_47, %acc_48, %acc_49, %acc_50, %acc_51, %acc_52, %acc_53, %acc_54, %acc_55, %acc_56, %acc_57, %acc_58, %acc_59, %34, %35 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, i32, i32)
  ^bb16:  // pred: ^bb15
    %a_61 = llvm.add %34, %5 : i32
    %a_62 = llvm.icmp "eq" %a_61, %4 : i32
    %a_63 = llvm.xor %35, %5 : i32
    %a_64 = llvm.select %a_62, %acc_1, %a_61 : i1, i32
    %a_65 = llvm.select %a_62, %a_63, %35 : i1, i32
    %a_66 = llvm.mlir.constant(8 : i32) : i32
    %a_67 = llvm.mul %34, %a_66 : i32
    %a_68 = llvm.add %a_7, %a_67 : i32
    llvm.inline_asm has_side_effects "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0+65536], $1; @!p bra.uni TQ_WAIT; }", "r,r,~{memory}" %a_68, %35 : (i32, i32) -> ()
    %acc_69 = llvm.mlir.constant(8192 : i32) : i32
    %acc_70 = llvm.mul %34, %acc_69 : i32
    %acc_71 = llvm.add %a_7, %acc_70 : i32
    %acc_72 = llvm.mlir.constant(40960 : i32) : i32
    %acc_73 = llvm.add %acc_71, %acc_72 : i32
    %acc_74 = llvm.lshr %acc_73, %17 : i32
    %acc_75 = llvm.mlir.constant(16383 : i32) : i32
    %acc_76 = llvm.and %acc_74, %acc_75 : i32
    %acc_77 = llvm.mlir.constant(33554432 : i32) : i32
    %acc_78 = llvm.add %acc_76, %acc_77 : i32
    %acc_79 = llvm.mlir.constant(1073741888 : i32) : i32
    %acc_80 = llvm.inline_asm "mov.b64 $0, {$1, $2};", "=l,r,r" %acc_78, %acc_79 : (i32, i32) -> i64
    %acc_81 = llvm.mlir.constant(512 : i32) : i32
    %acc_82 = llvm.mul %acc_4, %acc_81 : i32
    %acc_83 = llvm.mlir.constant(16384 : i32) : i32
    %acc_84 = llvm.add %acc_71, %acc_83 : i32
    %acc_85 = llvm.lshr %acc_84, %17 : i32
    %acc_86 = llvm.and %acc_85, %acc_75 : i32
    %acc_87 = llvm.add %acc_86, %acc_82 : i32
    %acc_88 = llvm.mlir.constant(65536 : i32) : i32
    %acc_89 = llvm.add %acc_87, %acc_88 : i32
    %acc_90 = llvm.inline_asm "mov.b64 $0, {$1, $2};", "=l,r,r" %acc_89, %acc_79 : (i32, i32) -> i64
    %acc_91 = llvm.mlir.constant(2 : i64) : i64
    %acc_92 = llvm.add %acc_90, %acc_91 : i64
    %acc_93 = llvm.mlir.constant(128 : i64) : i64
    %acc_94 = llvm.add %acc_80, %acc_93 : i64
    %acc_95 = llvm.mlir.constant(4 : i64) : i64
    %acc_96 = llvm.add %acc_90, %acc_95 : i64
    %acc_97 = llvm.mlir.constant(256 : i64) : i64
    %acc_98 = llvm.add %acc_80, %acc_97 : i64
    %acc_99 = llvm.mlir.constant(6 : i64) : i64
    %acc_100 = llvm.add %acc_90, %acc_99 : i64
    %acc_101 = llvm.mlir.constant(384 : i64) : i64
    %acc_102 = llvm.add %acc_80, %acc_101 : i64
    nvvm.wgmma.fence.aligned
    %acc_103 = llvm.inline_asm has_side_effects {tqg.convergent} "{ .reg .pred p; setp.ne.b32 p, 1, 0; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $32, $33, p, 1, 1, 0, 1; setp.ne.b32 p, 1, 0; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $34, $35, p, 1, 1, 0, 1; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $36, $37, p, 1, 1, 0, 1; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $38, $39, p, 1, 1, 0, 1; }", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,l,l,l,l,l,l,l,l,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31" %acc_90, %acc_80, %acc_92, %acc_94, %acc_96, %acc_98, %acc_100, %acc_102, %acc_28, %acc_29, %acc_30, %acc_31, %acc_32, %acc_33, %acc_34, %acc_35, %acc_36, %acc_37, %acc_38, %acc_39, %acc_40, %acc_41, %acc_42, %acc_43, %acc_44, %acc_45, %acc_46, %acc_47, %acc_48, %acc_49, %acc_50, %acc_51, %acc_52, %acc_53, %acc_54, %acc_55, %acc_56, %acc_57, %acc_58, %acc_59 : (i64, i64, i64, i64, i64, i64, i64, i64, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    nvvm.wgmma.commit.group.sync.aligned
    %acc_104 = llvm.extractvalue %acc_103[0] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_105 = llvm.extractvalue %acc_103[1] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_106 = llvm.extractvalue %acc_103[2] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_107 = llvm.extractvalue %acc_103[3] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_108 = llvm.extractvalue %acc_103[4] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_109 = llvm.extractvalue %acc_103[5] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_110 = llvm.extractvalue %acc_103[6] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_111 = llvm.extractvalue %acc_103[7] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_112 = llvm.extractvalue %acc_103[8] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_113 = llvm.extractvalue %acc_103[9] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_114 = llvm.extractvalue %acc_103[10] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_115 = llvm.extractvalue %acc_103[11] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_116 = llvm.extractvalue %acc_103[12] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_117 = llvm.extractvalue %acc_103[13] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_118 = llvm.extractvalue %acc_103[14] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_119 = llvm.extractvalue %acc_103[15] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_120 = llvm.extractvalue %acc_103[16] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_121 = llvm.extractvalue %acc_103[17] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_122 = llvm.extractvalue %acc_103[18] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_123 = llvm.extractvalue %acc_103[19] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_124 = llvm.extractvalue %acc_103[20] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_125 = llvm.extractvalue %acc_103[21] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_126 = llvm.extractvalue %acc_103[22] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_127 = llvm.extractvalue %acc_103[23] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_128 = llvm.extractvalue %acc_103[24] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_129 = llvm.extractvalue %acc_103[25] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_130 = llvm.extractvalue %acc_103[26] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_131 = llvm.extractvalue %acc_103[27] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_132 = llvm.extractvalue %acc_103[28] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_133 = llvm.extractvalue %acc_103[29] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_134 = llvm.extractvalue %acc_103[30] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_135 = llvm.extractvalue %acc_103[31] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_136 = llvm.inline_asm has_side_effects {tqg.convergent} "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,~{memory}" %acc_104, %acc_105, %acc_106, %acc_107, %acc_108, %acc_109, %acc_110, %acc_111, %acc_112, %acc_113, %acc_114, %acc_115, %acc_116, %acc_117, %acc_118, %acc_119, %acc_120, %acc_121, %acc_122, %acc_123, %acc_124, %acc_125, %acc_126, %acc_127, %acc_128, %acc_129, %acc_130, %acc_131, %acc_132, %acc_133, %acc_134, %acc_135 : (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %acc_137 = llvm.extractvalue %acc_136[0] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_138 = llvm.extractvalue %acc_136[1] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_139 = llvm.extractvalue %acc_136[2] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_140 = llvm.extractvalue %acc_136[3] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_141 = llvm.extractvalue %acc_136[4] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_142 = llvm.extractvalue %acc_136[5] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_143 = llvm.extractvalue %acc_136[6] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_144 = llvm.extractvalue %acc_136[7] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_145 = llvm.extractvalue %acc_136[8] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_146 = llvm.extractvalue %acc_136[9] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_147 = llvm.extractvalue %acc_136[10] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_148 = llvm.extractvalue %acc_136[11] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_149 = llvm.extractvalue %acc_136[12] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_150 = llvm.extractvalue %acc_136[13] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_151 = llvm.extractvalue %acc_136[14] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_152 = llvm.extractvalue %acc_136[15] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_153 = llvm.extractvalue %acc_136[16] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_154 = llvm.extractvalue %acc_136[17] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_155 = llvm.extractvalue %acc_136[18] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_156 = llvm.extractvalue %acc_136[19] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_157 = llvm.extractvalue %acc_136[20] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_158 = llvm.extractvalue %acc_136[21] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_159 = llvm.extractvalue %acc_136[22] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_160 = llvm.extractvalue %acc_136[23] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_161 = llvm.extractvalue %acc_136[24] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_162 = llvm.extractvalue %acc_136[25] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_163 = llvm.extractvalue %acc_136[26] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_164 = llvm.extractvalue %acc_136[27] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_165 = llvm.extractvalue %acc_136[28] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_166 = llvm.extractvalue %acc_136[29] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_167 = llvm.extractvalue %acc_136[30] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_168 = llvm.extractvalue %acc_136[31] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %a_169 = llvm.icmp "eq" %a_0, %acc_1 : i32
    llvm.inline_asm has_side_effects "@$1 mbarrier.arrive.shared::cta.b64 _, [$0+65560];", "r,b,~{memory}" %a_68, %a_169 : (i32, i1) -> ()
    %acc_170 = llvm.add %acc_27, %7 : i32
    llvm.br ^bb15(%acc_170, %acc_137, %acc_138, %acc_139, %acc_140, %acc_141, %acc_142, %acc_143, %acc_144, %acc_145, %acc_146, %acc_147, %acc_148, %acc_149, %acc_150, %acc_151, %acc_152, %acc_153, %acc_154, %acc_155, %acc_156, %acc_157, %acc_158, %acc_159, %acc_160, %acc_161, %acc_162, %acc_163, %acc_164, %acc_165, %acc_166, %acc_167, %acc_168, %a_64, %a_65 : i32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, i32, i32)
  ^bb17(%acc_171: f32, %acc_172: f32, %acc_173: f32, %acc_174: f32, %acc_175: f32, %acc_176: f32, %acc_177: f32, %acc_178: f32, %acc_179: f32, %acc_180: f32, %acc_181: f32, %acc_182: f32, %acc_183: f32, %acc_184: f32, %acc_185: f32, %acc_186: f32, %acc_187: f32, %acc_188: f32, %acc_189: f32, %acc_190: f32, %acc_191: f32, %acc_192: f32, %acc_193: f32, %acc_194: f32, %acc_195: f32, %acc_196: f32, %acc_197: f32, %acc_198: f32, %acc_199: f32, %acc_200: f32, %acc_201: f32, %acc_202: f32, %acc_203: i32, %acc_204: i32):  // pred: ^bb15
    %36 = nvvm.read.ptx.sreg.ctaid.y : i32
    %37 = llvm.mul %36, %7 : i32
    %38 = nvvm.read.ptx.sreg.ctaid.x : i32
    %39 = llvm.mul %38, %7 : i32
    %40 = llvm.icmp "eq" %a_0, %acc_1 : i32
    llvm.inline_asm has_side_effects "@$0 cp.async.bulk.wait_group.read 1;", "b,~{memory}" %40 : (i1) -> ()
    nvvm.bar.warp.sync %acc : i32
    %41 = llvm.mlir.constant(8192 : i32) : i32
    %42 = llvm.mul %acc_1, %41 : i32
    %43 = llvm.add %a_7, %42 : i32
    %44 = llvm.mlir.constant(2048 : i32) : i32
    %45 = llvm.mul %2, %44 : i32
    %46 = llvm.add %43, %45 : i32
    %47 = llvm.lshr %a_0, %acc_3 : i32
    %48 = llvm.lshr %a_0, %5 : i32
    %49 = llvm.and %48, %5 : i32
    %50 = llvm.mlir.constant(128 : i32) : i32
    %51 = llvm.mul %47, %50 : i32
    %52 = llvm.mlir.constant(7 : i32) : i32
    %53 = llvm.lshr %51, %52 : i32
    %54 = llvm.and %53, %52 : i32
    %55 = llvm.xor %49, %54 : i32
    %56 = llvm.add %46, %51 : i32
    %57 = llvm.and %a_0, %5 : i32
    %58 = llvm.mlir.constant(8 : i32) : i32
    %59 = llvm.mul %57, %58 : i32
    %60 = llvm.add %56, %59 : i32
    %61 = llvm.xor %55, %acc_1 : i32
    %62 = llvm.mlir.constant(16 : i32) : i32
    %63 = llvm.mul %61, %62 : i32
    %64 = llvm.add %60, %63 : i32
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}" %64, %acc_171, %acc_172 : (i32, f32, f32) -> ()
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}" %64, %acc_173, %acc_174 : (i32, f32, f32) -> ()
    %65 = llvm.xor %55, %acc_3 : i32
    %66 = llvm.mul %65, %62 : i32
    %67 = llvm.add %60, %66 : i32
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}" %67, %acc_175, %acc_176 : (i32, f32, f32) -> ()
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}" %67, %acc_177, %acc_178 : (i32, f32, f32) -> ()
    %68 = llvm.xor %55, %17 : i32
    %69 = llvm.mul %68, %62 : i32
    %70 = llvm.add %60, %69 : i32
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}" %70, %acc_179, %acc_180 : (i32, f32, f32) -> ()
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}" %70, %acc_181, %acc_182 : (i32, f32, f32) -> ()
    %71 = llvm.mlir.constant(6 : i32) : i32
    %72 = llvm.xor %55, %71 : i32
    %73 = llvm.mul %72, %62 : i32
    %74 = llvm.add %60, %73 : i32
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}" %74, %acc_183, %acc_184 : (i32, f32, f32) -> ()
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}" %74, %acc_185, %acc_186 : (i32, f32, f32) -> ()
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.bar.warp.sync %acc : i32
    %75 = llvm.mul %2, %62 : i32
    %76 = llvm.add %39, %75 : i32
    llvm.inline_asm has_side_effects "@$0 cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [$2, {$3, $4}], [$1+0]; @$0 cp.async.bulk.commit_group;", "b,r,l,r,r,~{memory}" %40, %46, %arg6, %37, %76 : (i1, i32, !llvm.ptr, i32, i32) -> ()
    llvm.inline_asm has_side_effects "@$0 cp.async.bulk.wait_group.read 1;", "b,~{memory}" %40 : (i1) -> ()
    nvvm.bar.warp.sync %acc : i32
    %77 = llvm.mul %5, %41 : i32
    %78 = llvm.add %a_7, %77 : i32
    %79 = llvm.add %78, %45 : i32
    %80 = llvm.add %79, %51 : i32
    %81 = llvm.add %80, %59 : i32
    %82 = llvm.add %81, %63 : i32
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}" %82, %acc_187, %acc_188 : (i32, f32, f32) -> ()
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}" %82, %acc_189, %acc_190 : (i32, f32, f32) -> ()
    %83 = llvm.add %81, %66 : i32
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}" %83, %acc_191, %acc_192 : (i32, f32, f32) -> ()
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}" %83, %acc_193, %acc_194 : (i32, f32, f32) -> ()
    %84 = llvm.add %81, %69 : i32
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}" %84, %acc_195, %acc_196 : (i32, f32, f32) -> ()
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}" %84, %acc_197, %acc_198 : (i32, f32, f32) -> ()
    %85 = llvm.add %81, %73 : i32
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}" %85, %acc_199, %acc_200 : (i32, f32, f32) -> ()
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}" %85, %acc_201, %acc_202 : (i32, f32, f32) -> ()
    %86 = llvm.add %37, %3 : i32
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.bar.warp.sync %acc : i32
    llvm.inline_asm has_side_effects "@$0 cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [$2, {$3, $4}], [$1+0]; @$0 cp.async.bulk.commit_group;", "b,r,l,r,r,~{memory}" %40, %79, %arg6, %86, %76 : (i1, i32, !llvm.ptr, i32, i32) -> ()
    llvm.inline_asm has_side_effects "@$0 cp.async.bulk.wait_group.read 0;", "b,~{memory}" %40 : (i1) -> ()
    nvvm.bar.warp.sync %acc : i32
    llvm.br ^bb18
  ^bb18:  // 2 preds: ^bb13, ^bb17
    llvm.return
  }
}
