module attributes {tq.arch = "sm_90a", tq.phase = "nvvm"} {
  llvm.mlir.global external @tq_shared() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
  llvm.func @product(%a_ptr: !llvm.ptr<1>, %b_ptr: !llvm.ptr<1>, %out_ptr: !llvm.ptr<1>, %K: i32, %stride_a: i32, %stride_b: i32, %arg6: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, %arg7: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, %arg8: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 160>, tq.facts = "// tq: {\22schema\22:1,\22version\22:\220.1.0\22,\22entry\22:\22product\22,\22arch\22:\22sm_90a\22,\22params\22:[{\22name\22:\22a_ptr\22,\22type\22:\22*fp16\22,\22div\22:16},{\22name\22:\22b_ptr\22,\22type\22:\22*fp16\22,\22div\22:16},{\22name\22:\22out_ptr\22,\22type\22:\22*fp32\22,\22div\22:16},{\22name\22:\22K\22,\22type\22:\22i32\22},{\22name\22:\22stride_a\22,\22type\22:\22i32\22,\22div\22:16},{\22name\22:\22stride_b\22,\22type\22:\22i32\22,\22div\22:16},{\22name\22:\22out_ptr_map0\22,\22role\22:\22map\22,\22map\22:0},{\22name\22:\22a_ptr_map1\22,\22role\22:\22map\22,\22map\22:1},{\22name\22:\22b_ptr_map2\22,\22role\22:\22map\22,\22map\22:2}],\22maps\22:[{\22base\22:2,\22type\22:\22fp32\22,\22dims\22:[2147483647,2147483647],\22strides\22:[-6],\22box\22:[32,16],\22swizzle\22:128},{\22base\22:0,\22type\22:\22fp16\22,\22dims\22:[-4,2147483647],\22strides\22:[-5],\22box\22:[64,64],\22swizzle\22:128},{\22base\22:1,\22type\22:\22fp16\22,\22dims\22:[2147483647,-4],\22strides\22:[-6],\22box\22:[64,64],\22swizzle\22:128}],\22num_warps\22:5,\22num_stages\22:3,\22shared\22:65632,\22overlaps\22:1024,\22plan\22:\22#tqg.plan<warps = 4, stages = 3, roles = 2, cluster = 1>\22,\22files\22:[\22hopper.tq\22],\22accesses\22:[{\22file\22:0,\22line\22:10,\22column\22:13,\22kind\22:\22load\22,\22pointer\22:\22a_ptr + m[:, None] * stride_a + k[None, :]\22,\22mask\22:\22k[None, :] < K\22,\22tensor\22:\22a_ptr\22},{\22file\22:0,\22line\22:11,\22column\22:13,\22kind\22:\22load\22,\22pointer\22:\22b_ptr + k[:, None] * stride_b + n[None, :]\22,\22mask\22:\22k[:, None] < K\22,\22tensor\22:\22b_ptr\22},{\22file\22:0,\22line\22:13,\22column\22:5,\22kind\22:\22store\22,\22pointer\22:\22out_ptr + m[:, None] * stride_b + n[None, :]\22,\22tensor\22:\22out_ptr\22}]}", tqg.plan = #tqg.plan<warps = 4, stages = 3, roles = 2, cluster = 1>, tqg.shared_bytes = 65632 : i64} {
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
    llvm.cond_br %8, ^bb5, ^bb6
  ^bb5:  // pred: ^bb4
    llvm.inline_asm has_side_effects "mbarrier.init.shared::cta.b64 [$0+65584], 1; mbarrier.init.shared::cta.b64 [$0+65592], 1; mbarrier.init.shared::cta.b64 [$0+65600], 1; ", "r,~{memory}" %a_7 : (i32) -> ()
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    llvm.br ^bb6
  ^bb6:  // 2 preds: ^bb4, ^bb5
    llvm.cond_br %8, ^bb7, ^bb8
  ^bb7:  // pred: ^bb6
    llvm.inline_asm has_side_effects "mbarrier.init.shared::cta.b64 [$0+65608], 4; mbarrier.init.shared::cta.b64 [$0+65616], 4; mbarrier.init.shared::cta.b64 [$0+65624], 4; ", "r,~{memory}" %a_7 : (i32) -> ()
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    llvm.br ^bb8
  ^bb8:  // 2 preds: ^bb6, ^bb7
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
    llvm.cond_br %25, ^bb9, ^bb15
  ^bb9:  // pred: ^bb8
    %26 = llvm.mlir.constant(128 : i32) : i32
    %27 = llvm.icmp "eq" %0, %26 : i32
    llvm.cond_br %27, ^bb10, ^bb14
  ^bb10:  // pred: ^bb9
    %28 = nvvm.read.ptx.sreg.ctaid.x : i32
    %29 = nvvm.read.ptx.sreg.ctaid.y : i32
    llvm.br ^bb11(%acc_1, %acc_1, %acc_1, %acc_1, %acc_1 : i32, i32, i32, i32, i32)
  ^bb11(%acc_8: i32, %30: i32, %31: i32, %32: i32, %33: i32):  // 2 preds: ^bb10, ^bb12
    %acc_9 = llvm.icmp "slt" %acc_8, %K : i32
    llvm.cond_br %acc_9, ^bb12, ^bb13(%30, %31, %32, %33 : i32, i32, i32, i32)
  ^bb12:  // pred: ^bb11
    %a_10 = llvm.icmp "sle" %K, %acc_1 : i32
    %a_11 = llvm.select %a_10, %6, %acc_8 : i1, i32
    %a_12 = llvm.mul %28, %7 : i32
    %a_13 = llvm.xor %31, %5 : i32
    %a_14 = llvm.mlir.constant(8 : i32) : i32
    %a_15 = llvm.mul %30, %a_14 : i32
    %a_16 = llvm.add %a_7, %a_15 : i32
    llvm.inline_asm has_side_effects "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0+65560], $1; @!p bra.uni TQ_WAIT; }", "r,r,~{memory}" %a_16, %a_13 : (i32, i32) -> ()
    llvm.inline_asm has_side_effects "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0+65536], 8192;", "r,~{memory}" %a_16 : (i32) -> ()
    %a_17 = llvm.mlir.constant(8192 : i32) : i32
    %a_18 = llvm.mul %30, %a_17 : i32
    %a_19 = llvm.add %a_7, %a_18 : i32
    llvm.inline_asm has_side_effects "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0+16384], [$1, {$3, $4}], [$2+65536];", "r,l,r,r,r,~{memory}" %a_19, %arg7, %a_16, %a_11, %a_12 : (i32, !llvm.ptr, i32, i32, i32) -> ()
    %a_20 = llvm.add %30, %5 : i32
    %a_21 = llvm.icmp "eq" %a_20, %4 : i32
    %a_22 = llvm.select %a_21, %acc_1, %a_20 : i1, i32
    %a_23 = llvm.select %a_21, %a_13, %31 : i1, i32
    %b = llvm.mul %29, %7 : i32
    %b_24 = llvm.xor %33, %5 : i32
    %b_25 = llvm.mul %32, %a_14 : i32
    %b_26 = llvm.add %a_7, %b_25 : i32
    llvm.inline_asm has_side_effects "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0+65608], $1; @!p bra.uni TQ_WAIT; }", "r,r,~{memory}" %b_26, %b_24 : (i32, i32) -> ()
    llvm.inline_asm has_side_effects "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0+65584], 8192;", "r,~{memory}" %b_26 : (i32) -> ()
    %b_27 = llvm.mul %32, %a_17 : i32
    %b_28 = llvm.add %a_7, %b_27 : i32
    llvm.inline_asm has_side_effects "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0+40960], [$1, {$3, $4}], [$2+65584];", "r,l,r,r,r,~{memory}" %b_28, %arg8, %b_26, %b, %a_11 : (i32, !llvm.ptr, i32, i32, i32) -> ()
    %b_29 = llvm.add %32, %5 : i32
    %b_30 = llvm.icmp "eq" %b_29, %4 : i32
    %b_31 = llvm.select %b_30, %acc_1, %b_29 : i1, i32
    %b_32 = llvm.select %b_30, %b_24, %33 : i1, i32
    %acc_33 = llvm.add %acc_8, %7 : i32
    llvm.br ^bb11(%acc_33, %a_22, %a_23, %b_31, %b_32 : i32, i32, i32, i32, i32)
  ^bb13(%acc_34: i32, %acc_35: i32, %acc_36: i32, %acc_37: i32):  // pred: ^bb11
    llvm.br ^bb14
  ^bb14:  // 2 preds: ^bb9, ^bb13
    llvm.br ^bb15
  ^bb15:  // 2 preds: ^bb8, ^bb14
    %34 = nvvm.shfl.sync  idx %acc, %2, %acc_1, %a : i32 -> i32
    %35 = llvm.icmp "ult" %34, %17 : i32
    llvm.cond_br %35, ^bb16, ^bb20
  ^bb16:  // pred: ^bb15
    llvm.br ^bb17(%acc_1, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_5, %acc_1, %acc_1, %acc_1, %acc_1 : i32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, i32, i32, i32, i32)
  ^bb17(%acc_38: i32, %acc_39: f32, %acc_40: f32, %acc_41: f32, %acc_42: f32, %acc_43: f32, %acc_44: f32, %acc_45: f32, %acc_46: f32, %acc_47: f32, %acc_48: f32, %acc_49: f32, %acc_50: f32, %acc_51: f32, %acc_52: f32, %acc_53: f32, %acc_54: f32, %acc_55: f32, %acc_56: f32, %acc_57: f32, %acc_58: f32, %acc_59: f32, %acc_60: f32, %acc_61: f32, %acc_62: f32, %acc_63: f32, %acc_64: f32, %acc_65: f32, %acc_66: f32, %acc_67: f32, %acc_68: f32, %acc_69: f32, %acc_70: f32, %36: i32, %37: i32, %38: i32, %39: i32):  // 2 preds: ^bb16, ^bb18
    %acc_71 = llvm.icmp "slt" %acc_38, %K : i32
    llvm.cond_br %acc_71, ^bb18, ^bb19(%acc_39, %acc_40, %acc_41, %acc_42, %acc_43, %acc_44, %acc_45, %acc_46, %acc_47, %acc_48, %acc_49, %acc_50, %acc_51, %acc_52, %acc_53, %acc_54, %acc_55, %acc_56, %acc_57, %acc_58, %acc_59, %acc_60, %acc_61, %acc_62, %acc_63, %acc_64, %acc_65, %acc_66, %acc_67, %acc_68, %acc_69, %acc_70, %36, %37, %38, %39 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, i32, i32, i32, i32)
  ^bb18:  // pred: ^bb17
    %a_72 = llvm.add %36, %5 : i32
    %a_73 = llvm.icmp "eq" %a_72, %4 : i32
    %a_74 = llvm.xor %37, %5 : i32
    %a_75 = llvm.select %a_73, %acc_1, %a_72 : i1, i32
    %a_76 = llvm.select %a_73, %a_74, %37 : i1, i32
    %b_77 = llvm.add %38, %5 : i32
    %b_78 = llvm.icmp "eq" %b_77, %4 : i32
    %b_79 = llvm.xor %39, %5 : i32
    %b_80 = llvm.select %b_78, %acc_1, %b_77 : i1, i32
    %b_81 = llvm.select %b_78, %b_79, %39 : i1, i32
    %a_82 = llvm.mlir.constant(8 : i32) : i32
    %a_83 = llvm.mul %36, %a_82 : i32
    %a_84 = llvm.add %a_7, %a_83 : i32
    llvm.inline_asm has_side_effects "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0+65536], $1; @!p bra.uni TQ_WAIT; }", "r,r,~{memory}" %a_84, %37 : (i32, i32) -> ()
    %b_85 = llvm.mul %38, %a_82 : i32
    %b_86 = llvm.add %a_7, %b_85 : i32
    llvm.inline_asm has_side_effects "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0+65584], $1; @!p bra.uni TQ_WAIT; }", "r,r,~{memory}" %b_86, %39 : (i32, i32) -> ()
    %acc_87 = llvm.mlir.constant(8192 : i32) : i32
    %acc_88 = llvm.mul %38, %acc_87 : i32
    %acc_89 = llvm.add %a_7, %acc_88 : i32
    %acc_90 = llvm.mlir.constant(40960 : i32) : i32
    %acc_91 = llvm.add %acc_89, %acc_90 : i32
    %acc_92 = llvm.lshr %acc_91, %17 : i32
    %acc_93 = llvm.mlir.constant(16383 : i32) : i32
    %acc_94 = llvm.and %acc_92, %acc_93 : i32
    %acc_95 = llvm.mlir.constant(33554432 : i32) : i32
    %acc_96 = llvm.add %acc_94, %acc_95 : i32
    %acc_97 = llvm.mlir.constant(1073741888 : i32) : i32
    %acc_98 = llvm.inline_asm "mov.b64 $0, {$1, $2};", "=l,r,r" %acc_96, %acc_97 : (i32, i32) -> i64
    %acc_99 = llvm.mlir.constant(512 : i32) : i32
    %acc_100 = llvm.mul %acc_4, %acc_99 : i32
    %acc_101 = llvm.mul %36, %acc_87 : i32
    %acc_102 = llvm.add %a_7, %acc_101 : i32
    %acc_103 = llvm.mlir.constant(16384 : i32) : i32
    %acc_104 = llvm.add %acc_102, %acc_103 : i32
    %acc_105 = llvm.lshr %acc_104, %17 : i32
    %acc_106 = llvm.and %acc_105, %acc_93 : i32
    %acc_107 = llvm.add %acc_106, %acc_100 : i32
    %acc_108 = llvm.mlir.constant(65536 : i32) : i32
    %acc_109 = llvm.add %acc_107, %acc_108 : i32
    %acc_110 = llvm.inline_asm "mov.b64 $0, {$1, $2};", "=l,r,r" %acc_109, %acc_97 : (i32, i32) -> i64
    %acc_111 = llvm.mlir.constant(2 : i64) : i64
    %acc_112 = llvm.add %acc_110, %acc_111 : i64
    %acc_113 = llvm.mlir.constant(128 : i64) : i64
    %acc_114 = llvm.add %acc_98, %acc_113 : i64
    %acc_115 = llvm.mlir.constant(4 : i64) : i64
    %acc_116 = llvm.add %acc_110, %acc_115 : i64
    %acc_117 = llvm.mlir.constant(256 : i64) : i64
    %acc_118 = llvm.add %acc_98, %acc_117 : i64
    %acc_119 = llvm.mlir.constant(6 : i64) : i64
    %acc_120 = llvm.add %acc_110, %acc_119 : i64
    %acc_121 = llvm.mlir.constant(384 : i64) : i64
    %acc_122 = llvm.add %acc_98, %acc_121 : i64
    nvvm.wgmma.fence.aligned
    %acc_123 = llvm.inline_asm has_side_effects {tqg.convergent} "{ .reg .pred p; setp.ne.b32 p, 1, 0; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $32, $33, p, 1, 1, 0, 1; setp.ne.b32 p, 1, 0; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $34, $35, p, 1, 1, 0, 1; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $36, $37, p, 1, 1, 0, 1; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $38, $39, p, 1, 1, 0, 1; }", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,l,l,l,l,l,l,l,l,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31" %acc_110, %acc_98, %acc_112, %acc_114, %acc_116, %acc_118, %acc_120, %acc_122, %acc_39, %acc_40, %acc_41, %acc_42, %acc_43, %acc_44, %acc_45, %acc_46, %acc_47, %acc_48, %acc_49, %acc_50, %acc_51, %acc_52, %acc_53, %acc_54, %acc_55, %acc_56, %acc_57, %acc_58, %acc_59, %acc_60, %acc_61, %acc_62, %acc_63, %acc_64, %acc_65, %acc_66, %acc_67, %acc_68, %acc_69, %acc_70 : (i64, i64, i64, i64, i64, i64, i64, i64, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    nvvm.wgmma.commit.group.sync.aligned
    %acc_124 = llvm.extractvalue %acc_123[0] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_125 = llvm.extractvalue %acc_123[1] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_126 = llvm.extractvalue %acc_123[2] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_127 = llvm.extractvalue %acc_123[3] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_128 = llvm.extractvalue %acc_123[4] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_129 = llvm.extractvalue %acc_123[5] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_130 = llvm.extractvalue %acc_123[6] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_131 = llvm.extractvalue %acc_123[7] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_132 = llvm.extractvalue %acc_123[8] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_133 = llvm.extractvalue %acc_123[9] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_134 = llvm.extractvalue %acc_123[10] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_135 = llvm.extractvalue %acc_123[11] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_136 = llvm.extractvalue %acc_123[12] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_137 = llvm.extractvalue %acc_123[13] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_138 = llvm.extractvalue %acc_123[14] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_139 = llvm.extractvalue %acc_123[15] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_140 = llvm.extractvalue %acc_123[16] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_141 = llvm.extractvalue %acc_123[17] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_142 = llvm.extractvalue %acc_123[18] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_143 = llvm.extractvalue %acc_123[19] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_144 = llvm.extractvalue %acc_123[20] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_145 = llvm.extractvalue %acc_123[21] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_146 = llvm.extractvalue %acc_123[22] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_147 = llvm.extractvalue %acc_123[23] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_148 = llvm.extractvalue %acc_123[24] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_149 = llvm.extractvalue %acc_123[25] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_150 = llvm.extractvalue %acc_123[26] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_151 = llvm.extractvalue %acc_123[27] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_152 = llvm.extractvalue %acc_123[28] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_153 = llvm.extractvalue %acc_123[29] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_154 = llvm.extractvalue %acc_123[30] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_155 = llvm.extractvalue %acc_123[31] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_156 = llvm.inline_asm has_side_effects {tqg.convergent} "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,~{memory}" %acc_124, %acc_125, %acc_126, %acc_127, %acc_128, %acc_129, %acc_130, %acc_131, %acc_132, %acc_133, %acc_134, %acc_135, %acc_136, %acc_137, %acc_138, %acc_139, %acc_140, %acc_141, %acc_142, %acc_143, %acc_144, %acc_145, %acc_146, %acc_147, %acc_148, %acc_149, %acc_150, %acc_151, %acc_152, %acc_153, %acc_154, %acc_155 : (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %acc_157 = llvm.extractvalue %acc_156[0] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_158 = llvm.extractvalue %acc_156[1] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_159 = llvm.extractvalue %acc_156[2] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_160 = llvm.extractvalue %acc_156[3] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_161 = llvm.extractvalue %acc_156[4] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_162 = llvm.extractvalue %acc_156[5] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_163 = llvm.extractvalue %acc_156[6] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_164 = llvm.extractvalue %acc_156[7] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_165 = llvm.extractvalue %acc_156[8] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_166 = llvm.extractvalue %acc_156[9] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_167 = llvm.extractvalue %acc_156[10] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_168 = llvm.extractvalue %acc_156[11] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_169 = llvm.extractvalue %acc_156[12] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_170 = llvm.extractvalue %acc_156[13] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_171 = llvm.extractvalue %acc_156[14] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_172 = llvm.extractvalue %acc_156[15] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_173 = llvm.extractvalue %acc_156[16] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_174 = llvm.extractvalue %acc_156[17] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_175 = llvm.extractvalue %acc_156[18] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_176 = llvm.extractvalue %acc_156[19] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_177 = llvm.extractvalue %acc_156[20] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_178 = llvm.extractvalue %acc_156[21] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_179 = llvm.extractvalue %acc_156[22] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_180 = llvm.extractvalue %acc_156[23] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_181 = llvm.extractvalue %acc_156[24] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_182 = llvm.extractvalue %acc_156[25] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_183 = llvm.extractvalue %acc_156[26] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_184 = llvm.extractvalue %acc_156[27] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_185 = llvm.extractvalue %acc_156[28] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_186 = llvm.extractvalue %acc_156[29] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_187 = llvm.extractvalue %acc_156[30] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_188 = llvm.extractvalue %acc_156[31] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %a_189 = llvm.icmp "eq" %a_0, %acc_1 : i32
    llvm.inline_asm has_side_effects "@$1 mbarrier.arrive.shared::cta.b64 _, [$0+65560];", "r,b,~{memory}" %a_84, %a_189 : (i32, i1) -> ()
    llvm.inline_asm has_side_effects "@$1 mbarrier.arrive.shared::cta.b64 _, [$0+65608];", "r,b,~{memory}" %b_86, %a_189 : (i32, i1) -> ()
    %acc_190 = llvm.add %acc_38, %7 : i32
    llvm.br ^bb17(%acc_190, %acc_157, %acc_158, %acc_159, %acc_160, %acc_161, %acc_162, %acc_163, %acc_164, %acc_165, %acc_166, %acc_167, %acc_168, %acc_169, %acc_170, %acc_171, %acc_172, %acc_173, %acc_174, %acc_175, %acc_176, %acc_177, %acc_178, %acc_179, %acc_180, %acc_181, %acc_182, %acc_183, %acc_184, %acc_185, %acc_186, %acc_187, %acc_188, %a_75, %a_76, %b_80, %b_81 : i32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, i32, i32, i32, i32)
  ^bb19(%acc_191: f32, %acc_192: f32, %acc_193: f32, %acc_194: f32, %acc_195: f32, %acc_196: f32, %acc_197: f32, %acc_198: f32, %acc_199: f32, %acc_200: f32, %acc_201: f32, %acc_202: f32, %acc_203: f32, %acc_204: f32, %acc_205: f32, %acc_206: f32, %acc_207: f32, %acc_208: f32, %acc_209: f32, %acc_210: f32, %acc_211: f32, %acc_212: f32, %acc_213: f32, %acc_214: f32, %acc_215: f32, %acc_216: f32, %acc_217: f32, %acc_218: f32, %acc_219: f32, %acc_220: f32, %acc_221: f32, %acc_222: f32, %acc_223: i32, %acc_224: i32, %acc_225: i32, %acc_226: i32):  // pred: ^bb17
    %40 = nvvm.read.ptx.sreg.ctaid.y : i32
    %41 = llvm.mul %40, %7 : i32
    %42 = nvvm.read.ptx.sreg.ctaid.x : i32
    %43 = llvm.mul %42, %7 : i32
    %44 = llvm.icmp "eq" %a_0, %acc_1 : i32
    llvm.inline_asm has_side_effects "@$0 cp.async.bulk.wait_group.read 1;", "b,~{memory}" %44 : (i1) -> ()
    nvvm.bar.warp.sync %acc : i32
    %45 = llvm.mlir.constant(8192 : i32) : i32
    %46 = llvm.mul %acc_1, %45 : i32
    %47 = llvm.add %a_7, %46 : i32
    %48 = llvm.mlir.constant(2048 : i32) : i32
    %49 = llvm.mul %2, %48 : i32
    %50 = llvm.add %47, %49 : i32
    %51 = llvm.lshr %a_0, %acc_3 : i32
    %52 = llvm.lshr %a_0, %5 : i32
    %53 = llvm.and %52, %5 : i32
    %54 = llvm.mlir.constant(128 : i32) : i32
    %55 = llvm.mul %51, %54 : i32
    %56 = llvm.mlir.constant(7 : i32) : i32
    %57 = llvm.lshr %55, %56 : i32
    %58 = llvm.and %57, %56 : i32
    %59 = llvm.xor %53, %58 : i32
    %60 = llvm.add %50, %55 : i32
    %61 = llvm.and %a_0, %5 : i32
    %62 = llvm.mlir.constant(8 : i32) : i32
    %63 = llvm.mul %61, %62 : i32
    %64 = llvm.add %60, %63 : i32
    %65 = llvm.xor %59, %acc_1 : i32
    %66 = llvm.mlir.constant(16 : i32) : i32
    %67 = llvm.mul %65, %66 : i32
    %68 = llvm.add %64, %67 : i32
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}" %68, %acc_191, %acc_192 : (i32, f32, f32) -> ()
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}" %68, %acc_193, %acc_194 : (i32, f32, f32) -> ()
    %69 = llvm.xor %59, %acc_3 : i32
    %70 = llvm.mul %69, %66 : i32
    %71 = llvm.add %64, %70 : i32
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}" %71, %acc_195, %acc_196 : (i32, f32, f32) -> ()
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}" %71, %acc_197, %acc_198 : (i32, f32, f32) -> ()
    %72 = llvm.xor %59, %17 : i32
    %73 = llvm.mul %72, %66 : i32
    %74 = llvm.add %64, %73 : i32
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}" %74, %acc_199, %acc_200 : (i32, f32, f32) -> ()
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}" %74, %acc_201, %acc_202 : (i32, f32, f32) -> ()
    %75 = llvm.mlir.constant(6 : i32) : i32
    %76 = llvm.xor %59, %75 : i32
    %77 = llvm.mul %76, %66 : i32
    %78 = llvm.add %64, %77 : i32
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}" %78, %acc_203, %acc_204 : (i32, f32, f32) -> ()
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}" %78, %acc_205, %acc_206 : (i32, f32, f32) -> ()
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.bar.warp.sync %acc : i32
    %79 = llvm.mul %2, %66 : i32
    %80 = llvm.add %43, %79 : i32
    llvm.inline_asm has_side_effects "@$0 cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [$2, {$3, $4}], [$1+0]; @$0 cp.async.bulk.commit_group;", "b,r,l,r,r,~{memory}" %44, %50, %arg6, %41, %80 : (i1, i32, !llvm.ptr, i32, i32) -> ()
    llvm.inline_asm has_side_effects "@$0 cp.async.bulk.wait_group.read 1;", "b,~{memory}" %44 : (i1) -> ()
    nvvm.bar.warp.sync %acc : i32
    %81 = llvm.mul %5, %45 : i32
    %82 = llvm.add %a_7, %81 : i32
    %83 = llvm.add %82, %49 : i32
    %84 = llvm.add %83, %55 : i32
    %85 = llvm.add %84, %63 : i32
    %86 = llvm.add %85, %67 : i32
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}" %86, %acc_207, %acc_208 : (i32, f32, f32) -> ()
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}" %86, %acc_209, %acc_210 : (i32, f32, f32) -> ()
    %87 = llvm.add %85, %70 : i32
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}" %87, %acc_211, %acc_212 : (i32, f32, f32) -> ()
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}" %87, %acc_213, %acc_214 : (i32, f32, f32) -> ()
    %88 = llvm.add %85, %73 : i32
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}" %88, %acc_215, %acc_216 : (i32, f32, f32) -> ()
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}" %88, %acc_217, %acc_218 : (i32, f32, f32) -> ()
    %89 = llvm.add %85, %77 : i32
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}" %89, %acc_219, %acc_220 : (i32, f32, f32) -> ()
    llvm.inline_asm has_side_effects "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}" %89, %acc_221, %acc_222 : (i32, f32, f32) -> ()
    %90 = llvm.add %41, %3 : i32
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.bar.warp.sync %acc : i32
    llvm.inline_asm has_side_effects "@$0 cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [$2, {$3, $4}], [$1+0]; @$0 cp.async.bulk.commit_group;", "b,r,l,r,r,~{memory}" %44, %83, %arg6, %90, %80 : (i1, i32, !llvm.ptr, i32, i32) -> ()
    llvm.inline_asm has_side_effects "@$0 cp.async.bulk.wait_group.read 0;", "b,~{memory}" %44 : (i1) -> ()
    nvvm.bar.warp.sync %acc : i32
    llvm.br ^bb20
  ^bb20:  // 2 preds: ^bb15, ^bb19
    llvm.return
  }
}
