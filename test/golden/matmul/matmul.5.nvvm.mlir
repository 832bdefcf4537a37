module attributes {tq.arch = "sm_80", tq.phase = "nvvm"} {
  llvm.mlir.global external @tq_shared() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<0 x i8>
  llvm.func @matmul(%a_ptr: !llvm.ptr<1>, %b_ptr: !llvm.ptr<1>, %out_ptr: !llvm.ptr<1>, %stride_a: i32, %stride_b: i32, %K: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>, tq.facts = "// tq: {\22schema\22:1,\22version\22:\220.1.0\22,\22entry\22:\22matmul\22,\22arch\22:\22sm_80\22,\22params\22:[{\22name\22:\22a_ptr\22,\22type\22:\22*fp16\22,\22div\22:16},{\22name\22:\22b_ptr\22,\22type\22:\22*fp16\22,\22div\22:16},{\22name\22:\22out_ptr\22,\22type\22:\22*fp32\22,\22div\22:16},{\22name\22:\22stride_a\22,\22type\22:\22i32\22,\22div\22:16},{\22name\22:\22stride_b\22,\22type\22:\22i32\22,\22div\22:16},{\22name\22:\22K\22,\22type\22:\22i32\22,\22div\22:16}],\22constants\22:{\22BLOCK\22:\2232\22},\22num_warps\22:1,\22num_stages\22:3,\22shared\22:12288,\22plan\22:\22#tqg.plan<warps = 1, stages = 3, roles = 1, cluster = 1>\22,\22files\22:[\22matmul.tq\22],\22accesses\22:[{\22file\22:0,\22line\22:8,\22column\22:13,\22kind\22:\22load\22,\22pointer\22:\22a_ptr + rows * stride_a + k + tl.arange(0, BLOCK)[None, :]\22,\22tensor\22:\22a_ptr\22},{\22file\22:0,\22line\22:9,\22column\22:13,\22kind\22:\22load\22,\22pointer\22:\22b_ptr + (k + tl.arange(0, BLOCK)[:, None]) * stride_b + cols\22,\22tensor\22:\22b_ptr\22},{\22file\22:0,\22line\22:11,\22column\22:5,\22kind\22:\22store\22,\22pointer\22:\22out_ptr + rows * stride_b + cols\22,\22tensor\22:\22out_ptr\22}]}", tqg.plan = #tqg.plan<warps = 1, stages = 3, roles = 1, cluster = 1>, tqg.shared_bytes = 12288 : i64} {
    %0 = nvvm.read.ptx.sreg.tid.x : i32
    %a = llvm.mlir.constant(5 : i32) : i32
    %1 = llvm.mlir.constant(31 : i32) : i32
    %2 = llvm.and %0, %1 : i32
    %3 = llvm.mlir.constant(32 : i32) : i32
    %4 = llvm.mlir.constant(64 : i32) : i32
    %5 = llvm.mlir.constant(3 : i32) : i32
    %6 = llvm.mlir.constant(1 : i32) : i32
    %7 = llvm.mlir.constant(-2147483648 : i32) : i32
    %8 = llvm.mlir.constant(2 : i32) : i32
    %acc = llvm.mlir.constant(0.000000e+00 : f32) : f32
    %a_0 = llvm.mlir.constant(0 : i32) : i32
    %9 = nvvm.read.ptx.sreg.ctaid.x : i32
    %10 = llvm.mul %9, %3 : i32
    %11 = llvm.mlir.constant(28 : i32) : i32
    %12 = llvm.and %2, %11 : i32
    %13 = llvm.lshr %12, %8 : i32
    %14 = llvm.mlir.constant(8 : i32) : i32
    %15 = llvm.add %13, %14 : i32
    %16 = llvm.mlir.constant(16 : i32) : i32
    %17 = llvm.add %13, %16 : i32
    %18 = llvm.mlir.constant(24 : i32) : i32
    %19 = llvm.add %13, %18 : i32
    %20 = llvm.and %2, %5 : i32
    %21 = llvm.shl %20, %5 : i32
    %22 = llvm.add %21, %6 : i32
    %23 = llvm.add %21, %8 : i32
    %24 = llvm.add %21, %5 : i32
    %25 = llvm.mlir.constant(4 : i32) : i32
    %26 = llvm.add %21, %25 : i32
    %27 = llvm.add %21, %a : i32
    %28 = llvm.mlir.constant(6 : i32) : i32
    %29 = llvm.add %21, %28 : i32
    %30 = llvm.mlir.constant(7 : i32) : i32
    %31 = llvm.add %21, %30 : i32
    %rows = llvm.add %10, %13 : i32
    %rows_1 = llvm.add %10, %15 : i32
    %rows_2 = llvm.add %10, %17 : i32
    %rows_3 = llvm.add %10, %19 : i32
    %32 = nvvm.read.ptx.sreg.ctaid.y : i32
    %33 = llvm.mul %32, %3 : i32
    %cols = llvm.add %33, %21 : i32
    %cols_4 = llvm.add %33, %22 : i32
    %cols_5 = llvm.add %33, %23 : i32
    %cols_6 = llvm.add %33, %24 : i32
    %cols_7 = llvm.add %33, %26 : i32
    %cols_8 = llvm.add %33, %27 : i32
    %cols_9 = llvm.add %33, %29 : i32
    %cols_10 = llvm.add %33, %31 : i32
    %34 = llvm.mul %rows, %stride_a : i32
    %35 = llvm.mul %rows_1, %stride_a : i32
    %36 = llvm.mul %rows_2, %stride_a : i32
    %37 = llvm.mul %rows_3, %stride_a : i32
    %38 = llvm.getelementptr %a_ptr[%34] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %39 = llvm.getelementptr %a_ptr[%35] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %40 = llvm.getelementptr %a_ptr[%36] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %41 = llvm.getelementptr %a_ptr[%37] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    nvvm.barrier0
    %42 = llvm.icmp "sgt" %K, %a_0 : i32
    %43 = llvm.getelementptr %38[%21] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %44 = llvm.getelementptr %39[%21] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %45 = llvm.getelementptr %40[%21] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %46 = llvm.getelementptr %41[%21] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %47 = llvm.mul %13, %stride_b : i32
    %48 = llvm.mul %15, %stride_b : i32
    %49 = llvm.mul %17, %stride_b : i32
    %50 = llvm.mul %19, %stride_b : i32
    %51 = llvm.getelementptr %b_ptr[%47] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %52 = llvm.getelementptr %b_ptr[%48] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %53 = llvm.getelementptr %b_ptr[%49] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %54 = llvm.getelementptr %b_ptr[%50] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %55 = llvm.getelementptr %51[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %56 = llvm.getelementptr %52[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %57 = llvm.getelementptr %53[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %58 = llvm.getelementptr %54[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %a_11 = llvm.and %2, %30 : i32
    %a_12 = llvm.shl %a_11, %5 : i32
    %a_13 = llvm.lshr %2, %5 : i32
    %a_14 = llvm.and %a_13, %6 : i32
    %a_15 = llvm.mlir.constant(72 : i32) : i32
    %a_16 = llvm.mul %a_14, %a_15 : i32
    %a_17 = llvm.xor %a_12, %a_16 : i32
    %a_18 = llvm.lshr %2, %25 : i32
    %a_19 = llvm.and %a_18, %6 : i32
    %a_20 = llvm.mlir.constant(144 : i32) : i32
    %a_21 = llvm.mul %a_19, %a_20 : i32
    %a_22 = llvm.xor %a_17, %a_21 : i32
    %a_23 = llvm.mlir.addressof @tq_shared : !llvm.ptr<3>
    %a_24 = llvm.ptrtoint %a_23 : !llvm.ptr<3> to i32
    %a_25 = llvm.mlir.constant(2048 : i32) : i32
    %a_26 = llvm.mul %a_0, %a_25 : i32
    %a_27 = llvm.add %a_24, %a_26 : i32
    %a_28 = llvm.mul %a_22, %8 : i32
    %a_29 = llvm.add %a_27, %a_28 : i32
    %a_30 = llvm.select %42, %16, %a_0 : i1, i32
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+0], [$1], 16, $2;", "r,l,r" %a_29, %43, %a_30 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+512], [$1], 16, $2;", "r,l,r" %a_29, %44, %a_30 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+1024], [$1], 16, $2;", "r,l,r" %a_29, %45, %a_30 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+1536], [$1], 16, $2;", "r,l,r" %a_29, %46, %a_30 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+6144], [$1], 16, $2;", "r,l,r" %a_29, %55, %a_30 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+6656], [$1], 16, $2;", "r,l,r" %a_29, %56, %a_30 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+7168], [$1], 16, $2;", "r,l,r" %a_29, %57, %a_30 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+7680], [$1], 16, $2;", "r,l,r" %a_29, %58, %a_30 : (i32, !llvm.ptr<1>, i32) -> ()
    nvvm.cp.async.commit.group
    %acc_31 = llvm.sub %K, %3 : i32
    %acc_32 = llvm.icmp "sgt" %acc_31, %K : i32
    %acc_33 = llvm.select %acc_32, %7, %acc_31 : i1, i32
    %59 = llvm.icmp "sgt" %acc_33, %a_0 : i32
    %60 = llvm.getelementptr %38[%3] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %61 = llvm.getelementptr %39[%3] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %62 = llvm.getelementptr %40[%3] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %63 = llvm.getelementptr %41[%3] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %64 = llvm.getelementptr %60[%21] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %65 = llvm.getelementptr %61[%21] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %66 = llvm.getelementptr %62[%21] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %67 = llvm.getelementptr %63[%21] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %68 = llvm.add %13, %3 : i32
    %69 = llvm.add %15, %3 : i32
    %70 = llvm.add %17, %3 : i32
    %71 = llvm.add %19, %3 : i32
    %72 = llvm.mul %68, %stride_b : i32
    %73 = llvm.mul %69, %stride_b : i32
    %74 = llvm.mul %70, %stride_b : i32
    %75 = llvm.mul %71, %stride_b : i32
    %76 = llvm.getelementptr %b_ptr[%72] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %77 = llvm.getelementptr %b_ptr[%73] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %78 = llvm.getelementptr %b_ptr[%74] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %79 = llvm.getelementptr %b_ptr[%75] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %80 = llvm.getelementptr %76[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %81 = llvm.getelementptr %77[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %82 = llvm.getelementptr %78[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %83 = llvm.getelementptr %79[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %a_34 = llvm.mul %6, %a_25 : i32
    %a_35 = llvm.add %a_24, %a_34 : i32
    %a_36 = llvm.add %a_35, %a_28 : i32
    %a_37 = llvm.select %59, %16, %a_0 : i1, i32
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+0], [$1], 16, $2;", "r,l,r" %a_36, %64, %a_37 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+512], [$1], 16, $2;", "r,l,r" %a_36, %65, %a_37 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+1024], [$1], 16, $2;", "r,l,r" %a_36, %66, %a_37 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+1536], [$1], 16, $2;", "r,l,r" %a_36, %67, %a_37 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+6144], [$1], 16, $2;", "r,l,r" %a_36, %80, %a_37 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+6656], [$1], 16, $2;", "r,l,r" %a_36, %81, %a_37 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+7168], [$1], 16, $2;", "r,l,r" %a_36, %82, %a_37 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+7680], [$1], 16, $2;", "r,l,r" %a_36, %83, %a_37 : (i32, !llvm.ptr<1>, i32) -> ()
    nvvm.cp.async.commit.group
    llvm.br ^bb1(%a_0, %acc, %acc, %acc, %acc, %acc, %acc, %acc, %acc, %acc, %acc, %acc, %acc, %acc, %acc, %acc, %acc, %acc, %acc, %acc, %acc, %acc, %acc, %acc, %acc, %acc, %acc, %acc, %acc, %acc, %acc, %acc, %acc, %8, %a_0 : i32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, i32, i32)
  ^bb1(%acc_38: i32, %acc_39: f32, %acc_40: f32, %acc_41: f32, %acc_42: f32, %acc_43: f32, %acc_44: f32, %acc_45: f32, %acc_46: f32, %acc_47: f32, %acc_48: f32, %acc_49: f32, %acc_50: f32, %acc_51: f32, %acc_52: f32, %acc_53: f32, %acc_54: f32, %acc_55: f32, %acc_56: f32, %acc_57: f32, %acc_58: f32, %acc_59: f32, %acc_60: f32, %acc_61: f32, %acc_62: f32, %acc_63: f32, %acc_64: f32, %acc_65: f32, %acc_66: f32, %acc_67: f32, %acc_68: f32, %acc_69: f32, %acc_70: f32, %84: i32, %85: i32):  // 2 preds: ^bb0, ^bb2
    %acc_71 = llvm.icmp "slt" %acc_38, %K : i32
    llvm.cond_br %acc_71, ^bb2, ^bb3(%acc_39, %acc_40, %acc_41, %acc_42, %acc_43, %acc_44, %acc_45, %acc_46, %acc_47, %acc_48, %acc_49, %acc_50, %acc_51, %acc_52, %acc_53, %acc_54, %acc_55, %acc_56, %acc_57, %acc_58, %acc_59, %acc_60, %acc_61, %acc_62, %acc_63, %acc_64, %acc_65, %acc_66, %acc_67, %acc_68, %acc_69, %acc_70, %84, %85 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, i32, i32)
  ^bb2:  // pred: ^bb1
    nvvm.cp.async.wait.group 1
    nvvm.barrier0
    %acc_72 = llvm.add %84, %6 : i32
    %acc_73 = llvm.icmp "eq" %acc_72, %5 : i32
    %acc_74 = llvm.select %acc_73, %a_0, %acc_72 : i1, i32
    %acc_75 = llvm.add %85, %6 : i32
    %acc_76 = llvm.icmp "eq" %acc_75, %5 : i32
    %acc_77 = llvm.select %acc_76, %a_0, %acc_75 : i1, i32
    %a_78 = llvm.and %2, %6 : i32
    %a_79 = llvm.shl %a_78, %a : i32
    %a_80 = llvm.lshr %2, %6 : i32
    %a_81 = llvm.and %a_80, %6 : i32
    %a_82 = llvm.mul %a_81, %a_15 : i32
    %a_83 = llvm.xor %a_79, %a_82 : i32
    %a_84 = llvm.lshr %2, %8 : i32
    %a_85 = llvm.and %a_84, %6 : i32
    %a_86 = llvm.mul %a_85, %a_20 : i32
    %a_87 = llvm.xor %a_83, %a_86 : i32
    %a_88 = llvm.and %2, %14 : i32
    %a_89 = llvm.shl %a_88, %a : i32
    %a_90 = llvm.xor %a_87, %a_89 : i32
    %a_91 = llvm.and %2, %16 : i32
    %a_92 = llvm.lshr %a_91, %6 : i32
    %a_93 = llvm.xor %a_90, %a_92 : i32
    %a_94 = llvm.mul %85, %a_25 : i32
    %a_95 = llvm.add %a_24, %a_94 : i32
    %acc_96 = llvm.mul %a_93, %8 : i32
    %acc_97 = llvm.add %a_95, %acc_96 : i32
    %acc_98 = llvm.inline_asm has_side_effects {tqg.convergent} "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r" %acc_97 : (i32) -> !llvm.struct<(i32, i32, i32, i32)>
    %acc_99 = llvm.extractvalue %acc_98[0] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_100 = llvm.extractvalue %acc_98[1] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_101 = llvm.extractvalue %acc_98[2] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_102 = llvm.extractvalue %acc_98[3] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_103 = llvm.inline_asm has_side_effects {tqg.convergent} "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+6144];", "=r,=r,=r,=r,r" %acc_97 : (i32) -> !llvm.struct<(i32, i32, i32, i32)>
    %acc_104 = llvm.extractvalue %acc_103[0] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_105 = llvm.extractvalue %acc_103[1] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_106 = llvm.extractvalue %acc_103[2] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_107 = llvm.extractvalue %acc_103[3] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_108 = llvm.inline_asm has_side_effects {tqg.convergent} "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+1024];", "=r,=r,=r,=r,r" %acc_97 : (i32) -> !llvm.struct<(i32, i32, i32, i32)>
    %acc_109 = llvm.extractvalue %acc_108[0] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_110 = llvm.extractvalue %acc_108[1] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_111 = llvm.extractvalue %acc_108[2] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_112 = llvm.extractvalue %acc_108[3] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_113 = llvm.xor %a_93, %16 : i32
    %acc_114 = llvm.mul %acc_113, %8 : i32
    %acc_115 = llvm.add %a_95, %acc_114 : i32
    %acc_116 = llvm.inline_asm has_side_effects {tqg.convergent} "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+6144];", "=r,=r,=r,=r,r" %acc_115 : (i32) -> !llvm.struct<(i32, i32, i32, i32)>
    %acc_117 = llvm.extractvalue %acc_116[0] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_118 = llvm.extractvalue %acc_116[1] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_119 = llvm.extractvalue %acc_116[2] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_120 = llvm.extractvalue %acc_116[3] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_121 = llvm.inline_asm {tqg.convergent} "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_99, %acc_100, %acc_101, %acc_102, %acc_104, %acc_105, %acc_39, %acc_40, %acc_41, %acc_42 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_122 = llvm.extractvalue %acc_121[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_123 = llvm.extractvalue %acc_121[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_124 = llvm.extractvalue %acc_121[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_125 = llvm.extractvalue %acc_121[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_126 = llvm.inline_asm {tqg.convergent} "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_99, %acc_100, %acc_101, %acc_102, %acc_106, %acc_107, %acc_43, %acc_44, %acc_45, %acc_46 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_127 = llvm.extractvalue %acc_126[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_128 = llvm.extractvalue %acc_126[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_129 = llvm.extractvalue %acc_126[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_130 = llvm.extractvalue %acc_126[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_131 = llvm.inline_asm {tqg.convergent} "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_109, %acc_110, %acc_111, %acc_112, %acc_104, %acc_105, %acc_55, %acc_56, %acc_57, %acc_58 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_132 = llvm.extractvalue %acc_131[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_133 = llvm.extractvalue %acc_131[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_134 = llvm.extractvalue %acc_131[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_135 = llvm.extractvalue %acc_131[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_136 = llvm.inline_asm {tqg.convergent} "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_109, %acc_110, %acc_111, %acc_112, %acc_106, %acc_107, %acc_59, %acc_60, %acc_61, %acc_62 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_137 = llvm.extractvalue %acc_136[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_138 = llvm.extractvalue %acc_136[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_139 = llvm.extractvalue %acc_136[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_140 = llvm.extractvalue %acc_136[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_141 = llvm.inline_asm has_side_effects {tqg.convergent} "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r" %acc_115 : (i32) -> !llvm.struct<(i32, i32, i32, i32)>
    %acc_142 = llvm.extractvalue %acc_141[0] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_143 = llvm.extractvalue %acc_141[1] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_144 = llvm.extractvalue %acc_141[2] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_145 = llvm.extractvalue %acc_141[3] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_146 = llvm.inline_asm has_side_effects {tqg.convergent} "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+7168];", "=r,=r,=r,=r,r" %acc_97 : (i32) -> !llvm.struct<(i32, i32, i32, i32)>
    %acc_147 = llvm.extractvalue %acc_146[0] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_148 = llvm.extractvalue %acc_146[1] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_149 = llvm.extractvalue %acc_146[2] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_150 = llvm.extractvalue %acc_146[3] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_151 = llvm.inline_asm has_side_effects {tqg.convergent} "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+1024];", "=r,=r,=r,=r,r" %acc_115 : (i32) -> !llvm.struct<(i32, i32, i32, i32)>
    %acc_152 = llvm.extractvalue %acc_151[0] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_153 = llvm.extractvalue %acc_151[1] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_154 = llvm.extractvalue %acc_151[2] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_155 = llvm.extractvalue %acc_151[3] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_156 = llvm.inline_asm {tqg.convergent} "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_99, %acc_100, %acc_101, %acc_102, %acc_117, %acc_118, %acc_47, %acc_48, %acc_49, %acc_50 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_157 = llvm.extractvalue %acc_156[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_158 = llvm.extractvalue %acc_156[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_159 = llvm.extractvalue %acc_156[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_160 = llvm.extractvalue %acc_156[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_161 = llvm.inline_asm {tqg.convergent} "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_99, %acc_100, %acc_101, %acc_102, %acc_119, %acc_120, %acc_51, %acc_52, %acc_53, %acc_54 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_162 = llvm.extractvalue %acc_161[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_163 = llvm.extractvalue %acc_161[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_164 = llvm.extractvalue %acc_161[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_165 = llvm.extractvalue %acc_161[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_166 = llvm.inline_asm {tqg.convergent} "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_109, %acc_110, %acc_111, %acc_112, %acc_117, %acc_118, %acc_63, %acc_64, %acc_65, %acc_66 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_167 = llvm.extractvalue %acc_166[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_168 = llvm.extractvalue %acc_166[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_169 = llvm.extractvalue %acc_166[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_170 = llvm.extractvalue %acc_166[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_171 = llvm.inline_asm {tqg.convergent} "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_109, %acc_110, %acc_111, %acc_112, %acc_119, %acc_120, %acc_67, %acc_68, %acc_69, %acc_70 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_172 = llvm.extractvalue %acc_171[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_173 = llvm.extractvalue %acc_171[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_174 = llvm.extractvalue %acc_171[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_175 = llvm.extractvalue %acc_171[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_176 = llvm.inline_asm has_side_effects {tqg.convergent} "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+7168];", "=r,=r,=r,=r,r" %acc_115 : (i32) -> !llvm.struct<(i32, i32, i32, i32)>
    %acc_177 = llvm.extractvalue %acc_176[0] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_178 = llvm.extractvalue %acc_176[1] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_179 = llvm.extractvalue %acc_176[2] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_180 = llvm.extractvalue %acc_176[3] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_181 = llvm.inline_asm {tqg.convergent} "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_142, %acc_143, %acc_144, %acc_145, %acc_147, %acc_148, %acc_122, %acc_123, %acc_124, %acc_125 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_182 = llvm.extractvalue %acc_181[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_183 = llvm.extractvalue %acc_181[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_184 = llvm.extractvalue %acc_181[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_185 = llvm.extractvalue %acc_181[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_186 = llvm.inline_asm {tqg.convergent} "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_142, %acc_143, %acc_144, %acc_145, %acc_149, %acc_150, %acc_127, %acc_128, %acc_129, %acc_130 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_187 = llvm.extractvalue %acc_186[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_188 = llvm.extractvalue %acc_186[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_189 = llvm.extractvalue %acc_186[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_190 = llvm.extractvalue %acc_186[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_191 = llvm.inline_asm {tqg.convergent} "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_152, %acc_153, %acc_154, %acc_155, %acc_147, %acc_148, %acc_132, %acc_133, %acc_134, %acc_135 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_192 = llvm.extractvalue %acc_191[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_193 = llvm.extractvalue %acc_191[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_194 = llvm.extractvalue %acc_191[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_195 = llvm.extractvalue %acc_191[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_196 = llvm.inline_asm {tqg.convergent} "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_152, %acc_153, %acc_154, %acc_155, %acc_149, %acc_150, %acc_137, %acc_138, %acc_139, %acc_140 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_197 = llvm.extractvalue %acc_196[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_198 = llvm.extractvalue %acc_196[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_199 = llvm.extractvalue %acc_196[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_200 = llvm.extractvalue %acc_196[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_201 = llvm.inline_asm {tqg.convergent} "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_142, %acc_143, %acc_144, %acc_145, %acc_177, %acc_178, %acc_157, %acc_158, %acc_159, %acc_160 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_202 = llvm.extractvalue %acc_201[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_203 = llvm.extractvalue %acc_201[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_204 = llvm.extractvalue %acc_201[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_205 = llvm.extractvalue %acc_201[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_206 = llvm.inline_asm {tqg.convergent} "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_142, %acc_143, %acc_144, %acc_145, %acc_179, %acc_180, %acc_162, %acc_163, %acc_164, %acc_165 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_207 = llvm.extractvalue %acc_206[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_208 = llvm.extractvalue %acc_206[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_209 = llvm.extractvalue %acc_206[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_210 = llvm.extractvalue %acc_206[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_211 = llvm.inline_asm {tqg.convergent} "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_152, %acc_153, %acc_154, %acc_155, %acc_177, %acc_178, %acc_167, %acc_168, %acc_169, %acc_170 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_212 = llvm.extractvalue %acc_211[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_213 = llvm.extractvalue %acc_211[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_214 = llvm.extractvalue %acc_211[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_215 = llvm.extractvalue %acc_211[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_216 = llvm.inline_asm {tqg.convergent} "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_152, %acc_153, %acc_154, %acc_155, %acc_179, %acc_180, %acc_172, %acc_173, %acc_174, %acc_175 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_217 = llvm.extractvalue %acc_216[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_218 = llvm.extractvalue %acc_216[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_219 = llvm.extractvalue %acc_216[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_220 = llvm.extractvalue %acc_216[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_221 = llvm.add %acc_38, %4 : i32
    %acc_222 = llvm.sub %K, %acc_38 : i32
    %acc_223 = llvm.icmp "ugt" %acc_222, %4 : i32
    %86 = llvm.getelementptr %38[%acc_221] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %87 = llvm.getelementptr %39[%acc_221] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %88 = llvm.getelementptr %40[%acc_221] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %89 = llvm.getelementptr %41[%acc_221] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %90 = llvm.getelementptr %86[%21] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %91 = llvm.getelementptr %87[%21] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %92 = llvm.getelementptr %88[%21] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %93 = llvm.getelementptr %89[%21] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %94 = llvm.add %acc_221, %13 : i32
    %95 = llvm.add %acc_221, %15 : i32
    %96 = llvm.add %acc_221, %17 : i32
    %97 = llvm.add %acc_221, %19 : i32
    %98 = llvm.mul %94, %stride_b : i32
    %99 = llvm.mul %95, %stride_b : i32
    %100 = llvm.mul %96, %stride_b : i32
    %101 = llvm.mul %97, %stride_b : i32
    %102 = llvm.getelementptr %b_ptr[%98] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %103 = llvm.getelementptr %b_ptr[%99] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %104 = llvm.getelementptr %b_ptr[%100] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %105 = llvm.getelementptr %b_ptr[%101] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %106 = llvm.getelementptr %102[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %107 = llvm.getelementptr %103[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %108 = llvm.getelementptr %104[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %109 = llvm.getelementptr %105[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %a_224 = llvm.mul %84, %a_25 : i32
    %a_225 = llvm.add %a_24, %a_224 : i32
    %a_226 = llvm.add %a_225, %a_28 : i32
    %a_227 = llvm.select %acc_223, %16, %a_0 : i1, i32
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+0], [$1], 16, $2;", "r,l,r" %a_226, %90, %a_227 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+512], [$1], 16, $2;", "r,l,r" %a_226, %91, %a_227 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+1024], [$1], 16, $2;", "r,l,r" %a_226, %92, %a_227 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+1536], [$1], 16, $2;", "r,l,r" %a_226, %93, %a_227 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+6144], [$1], 16, $2;", "r,l,r" %a_226, %106, %a_227 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+6656], [$1], 16, $2;", "r,l,r" %a_226, %107, %a_227 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+7168], [$1], 16, $2;", "r,l,r" %a_226, %108, %a_227 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+7680], [$1], 16, $2;", "r,l,r" %a_226, %109, %a_227 : (i32, !llvm.ptr<1>, i32) -> ()
    nvvm.cp.async.commit.group
    %acc_228 = llvm.add %acc_38, %3 : i32
    llvm.br ^bb1(%acc_228, %acc_182, %acc_183, %acc_184, %acc_185, %acc_187, %acc_188, %acc_189, %acc_190, %acc_202, %acc_203, %acc_204, %acc_205, %acc_207, %acc_208, %acc_209, %acc_210, %acc_192, %acc_193, %acc_194, %acc_195, %acc_197, %acc_198, %acc_199, %acc_200, %acc_212, %acc_213, %acc_214, %acc_215, %acc_217, %acc_218, %acc_219, %acc_220, %acc_74, %acc_77 : i32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, i32, i32)
  ^bb3(%acc_229: f32, %acc_230: f32, %acc_231: f32, %acc_232: f32, %acc_233: f32, %acc_234: f32, %acc_235: f32, %acc_236: f32, %acc_237: f32, %acc_238: f32, %acc_239: f32, %acc_240: f32, %acc_241: f32, %acc_242: f32, %acc_243: f32, %acc_244: f32, %acc_245: f32, %acc_246: f32, %acc_247: f32, %acc_248: f32, %acc_249: f32, %acc_250: f32, %acc_251: f32, %acc_252: f32, %acc_253: f32, %acc_254: f32, %acc_255: f32, %acc_256: f32, %acc_257: f32, %acc_258: f32, %acc_259: f32, %acc_260: f32, %acc_261: i32, %acc_262: i32):  // pred: ^bb1
    nvvm.cp.async.wait.group 0
    nvvm.barrier0
    %acc_263 = llvm.and %2, %1 : i32
    %acc_264 = llvm.shl %acc_263, %8 : i32
    %acc_265 = llvm.mul %acc_264, %25 : i32
    %acc_266 = llvm.getelementptr %a_23[%acc_265] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_267 = llvm.mlir.poison : vector<4xf32>
    %acc_268 = llvm.insertelement %acc_229, %acc_267[%a_0 : i32] : vector<4xf32>
    %acc_269 = llvm.insertelement %acc_230, %acc_268[%6 : i32] : vector<4xf32>
    %acc_270 = llvm.insertelement %acc_231, %acc_269[%8 : i32] : vector<4xf32>
    %acc_271 = llvm.insertelement %acc_232, %acc_270[%5 : i32] : vector<4xf32>
    llvm.store %acc_271, %acc_266 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    %acc_272 = llvm.mlir.constant(260 : i32) : i32
    %acc_273 = llvm.xor %acc_264, %acc_272 : i32
    %acc_274 = llvm.mul %acc_273, %25 : i32
    %acc_275 = llvm.getelementptr %a_23[%acc_274] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_276 = llvm.insertelement %acc_233, %acc_267[%a_0 : i32] : vector<4xf32>
    %acc_277 = llvm.insertelement %acc_234, %acc_276[%6 : i32] : vector<4xf32>
    %acc_278 = llvm.insertelement %acc_235, %acc_277[%8 : i32] : vector<4xf32>
    %acc_279 = llvm.insertelement %acc_236, %acc_278[%5 : i32] : vector<4xf32>
    llvm.store %acc_279, %acc_275 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    %acc_280 = llvm.mlir.constant(520 : i32) : i32
    %acc_281 = llvm.xor %acc_264, %acc_280 : i32
    %acc_282 = llvm.mul %acc_281, %25 : i32
    %acc_283 = llvm.getelementptr %a_23[%acc_282] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_284 = llvm.insertelement %acc_237, %acc_267[%a_0 : i32] : vector<4xf32>
    %acc_285 = llvm.insertelement %acc_238, %acc_284[%6 : i32] : vector<4xf32>
    %acc_286 = llvm.insertelement %acc_239, %acc_285[%8 : i32] : vector<4xf32>
    %acc_287 = llvm.insertelement %acc_240, %acc_286[%5 : i32] : vector<4xf32>
    llvm.store %acc_287, %acc_283 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    %acc_288 = llvm.mlir.constant(780 : i32) : i32
    %acc_289 = llvm.xor %acc_264, %acc_288 : i32
    %acc_290 = llvm.mul %acc_289, %25 : i32
    %acc_291 = llvm.getelementptr %a_23[%acc_290] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_292 = llvm.insertelement %acc_241, %acc_267[%a_0 : i32] : vector<4xf32>
    %acc_293 = llvm.insertelement %acc_242, %acc_292[%6 : i32] : vector<4xf32>
    %acc_294 = llvm.insertelement %acc_243, %acc_293[%8 : i32] : vector<4xf32>
    %acc_295 = llvm.insertelement %acc_244, %acc_294[%5 : i32] : vector<4xf32>
    llvm.store %acc_295, %acc_291 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    %acc_296 = llvm.mlir.constant(128 : i32) : i32
    %acc_297 = llvm.xor %acc_264, %acc_296 : i32
    %acc_298 = llvm.mul %acc_297, %25 : i32
    %acc_299 = llvm.getelementptr %a_23[%acc_298] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_300 = llvm.insertelement %acc_245, %acc_267[%a_0 : i32] : vector<4xf32>
    %acc_301 = llvm.insertelement %acc_246, %acc_300[%6 : i32] : vector<4xf32>
    %acc_302 = llvm.insertelement %acc_247, %acc_301[%8 : i32] : vector<4xf32>
    %acc_303 = llvm.insertelement %acc_248, %acc_302[%5 : i32] : vector<4xf32>
    llvm.store %acc_303, %acc_299 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    %acc_304 = llvm.mlir.constant(388 : i32) : i32
    %acc_305 = llvm.xor %acc_264, %acc_304 : i32
    %acc_306 = llvm.mul %acc_305, %25 : i32
    %acc_307 = llvm.getelementptr %a_23[%acc_306] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_308 = llvm.insertelement %acc_249, %acc_267[%a_0 : i32] : vector<4xf32>
    %acc_309 = llvm.insertelement %acc_250, %acc_308[%6 : i32] : vector<4xf32>
    %acc_310 = llvm.insertelement %acc_251, %acc_309[%8 : i32] : vector<4xf32>
    %acc_311 = llvm.insertelement %acc_252, %acc_310[%5 : i32] : vector<4xf32>
    llvm.store %acc_311, %acc_307 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    %acc_312 = llvm.mlir.constant(648 : i32) : i32
    %acc_313 = llvm.xor %acc_264, %acc_312 : i32
    %acc_314 = llvm.mul %acc_313, %25 : i32
    %acc_315 = llvm.getelementptr %a_23[%acc_314] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_316 = llvm.insertelement %acc_253, %acc_267[%a_0 : i32] : vector<4xf32>
    %acc_317 = llvm.insertelement %acc_254, %acc_316[%6 : i32] : vector<4xf32>
    %acc_318 = llvm.insertelement %acc_255, %acc_317[%8 : i32] : vector<4xf32>
    %acc_319 = llvm.insertelement %acc_256, %acc_318[%5 : i32] : vector<4xf32>
    llvm.store %acc_319, %acc_315 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    %acc_320 = llvm.mlir.constant(908 : i32) : i32
    %acc_321 = llvm.xor %acc_264, %acc_320 : i32
    %acc_322 = llvm.mul %acc_321, %25 : i32
    %acc_323 = llvm.getelementptr %a_23[%acc_322] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_324 = llvm.insertelement %acc_257, %acc_267[%a_0 : i32] : vector<4xf32>
    %acc_325 = llvm.insertelement %acc_258, %acc_324[%6 : i32] : vector<4xf32>
    %acc_326 = llvm.insertelement %acc_259, %acc_325[%8 : i32] : vector<4xf32>
    %acc_327 = llvm.insertelement %acc_260, %acc_326[%5 : i32] : vector<4xf32>
    llvm.store %acc_327, %acc_323 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    nvvm.barrier0
    %acc_328 = llvm.lshr %2, %a_0 : i32
    %acc_329 = llvm.and %acc_328, %6 : i32
    %acc_330 = llvm.mul %acc_329, %acc_272 : i32
    %acc_331 = llvm.lshr %2, %6 : i32
    %acc_332 = llvm.and %acc_331, %6 : i32
    %acc_333 = llvm.mul %acc_332, %acc_280 : i32
    %acc_334 = llvm.xor %acc_330, %acc_333 : i32
    %acc_335 = llvm.shl %12, %8 : i32
    %acc_336 = llvm.xor %acc_334, %acc_335 : i32
    %acc_337 = llvm.mul %acc_336, %25 : i32
    %acc_338 = llvm.getelementptr %a_23[%acc_337] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_339 = llvm.load %acc_338 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_340 = llvm.extractelement %acc_339[%a_0 : i32] : vector<4xf32>
    %acc_341 = llvm.extractelement %acc_339[%6 : i32] : vector<4xf32>
    %acc_342 = llvm.extractelement %acc_339[%8 : i32] : vector<4xf32>
    %acc_343 = llvm.extractelement %acc_339[%5 : i32] : vector<4xf32>
    %acc_344 = llvm.xor %acc_336, %25 : i32
    %acc_345 = llvm.mul %acc_344, %25 : i32
    %acc_346 = llvm.getelementptr %a_23[%acc_345] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_347 = llvm.load %acc_346 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_348 = llvm.extractelement %acc_347[%a_0 : i32] : vector<4xf32>
    %acc_349 = llvm.extractelement %acc_347[%6 : i32] : vector<4xf32>
    %acc_350 = llvm.extractelement %acc_347[%8 : i32] : vector<4xf32>
    %acc_351 = llvm.extractelement %acc_347[%5 : i32] : vector<4xf32>
    %acc_352 = llvm.xor %acc_336, %14 : i32
    %acc_353 = llvm.mul %acc_352, %25 : i32
    %acc_354 = llvm.getelementptr %a_23[%acc_353] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_355 = llvm.load %acc_354 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_356 = llvm.extractelement %acc_355[%a_0 : i32] : vector<4xf32>
    %acc_357 = llvm.extractelement %acc_355[%6 : i32] : vector<4xf32>
    %acc_358 = llvm.extractelement %acc_355[%8 : i32] : vector<4xf32>
    %acc_359 = llvm.extractelement %acc_355[%5 : i32] : vector<4xf32>
    %acc_360 = llvm.mlir.constant(12 : i32) : i32
    %acc_361 = llvm.xor %acc_336, %acc_360 : i32
    %acc_362 = llvm.mul %acc_361, %25 : i32
    %acc_363 = llvm.getelementptr %a_23[%acc_362] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_364 = llvm.load %acc_363 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_365 = llvm.extractelement %acc_364[%a_0 : i32] : vector<4xf32>
    %acc_366 = llvm.extractelement %acc_364[%6 : i32] : vector<4xf32>
    %acc_367 = llvm.extractelement %acc_364[%8 : i32] : vector<4xf32>
    %acc_368 = llvm.extractelement %acc_364[%5 : i32] : vector<4xf32>
    %acc_369 = llvm.xor %acc_336, %acc_296 : i32
    %acc_370 = llvm.mul %acc_369, %25 : i32
    %acc_371 = llvm.getelementptr %a_23[%acc_370] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_372 = llvm.load %acc_371 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_373 = llvm.extractelement %acc_372[%a_0 : i32] : vector<4xf32>
    %acc_374 = llvm.extractelement %acc_372[%6 : i32] : vector<4xf32>
    %acc_375 = llvm.extractelement %acc_372[%8 : i32] : vector<4xf32>
    %acc_376 = llvm.extractelement %acc_372[%5 : i32] : vector<4xf32>
    %acc_377 = llvm.mlir.constant(132 : i32) : i32
    %acc_378 = llvm.xor %acc_336, %acc_377 : i32
    %acc_379 = llvm.mul %acc_378, %25 : i32
    %acc_380 = llvm.getelementptr %a_23[%acc_379] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_381 = llvm.load %acc_380 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_382 = llvm.extractelement %acc_381[%a_0 : i32] : vector<4xf32>
    %acc_383 = llvm.extractelement %acc_381[%6 : i32] : vector<4xf32>
    %acc_384 = llvm.extractelement %acc_381[%8 : i32] : vector<4xf32>
    %acc_385 = llvm.extractelement %acc_381[%5 : i32] : vector<4xf32>
    %acc_386 = llvm.mlir.constant(136 : i32) : i32
    %acc_387 = llvm.xor %acc_336, %acc_386 : i32
    %acc_388 = llvm.mul %acc_387, %25 : i32
    %acc_389 = llvm.getelementptr %a_23[%acc_388] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_390 = llvm.load %acc_389 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_391 = llvm.extractelement %acc_390[%a_0 : i32] : vector<4xf32>
    %acc_392 = llvm.extractelement %acc_390[%6 : i32] : vector<4xf32>
    %acc_393 = llvm.extractelement %acc_390[%8 : i32] : vector<4xf32>
    %acc_394 = llvm.extractelement %acc_390[%5 : i32] : vector<4xf32>
    %acc_395 = llvm.mlir.constant(140 : i32) : i32
    %acc_396 = llvm.xor %acc_336, %acc_395 : i32
    %acc_397 = llvm.mul %acc_396, %25 : i32
    %acc_398 = llvm.getelementptr %a_23[%acc_397] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_399 = llvm.load %acc_398 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_400 = llvm.extractelement %acc_399[%a_0 : i32] : vector<4xf32>
    %acc_401 = llvm.extractelement %acc_399[%6 : i32] : vector<4xf32>
    %acc_402 = llvm.extractelement %acc_399[%8 : i32] : vector<4xf32>
    %acc_403 = llvm.extractelement %acc_399[%5 : i32] : vector<4xf32>
    %110 = llvm.mul %rows, %stride_b : i32
    %111 = llvm.mul %rows_1, %stride_b : i32
    %112 = llvm.mul %rows_2, %stride_b : i32
    %113 = llvm.mul %rows_3, %stride_b : i32
    %114 = llvm.getelementptr %out_ptr[%110] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %115 = llvm.getelementptr %out_ptr[%111] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %116 = llvm.getelementptr %out_ptr[%112] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %117 = llvm.getelementptr %out_ptr[%113] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %118 = llvm.getelementptr %114[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %119 = llvm.getelementptr %114[%cols_7] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %120 = llvm.getelementptr %115[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %121 = llvm.getelementptr %115[%cols_7] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %122 = llvm.getelementptr %116[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %123 = llvm.getelementptr %116[%cols_7] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %124 = llvm.getelementptr %117[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %125 = llvm.getelementptr %117[%cols_7] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %126 = llvm.insertelement %acc_340, %acc_267[%a_0 : i32] : vector<4xf32>
    %127 = llvm.insertelement %acc_341, %126[%6 : i32] : vector<4xf32>
    %128 = llvm.insertelement %acc_348, %127[%8 : i32] : vector<4xf32>
    %129 = llvm.insertelement %acc_349, %128[%5 : i32] : vector<4xf32>
    llvm.store %129, %118 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    %130 = llvm.insertelement %acc_356, %acc_267[%a_0 : i32] : vector<4xf32>
    %131 = llvm.insertelement %acc_357, %130[%6 : i32] : vector<4xf32>
    %132 = llvm.insertelement %acc_365, %131[%8 : i32] : vector<4xf32>
    %133 = llvm.insertelement %acc_366, %132[%5 : i32] : vector<4xf32>
    llvm.store %133, %119 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    %134 = llvm.insertelement %acc_342, %acc_267[%a_0 : i32] : vector<4xf32>
    %135 = llvm.insertelement %acc_343, %134[%6 : i32] : vector<4xf32>
    %136 = llvm.insertelement %acc_350, %135[%8 : i32] : vector<4xf32>
    %137 = llvm.insertelement %acc_351, %136[%5 : i32] : vector<4xf32>
    llvm.store %137, %120 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    %138 = llvm.insertelement %acc_358, %acc_267[%a_0 : i32] : vector<4xf32>
    %139 = llvm.insertelement %acc_359, %138[%6 : i32] : vector<4xf32>
    %140 = llvm.insertelement %acc_367, %139[%8 : i32] : vector<4xf32>
    %141 = llvm.insertelement %acc_368, %140[%5 : i32] : vector<4xf32>
    llvm.store %141, %121 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    %142 = llvm.insertelement %acc_373, %acc_267[%a_0 : i32] : vector<4xf32>
    %143 = llvm.insertelement %acc_374, %142[%6 : i32] : vector<4xf32>
    %144 = llvm.insertelement %acc_382, %143[%8 : i32] : vector<4xf32>
    %145 = llvm.insertelement %acc_383, %144[%5 : i32] : vector<4xf32>
    llvm.store %145, %122 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    %146 = llvm.insertelement %acc_391, %acc_267[%a_0 : i32] : vector<4xf32>
    %147 = llvm.insertelement %acc_392, %146[%6 : i32] : vector<4xf32>
    %148 = llvm.insertelement %acc_400, %147[%8 : i32] : vector<4xf32>
    %149 = llvm.insertelement %acc_401, %148[%5 : i32] : vector<4xf32>
    llvm.store %149, %123 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    %150 = llvm.insertelement %acc_375, %acc_267[%a_0 : i32] : vector<4xf32>
    %151 = llvm.insertelement %acc_376, %150[%6 : i32] : vector<4xf32>
    %152 = llvm.insertelement %acc_384, %151[%8 : i32] : vector<4xf32>
    %153 = llvm.insertelement %acc_385, %152[%5 : i32] : vector<4xf32>
    llvm.store %153, %124 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    %154 = llvm.insertelement %acc_393, %acc_267[%a_0 : i32] : vector<4xf32>
    %155 = llvm.insertelement %acc_394, %154[%6 : i32] : vector<4xf32>
    %156 = llvm.insertelement %acc_402, %155[%8 : i32] : vector<4xf32>
    %157 = llvm.insertelement %acc_403, %156[%5 : i32] : vector<4xf32>
    llvm.store %157, %125 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    llvm.return
  }
}
