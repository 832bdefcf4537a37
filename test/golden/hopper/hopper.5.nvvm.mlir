module attributes {tq.arch = "sm_90a", tq.phase = "nvvm"} {
  llvm.mlir.global external @tq_shared() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
  llvm.func @product(%a_ptr: !llvm.ptr<1>, %b_ptr: !llvm.ptr<1>, %out_ptr: !llvm.ptr<1>, %K: i32, %stride_a: i32, %stride_b: i32, %arg6: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, %arg7: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 160>, tq.facts = "// tq: {\22schema\22:1,\22version\22:\220.1.0\22,\22entry\22:\22product\22,\22arch\22:\22sm_90a\22,\22params\22:[{\22name\22:\22a_ptr\22,\22type\22:\22*fp16\22,\22div\22:16},{\22name\22:\22b_ptr\22,\22type\22:\22*fp16\22,\22div\22:16},{\22name\22:\22out_ptr\22,\22type\22:\22*fp32\22,\22div\22:16},{\22name\22:\22K\22,\22type\22:\22i32\22},{\22name\22:\22stride_a\22,\22type\22:\22i32\22,\22div\22:16},{\22name\22:\22stride_b\22,\22type\22:\22i32\22,\22div\22:16},{\22name\22:\22a_ptr_map0\22,\22role\22:\22map\22,\22map\22:0},{\22name\22:\22b_ptr_map1\22,\22role\22:\22map\22,\22map\22:1}],\22maps\22:[{\22base\22:0,\22type\22:\22fp16\22,\22dims\22:[-4,2147483647],\22strides\22:[-5],\22box\22:[64,64],\22swizzle\22:128},{\22base\22:1,\22type\22:\22fp16\22,\22dims\22:[2147483647,-4],\22strides\22:[-6],\22box\22:[64,64],\22swizzle\22:128}],\22num_warps\22:5,\22num_stages\22:3,\22shared\22:49248,\22plan\22:\22#tqg.plan<warps = 4, stages = 3, roles = 2, cluster = 1>\22,\22files\22:[\22hopper.tq\22],\22accesses\22:[{\22file\22:0,\22line\22:10,\22column\22:13,\22kind\22:\22load\22,\22pointer\22:\22a_ptr + m[:, None] * stride_a + k[None, :]\22,\22mask\22:\22k[None, :] < K\22,\22tensor\22:\22a_ptr\22},{\22file\22:0,\22line\22:11,\22column\22:13,\22kind\22:\22load\22,\22pointer\22:\22b_ptr + k[:, None] * stride_b + n[None, :]\22,\22mask\22:\22k[:, None] < K\22,\22tensor\22:\22b_ptr\22},{\22file\22:0,\22line\22:13,\22column\22:5,\22kind\22:\22store\22,\22pointer\22:\22out_ptr + m[:, None] * stride_b + n[None, :]\22,\22tensor\22:\22out_ptr\22}]}", tqg.plan = #tqg.plan<warps = 4, stages = 3, roles = 2, cluster = 1>, tqg.shared_bytes = 49248 : i64} {
    %a = nvvm.read.ptx.sreg.tid.x : i32
    %0 = llvm.mlir.constant(31 : i32) : i32
    %1 = llvm.and %a, %0 : i32
    %2 = llvm.mlir.constant(5 : i32) : i32
    %3 = llvm.lshr %a, %2 : i32
    %acc = llvm.mlir.constant(-1 : i32) : i32
    %acc_0 = llvm.mlir.constant(0 : i32) : i32
    %acc_1 = nvvm.shfl.sync  idx %acc, %3, %acc_0, %0 : i32 -> i32
    %acc_2 = llvm.mlir.constant(2 : i32) : i32
    %acc_3 = llvm.lshr %acc_1, %acc_2 : i32
    %4 = llvm.mlir.constant(3 : i32) : i32
    %5 = llvm.mlir.constant(1 : i32) : i32
    %6 = llvm.mlir.constant(-1073741824 : i32) : i32
    %7 = llvm.mlir.constant(64 : i32) : i32
    %acc_4 = llvm.mlir.constant(0.000000e+00 : f32) : f32
    %a_5 = llvm.icmp "eq" %a, %acc_0 : i32
    llvm.inline_asm has_side_effects "@$1 prefetch.tensormap [$0];", "l,b" %arg6, %a_5 : (!llvm.ptr, i1) -> ()
    llvm.inline_asm has_side_effects "@$1 prefetch.tensormap [$0];", "l,b" %arg7, %a_5 : (!llvm.ptr, i1) -> ()
    %a_6 = llvm.mlir.addressof @tq_shared : !llvm.ptr<3>
    %a_7 = llvm.ptrtoint %a_6 : !llvm.ptr<3> to i32
    llvm.cond_br %a_5, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    llvm.inline_asm has_side_effects "mbarrier.init.shared::cta.b64 [$0+49152], 1; mbarrier.init.shared::cta.b64 [$0+49160], 1; mbarrier.init.shared::cta.b64 [$0+49168], 1; fence.proxy.async.shared::cta;", "r,~{memory}" %a_7 : (i32) -> ()
    llvm.br ^bb2
  ^bb2:  // 2 preds: ^bb0, ^bb1
    llvm.cond_br %a_5, ^bb3, ^bb4
  ^bb3:  // pred: ^bb2
    llvm.inline_asm has_side_effects "mbarrier.init.shared::cta.b64 [$0+49176], 4; mbarrier.init.shared::cta.b64 [$0+49184], 4; mbarrier.init.shared::cta.b64 [$0+49192], 4; fence.proxy.async.shared::cta;", "r,~{memory}" %a_7 : (i32) -> ()
    llvm.br ^bb4
  ^bb4:  // 2 preds: ^bb2, ^bb3
    llvm.cond_br %a_5, ^bb5, ^bb6
  ^bb5:  // pred: ^bb4
    llvm.inline_asm has_side_effects "mbarrier.init.shared::cta.b64 [$0+49200], 1; mbarrier.init.shared::cta.b64 [$0+49208], 1; mbarrier.init.shared::cta.b64 [$0+49216], 1; fence.proxy.async.shared::cta;", "r,~{memory}" %a_7 : (i32) -> ()
    llvm.br ^bb6
  ^bb6:  // 2 preds: ^bb4, ^bb5
    llvm.cond_br %a_5, ^bb7, ^bb8
  ^bb7:  // pred: ^bb6
    llvm.inline_asm has_side_effects "mbarrier.init.shared::cta.b64 [$0+49224], 4; mbarrier.init.shared::cta.b64 [$0+49232], 4; mbarrier.init.shared::cta.b64 [$0+49240], 4; fence.proxy.async.shared::cta;", "r,~{memory}" %a_7 : (i32) -> ()
    llvm.br ^bb8
  ^bb8:  // 2 preds: ^bb6, ^bb7
    nvvm.barrier0
    %8 = nvvm.shfl.sync  idx %acc, %3, %acc_0, %0 : i32 -> i32
    %9 = llvm.icmp "ult" %8, %2 : i32
    %10 = llvm.mlir.constant(4 : i32) : i32
    %11 = llvm.icmp "uge" %8, %10 : i32
    %12 = llvm.and %9, %11 : i1
    llvm.cond_br %12, ^bb9, ^bb15
  ^bb9:  // pred: ^bb8
    %13 = llvm.mlir.constant(128 : i32) : i32
    %14 = llvm.icmp "eq" %a, %13 : i32
    llvm.cond_br %14, ^bb10, ^bb14
  ^bb10:  // pred: ^bb9
    %15 = nvvm.read.ptx.sreg.ctaid.x : i32
    %16 = llvm.mul %15, %7 : i32
    %17 = nvvm.read.ptx.sreg.ctaid.y : i32
    %18 = llvm.mul %17, %7 : i32
    llvm.br ^bb11(%acc_0, %acc_0, %acc_0, %acc_0, %acc_0 : i32, i32, i32, i32, i32)
  ^bb11(%acc_8: i32, %19: i32, %20: i32, %21: i32, %22: i32):  // 2 preds: ^bb10, ^bb12
    %acc_9 = llvm.icmp "slt" %acc_8, %K : i32
    llvm.cond_br %acc_9, ^bb12, ^bb13(%19, %20, %21, %22 : i32, i32, i32, i32)
  ^bb12:  // pred: ^bb11
    %a_10 = llvm.icmp "sle" %K, %acc_0 : i32
    %a_11 = llvm.select %a_10, %6, %acc_8 : i1, i32
    %a_12 = llvm.xor %20, %5 : i32
    %a_13 = llvm.mlir.constant(8 : i32) : i32
    %a_14 = llvm.mul %19, %a_13 : i32
    %a_15 = llvm.add %a_7, %a_14 : i32
    llvm.inline_asm has_side_effects "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0+49176], $1; @!p bra.uni TQ_WAIT; }", "r,r,~{memory}" %a_15, %a_12 : (i32, i32) -> ()
    llvm.inline_asm has_side_effects "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0+49152], 8192;", "r,~{memory}" %a_15 : (i32) -> ()
    %a_16 = llvm.mlir.constant(8192 : i32) : i32
    %a_17 = llvm.mul %19, %a_16 : i32
    %a_18 = llvm.add %a_7, %a_17 : i32
    llvm.inline_asm has_side_effects "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0+0], [$1, {$3, $4}], [$2+49152];", "r,l,r,r,r,~{memory}" %a_18, %arg6, %a_15, %a_11, %16 : (i32, !llvm.ptr, i32, i32, i32) -> ()
    %a_19 = llvm.add %19, %5 : i32
    %a_20 = llvm.icmp "eq" %a_19, %4 : i32
    %a_21 = llvm.select %a_20, %a_12, %20 : i1, i32
    %a_22 = llvm.select %a_20, %acc_0, %a_19 : i1, i32
    %b = llvm.xor %22, %5 : i32
    %b_23 = llvm.mul %21, %a_13 : i32
    %b_24 = llvm.add %a_7, %b_23 : i32
    llvm.inline_asm has_side_effects "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0+49224], $1; @!p bra.uni TQ_WAIT; }", "r,r,~{memory}" %b_24, %b : (i32, i32) -> ()
    llvm.inline_asm has_side_effects "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0+49200], 8192;", "r,~{memory}" %b_24 : (i32) -> ()
    %b_25 = llvm.mul %21, %a_16 : i32
    %b_26 = llvm.add %a_7, %b_25 : i32
    llvm.inline_asm has_side_effects "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0+24576], [$1, {$3, $4}], [$2+49200];", "r,l,r,r,r,~{memory}" %b_26, %arg7, %b_24, %18, %a_11 : (i32, !llvm.ptr, i32, i32, i32) -> ()
    %b_27 = llvm.add %21, %5 : i32
    %b_28 = llvm.icmp "eq" %b_27, %4 : i32
    %b_29 = llvm.select %b_28, %b, %22 : i1, i32
    %b_30 = llvm.select %b_28, %acc_0, %b_27 : i1, i32
    %acc_31 = llvm.add %acc_8, %7 : i32
    llvm.br ^bb11(%acc_31, %a_22, %a_21, %b_30, %b_29 : i32, i32, i32, i32, i32)
  ^bb13(%acc_32: i32, %acc_33: i32, %acc_34: i32, %acc_35: i32):  // pred: ^bb11
    llvm.br ^bb14
  ^bb14:  // 2 preds: ^bb9, ^bb13
    llvm.br ^bb15
  ^bb15:  // 2 preds: ^bb8, ^bb14
    %23 = nvvm.shfl.sync  idx %acc, %3, %acc_0, %0 : i32 -> i32
    %24 = llvm.icmp "ult" %23, %10 : i32
    llvm.cond_br %24, ^bb16, ^bb20
  ^bb16:  // pred: ^bb15
    %25 = nvvm.read.ptx.sreg.ctaid.x : i32
    %26 = llvm.mul %25, %7 : i32
    %27 = llvm.mlir.constant(16 : i32) : i32
    %28 = llvm.and %1, %27 : i32
    %29 = llvm.lshr %28, %10 : i32
    %30 = llvm.and %3, %4 : i32
    %31 = llvm.shl %30, %5 : i32
    %32 = llvm.xor %29, %31 : i32
    %33 = llvm.mlir.constant(8 : i32) : i32
    %34 = llvm.add %32, %33 : i32
    %35 = llvm.add %32, %27 : i32
    %36 = llvm.mlir.constant(24 : i32) : i32
    %37 = llvm.add %32, %36 : i32
    %38 = llvm.mlir.constant(32 : i32) : i32
    %39 = llvm.add %32, %38 : i32
    %40 = llvm.mlir.constant(40 : i32) : i32
    %41 = llvm.add %32, %40 : i32
    %42 = llvm.mlir.constant(48 : i32) : i32
    %43 = llvm.add %32, %42 : i32
    %44 = llvm.mlir.constant(56 : i32) : i32
    %45 = llvm.add %32, %44 : i32
    %46 = llvm.mlir.constant(15 : i32) : i32
    %47 = llvm.and %1, %46 : i32
    %48 = llvm.shl %47, %acc_2 : i32
    %49 = llvm.add %48, %5 : i32
    %50 = llvm.add %48, %acc_2 : i32
    %51 = llvm.add %48, %4 : i32
    %m = llvm.add %26, %32 : i32
    %m_36 = llvm.add %26, %34 : i32
    %m_37 = llvm.add %26, %35 : i32
    %m_38 = llvm.add %26, %37 : i32
    %m_39 = llvm.add %26, %39 : i32
    %m_40 = llvm.add %26, %41 : i32
    %m_41 = llvm.add %26, %43 : i32
    %m_42 = llvm.add %26, %45 : i32
    %52 = nvvm.read.ptx.sreg.ctaid.y : i32
    %53 = llvm.mul %52, %7 : i32
    %n = llvm.add %53, %48 : i32
    %n_43 = llvm.add %53, %49 : i32
    %n_44 = llvm.add %53, %50 : i32
    %n_45 = llvm.add %53, %51 : i32
    llvm.br ^bb17(%acc_0, %acc_4, %acc_4, %acc_4, %acc_4, %acc_4, %acc_4, %acc_4, %acc_4, %acc_4, %acc_4, %acc_4, %acc_4, %acc_4, %acc_4, %acc_4, %acc_4, %acc_4, %acc_4, %acc_4, %acc_4, %acc_4, %acc_4, %acc_4, %acc_4, %acc_4, %acc_4, %acc_4, %acc_4, %acc_4, %acc_4, %acc_4, %acc_4, %acc_0, %acc_0, %acc_0, %acc_0 : i32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, i32, i32, i32, i32)
  ^bb17(%acc_46: i32, %acc_47: f32, %acc_48: f32, %acc_49: f32, %acc_50: f32, %acc_51: f32, %acc_52: f32, %acc_53: f32, %acc_54: f32, %acc_55: f32, %acc_56: f32, %acc_57: f32, %acc_58: f32, %acc_59: f32, %acc_60: f32, %acc_61: f32, %acc_62: f32, %acc_63: f32, %acc_64: f32, %acc_65: f32, %acc_66: f32, %acc_67: f32, %acc_68: f32, %acc_69: f32, %acc_70: f32, %acc_71: f32, %acc_72: f32, %acc_73: f32, %acc_74: f32, %acc_75: f32, %acc_76: f32, %acc_77: f32, %acc_78: f32, %54: i32, %55: i32, %56: i32, %57: i32):  // 2 preds: ^bb16, ^bb18
    %acc_79 = llvm.icmp "slt" %acc_46, %K : i32
    llvm.cond_br %acc_79, ^bb18, ^bb19(%acc_47, %acc_48, %acc_49, %acc_50, %acc_51, %acc_52, %acc_53, %acc_54, %acc_55, %acc_56, %acc_57, %acc_58, %acc_59, %acc_60, %acc_61, %acc_62, %acc_63, %acc_64, %acc_65, %acc_66, %acc_67, %acc_68, %acc_69, %acc_70, %acc_71, %acc_72, %acc_73, %acc_74, %acc_75, %acc_76, %acc_77, %acc_78, %54, %55, %56, %57 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, i32, i32, i32, i32)
  ^bb18:  // pred: ^bb17
    %a_80 = llvm.add %54, %5 : i32
    %a_81 = llvm.icmp "eq" %a_80, %4 : i32
    %a_82 = llvm.xor %55, %5 : i32
    %a_83 = llvm.select %a_81, %a_82, %55 : i1, i32
    %a_84 = llvm.select %a_81, %acc_0, %a_80 : i1, i32
    %b_85 = llvm.add %56, %5 : i32
    %b_86 = llvm.icmp "eq" %b_85, %4 : i32
    %b_87 = llvm.xor %57, %5 : i32
    %b_88 = llvm.select %b_86, %b_87, %57 : i1, i32
    %b_89 = llvm.select %b_86, %acc_0, %b_85 : i1, i32
    %a_90 = llvm.mul %54, %33 : i32
    %a_91 = llvm.add %a_7, %a_90 : i32
    llvm.inline_asm has_side_effects "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0+49152], $1; @!p bra.uni TQ_WAIT; }", "r,r,~{memory}" %a_91, %55 : (i32, i32) -> ()
    %b_92 = llvm.mul %56, %33 : i32
    %b_93 = llvm.add %a_7, %b_92 : i32
    llvm.inline_asm has_side_effects "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0+49200], $1; @!p bra.uni TQ_WAIT; }", "r,r,~{memory}" %b_93, %57 : (i32, i32) -> ()
    %acc_94 = llvm.mlir.constant(8192 : i32) : i32
    %acc_95 = llvm.mul %56, %acc_94 : i32
    %acc_96 = llvm.add %a_7, %acc_95 : i32
    %acc_97 = llvm.mlir.constant(24576 : i32) : i32
    %acc_98 = llvm.add %acc_96, %acc_97 : i32
    %acc_99 = llvm.lshr %acc_98, %10 : i32
    %acc_100 = llvm.mlir.constant(16383 : i32) : i32
    %acc_101 = llvm.and %acc_99, %acc_100 : i32
    %acc_102 = llvm.zext %acc_101 : i32 to i64
    %acc_103 = llvm.mlir.constant(4611686293338849280 : i64) : i64
    %acc_104 = llvm.or %acc_102, %acc_103 : i64
    %acc_105 = llvm.zext %acc_3 : i32 to i64
    %acc_106 = llvm.mlir.constant(512 : i64) : i64
    %acc_107 = llvm.mul %54, %acc_94 : i32
    %acc_108 = llvm.add %a_7, %acc_107 : i32
    %acc_109 = llvm.add %acc_108, %acc_0 : i32
    %acc_110 = llvm.lshr %acc_109, %10 : i32
    %acc_111 = llvm.and %acc_110, %acc_100 : i32
    %acc_112 = llvm.zext %acc_111 : i32 to i64
    %acc_113 = llvm.mlir.constant(4611686293305360384 : i64) : i64
    %acc_114 = llvm.or %acc_112, %acc_113 : i64
    %acc_115 = llvm.mul %acc_105, %acc_106 : i64
    %acc_116 = llvm.add %acc_114, %acc_115 : i64
    %acc_117 = llvm.mlir.constant(2 : i64) : i64
    %acc_118 = llvm.add %acc_116, %acc_117 : i64
    %acc_119 = llvm.mlir.constant(128 : i64) : i64
    %acc_120 = llvm.add %acc_104, %acc_119 : i64
    %acc_121 = llvm.mlir.constant(4 : i64) : i64
    %acc_122 = llvm.add %acc_116, %acc_121 : i64
    %acc_123 = llvm.mlir.constant(256 : i64) : i64
    %acc_124 = llvm.add %acc_104, %acc_123 : i64
    %acc_125 = llvm.mlir.constant(6 : i64) : i64
    %acc_126 = llvm.add %acc_116, %acc_125 : i64
    %acc_127 = llvm.mlir.constant(384 : i64) : i64
    %acc_128 = llvm.add %acc_104, %acc_127 : i64
    llvm.inline_asm has_side_effects "wgmma.fence.sync.aligned;", "~{memory}"  : () -> ()
    %acc_129 = llvm.inline_asm has_side_effects "{ .reg .pred p; setp.ne.b32 p, 1, 0; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $32, $33, p, 1, 1, 0, 1; setp.ne.b32 p, 1, 0; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $34, $35, p, 1, 1, 0, 1; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $36, $37, p, 1, 1, 0, 1; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $38, $39, p, 1, 1, 0, 1; }", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,l,l,l,l,l,l,l,l,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31" %acc_116, %acc_104, %acc_118, %acc_120, %acc_122, %acc_124, %acc_126, %acc_128, %acc_47, %acc_48, %acc_49, %acc_50, %acc_51, %acc_52, %acc_53, %acc_54, %acc_55, %acc_56, %acc_57, %acc_58, %acc_59, %acc_60, %acc_61, %acc_62, %acc_63, %acc_64, %acc_65, %acc_66, %acc_67, %acc_68, %acc_69, %acc_70, %acc_71, %acc_72, %acc_73, %acc_74, %acc_75, %acc_76, %acc_77, %acc_78 : (i64, i64, i64, i64, i64, i64, i64, i64, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    llvm.inline_asm has_side_effects "wgmma.commit_group.sync.aligned;", ""  : () -> ()
    %acc_130 = llvm.extractvalue %acc_129[0] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_131 = llvm.extractvalue %acc_129[1] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_132 = llvm.extractvalue %acc_129[2] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_133 = llvm.extractvalue %acc_129[3] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_134 = llvm.extractvalue %acc_129[4] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_135 = llvm.extractvalue %acc_129[5] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_136 = llvm.extractvalue %acc_129[6] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_137 = llvm.extractvalue %acc_129[7] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_138 = llvm.extractvalue %acc_129[8] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_139 = llvm.extractvalue %acc_129[9] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_140 = llvm.extractvalue %acc_129[10] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_141 = llvm.extractvalue %acc_129[11] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_142 = llvm.extractvalue %acc_129[12] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_143 = llvm.extractvalue %acc_129[13] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_144 = llvm.extractvalue %acc_129[14] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_145 = llvm.extractvalue %acc_129[15] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_146 = llvm.extractvalue %acc_129[16] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_147 = llvm.extractvalue %acc_129[17] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_148 = llvm.extractvalue %acc_129[18] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_149 = llvm.extractvalue %acc_129[19] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_150 = llvm.extractvalue %acc_129[20] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_151 = llvm.extractvalue %acc_129[21] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_152 = llvm.extractvalue %acc_129[22] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_153 = llvm.extractvalue %acc_129[23] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_154 = llvm.extractvalue %acc_129[24] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_155 = llvm.extractvalue %acc_129[25] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_156 = llvm.extractvalue %acc_129[26] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_157 = llvm.extractvalue %acc_129[27] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_158 = llvm.extractvalue %acc_129[28] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_159 = llvm.extractvalue %acc_129[29] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_160 = llvm.extractvalue %acc_129[30] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_161 = llvm.extractvalue %acc_129[31] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_162 = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,~{memory}" %acc_130, %acc_131, %acc_132, %acc_133, %acc_134, %acc_135, %acc_136, %acc_137, %acc_138, %acc_139, %acc_140, %acc_141, %acc_142, %acc_143, %acc_144, %acc_145, %acc_146, %acc_147, %acc_148, %acc_149, %acc_150, %acc_151, %acc_152, %acc_153, %acc_154, %acc_155, %acc_156, %acc_157, %acc_158, %acc_159, %acc_160, %acc_161 : (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %acc_163 = llvm.extractvalue %acc_162[0] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_164 = llvm.extractvalue %acc_162[1] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_165 = llvm.extractvalue %acc_162[2] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_166 = llvm.extractvalue %acc_162[3] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_167 = llvm.extractvalue %acc_162[4] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_168 = llvm.extractvalue %acc_162[5] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_169 = llvm.extractvalue %acc_162[6] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_170 = llvm.extractvalue %acc_162[7] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_171 = llvm.extractvalue %acc_162[8] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_172 = llvm.extractvalue %acc_162[9] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_173 = llvm.extractvalue %acc_162[10] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_174 = llvm.extractvalue %acc_162[11] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_175 = llvm.extractvalue %acc_162[12] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_176 = llvm.extractvalue %acc_162[13] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_177 = llvm.extractvalue %acc_162[14] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_178 = llvm.extractvalue %acc_162[15] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_179 = llvm.extractvalue %acc_162[16] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_180 = llvm.extractvalue %acc_162[17] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_181 = llvm.extractvalue %acc_162[18] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_182 = llvm.extractvalue %acc_162[19] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_183 = llvm.extractvalue %acc_162[20] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_184 = llvm.extractvalue %acc_162[21] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_185 = llvm.extractvalue %acc_162[22] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_186 = llvm.extractvalue %acc_162[23] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_187 = llvm.extractvalue %acc_162[24] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_188 = llvm.extractvalue %acc_162[25] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_189 = llvm.extractvalue %acc_162[26] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_190 = llvm.extractvalue %acc_162[27] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_191 = llvm.extractvalue %acc_162[28] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_192 = llvm.extractvalue %acc_162[29] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_193 = llvm.extractvalue %acc_162[30] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %acc_194 = llvm.extractvalue %acc_162[31] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> 
    %a_195 = llvm.icmp "eq" %1, %acc_0 : i32
    llvm.inline_asm has_side_effects "@$1 mbarrier.arrive.shared::cta.b64 _, [$0+49176];", "r,b,~{memory}" %a_91, %a_195 : (i32, i1) -> ()
    llvm.inline_asm has_side_effects "@$1 mbarrier.arrive.shared::cta.b64 _, [$0+49224];", "r,b,~{memory}" %b_93, %a_195 : (i32, i1) -> ()
    %acc_196 = llvm.add %acc_46, %7 : i32
    llvm.br ^bb17(%acc_196, %acc_163, %acc_164, %acc_165, %acc_166, %acc_167, %acc_168, %acc_169, %acc_170, %acc_171, %acc_172, %acc_173, %acc_174, %acc_175, %acc_176, %acc_177, %acc_178, %acc_179, %acc_180, %acc_181, %acc_182, %acc_183, %acc_184, %acc_185, %acc_186, %acc_187, %acc_188, %acc_189, %acc_190, %acc_191, %acc_192, %acc_193, %acc_194, %a_84, %a_83, %b_89, %b_88 : i32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, i32, i32, i32, i32)
  ^bb19(%acc_197: f32, %acc_198: f32, %acc_199: f32, %acc_200: f32, %acc_201: f32, %acc_202: f32, %acc_203: f32, %acc_204: f32, %acc_205: f32, %acc_206: f32, %acc_207: f32, %acc_208: f32, %acc_209: f32, %acc_210: f32, %acc_211: f32, %acc_212: f32, %acc_213: f32, %acc_214: f32, %acc_215: f32, %acc_216: f32, %acc_217: f32, %acc_218: f32, %acc_219: f32, %acc_220: f32, %acc_221: f32, %acc_222: f32, %acc_223: f32, %acc_224: f32, %acc_225: f32, %acc_226: f32, %acc_227: f32, %acc_228: f32, %acc_229: i32, %acc_230: i32, %acc_231: i32, %acc_232: i32):  // pred: ^bb17
    %58 = llvm.mlir.constant(128 : i32) : i32
    nvvm.barrier id = %5 number_of_threads = %58
    %acc_233 = llvm.mlir.constant(7 : i32) : i32
    %acc_234 = llvm.and %1, %acc_233 : i32
    %acc_235 = llvm.shl %acc_234, %acc_2 : i32
    %acc_236 = llvm.and %1, %36 : i32
    %acc_237 = llvm.shl %acc_236, %4 : i32
    %acc_238 = llvm.xor %acc_235, %acc_237 : i32
    %acc_239 = llvm.shl %30, %33 : i32
    %acc_240 = llvm.xor %acc_238, %acc_239 : i32
    %acc_241 = llvm.and %1, %5 : i32
    %acc_242 = llvm.shl %acc_241, %4 : i32
    %acc_243 = llvm.lshr %1, %5 : i32
    %acc_244 = llvm.and %acc_243, %5 : i32
    %acc_245 = llvm.mlir.constant(1028 : i32) : i32
    %acc_246 = llvm.mul %acc_244, %acc_245 : i32
    %acc_247 = llvm.xor %acc_242, %acc_246 : i32
    %acc_248 = llvm.lshr %1, %acc_2 : i32
    %acc_249 = llvm.and %acc_248, %5 : i32
    %acc_250 = llvm.mlir.constant(2064 : i32) : i32
    %acc_251 = llvm.mul %acc_249, %acc_250 : i32
    %acc_252 = llvm.xor %acc_247, %acc_251 : i32
    %acc_253 = llvm.and %1, %33 : i32
    %acc_254 = llvm.shl %acc_253, %acc_2 : i32
    %acc_255 = llvm.xor %acc_252, %acc_254 : i32
    %acc_256 = llvm.xor %acc_255, %28 : i32
    %acc_257 = llvm.mlir.constant(6 : i32) : i32
    %acc_258 = llvm.shl %30, %acc_257 : i32
    %acc_259 = llvm.xor %acc_256, %acc_258 : i32
    %acc_260 = llvm.mul %acc_240, %10 : i32
    %acc_261 = llvm.getelementptr %a_6[%acc_260] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_262 = llvm.mlir.poison : vector<4xf32>
    %acc_263 = llvm.insertelement %acc_197, %acc_262[%acc_0 : i32] : vector<4xf32>
    %acc_264 = llvm.insertelement %acc_198, %acc_263[%5 : i32] : vector<4xf32>
    %acc_265 = llvm.insertelement %acc_199, %acc_264[%acc_2 : i32] : vector<4xf32>
    %acc_266 = llvm.insertelement %acc_200, %acc_265[%4 : i32] : vector<4xf32>
    llvm.store %acc_266, %acc_261 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    %acc_267 = llvm.xor %acc_240, %acc_245 : i32
    %acc_268 = llvm.mul %acc_267, %10 : i32
    %acc_269 = llvm.getelementptr %a_6[%acc_268] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_270 = llvm.insertelement %acc_201, %acc_262[%acc_0 : i32] : vector<4xf32>
    %acc_271 = llvm.insertelement %acc_202, %acc_270[%5 : i32] : vector<4xf32>
    %acc_272 = llvm.insertelement %acc_203, %acc_271[%acc_2 : i32] : vector<4xf32>
    %acc_273 = llvm.insertelement %acc_204, %acc_272[%4 : i32] : vector<4xf32>
    llvm.store %acc_273, %acc_269 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    %acc_274 = llvm.xor %acc_240, %acc_250 : i32
    %acc_275 = llvm.mul %acc_274, %10 : i32
    %acc_276 = llvm.getelementptr %a_6[%acc_275] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_277 = llvm.insertelement %acc_205, %acc_262[%acc_0 : i32] : vector<4xf32>
    %acc_278 = llvm.insertelement %acc_206, %acc_277[%5 : i32] : vector<4xf32>
    %acc_279 = llvm.insertelement %acc_207, %acc_278[%acc_2 : i32] : vector<4xf32>
    %acc_280 = llvm.insertelement %acc_208, %acc_279[%4 : i32] : vector<4xf32>
    llvm.store %acc_280, %acc_276 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    %acc_281 = llvm.mlir.constant(3092 : i32) : i32
    %acc_282 = llvm.xor %acc_240, %acc_281 : i32
    %acc_283 = llvm.mul %acc_282, %10 : i32
    %acc_284 = llvm.getelementptr %a_6[%acc_283] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_285 = llvm.insertelement %acc_209, %acc_262[%acc_0 : i32] : vector<4xf32>
    %acc_286 = llvm.insertelement %acc_210, %acc_285[%5 : i32] : vector<4xf32>
    %acc_287 = llvm.insertelement %acc_211, %acc_286[%acc_2 : i32] : vector<4xf32>
    %acc_288 = llvm.insertelement %acc_212, %acc_287[%4 : i32] : vector<4xf32>
    llvm.store %acc_288, %acc_284 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    %acc_289 = llvm.xor %acc_240, %38 : i32
    %acc_290 = llvm.mul %acc_289, %10 : i32
    %acc_291 = llvm.getelementptr %a_6[%acc_290] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_292 = llvm.insertelement %acc_213, %acc_262[%acc_0 : i32] : vector<4xf32>
    %acc_293 = llvm.insertelement %acc_214, %acc_292[%5 : i32] : vector<4xf32>
    %acc_294 = llvm.insertelement %acc_215, %acc_293[%acc_2 : i32] : vector<4xf32>
    %acc_295 = llvm.insertelement %acc_216, %acc_294[%4 : i32] : vector<4xf32>
    llvm.store %acc_295, %acc_291 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    %acc_296 = llvm.mlir.constant(1060 : i32) : i32
    %acc_297 = llvm.xor %acc_240, %acc_296 : i32
    %acc_298 = llvm.mul %acc_297, %10 : i32
    %acc_299 = llvm.getelementptr %a_6[%acc_298] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_300 = llvm.insertelement %acc_217, %acc_262[%acc_0 : i32] : vector<4xf32>
    %acc_301 = llvm.insertelement %acc_218, %acc_300[%5 : i32] : vector<4xf32>
    %acc_302 = llvm.insertelement %acc_219, %acc_301[%acc_2 : i32] : vector<4xf32>
    %acc_303 = llvm.insertelement %acc_220, %acc_302[%4 : i32] : vector<4xf32>
    llvm.store %acc_303, %acc_299 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    %acc_304 = llvm.mlir.constant(2096 : i32) : i32
    %acc_305 = llvm.xor %acc_240, %acc_304 : i32
    %acc_306 = llvm.mul %acc_305, %10 : i32
    %acc_307 = llvm.getelementptr %a_6[%acc_306] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_308 = llvm.insertelement %acc_221, %acc_262[%acc_0 : i32] : vector<4xf32>
    %acc_309 = llvm.insertelement %acc_222, %acc_308[%5 : i32] : vector<4xf32>
    %acc_310 = llvm.insertelement %acc_223, %acc_309[%acc_2 : i32] : vector<4xf32>
    %acc_311 = llvm.insertelement %acc_224, %acc_310[%4 : i32] : vector<4xf32>
    llvm.store %acc_311, %acc_307 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    %acc_312 = llvm.mlir.constant(3124 : i32) : i32
    %acc_313 = llvm.xor %acc_240, %acc_312 : i32
    %acc_314 = llvm.mul %acc_313, %10 : i32
    %acc_315 = llvm.getelementptr %a_6[%acc_314] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_316 = llvm.insertelement %acc_225, %acc_262[%acc_0 : i32] : vector<4xf32>
    %acc_317 = llvm.insertelement %acc_226, %acc_316[%5 : i32] : vector<4xf32>
    %acc_318 = llvm.insertelement %acc_227, %acc_317[%acc_2 : i32] : vector<4xf32>
    %acc_319 = llvm.insertelement %acc_228, %acc_318[%4 : i32] : vector<4xf32>
    llvm.store %acc_319, %acc_315 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    nvvm.barrier id = %5 number_of_threads = %58
    %acc_320 = llvm.mul %acc_259, %10 : i32
    %acc_321 = llvm.getelementptr %a_6[%acc_320] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_322 = llvm.load %acc_321 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_323 = llvm.extractelement %acc_322[%acc_0 : i32] : vector<4xf32>
    %acc_324 = llvm.extractelement %acc_322[%5 : i32] : vector<4xf32>
    %acc_325 = llvm.extractelement %acc_322[%acc_2 : i32] : vector<4xf32>
    %acc_326 = llvm.extractelement %acc_322[%4 : i32] : vector<4xf32>
    %acc_327 = llvm.xor %acc_259, %10 : i32
    %acc_328 = llvm.mul %acc_327, %10 : i32
    %acc_329 = llvm.getelementptr %a_6[%acc_328] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_330 = llvm.load %acc_329 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_331 = llvm.extractelement %acc_330[%acc_0 : i32] : vector<4xf32>
    %acc_332 = llvm.extractelement %acc_330[%5 : i32] : vector<4xf32>
    %acc_333 = llvm.extractelement %acc_330[%acc_2 : i32] : vector<4xf32>
    %acc_334 = llvm.extractelement %acc_330[%4 : i32] : vector<4xf32>
    %acc_335 = llvm.mlir.constant(256 : i32) : i32
    %acc_336 = llvm.xor %acc_259, %acc_335 : i32
    %acc_337 = llvm.mul %acc_336, %10 : i32
    %acc_338 = llvm.getelementptr %a_6[%acc_337] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_339 = llvm.load %acc_338 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_340 = llvm.extractelement %acc_339[%acc_0 : i32] : vector<4xf32>
    %acc_341 = llvm.extractelement %acc_339[%5 : i32] : vector<4xf32>
    %acc_342 = llvm.extractelement %acc_339[%acc_2 : i32] : vector<4xf32>
    %acc_343 = llvm.extractelement %acc_339[%4 : i32] : vector<4xf32>
    %acc_344 = llvm.mlir.constant(260 : i32) : i32
    %acc_345 = llvm.xor %acc_259, %acc_344 : i32
    %acc_346 = llvm.mul %acc_345, %10 : i32
    %acc_347 = llvm.getelementptr %a_6[%acc_346] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_348 = llvm.load %acc_347 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_349 = llvm.extractelement %acc_348[%acc_0 : i32] : vector<4xf32>
    %acc_350 = llvm.extractelement %acc_348[%5 : i32] : vector<4xf32>
    %acc_351 = llvm.extractelement %acc_348[%acc_2 : i32] : vector<4xf32>
    %acc_352 = llvm.extractelement %acc_348[%4 : i32] : vector<4xf32>
    %acc_353 = llvm.mlir.constant(512 : i32) : i32
    %acc_354 = llvm.xor %acc_259, %acc_353 : i32
    %acc_355 = llvm.mul %acc_354, %10 : i32
    %acc_356 = llvm.getelementptr %a_6[%acc_355] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_357 = llvm.load %acc_356 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_358 = llvm.extractelement %acc_357[%acc_0 : i32] : vector<4xf32>
    %acc_359 = llvm.extractelement %acc_357[%5 : i32] : vector<4xf32>
    %acc_360 = llvm.extractelement %acc_357[%acc_2 : i32] : vector<4xf32>
    %acc_361 = llvm.extractelement %acc_357[%4 : i32] : vector<4xf32>
    %acc_362 = llvm.mlir.constant(516 : i32) : i32
    %acc_363 = llvm.xor %acc_259, %acc_362 : i32
    %acc_364 = llvm.mul %acc_363, %10 : i32
    %acc_365 = llvm.getelementptr %a_6[%acc_364] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_366 = llvm.load %acc_365 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_367 = llvm.extractelement %acc_366[%acc_0 : i32] : vector<4xf32>
    %acc_368 = llvm.extractelement %acc_366[%5 : i32] : vector<4xf32>
    %acc_369 = llvm.extractelement %acc_366[%acc_2 : i32] : vector<4xf32>
    %acc_370 = llvm.extractelement %acc_366[%4 : i32] : vector<4xf32>
    %acc_371 = llvm.mlir.constant(768 : i32) : i32
    %acc_372 = llvm.xor %acc_259, %acc_371 : i32
    %acc_373 = llvm.mul %acc_372, %10 : i32
    %acc_374 = llvm.getelementptr %a_6[%acc_373] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_375 = llvm.load %acc_374 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_376 = llvm.extractelement %acc_375[%acc_0 : i32] : vector<4xf32>
    %acc_377 = llvm.extractelement %acc_375[%5 : i32] : vector<4xf32>
    %acc_378 = llvm.extractelement %acc_375[%acc_2 : i32] : vector<4xf32>
    %acc_379 = llvm.extractelement %acc_375[%4 : i32] : vector<4xf32>
    %acc_380 = llvm.mlir.constant(772 : i32) : i32
    %acc_381 = llvm.xor %acc_259, %acc_380 : i32
    %acc_382 = llvm.mul %acc_381, %10 : i32
    %acc_383 = llvm.getelementptr %a_6[%acc_382] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_384 = llvm.load %acc_383 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_385 = llvm.extractelement %acc_384[%acc_0 : i32] : vector<4xf32>
    %acc_386 = llvm.extractelement %acc_384[%5 : i32] : vector<4xf32>
    %acc_387 = llvm.extractelement %acc_384[%acc_2 : i32] : vector<4xf32>
    %acc_388 = llvm.extractelement %acc_384[%4 : i32] : vector<4xf32>
    %59 = llvm.mul %m, %stride_b : i32
    %60 = llvm.mul %m_36, %stride_b : i32
    %61 = llvm.mul %m_37, %stride_b : i32
    %62 = llvm.mul %m_38, %stride_b : i32
    %63 = llvm.mul %m_39, %stride_b : i32
    %64 = llvm.mul %m_40, %stride_b : i32
    %65 = llvm.mul %m_41, %stride_b : i32
    %66 = llvm.mul %m_42, %stride_b : i32
    %67 = llvm.getelementptr %out_ptr[%59] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %68 = llvm.getelementptr %out_ptr[%60] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %69 = llvm.getelementptr %out_ptr[%61] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %70 = llvm.getelementptr %out_ptr[%62] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %71 = llvm.getelementptr %out_ptr[%63] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %72 = llvm.getelementptr %out_ptr[%64] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %73 = llvm.getelementptr %out_ptr[%65] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %74 = llvm.getelementptr %out_ptr[%66] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %75 = llvm.getelementptr %67[%n] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %76 = llvm.getelementptr %68[%n] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %77 = llvm.getelementptr %69[%n] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %78 = llvm.getelementptr %70[%n] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %79 = llvm.getelementptr %71[%n] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %80 = llvm.getelementptr %72[%n] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %81 = llvm.getelementptr %73[%n] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %82 = llvm.getelementptr %74[%n] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %83 = llvm.insertelement %acc_323, %acc_262[%acc_0 : i32] : vector<4xf32>
    %84 = llvm.insertelement %acc_324, %83[%5 : i32] : vector<4xf32>
    %85 = llvm.insertelement %acc_331, %84[%acc_2 : i32] : vector<4xf32>
    %86 = llvm.insertelement %acc_332, %85[%4 : i32] : vector<4xf32>
    llvm.store %86, %75 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    %87 = llvm.insertelement %acc_325, %acc_262[%acc_0 : i32] : vector<4xf32>
    %88 = llvm.insertelement %acc_326, %87[%5 : i32] : vector<4xf32>
    %89 = llvm.insertelement %acc_333, %88[%acc_2 : i32] : vector<4xf32>
    %90 = llvm.insertelement %acc_334, %89[%4 : i32] : vector<4xf32>
    llvm.store %90, %76 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    %91 = llvm.insertelement %acc_340, %acc_262[%acc_0 : i32] : vector<4xf32>
    %92 = llvm.insertelement %acc_341, %91[%5 : i32] : vector<4xf32>
    %93 = llvm.insertelement %acc_349, %92[%acc_2 : i32] : vector<4xf32>
    %94 = llvm.insertelement %acc_350, %93[%4 : i32] : vector<4xf32>
    llvm.store %94, %77 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    %95 = llvm.insertelement %acc_342, %acc_262[%acc_0 : i32] : vector<4xf32>
    %96 = llvm.insertelement %acc_343, %95[%5 : i32] : vector<4xf32>
    %97 = llvm.insertelement %acc_351, %96[%acc_2 : i32] : vector<4xf32>
    %98 = llvm.insertelement %acc_352, %97[%4 : i32] : vector<4xf32>
    llvm.store %98, %78 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    %99 = llvm.insertelement %acc_358, %acc_262[%acc_0 : i32] : vector<4xf32>
    %100 = llvm.insertelement %acc_359, %99[%5 : i32] : vector<4xf32>
    %101 = llvm.insertelement %acc_367, %100[%acc_2 : i32] : vector<4xf32>
    %102 = llvm.insertelement %acc_368, %101[%4 : i32] : vector<4xf32>
    llvm.store %102, %79 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    %103 = llvm.insertelement %acc_360, %acc_262[%acc_0 : i32] : vector<4xf32>
    %104 = llvm.insertelement %acc_361, %103[%5 : i32] : vector<4xf32>
    %105 = llvm.insertelement %acc_369, %104[%acc_2 : i32] : vector<4xf32>
    %106 = llvm.insertelement %acc_370, %105[%4 : i32] : vector<4xf32>
    llvm.store %106, %80 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    %107 = llvm.insertelement %acc_376, %acc_262[%acc_0 : i32] : vector<4xf32>
    %108 = llvm.insertelement %acc_377, %107[%5 : i32] : vector<4xf32>
    %109 = llvm.insertelement %acc_385, %108[%acc_2 : i32] : vector<4xf32>
    %110 = llvm.insertelement %acc_386, %109[%4 : i32] : vector<4xf32>
    llvm.store %110, %81 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    %111 = llvm.insertelement %acc_378, %acc_262[%acc_0 : i32] : vector<4xf32>
    %112 = llvm.insertelement %acc_379, %111[%5 : i32] : vector<4xf32>
    %113 = llvm.insertelement %acc_387, %112[%acc_2 : i32] : vector<4xf32>
    %114 = llvm.insertelement %acc_388, %113[%4 : i32] : vector<4xf32>
    llvm.store %114, %82 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    llvm.br ^bb20
  ^bb20:  // 2 preds: ^bb15, ^bb19
    llvm.return
  }
}
