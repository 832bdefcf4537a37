module attributes {tq.arch = "sm_80", tq.phase = "nvvm"} {
  llvm.mlir.global external @tq_shared() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<0 x i8>
  llvm.func @matmul(%a_ptr: !llvm.ptr<1>, %b_ptr: !llvm.ptr<1>, %out_ptr: !llvm.ptr<1>, %stride_a: i32, %stride_b: i32, %K: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>, tq.facts = "// tq: {\22schema\22:1,\22version\22:\220.1.0\22,\22entry\22:\22matmul\22,\22arch\22:\22sm_80\22,\22params\22:[{\22name\22:\22a_ptr\22,\22type\22:\22*fp16\22,\22div\22:16},{\22name\22:\22b_ptr\22,\22type\22:\22*fp16\22,\22div\22:16},{\22name\22:\22out_ptr\22,\22type\22:\22*fp32\22,\22div\22:16},{\22name\22:\22stride_a\22,\22type\22:\22i32\22,\22div\22:16},{\22name\22:\22stride_b\22,\22type\22:\22i32\22,\22div\22:16},{\22name\22:\22K\22,\22type\22:\22i32\22,\22div\22:16}],\22constants\22:{\22BLOCK\22:\2232\22},\22num_warps\22:1,\22num_stages\22:3,\22shared\22:12288,\22plan\22:\22#tqg.plan<warps = 1, stages = 3, roles = 1, cluster = 1>\22,\22files\22:[\22matmul.tq\22],\22accesses\22:[{\22file\22:0,\22line\22:8,\22column\22:13,\22kind\22:\22load\22,\22pointer\22:\22a_ptr + rows * stride_a + k + tl.arange(0, BLOCK)[None, :]\22,\22tensor\22:\22a_ptr\22},{\22file\22:0,\22line\22:9,\22column\22:13,\22kind\22:\22load\22,\22pointer\22:\22b_ptr + (k + tl.arange(0, BLOCK)[:, None]) * stride_b + cols\22,\22tensor\22:\22b_ptr\22},{\22file\22:0,\22line\22:11,\22column\22:5,\22kind\22:\22store\22,\22pointer\22:\22out_ptr + rows * stride_b + cols\22,\22tensor\22:\22out_ptr\22}]}", tqg.plan = #tqg.plan<warps = 1, stages = 3, roles = 1, cluster = 1>, tqg.shared_bytes = 12288 : i64} {
    %0 = nvvm.read.ptx.sreg.tid.x : i32
    %a = llvm.mlir.constant(5 : i32) : i32
    %1 = llvm.mlir.constant(31 : i32) : i32
    %2 = llvm.and %0, %1 : i32
    %3 = llvm.mlir.constant(32 : i32) : i32
    %acc = llvm.mlir.constant(64 : i32) : i32
    %4 = llvm.mlir.constant(3 : i32) : i32
    %5 = llvm.mlir.constant(1 : i32) : i32
    %6 = llvm.mlir.constant(-2147483648 : i32) : i32
    %7 = llvm.mlir.constant(2 : i32) : i32
    %acc_0 = llvm.mlir.constant(0.000000e+00 : f32) : f32
    %a_1 = llvm.mlir.constant(0 : i32) : i32
    %8 = nvvm.read.ptx.sreg.ctaid.x : i32
    %9 = llvm.mul %8, %3 : i32
    %10 = llvm.mlir.constant(28 : i32) : i32
    %11 = llvm.and %2, %10 : i32
    %12 = llvm.lshr %11, %7 : i32
    %13 = llvm.mlir.constant(8 : i32) : i32
    %14 = llvm.add %12, %13 : i32
    %15 = llvm.mlir.constant(16 : i32) : i32
    %16 = llvm.add %12, %15 : i32
    %17 = llvm.mlir.constant(24 : i32) : i32
    %18 = llvm.add %12, %17 : i32
    %19 = llvm.and %2, %4 : i32
    %20 = llvm.shl %19, %4 : i32
    %21 = llvm.add %20, %5 : i32
    %22 = llvm.add %20, %7 : i32
    %23 = llvm.add %20, %4 : i32
    %24 = llvm.mlir.constant(4 : i32) : i32
    %25 = llvm.add %20, %24 : i32
    %26 = llvm.add %20, %a : i32
    %27 = llvm.mlir.constant(6 : i32) : i32
    %28 = llvm.add %20, %27 : i32
    %29 = llvm.mlir.constant(7 : i32) : i32
    %30 = llvm.add %20, %29 : i32
    %rows = llvm.add %9, %12 : i32
    %rows_2 = llvm.add %9, %14 : i32
    %rows_3 = llvm.add %9, %16 : i32
    %rows_4 = llvm.add %9, %18 : i32
    %31 = nvvm.read.ptx.sreg.ctaid.y : i32
    %32 = llvm.mul %31, %3 : i32
    %cols = llvm.add %32, %20 : i32
    %cols_5 = llvm.add %32, %21 : i32
    %cols_6 = llvm.add %32, %22 : i32
    %cols_7 = llvm.add %32, %23 : i32
    %cols_8 = llvm.add %32, %25 : i32
    %cols_9 = llvm.add %32, %26 : i32
    %cols_10 = llvm.add %32, %28 : i32
    %cols_11 = llvm.add %32, %30 : i32
    %33 = llvm.mul %rows, %stride_a : i32
    %34 = llvm.mul %rows_2, %stride_a : i32
    %35 = llvm.mul %rows_3, %stride_a : i32
    %36 = llvm.mul %rows_4, %stride_a : i32
    %37 = llvm.getelementptr %a_ptr[%33] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %38 = llvm.getelementptr %a_ptr[%34] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %39 = llvm.getelementptr %a_ptr[%35] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %40 = llvm.getelementptr %a_ptr[%36] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    nvvm.barrier0
    %acc_12 = llvm.sub %K, %3 : i32
    %acc_13 = llvm.icmp "sgt" %acc_12, %K : i32
    %acc_14 = llvm.select %acc_13, %6, %acc_12 : i1, i32
    %acc_15 = llvm.sub %acc_14, %3 : i32
    %acc_16 = llvm.icmp "sgt" %acc_15, %acc_14 : i32
    %acc_17 = llvm.select %acc_16, %6, %acc_15 : i1, i32
    %41 = llvm.icmp "sgt" %K, %a_1 : i32
    %42 = llvm.getelementptr %37[%20] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %43 = llvm.getelementptr %38[%20] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %44 = llvm.getelementptr %39[%20] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %45 = llvm.getelementptr %40[%20] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %46 = llvm.mul %12, %stride_b : i32
    %47 = llvm.mul %14, %stride_b : i32
    %48 = llvm.mul %16, %stride_b : i32
    %49 = llvm.mul %18, %stride_b : i32
    %50 = llvm.getelementptr %b_ptr[%46] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %51 = llvm.getelementptr %b_ptr[%47] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %52 = llvm.getelementptr %b_ptr[%48] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %53 = llvm.getelementptr %b_ptr[%49] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %54 = llvm.getelementptr %50[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %55 = llvm.getelementptr %51[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %56 = llvm.getelementptr %52[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %57 = llvm.getelementptr %53[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %a_18 = llvm.and %2, %29 : i32
    %a_19 = llvm.shl %a_18, %4 : i32
    %a_20 = llvm.lshr %2, %4 : i32
    %a_21 = llvm.and %a_20, %5 : i32
    %a_22 = llvm.mlir.constant(72 : i32) : i32
    %a_23 = llvm.mul %a_21, %a_22 : i32
    %a_24 = llvm.xor %a_19, %a_23 : i32
    %a_25 = llvm.lshr %2, %24 : i32
    %a_26 = llvm.and %a_25, %5 : i32
    %a_27 = llvm.mlir.constant(144 : i32) : i32
    %a_28 = llvm.mul %a_26, %a_27 : i32
    %a_29 = llvm.xor %a_24, %a_28 : i32
    %a_30 = llvm.mlir.addressof @tq_shared : !llvm.ptr<3>
    %a_31 = llvm.ptrtoint %a_30 : !llvm.ptr<3> to i32
    %a_32 = llvm.mlir.constant(2048 : i32) : i32
    %a_33 = llvm.mul %a_1, %a_32 : i32
    %a_34 = llvm.add %a_31, %a_33 : i32
    %a_35 = llvm.mul %a_29, %7 : i32
    %a_36 = llvm.add %a_34, %a_35 : i32
    %a_37 = llvm.select %41, %15, %a_1 : i1, i32
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+0], [$1], 16, $2;", "r,l,r" %a_36, %42, %a_37 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+512], [$1], 16, $2;", "r,l,r" %a_36, %43, %a_37 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+1024], [$1], 16, $2;", "r,l,r" %a_36, %44, %a_37 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+1536], [$1], 16, $2;", "r,l,r" %a_36, %45, %a_37 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+6144], [$1], 16, $2;", "r,l,r" %a_36, %54, %a_37 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+6656], [$1], 16, $2;", "r,l,r" %a_36, %55, %a_37 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+7168], [$1], 16, $2;", "r,l,r" %a_36, %56, %a_37 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+7680], [$1], 16, $2;", "r,l,r" %a_36, %57, %a_37 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.commit_group;", ""  : () -> ()
    %58 = llvm.icmp "sgt" %acc_14, %a_1 : i32
    %59 = llvm.getelementptr %37[%3] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %60 = llvm.getelementptr %38[%3] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %61 = llvm.getelementptr %39[%3] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %62 = llvm.getelementptr %40[%3] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %63 = llvm.getelementptr %59[%20] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %64 = llvm.getelementptr %60[%20] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %65 = llvm.getelementptr %61[%20] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %66 = llvm.getelementptr %62[%20] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %67 = llvm.add %12, %3 : i32
    %68 = llvm.add %14, %3 : i32
    %69 = llvm.add %16, %3 : i32
    %70 = llvm.add %18, %3 : i32
    %71 = llvm.mul %67, %stride_b : i32
    %72 = llvm.mul %68, %stride_b : i32
    %73 = llvm.mul %69, %stride_b : i32
    %74 = llvm.mul %70, %stride_b : i32
    %75 = llvm.getelementptr %b_ptr[%71] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %76 = llvm.getelementptr %b_ptr[%72] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %77 = llvm.getelementptr %b_ptr[%73] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %78 = llvm.getelementptr %b_ptr[%74] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %79 = llvm.getelementptr %75[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %80 = llvm.getelementptr %76[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %81 = llvm.getelementptr %77[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %82 = llvm.getelementptr %78[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %a_38 = llvm.mul %5, %a_32 : i32
    %a_39 = llvm.add %a_31, %a_38 : i32
    %a_40 = llvm.add %a_39, %a_35 : i32
    %a_41 = llvm.select %58, %15, %a_1 : i1, i32
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+0], [$1], 16, $2;", "r,l,r" %a_40, %63, %a_41 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+512], [$1], 16, $2;", "r,l,r" %a_40, %64, %a_41 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+1024], [$1], 16, $2;", "r,l,r" %a_40, %65, %a_41 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+1536], [$1], 16, $2;", "r,l,r" %a_40, %66, %a_41 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+6144], [$1], 16, $2;", "r,l,r" %a_40, %79, %a_41 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+6656], [$1], 16, $2;", "r,l,r" %a_40, %80, %a_41 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+7168], [$1], 16, $2;", "r,l,r" %a_40, %81, %a_41 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+7680], [$1], 16, $2;", "r,l,r" %a_40, %82, %a_41 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.commit_group;", ""  : () -> ()
    llvm.br ^bb1(%a_1, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %7, %a_1 : i32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, i32, i32)
  ^bb1(%acc_42: i32, %acc_43: f32, %acc_44: f32, %acc_45: f32, %acc_46: f32, %acc_47: f32, %acc_48: f32, %acc_49: f32, %acc_50: f32, %acc_51: f32, %acc_52: f32, %acc_53: f32, %acc_54: f32, %acc_55: f32, %acc_56: f32, %acc_57: f32, %acc_58: f32, %acc_59: f32, %acc_60: f32, %acc_61: f32, %acc_62: f32, %acc_63: f32, %acc_64: f32, %acc_65: f32, %acc_66: f32, %acc_67: f32, %acc_68: f32, %acc_69: f32, %acc_70: f32, %acc_71: f32, %acc_72: f32, %acc_73: f32, %acc_74: f32, %83: i32, %84: i32):  // 2 preds: ^bb0, ^bb2
    %acc_75 = llvm.icmp "slt" %acc_42, %K : i32
    llvm.cond_br %acc_75, ^bb2, ^bb3(%acc_43, %acc_44, %acc_45, %acc_46, %acc_47, %acc_48, %acc_49, %acc_50, %acc_51, %acc_52, %acc_53, %acc_54, %acc_55, %acc_56, %acc_57, %acc_58, %acc_59, %acc_60, %acc_61, %acc_62, %acc_63, %acc_64, %acc_65, %acc_66, %acc_67, %acc_68, %acc_69, %acc_70, %acc_71, %acc_72, %acc_73, %acc_74, %83, %84 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, i32, i32)
  ^bb2:  // pred: ^bb1
    llvm.inline_asm has_side_effects "cp.async.wait_group 1;", "~{memory}"  : () -> ()
    nvvm.barrier0
    %acc_76 = llvm.add %83, %5 : i32
    %acc_77 = llvm.icmp "eq" %acc_76, %4 : i32
    %acc_78 = llvm.select %acc_77, %a_1, %acc_76 : i1, i32
    %acc_79 = llvm.add %84, %5 : i32
    %acc_80 = llvm.icmp "eq" %acc_79, %4 : i32
    %acc_81 = llvm.select %acc_80, %a_1, %acc_79 : i1, i32
    %a_82 = llvm.and %2, %5 : i32
    %a_83 = llvm.shl %a_82, %a : i32
    %a_84 = llvm.lshr %2, %5 : i32
    %a_85 = llvm.and %a_84, %5 : i32
    %a_86 = llvm.mul %a_85, %a_22 : i32
    %a_87 = llvm.xor %a_83, %a_86 : i32
    %a_88 = llvm.lshr %2, %7 : i32
    %a_89 = llvm.and %a_88, %5 : i32
    %a_90 = llvm.mul %a_89, %a_27 : i32
    %a_91 = llvm.xor %a_87, %a_90 : i32
    %a_92 = llvm.and %2, %13 : i32
    %a_93 = llvm.shl %a_92, %a : i32
    %a_94 = llvm.xor %a_91, %a_93 : i32
    %a_95 = llvm.and %2, %15 : i32
    %a_96 = llvm.lshr %a_95, %5 : i32
    %a_97 = llvm.xor %a_94, %a_96 : i32
    %a_98 = llvm.mul %84, %a_32 : i32
    %a_99 = llvm.add %a_31, %a_98 : i32
    %acc_100 = llvm.mul %a_97, %7 : i32
    %acc_101 = llvm.add %a_99, %acc_100 : i32
    %acc_102 = llvm.inline_asm has_side_effects "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r" %acc_101 : (i32) -> !llvm.struct<(i32, i32, i32, i32)>
    %acc_103 = llvm.extractvalue %acc_102[0] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_104 = llvm.extractvalue %acc_102[1] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_105 = llvm.extractvalue %acc_102[2] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_106 = llvm.extractvalue %acc_102[3] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_107 = llvm.inline_asm has_side_effects "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+6144];", "=r,=r,=r,=r,r" %acc_101 : (i32) -> !llvm.struct<(i32, i32, i32, i32)>
    %acc_108 = llvm.extractvalue %acc_107[0] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_109 = llvm.extractvalue %acc_107[1] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_110 = llvm.extractvalue %acc_107[2] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_111 = llvm.extractvalue %acc_107[3] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_112 = llvm.inline_asm has_side_effects "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+1024];", "=r,=r,=r,=r,r" %acc_101 : (i32) -> !llvm.struct<(i32, i32, i32, i32)>
    %acc_113 = llvm.extractvalue %acc_112[0] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_114 = llvm.extractvalue %acc_112[1] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_115 = llvm.extractvalue %acc_112[2] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_116 = llvm.extractvalue %acc_112[3] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_117 = llvm.xor %a_97, %15 : i32
    %acc_118 = llvm.mul %acc_117, %7 : i32
    %acc_119 = llvm.add %a_99, %acc_118 : i32
    %acc_120 = llvm.inline_asm has_side_effects "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+6144];", "=r,=r,=r,=r,r" %acc_119 : (i32) -> !llvm.struct<(i32, i32, i32, i32)>
    %acc_121 = llvm.extractvalue %acc_120[0] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_122 = llvm.extractvalue %acc_120[1] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_123 = llvm.extractvalue %acc_120[2] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_124 = llvm.extractvalue %acc_120[3] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_125 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_103, %acc_104, %acc_105, %acc_106, %acc_108, %acc_109, %acc_43, %acc_44, %acc_45, %acc_46 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_126 = llvm.extractvalue %acc_125[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_127 = llvm.extractvalue %acc_125[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_128 = llvm.extractvalue %acc_125[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_129 = llvm.extractvalue %acc_125[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_130 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_103, %acc_104, %acc_105, %acc_106, %acc_110, %acc_111, %acc_47, %acc_48, %acc_49, %acc_50 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_131 = llvm.extractvalue %acc_130[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_132 = llvm.extractvalue %acc_130[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_133 = llvm.extractvalue %acc_130[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_134 = llvm.extractvalue %acc_130[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_135 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_113, %acc_114, %acc_115, %acc_116, %acc_108, %acc_109, %acc_59, %acc_60, %acc_61, %acc_62 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_136 = llvm.extractvalue %acc_135[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_137 = llvm.extractvalue %acc_135[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_138 = llvm.extractvalue %acc_135[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_139 = llvm.extractvalue %acc_135[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_140 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_113, %acc_114, %acc_115, %acc_116, %acc_110, %acc_111, %acc_63, %acc_64, %acc_65, %acc_66 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_141 = llvm.extractvalue %acc_140[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_142 = llvm.extractvalue %acc_140[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_143 = llvm.extractvalue %acc_140[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_144 = llvm.extractvalue %acc_140[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_145 = llvm.inline_asm has_side_effects "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r" %acc_119 : (i32) -> !llvm.struct<(i32, i32, i32, i32)>
    %acc_146 = llvm.extractvalue %acc_145[0] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_147 = llvm.extractvalue %acc_145[1] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_148 = llvm.extractvalue %acc_145[2] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_149 = llvm.extractvalue %acc_145[3] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_150 = llvm.inline_asm has_side_effects "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+7168];", "=r,=r,=r,=r,r" %acc_101 : (i32) -> !llvm.struct<(i32, i32, i32, i32)>
    %acc_151 = llvm.extractvalue %acc_150[0] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_152 = llvm.extractvalue %acc_150[1] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_153 = llvm.extractvalue %acc_150[2] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_154 = llvm.extractvalue %acc_150[3] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_155 = llvm.inline_asm has_side_effects "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+1024];", "=r,=r,=r,=r,r" %acc_119 : (i32) -> !llvm.struct<(i32, i32, i32, i32)>
    %acc_156 = llvm.extractvalue %acc_155[0] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_157 = llvm.extractvalue %acc_155[1] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_158 = llvm.extractvalue %acc_155[2] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_159 = llvm.extractvalue %acc_155[3] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_160 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_103, %acc_104, %acc_105, %acc_106, %acc_121, %acc_122, %acc_51, %acc_52, %acc_53, %acc_54 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_161 = llvm.extractvalue %acc_160[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_162 = llvm.extractvalue %acc_160[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_163 = llvm.extractvalue %acc_160[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_164 = llvm.extractvalue %acc_160[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_165 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_103, %acc_104, %acc_105, %acc_106, %acc_123, %acc_124, %acc_55, %acc_56, %acc_57, %acc_58 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_166 = llvm.extractvalue %acc_165[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_167 = llvm.extractvalue %acc_165[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_168 = llvm.extractvalue %acc_165[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_169 = llvm.extractvalue %acc_165[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_170 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_113, %acc_114, %acc_115, %acc_116, %acc_121, %acc_122, %acc_67, %acc_68, %acc_69, %acc_70 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_171 = llvm.extractvalue %acc_170[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_172 = llvm.extractvalue %acc_170[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_173 = llvm.extractvalue %acc_170[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_174 = llvm.extractvalue %acc_170[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_175 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_113, %acc_114, %acc_115, %acc_116, %acc_123, %acc_124, %acc_71, %acc_72, %acc_73, %acc_74 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_176 = llvm.extractvalue %acc_175[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_177 = llvm.extractvalue %acc_175[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_178 = llvm.extractvalue %acc_175[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_179 = llvm.extractvalue %acc_175[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_180 = llvm.inline_asm has_side_effects "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+7168];", "=r,=r,=r,=r,r" %acc_119 : (i32) -> !llvm.struct<(i32, i32, i32, i32)>
    %acc_181 = llvm.extractvalue %acc_180[0] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_182 = llvm.extractvalue %acc_180[1] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_183 = llvm.extractvalue %acc_180[2] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_184 = llvm.extractvalue %acc_180[3] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_185 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_146, %acc_147, %acc_148, %acc_149, %acc_151, %acc_152, %acc_126, %acc_127, %acc_128, %acc_129 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_186 = llvm.extractvalue %acc_185[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_187 = llvm.extractvalue %acc_185[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_188 = llvm.extractvalue %acc_185[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_189 = llvm.extractvalue %acc_185[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_190 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_146, %acc_147, %acc_148, %acc_149, %acc_153, %acc_154, %acc_131, %acc_132, %acc_133, %acc_134 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_191 = llvm.extractvalue %acc_190[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_192 = llvm.extractvalue %acc_190[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_193 = llvm.extractvalue %acc_190[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_194 = llvm.extractvalue %acc_190[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_195 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_156, %acc_157, %acc_158, %acc_159, %acc_151, %acc_152, %acc_136, %acc_137, %acc_138, %acc_139 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_196 = llvm.extractvalue %acc_195[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_197 = llvm.extractvalue %acc_195[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_198 = llvm.extractvalue %acc_195[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_199 = llvm.extractvalue %acc_195[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_200 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_156, %acc_157, %acc_158, %acc_159, %acc_153, %acc_154, %acc_141, %acc_142, %acc_143, %acc_144 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_201 = llvm.extractvalue %acc_200[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_202 = llvm.extractvalue %acc_200[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_203 = llvm.extractvalue %acc_200[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_204 = llvm.extractvalue %acc_200[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_205 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_146, %acc_147, %acc_148, %acc_149, %acc_181, %acc_182, %acc_161, %acc_162, %acc_163, %acc_164 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_206 = llvm.extractvalue %acc_205[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_207 = llvm.extractvalue %acc_205[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_208 = llvm.extractvalue %acc_205[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_209 = llvm.extractvalue %acc_205[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_210 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_146, %acc_147, %acc_148, %acc_149, %acc_183, %acc_184, %acc_166, %acc_167, %acc_168, %acc_169 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_211 = llvm.extractvalue %acc_210[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_212 = llvm.extractvalue %acc_210[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_213 = llvm.extractvalue %acc_210[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_214 = llvm.extractvalue %acc_210[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_215 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_156, %acc_157, %acc_158, %acc_159, %acc_181, %acc_182, %acc_171, %acc_172, %acc_173, %acc_174 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_216 = llvm.extractvalue %acc_215[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_217 = llvm.extractvalue %acc_215[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_218 = llvm.extractvalue %acc_215[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_219 = llvm.extractvalue %acc_215[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_220 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_156, %acc_157, %acc_158, %acc_159, %acc_183, %acc_184, %acc_176, %acc_177, %acc_178, %acc_179 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_221 = llvm.extractvalue %acc_220[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_222 = llvm.extractvalue %acc_220[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_223 = llvm.extractvalue %acc_220[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_224 = llvm.extractvalue %acc_220[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_225 = llvm.add %acc_42, %acc : i32
    %acc_226 = llvm.icmp "slt" %acc_42, %acc_17 : i32
    %85 = llvm.getelementptr %37[%acc_225] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %86 = llvm.getelementptr %38[%acc_225] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %87 = llvm.getelementptr %39[%acc_225] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %88 = llvm.getelementptr %40[%acc_225] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %89 = llvm.getelementptr %85[%20] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %90 = llvm.getelementptr %86[%20] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %91 = llvm.getelementptr %87[%20] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %92 = llvm.getelementptr %88[%20] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %93 = llvm.add %acc_225, %12 : i32
    %94 = llvm.add %acc_225, %14 : i32
    %95 = llvm.add %acc_225, %16 : i32
    %96 = llvm.add %acc_225, %18 : i32
    %97 = llvm.mul %93, %stride_b : i32
    %98 = llvm.mul %94, %stride_b : i32
    %99 = llvm.mul %95, %stride_b : i32
    %100 = llvm.mul %96, %stride_b : i32
    %101 = llvm.getelementptr %b_ptr[%97] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %102 = llvm.getelementptr %b_ptr[%98] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %103 = llvm.getelementptr %b_ptr[%99] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %104 = llvm.getelementptr %b_ptr[%100] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %105 = llvm.getelementptr %101[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %106 = llvm.getelementptr %102[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %107 = llvm.getelementptr %103[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %108 = llvm.getelementptr %104[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %a_227 = llvm.mul %83, %a_32 : i32
    %a_228 = llvm.add %a_31, %a_227 : i32
    %a_229 = llvm.add %a_228, %a_35 : i32
    %a_230 = llvm.select %acc_226, %15, %a_1 : i1, i32
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+0], [$1], 16, $2;", "r,l,r" %a_229, %89, %a_230 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+512], [$1], 16, $2;", "r,l,r" %a_229, %90, %a_230 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+1024], [$1], 16, $2;", "r,l,r" %a_229, %91, %a_230 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+1536], [$1], 16, $2;", "r,l,r" %a_229, %92, %a_230 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+6144], [$1], 16, $2;", "r,l,r" %a_229, %105, %a_230 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+6656], [$1], 16, $2;", "r,l,r" %a_229, %106, %a_230 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+7168], [$1], 16, $2;", "r,l,r" %a_229, %107, %a_230 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+7680], [$1], 16, $2;", "r,l,r" %a_229, %108, %a_230 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.commit_group;", ""  : () -> ()
    %acc_231 = llvm.add %acc_42, %3 : i32
    llvm.br ^bb1(%acc_231, %acc_186, %acc_187, %acc_188, %acc_189, %acc_191, %acc_192, %acc_193, %acc_194, %acc_206, %acc_207, %acc_208, %acc_209, %acc_211, %acc_212, %acc_213, %acc_214, %acc_196, %acc_197, %acc_198, %acc_199, %acc_201, %acc_202, %acc_203, %acc_204, %acc_216, %acc_217, %acc_218, %acc_219, %acc_221, %acc_222, %acc_223, %acc_224, %acc_78, %acc_81 : i32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, i32, i32)
  ^bb3(%acc_232: f32, %acc_233: f32, %acc_234: f32, %acc_235: f32, %acc_236: f32, %acc_237: f32, %acc_238: f32, %acc_239: f32, %acc_240: f32, %acc_241: f32, %acc_242: f32, %acc_243: f32, %acc_244: f32, %acc_245: f32, %acc_246: f32, %acc_247: f32, %acc_248: f32, %acc_249: f32, %acc_250: f32, %acc_251: f32, %acc_252: f32, %acc_253: f32, %acc_254: f32, %acc_255: f32, %acc_256: f32, %acc_257: f32, %acc_258: f32, %acc_259: f32, %acc_260: f32, %acc_261: f32, %acc_262: f32, %acc_263: f32, %acc_264: i32, %acc_265: i32):  // pred: ^bb1
    llvm.inline_asm has_side_effects "cp.async.wait_group 0;", "~{memory}"  : () -> ()
    nvvm.barrier0
    %acc_266 = llvm.and %2, %1 : i32
    %acc_267 = llvm.shl %acc_266, %7 : i32
    %acc_268 = llvm.lshr %2, %a_1 : i32
    %acc_269 = llvm.and %acc_268, %5 : i32
    %acc_270 = llvm.mlir.constant(260 : i32) : i32
    %acc_271 = llvm.mul %acc_269, %acc_270 : i32
    %acc_272 = llvm.lshr %2, %5 : i32
    %acc_273 = llvm.and %acc_272, %5 : i32
    %acc_274 = llvm.mlir.constant(520 : i32) : i32
    %acc_275 = llvm.mul %acc_273, %acc_274 : i32
    %acc_276 = llvm.xor %acc_271, %acc_275 : i32
    %acc_277 = llvm.shl %11, %7 : i32
    %acc_278 = llvm.xor %acc_276, %acc_277 : i32
    %acc_279 = llvm.mul %acc_267, %24 : i32
    %acc_280 = llvm.getelementptr %a_30[%acc_279] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_281 = llvm.mlir.poison : vector<4xf32>
    %acc_282 = llvm.insertelement %acc_232, %acc_281[%a_1 : i32] : vector<4xf32>
    %acc_283 = llvm.insertelement %acc_233, %acc_282[%5 : i32] : vector<4xf32>
    %acc_284 = llvm.insertelement %acc_234, %acc_283[%7 : i32] : vector<4xf32>
    %acc_285 = llvm.insertelement %acc_235, %acc_284[%4 : i32] : vector<4xf32>
    llvm.store %acc_285, %acc_280 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    %acc_286 = llvm.xor %acc_267, %acc_270 : i32
    %acc_287 = llvm.mul %acc_286, %24 : i32
    %acc_288 = llvm.getelementptr %a_30[%acc_287] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_289 = llvm.insertelement %acc_236, %acc_281[%a_1 : i32] : vector<4xf32>
    %acc_290 = llvm.insertelement %acc_237, %acc_289[%5 : i32] : vector<4xf32>
    %acc_291 = llvm.insertelement %acc_238, %acc_290[%7 : i32] : vector<4xf32>
    %acc_292 = llvm.insertelement %acc_239, %acc_291[%4 : i32] : vector<4xf32>
    llvm.store %acc_292, %acc_288 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    %acc_293 = llvm.xor %acc_267, %acc_274 : i32
    %acc_294 = llvm.mul %acc_293, %24 : i32
    %acc_295 = llvm.getelementptr %a_30[%acc_294] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_296 = llvm.insertelement %acc_240, %acc_281[%a_1 : i32] : vector<4xf32>
    %acc_297 = llvm.insertelement %acc_241, %acc_296[%5 : i32] : vector<4xf32>
    %acc_298 = llvm.insertelement %acc_242, %acc_297[%7 : i32] : vector<4xf32>
    %acc_299 = llvm.insertelement %acc_243, %acc_298[%4 : i32] : vector<4xf32>
    llvm.store %acc_299, %acc_295 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    %acc_300 = llvm.mlir.constant(780 : i32) : i32
    %acc_301 = llvm.xor %acc_267, %acc_300 : i32
    %acc_302 = llvm.mul %acc_301, %24 : i32
    %acc_303 = llvm.getelementptr %a_30[%acc_302] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_304 = llvm.insertelement %acc_244, %acc_281[%a_1 : i32] : vector<4xf32>
    %acc_305 = llvm.insertelement %acc_245, %acc_304[%5 : i32] : vector<4xf32>
    %acc_306 = llvm.insertelement %acc_246, %acc_305[%7 : i32] : vector<4xf32>
    %acc_307 = llvm.insertelement %acc_247, %acc_306[%4 : i32] : vector<4xf32>
    llvm.store %acc_307, %acc_303 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    %acc_308 = llvm.mlir.constant(128 : i32) : i32
    %acc_309 = llvm.xor %acc_267, %acc_308 : i32
    %acc_310 = llvm.mul %acc_309, %24 : i32
    %acc_311 = llvm.getelementptr %a_30[%acc_310] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_312 = llvm.insertelement %acc_248, %acc_281[%a_1 : i32] : vector<4xf32>
    %acc_313 = llvm.insertelement %acc_249, %acc_312[%5 : i32] : vector<4xf32>
    %acc_314 = llvm.insertelement %acc_250, %acc_313[%7 : i32] : vector<4xf32>
    %acc_315 = llvm.insertelement %acc_251, %acc_314[%4 : i32] : vector<4xf32>
    llvm.store %acc_315, %acc_311 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    %acc_316 = llvm.mlir.constant(388 : i32) : i32
    %acc_317 = llvm.xor %acc_267, %acc_316 : i32
    %acc_318 = llvm.mul %acc_317, %24 : i32
    %acc_319 = llvm.getelementptr %a_30[%acc_318] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_320 = llvm.insertelement %acc_252, %acc_281[%a_1 : i32] : vector<4xf32>
    %acc_321 = llvm.insertelement %acc_253, %acc_320[%5 : i32] : vector<4xf32>
    %acc_322 = llvm.insertelement %acc_254, %acc_321[%7 : i32] : vector<4xf32>
    %acc_323 = llvm.insertelement %acc_255, %acc_322[%4 : i32] : vector<4xf32>
    llvm.store %acc_323, %acc_319 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    %acc_324 = llvm.mlir.constant(648 : i32) : i32
    %acc_325 = llvm.xor %acc_267, %acc_324 : i32
    %acc_326 = llvm.mul %acc_325, %24 : i32
    %acc_327 = llvm.getelementptr %a_30[%acc_326] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_328 = llvm.insertelement %acc_256, %acc_281[%a_1 : i32] : vector<4xf32>
    %acc_329 = llvm.insertelement %acc_257, %acc_328[%5 : i32] : vector<4xf32>
    %acc_330 = llvm.insertelement %acc_258, %acc_329[%7 : i32] : vector<4xf32>
    %acc_331 = llvm.insertelement %acc_259, %acc_330[%4 : i32] : vector<4xf32>
    llvm.store %acc_331, %acc_327 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    %acc_332 = llvm.mlir.constant(908 : i32) : i32
    %acc_333 = llvm.xor %acc_267, %acc_332 : i32
    %acc_334 = llvm.mul %acc_333, %24 : i32
    %acc_335 = llvm.getelementptr %a_30[%acc_334] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_336 = llvm.insertelement %acc_260, %acc_281[%a_1 : i32] : vector<4xf32>
    %acc_337 = llvm.insertelement %acc_261, %acc_336[%5 : i32] : vector<4xf32>
    %acc_338 = llvm.insertelement %acc_262, %acc_337[%7 : i32] : vector<4xf32>
    %acc_339 = llvm.insertelement %acc_263, %acc_338[%4 : i32] : vector<4xf32>
    llvm.store %acc_339, %acc_335 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    nvvm.barrier0
    %acc_340 = llvm.mul %acc_278, %24 : i32
    %acc_341 = llvm.getelementptr %a_30[%acc_340] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_342 = llvm.load %acc_341 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_343 = llvm.extractelement %acc_342[%a_1 : i32] : vector<4xf32>
    %acc_344 = llvm.extractelement %acc_342[%5 : i32] : vector<4xf32>
    %acc_345 = llvm.extractelement %acc_342[%7 : i32] : vector<4xf32>
    %acc_346 = llvm.extractelement %acc_342[%4 : i32] : vector<4xf32>
    %acc_347 = llvm.xor %acc_278, %24 : i32
    %acc_348 = llvm.mul %acc_347, %24 : i32
    %acc_349 = llvm.getelementptr %a_30[%acc_348] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_350 = llvm.load %acc_349 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_351 = llvm.extractelement %acc_350[%a_1 : i32] : vector<4xf32>
    %acc_352 = llvm.extractelement %acc_350[%5 : i32] : vector<4xf32>
    %acc_353 = llvm.extractelement %acc_350[%7 : i32] : vector<4xf32>
    %acc_354 = llvm.extractelement %acc_350[%4 : i32] : vector<4xf32>
    %acc_355 = llvm.xor %acc_278, %13 : i32
    %acc_356 = llvm.mul %acc_355, %24 : i32
    %acc_357 = llvm.getelementptr %a_30[%acc_356] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_358 = llvm.load %acc_357 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_359 = llvm.extractelement %acc_358[%a_1 : i32] : vector<4xf32>
    %acc_360 = llvm.extractelement %acc_358[%5 : i32] : vector<4xf32>
    %acc_361 = llvm.extractelement %acc_358[%7 : i32] : vector<4xf32>
    %acc_362 = llvm.extractelement %acc_358[%4 : i32] : vector<4xf32>
    %acc_363 = llvm.mlir.constant(12 : i32) : i32
    %acc_364 = llvm.xor %acc_278, %acc_363 : i32
    %acc_365 = llvm.mul %acc_364, %24 : i32
    %acc_366 = llvm.getelementptr %a_30[%acc_365] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_367 = llvm.load %acc_366 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_368 = llvm.extractelement %acc_367[%a_1 : i32] : vector<4xf32>
    %acc_369 = llvm.extractelement %acc_367[%5 : i32] : vector<4xf32>
    %acc_370 = llvm.extractelement %acc_367[%7 : i32] : vector<4xf32>
    %acc_371 = llvm.extractelement %acc_367[%4 : i32] : vector<4xf32>
    %acc_372 = llvm.xor %acc_278, %acc_308 : i32
    %acc_373 = llvm.mul %acc_372, %24 : i32
    %acc_374 = llvm.getelementptr %a_30[%acc_373] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_375 = llvm.load %acc_374 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_376 = llvm.extractelement %acc_375[%a_1 : i32] : vector<4xf32>
    %acc_377 = llvm.extractelement %acc_375[%5 : i32] : vector<4xf32>
    %acc_378 = llvm.extractelement %acc_375[%7 : i32] : vector<4xf32>
    %acc_379 = llvm.extractelement %acc_375[%4 : i32] : vector<4xf32>
    %acc_380 = llvm.mlir.constant(132 : i32) : i32
    %acc_381 = llvm.xor %acc_278, %acc_380 : i32
    %acc_382 = llvm.mul %acc_381, %24 : i32
    %acc_383 = llvm.getelementptr %a_30[%acc_382] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_384 = llvm.load %acc_383 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_385 = llvm.extractelement %acc_384[%a_1 : i32] : vector<4xf32>
    %acc_386 = llvm.extractelement %acc_384[%5 : i32] : vector<4xf32>
    %acc_387 = llvm.extractelement %acc_384[%7 : i32] : vector<4xf32>
    %acc_388 = llvm.extractelement %acc_384[%4 : i32] : vector<4xf32>
    %acc_389 = llvm.mlir.constant(136 : i32) : i32
    %acc_390 = llvm.xor %acc_278, %acc_389 : i32
    %acc_391 = llvm.mul %acc_390, %24 : i32
    %acc_392 = llvm.getelementptr %a_30[%acc_391] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_393 = llvm.load %acc_392 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_394 = llvm.extractelement %acc_393[%a_1 : i32] : vector<4xf32>
    %acc_395 = llvm.extractelement %acc_393[%5 : i32] : vector<4xf32>
    %acc_396 = llvm.extractelement %acc_393[%7 : i32] : vector<4xf32>
    %acc_397 = llvm.extractelement %acc_393[%4 : i32] : vector<4xf32>
    %acc_398 = llvm.mlir.constant(140 : i32) : i32
    %acc_399 = llvm.xor %acc_278, %acc_398 : i32
    %acc_400 = llvm.mul %acc_399, %24 : i32
    %acc_401 = llvm.getelementptr %a_30[%acc_400] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_402 = llvm.load %acc_401 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_403 = llvm.extractelement %acc_402[%a_1 : i32] : vector<4xf32>
    %acc_404 = llvm.extractelement %acc_402[%5 : i32] : vector<4xf32>
    %acc_405 = llvm.extractelement %acc_402[%7 : i32] : vector<4xf32>
    %acc_406 = llvm.extractelement %acc_402[%4 : i32] : vector<4xf32>
    %109 = llvm.mul %rows, %stride_b : i32
    %110 = llvm.mul %rows_2, %stride_b : i32
    %111 = llvm.mul %rows_3, %stride_b : i32
    %112 = llvm.mul %rows_4, %stride_b : i32
    %113 = llvm.getelementptr %out_ptr[%109] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %114 = llvm.getelementptr %out_ptr[%110] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %115 = llvm.getelementptr %out_ptr[%111] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %116 = llvm.getelementptr %out_ptr[%112] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %117 = llvm.getelementptr %113[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %118 = llvm.getelementptr %113[%cols_8] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %119 = llvm.getelementptr %114[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %120 = llvm.getelementptr %114[%cols_8] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %121 = llvm.getelementptr %115[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %122 = llvm.getelementptr %115[%cols_8] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %123 = llvm.getelementptr %116[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %124 = llvm.getelementptr %116[%cols_8] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %125 = llvm.insertelement %acc_343, %acc_281[%a_1 : i32] : vector<4xf32>
    %126 = llvm.insertelement %acc_344, %125[%5 : i32] : vector<4xf32>
    %127 = llvm.insertelement %acc_351, %126[%7 : i32] : vector<4xf32>
    %128 = llvm.insertelement %acc_352, %127[%4 : i32] : vector<4xf32>
    llvm.store %128, %117 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    %129 = llvm.insertelement %acc_359, %acc_281[%a_1 : i32] : vector<4xf32>
    %130 = llvm.insertelement %acc_360, %129[%5 : i32] : vector<4xf32>
    %131 = llvm.insertelement %acc_368, %130[%7 : i32] : vector<4xf32>
    %132 = llvm.insertelement %acc_369, %131[%4 : i32] : vector<4xf32>
    llvm.store %132, %118 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    %133 = llvm.insertelement %acc_345, %acc_281[%a_1 : i32] : vector<4xf32>
    %134 = llvm.insertelement %acc_346, %133[%5 : i32] : vector<4xf32>
    %135 = llvm.insertelement %acc_353, %134[%7 : i32] : vector<4xf32>
    %136 = llvm.insertelement %acc_354, %135[%4 : i32] : vector<4xf32>
    llvm.store %136, %119 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    %137 = llvm.insertelement %acc_361, %acc_281[%a_1 : i32] : vector<4xf32>
    %138 = llvm.insertelement %acc_362, %137[%5 : i32] : vector<4xf32>
    %139 = llvm.insertelement %acc_370, %138[%7 : i32] : vector<4xf32>
    %140 = llvm.insertelement %acc_371, %139[%4 : i32] : vector<4xf32>
    llvm.store %140, %120 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    %141 = llvm.insertelement %acc_376, %acc_281[%a_1 : i32] : vector<4xf32>
    %142 = llvm.insertelement %acc_377, %141[%5 : i32] : vector<4xf32>
    %143 = llvm.insertelement %acc_385, %142[%7 : i32] : vector<4xf32>
    %144 = llvm.insertelement %acc_386, %143[%4 : i32] : vector<4xf32>
    llvm.store %144, %121 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    %145 = llvm.insertelement %acc_394, %acc_281[%a_1 : i32] : vector<4xf32>
    %146 = llvm.insertelement %acc_395, %145[%5 : i32] : vector<4xf32>
    %147 = llvm.insertelement %acc_403, %146[%7 : i32] : vector<4xf32>
    %148 = llvm.insertelement %acc_404, %147[%4 : i32] : vector<4xf32>
    llvm.store %148, %122 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    %149 = llvm.insertelement %acc_378, %acc_281[%a_1 : i32] : vector<4xf32>
    %150 = llvm.insertelement %acc_379, %149[%5 : i32] : vector<4xf32>
    %151 = llvm.insertelement %acc_387, %150[%7 : i32] : vector<4xf32>
    %152 = llvm.insertelement %acc_388, %151[%4 : i32] : vector<4xf32>
    llvm.store %152, %123 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    %153 = llvm.insertelement %acc_396, %acc_281[%a_1 : i32] : vector<4xf32>
    %154 = llvm.insertelement %acc_397, %153[%5 : i32] : vector<4xf32>
    %155 = llvm.insertelement %acc_405, %154[%7 : i32] : vector<4xf32>
    %156 = llvm.insertelement %acc_406, %155[%4 : i32] : vector<4xf32>
    llvm.store %156, %124 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    llvm.return
  }
}
