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
    %6 = llvm.mlir.constant(2 : i32) : i32
    %acc_0 = llvm.mlir.constant(0.000000e+00 : f32) : f32
    %a_1 = llvm.mlir.constant(0 : i32) : i32
    %7 = nvvm.read.ptx.sreg.ctaid.x : i32
    %8 = llvm.mul %7, %3 : i32
    %9 = llvm.mlir.constant(28 : i32) : i32
    %10 = llvm.and %2, %9 : i32
    %11 = llvm.lshr %10, %6 : i32
    %12 = llvm.mlir.constant(8 : i32) : i32
    %13 = llvm.add %11, %12 : i32
    %14 = llvm.mlir.constant(16 : i32) : i32
    %15 = llvm.add %11, %14 : i32
    %16 = llvm.mlir.constant(24 : i32) : i32
    %17 = llvm.add %11, %16 : i32
    %18 = llvm.and %2, %4 : i32
    %19 = llvm.shl %18, %4 : i32
    %20 = llvm.add %19, %5 : i32
    %21 = llvm.add %19, %6 : i32
    %22 = llvm.add %19, %4 : i32
    %23 = llvm.mlir.constant(4 : i32) : i32
    %24 = llvm.add %19, %23 : i32
    %25 = llvm.add %19, %a : i32
    %26 = llvm.mlir.constant(6 : i32) : i32
    %27 = llvm.add %19, %26 : i32
    %28 = llvm.mlir.constant(7 : i32) : i32
    %29 = llvm.add %19, %28 : i32
    %rows = llvm.add %8, %11 : i32
    %rows_2 = llvm.add %8, %13 : i32
    %rows_3 = llvm.add %8, %15 : i32
    %rows_4 = llvm.add %8, %17 : i32
    %30 = nvvm.read.ptx.sreg.ctaid.y : i32
    %31 = llvm.mul %30, %3 : i32
    %cols = llvm.add %31, %19 : i32
    %cols_5 = llvm.add %31, %20 : i32
    %cols_6 = llvm.add %31, %21 : i32
    %cols_7 = llvm.add %31, %22 : i32
    %cols_8 = llvm.add %31, %24 : i32
    %cols_9 = llvm.add %31, %25 : i32
    %cols_10 = llvm.add %31, %27 : i32
    %cols_11 = llvm.add %31, %29 : i32
    %32 = llvm.mul %rows, %stride_a : i32
    %33 = llvm.mul %rows_2, %stride_a : i32
    %34 = llvm.mul %rows_3, %stride_a : i32
    %35 = llvm.mul %rows_4, %stride_a : i32
    %36 = llvm.getelementptr %a_ptr[%32] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %37 = llvm.getelementptr %a_ptr[%33] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %38 = llvm.getelementptr %a_ptr[%34] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %39 = llvm.getelementptr %a_ptr[%35] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    nvvm.barrier0
    %40 = llvm.getelementptr %36[%19] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %41 = llvm.getelementptr %37[%19] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %42 = llvm.getelementptr %38[%19] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %43 = llvm.getelementptr %39[%19] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %44 = llvm.mul %11, %stride_b : i32
    %45 = llvm.mul %13, %stride_b : i32
    %46 = llvm.mul %15, %stride_b : i32
    %47 = llvm.mul %17, %stride_b : i32
    %48 = llvm.getelementptr %b_ptr[%44] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %49 = llvm.getelementptr %b_ptr[%45] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %50 = llvm.getelementptr %b_ptr[%46] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %51 = llvm.getelementptr %b_ptr[%47] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %52 = llvm.getelementptr %48[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %53 = llvm.getelementptr %49[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %54 = llvm.getelementptr %50[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %55 = llvm.getelementptr %51[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %acc_12 = llvm.icmp "sgt" %K, %a_1 : i32
    %a_13 = llvm.and %2, %28 : i32
    %a_14 = llvm.shl %a_13, %4 : i32
    %a_15 = llvm.lshr %2, %4 : i32
    %a_16 = llvm.and %a_15, %5 : i32
    %a_17 = llvm.mlir.constant(72 : i32) : i32
    %a_18 = llvm.mul %a_16, %a_17 : i32
    %a_19 = llvm.xor %a_14, %a_18 : i32
    %a_20 = llvm.lshr %2, %23 : i32
    %a_21 = llvm.and %a_20, %5 : i32
    %a_22 = llvm.mlir.constant(144 : i32) : i32
    %a_23 = llvm.mul %a_21, %a_22 : i32
    %a_24 = llvm.xor %a_19, %a_23 : i32
    %a_25 = llvm.mlir.addressof @tq_shared : !llvm.ptr<3>
    %a_26 = llvm.ptrtoint %a_25 : !llvm.ptr<3> to i32
    %a_27 = llvm.mlir.constant(2048 : i32) : i32
    %a_28 = llvm.mul %a_1, %a_27 : i32
    %a_29 = llvm.add %a_26, %a_28 : i32
    %a_30 = llvm.mul %a_24, %6 : i32
    %a_31 = llvm.add %a_29, %a_30 : i32
    %a_32 = llvm.select %acc_12, %14, %a_1 : i1, i32
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+0], [$1], 16, $2;", "r,l,r" %a_31, %40, %a_32 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+512], [$1], 16, $2;", "r,l,r" %a_31, %41, %a_32 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+1024], [$1], 16, $2;", "r,l,r" %a_31, %42, %a_32 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+1536], [$1], 16, $2;", "r,l,r" %a_31, %43, %a_32 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+6144], [$1], 16, $2;", "r,l,r" %a_31, %52, %a_32 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+6656], [$1], 16, $2;", "r,l,r" %a_31, %53, %a_32 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+7168], [$1], 16, $2;", "r,l,r" %a_31, %54, %a_32 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+7680], [$1], 16, $2;", "r,l,r" %a_31, %55, %a_32 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.commit_group;", ""  : () -> ()
    %56 = llvm.getelementptr %36[%3] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %57 = llvm.getelementptr %37[%3] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %58 = llvm.getelementptr %38[%3] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %59 = llvm.getelementptr %39[%3] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %60 = llvm.getelementptr %56[%19] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %61 = llvm.getelementptr %57[%19] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %62 = llvm.getelementptr %58[%19] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %63 = llvm.getelementptr %59[%19] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %64 = llvm.add %11, %3 : i32
    %65 = llvm.add %13, %3 : i32
    %66 = llvm.add %15, %3 : i32
    %67 = llvm.add %17, %3 : i32
    %68 = llvm.mul %64, %stride_b : i32
    %69 = llvm.mul %65, %stride_b : i32
    %70 = llvm.mul %66, %stride_b : i32
    %71 = llvm.mul %67, %stride_b : i32
    %72 = llvm.getelementptr %b_ptr[%68] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %73 = llvm.getelementptr %b_ptr[%69] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %74 = llvm.getelementptr %b_ptr[%70] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %75 = llvm.getelementptr %b_ptr[%71] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %76 = llvm.getelementptr %72[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %77 = llvm.getelementptr %73[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %78 = llvm.getelementptr %74[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %79 = llvm.getelementptr %75[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %acc_33 = llvm.icmp "sgt" %K, %3 : i32
    %a_34 = llvm.mul %5, %a_27 : i32
    %a_35 = llvm.add %a_26, %a_34 : i32
    %a_36 = llvm.add %a_35, %a_30 : i32
    %a_37 = llvm.select %acc_33, %14, %a_1 : i1, i32
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+0], [$1], 16, $2;", "r,l,r" %a_36, %60, %a_37 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+512], [$1], 16, $2;", "r,l,r" %a_36, %61, %a_37 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+1024], [$1], 16, $2;", "r,l,r" %a_36, %62, %a_37 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+1536], [$1], 16, $2;", "r,l,r" %a_36, %63, %a_37 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+6144], [$1], 16, $2;", "r,l,r" %a_36, %76, %a_37 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+6656], [$1], 16, $2;", "r,l,r" %a_36, %77, %a_37 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+7168], [$1], 16, $2;", "r,l,r" %a_36, %78, %a_37 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+7680], [$1], 16, $2;", "r,l,r" %a_36, %79, %a_37 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.commit_group;", ""  : () -> ()
    llvm.br ^bb1(%a_1, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %acc_0, %6, %a_1 : i32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, i32, i32)
  ^bb1(%acc_38: i32, %acc_39: f32, %acc_40: f32, %acc_41: f32, %acc_42: f32, %acc_43: f32, %acc_44: f32, %acc_45: f32, %acc_46: f32, %acc_47: f32, %acc_48: f32, %acc_49: f32, %acc_50: f32, %acc_51: f32, %acc_52: f32, %acc_53: f32, %acc_54: f32, %acc_55: f32, %acc_56: f32, %acc_57: f32, %acc_58: f32, %acc_59: f32, %acc_60: f32, %acc_61: f32, %acc_62: f32, %acc_63: f32, %acc_64: f32, %acc_65: f32, %acc_66: f32, %acc_67: f32, %acc_68: f32, %acc_69: f32, %acc_70: f32, %80: i32, %81: i32):  // 2 preds: ^bb0, ^bb2
    %acc_71 = llvm.icmp "slt" %acc_38, %K : i32
    llvm.cond_br %acc_71, ^bb2, ^bb3(%acc_39, %acc_40, %acc_41, %acc_42, %acc_43, %acc_44, %acc_45, %acc_46, %acc_47, %acc_48, %acc_49, %acc_50, %acc_51, %acc_52, %acc_53, %acc_54, %acc_55, %acc_56, %acc_57, %acc_58, %acc_59, %acc_60, %acc_61, %acc_62, %acc_63, %acc_64, %acc_65, %acc_66, %acc_67, %acc_68, %acc_69, %acc_70, %80, %81 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, i32, i32)
  ^bb2:  // pred: ^bb1
    llvm.inline_asm has_side_effects "cp.async.wait_group 1;", "~{memory}"  : () -> ()
    nvvm.barrier0
    %acc_72 = llvm.add %80, %5 : i32
    %acc_73 = llvm.icmp "eq" %acc_72, %4 : i32
    %acc_74 = llvm.select %acc_73, %a_1, %acc_72 : i1, i32
    %acc_75 = llvm.add %81, %5 : i32
    %acc_76 = llvm.icmp "eq" %acc_75, %4 : i32
    %acc_77 = llvm.select %acc_76, %a_1, %acc_75 : i1, i32
    %a_78 = llvm.and %2, %5 : i32
    %a_79 = llvm.shl %a_78, %a : i32
    %a_80 = llvm.lshr %2, %5 : i32
    %a_81 = llvm.and %a_80, %5 : i32
    %a_82 = llvm.mul %a_81, %a_17 : i32
    %a_83 = llvm.xor %a_79, %a_82 : i32
    %a_84 = llvm.lshr %2, %6 : i32
    %a_85 = llvm.and %a_84, %5 : i32
    %a_86 = llvm.mul %a_85, %a_22 : i32
    %a_87 = llvm.xor %a_83, %a_86 : i32
    %a_88 = llvm.and %2, %12 : i32
    %a_89 = llvm.shl %a_88, %a : i32
    %a_90 = llvm.xor %a_87, %a_89 : i32
    %a_91 = llvm.and %2, %14 : i32
    %a_92 = llvm.lshr %a_91, %5 : i32
    %a_93 = llvm.xor %a_90, %a_92 : i32
    %a_94 = llvm.mul %81, %a_27 : i32
    %a_95 = llvm.add %a_26, %a_94 : i32
    %acc_96 = llvm.mul %a_93, %6 : i32
    %acc_97 = llvm.add %a_95, %acc_96 : i32
    %acc_98 = llvm.inline_asm has_side_effects "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r" %acc_97 : (i32) -> !llvm.struct<(i32, i32, i32, i32)>
    %acc_99 = llvm.extractvalue %acc_98[0] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_100 = llvm.extractvalue %acc_98[1] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_101 = llvm.extractvalue %acc_98[2] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_102 = llvm.extractvalue %acc_98[3] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_103 = llvm.inline_asm has_side_effects "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+6144];", "=r,=r,=r,=r,r" %acc_97 : (i32) -> !llvm.struct<(i32, i32, i32, i32)>
    %acc_104 = llvm.extractvalue %acc_103[0] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_105 = llvm.extractvalue %acc_103[1] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_106 = llvm.extractvalue %acc_103[2] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_107 = llvm.extractvalue %acc_103[3] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_108 = llvm.inline_asm has_side_effects "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+1024];", "=r,=r,=r,=r,r" %acc_97 : (i32) -> !llvm.struct<(i32, i32, i32, i32)>
    %acc_109 = llvm.extractvalue %acc_108[0] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_110 = llvm.extractvalue %acc_108[1] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_111 = llvm.extractvalue %acc_108[2] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_112 = llvm.extractvalue %acc_108[3] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_113 = llvm.xor %a_93, %14 : i32
    %acc_114 = llvm.mul %acc_113, %6 : i32
    %acc_115 = llvm.add %a_95, %acc_114 : i32
    %acc_116 = llvm.inline_asm has_side_effects "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+6144];", "=r,=r,=r,=r,r" %acc_115 : (i32) -> !llvm.struct<(i32, i32, i32, i32)>
    %acc_117 = llvm.extractvalue %acc_116[0] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_118 = llvm.extractvalue %acc_116[1] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_119 = llvm.extractvalue %acc_116[2] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_120 = llvm.extractvalue %acc_116[3] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_121 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_99, %acc_100, %acc_101, %acc_102, %acc_104, %acc_105, %acc_39, %acc_40, %acc_41, %acc_42 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_122 = llvm.extractvalue %acc_121[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_123 = llvm.extractvalue %acc_121[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_124 = llvm.extractvalue %acc_121[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_125 = llvm.extractvalue %acc_121[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_126 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_99, %acc_100, %acc_101, %acc_102, %acc_106, %acc_107, %acc_43, %acc_44, %acc_45, %acc_46 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_127 = llvm.extractvalue %acc_126[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_128 = llvm.extractvalue %acc_126[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_129 = llvm.extractvalue %acc_126[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_130 = llvm.extractvalue %acc_126[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_131 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_109, %acc_110, %acc_111, %acc_112, %acc_104, %acc_105, %acc_55, %acc_56, %acc_57, %acc_58 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_132 = llvm.extractvalue %acc_131[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_133 = llvm.extractvalue %acc_131[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_134 = llvm.extractvalue %acc_131[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_135 = llvm.extractvalue %acc_131[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_136 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_109, %acc_110, %acc_111, %acc_112, %acc_106, %acc_107, %acc_59, %acc_60, %acc_61, %acc_62 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_137 = llvm.extractvalue %acc_136[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_138 = llvm.extractvalue %acc_136[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_139 = llvm.extractvalue %acc_136[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_140 = llvm.extractvalue %acc_136[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_141 = llvm.inline_asm has_side_effects "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r" %acc_115 : (i32) -> !llvm.struct<(i32, i32, i32, i32)>
    %acc_142 = llvm.extractvalue %acc_141[0] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_143 = llvm.extractvalue %acc_141[1] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_144 = llvm.extractvalue %acc_141[2] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_145 = llvm.extractvalue %acc_141[3] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_146 = llvm.inline_asm has_side_effects "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+7168];", "=r,=r,=r,=r,r" %acc_97 : (i32) -> !llvm.struct<(i32, i32, i32, i32)>
    %acc_147 = llvm.extractvalue %acc_146[0] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_148 = llvm.extractvalue %acc_146[1] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_149 = llvm.extractvalue %acc_146[2] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_150 = llvm.extractvalue %acc_146[3] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_151 = llvm.inline_asm has_side_effects "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+1024];", "=r,=r,=r,=r,r" %acc_115 : (i32) -> !llvm.struct<(i32, i32, i32, i32)>
    %acc_152 = llvm.extractvalue %acc_151[0] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_153 = llvm.extractvalue %acc_151[1] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_154 = llvm.extractvalue %acc_151[2] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_155 = llvm.extractvalue %acc_151[3] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_156 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_99, %acc_100, %acc_101, %acc_102, %acc_117, %acc_118, %acc_47, %acc_48, %acc_49, %acc_50 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_157 = llvm.extractvalue %acc_156[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_158 = llvm.extractvalue %acc_156[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_159 = llvm.extractvalue %acc_156[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_160 = llvm.extractvalue %acc_156[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_161 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_99, %acc_100, %acc_101, %acc_102, %acc_119, %acc_120, %acc_51, %acc_52, %acc_53, %acc_54 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_162 = llvm.extractvalue %acc_161[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_163 = llvm.extractvalue %acc_161[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_164 = llvm.extractvalue %acc_161[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_165 = llvm.extractvalue %acc_161[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_166 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_109, %acc_110, %acc_111, %acc_112, %acc_117, %acc_118, %acc_63, %acc_64, %acc_65, %acc_66 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_167 = llvm.extractvalue %acc_166[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_168 = llvm.extractvalue %acc_166[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_169 = llvm.extractvalue %acc_166[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_170 = llvm.extractvalue %acc_166[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_171 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_109, %acc_110, %acc_111, %acc_112, %acc_119, %acc_120, %acc_67, %acc_68, %acc_69, %acc_70 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_172 = llvm.extractvalue %acc_171[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_173 = llvm.extractvalue %acc_171[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_174 = llvm.extractvalue %acc_171[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_175 = llvm.extractvalue %acc_171[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_176 = llvm.inline_asm has_side_effects "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+7168];", "=r,=r,=r,=r,r" %acc_115 : (i32) -> !llvm.struct<(i32, i32, i32, i32)>
    %acc_177 = llvm.extractvalue %acc_176[0] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_178 = llvm.extractvalue %acc_176[1] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_179 = llvm.extractvalue %acc_176[2] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_180 = llvm.extractvalue %acc_176[3] : !llvm.struct<(i32, i32, i32, i32)> 
    %acc_181 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_142, %acc_143, %acc_144, %acc_145, %acc_147, %acc_148, %acc_122, %acc_123, %acc_124, %acc_125 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_182 = llvm.extractvalue %acc_181[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_183 = llvm.extractvalue %acc_181[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_184 = llvm.extractvalue %acc_181[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_185 = llvm.extractvalue %acc_181[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_186 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_142, %acc_143, %acc_144, %acc_145, %acc_149, %acc_150, %acc_127, %acc_128, %acc_129, %acc_130 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_187 = llvm.extractvalue %acc_186[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_188 = llvm.extractvalue %acc_186[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_189 = llvm.extractvalue %acc_186[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_190 = llvm.extractvalue %acc_186[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_191 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_152, %acc_153, %acc_154, %acc_155, %acc_147, %acc_148, %acc_132, %acc_133, %acc_134, %acc_135 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_192 = llvm.extractvalue %acc_191[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_193 = llvm.extractvalue %acc_191[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_194 = llvm.extractvalue %acc_191[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_195 = llvm.extractvalue %acc_191[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_196 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_152, %acc_153, %acc_154, %acc_155, %acc_149, %acc_150, %acc_137, %acc_138, %acc_139, %acc_140 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_197 = llvm.extractvalue %acc_196[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_198 = llvm.extractvalue %acc_196[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_199 = llvm.extractvalue %acc_196[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_200 = llvm.extractvalue %acc_196[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_201 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_142, %acc_143, %acc_144, %acc_145, %acc_177, %acc_178, %acc_157, %acc_158, %acc_159, %acc_160 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_202 = llvm.extractvalue %acc_201[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_203 = llvm.extractvalue %acc_201[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_204 = llvm.extractvalue %acc_201[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_205 = llvm.extractvalue %acc_201[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_206 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_142, %acc_143, %acc_144, %acc_145, %acc_179, %acc_180, %acc_162, %acc_163, %acc_164, %acc_165 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_207 = llvm.extractvalue %acc_206[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_208 = llvm.extractvalue %acc_206[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_209 = llvm.extractvalue %acc_206[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_210 = llvm.extractvalue %acc_206[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_211 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_152, %acc_153, %acc_154, %acc_155, %acc_177, %acc_178, %acc_167, %acc_168, %acc_169, %acc_170 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_212 = llvm.extractvalue %acc_211[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_213 = llvm.extractvalue %acc_211[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_214 = llvm.extractvalue %acc_211[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_215 = llvm.extractvalue %acc_211[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_216 = llvm.inline_asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3" %acc_152, %acc_153, %acc_154, %acc_155, %acc_179, %acc_180, %acc_172, %acc_173, %acc_174, %acc_175 : (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %acc_217 = llvm.extractvalue %acc_216[0] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_218 = llvm.extractvalue %acc_216[1] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_219 = llvm.extractvalue %acc_216[2] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_220 = llvm.extractvalue %acc_216[3] : !llvm.struct<(f32, f32, f32, f32)> 
    %acc_221 = llvm.add %acc_38, %acc : i32
    %82 = llvm.getelementptr %36[%acc_221] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %83 = llvm.getelementptr %37[%acc_221] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %84 = llvm.getelementptr %38[%acc_221] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %85 = llvm.getelementptr %39[%acc_221] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %86 = llvm.getelementptr %82[%19] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %87 = llvm.getelementptr %83[%19] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %88 = llvm.getelementptr %84[%19] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %89 = llvm.getelementptr %85[%19] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %90 = llvm.add %acc_221, %11 : i32
    %91 = llvm.add %acc_221, %13 : i32
    %92 = llvm.add %acc_221, %15 : i32
    %93 = llvm.add %acc_221, %17 : i32
    %94 = llvm.mul %90, %stride_b : i32
    %95 = llvm.mul %91, %stride_b : i32
    %96 = llvm.mul %92, %stride_b : i32
    %97 = llvm.mul %93, %stride_b : i32
    %98 = llvm.getelementptr %b_ptr[%94] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %99 = llvm.getelementptr %b_ptr[%95] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %100 = llvm.getelementptr %b_ptr[%96] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %101 = llvm.getelementptr %b_ptr[%97] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %102 = llvm.getelementptr %98[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %103 = llvm.getelementptr %99[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %104 = llvm.getelementptr %100[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %105 = llvm.getelementptr %101[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %acc_222 = llvm.sub %K, %acc_38 : i32
    %acc_223 = llvm.icmp "sgt" %acc_222, %acc : i32
    %a_224 = llvm.mul %80, %a_27 : i32
    %a_225 = llvm.add %a_26, %a_224 : i32
    %a_226 = llvm.add %a_225, %a_30 : i32
    %a_227 = llvm.select %acc_223, %14, %a_1 : i1, i32
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+0], [$1], 16, $2;", "r,l,r" %a_226, %86, %a_227 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+512], [$1], 16, $2;", "r,l,r" %a_226, %87, %a_227 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+1024], [$1], 16, $2;", "r,l,r" %a_226, %88, %a_227 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+1536], [$1], 16, $2;", "r,l,r" %a_226, %89, %a_227 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+6144], [$1], 16, $2;", "r,l,r" %a_226, %102, %a_227 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+6656], [$1], 16, $2;", "r,l,r" %a_226, %103, %a_227 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+7168], [$1], 16, $2;", "r,l,r" %a_226, %104, %a_227 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0+7680], [$1], 16, $2;", "r,l,r" %a_226, %105, %a_227 : (i32, !llvm.ptr<1>, i32) -> ()
    llvm.inline_asm has_side_effects "cp.async.commit_group;", ""  : () -> ()
    %acc_228 = llvm.add %acc_38, %3 : i32
    llvm.br ^bb1(%acc_228, %acc_182, %acc_183, %acc_184, %acc_185, %acc_187, %acc_188, %acc_189, %acc_190, %acc_202, %acc_203, %acc_204, %acc_205, %acc_207, %acc_208, %acc_209, %acc_210, %acc_192, %acc_193, %acc_194, %acc_195, %acc_197, %acc_198, %acc_199, %acc_200, %acc_212, %acc_213, %acc_214, %acc_215, %acc_217, %acc_218, %acc_219, %acc_220, %acc_74, %acc_77 : i32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, i32, i32)
  ^bb3(%acc_229: f32, %acc_230: f32, %acc_231: f32, %acc_232: f32, %acc_233: f32, %acc_234: f32, %acc_235: f32, %acc_236: f32, %acc_237: f32, %acc_238: f32, %acc_239: f32, %acc_240: f32, %acc_241: f32, %acc_242: f32, %acc_243: f32, %acc_244: f32, %acc_245: f32, %acc_246: f32, %acc_247: f32, %acc_248: f32, %acc_249: f32, %acc_250: f32, %acc_251: f32, %acc_252: f32, %acc_253: f32, %acc_254: f32, %acc_255: f32, %acc_256: f32, %acc_257: f32, %acc_258: f32, %acc_259: f32, %acc_260: f32, %acc_261: i32, %acc_262: i32):  // pred: ^bb1
    llvm.inline_asm has_side_effects "cp.async.wait_group 0;", "~{memory}"  : () -> ()
    nvvm.barrier0
    %acc_263 = llvm.and %2, %1 : i32
    %acc_264 = llvm.shl %acc_263, %6 : i32
    %acc_265 = llvm.lshr %2, %a_1 : i32
    %acc_266 = llvm.and %acc_265, %5 : i32
    %acc_267 = llvm.mlir.constant(260 : i32) : i32
    %acc_268 = llvm.mul %acc_266, %acc_267 : i32
    %acc_269 = llvm.lshr %2, %5 : i32
    %acc_270 = llvm.and %acc_269, %5 : i32
    %acc_271 = llvm.mlir.constant(520 : i32) : i32
    %acc_272 = llvm.mul %acc_270, %acc_271 : i32
    %acc_273 = llvm.xor %acc_268, %acc_272 : i32
    %acc_274 = llvm.shl %10, %6 : i32
    %acc_275 = llvm.xor %acc_273, %acc_274 : i32
    %acc_276 = llvm.mul %acc_264, %23 : i32
    %acc_277 = llvm.getelementptr %a_25[%acc_276] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_278 = llvm.mlir.poison : vector<4xf32>
    %acc_279 = llvm.insertelement %acc_229, %acc_278[%a_1 : i32] : vector<4xf32>
    %acc_280 = llvm.insertelement %acc_230, %acc_279[%5 : i32] : vector<4xf32>
    %acc_281 = llvm.insertelement %acc_231, %acc_280[%6 : i32] : vector<4xf32>
    %acc_282 = llvm.insertelement %acc_232, %acc_281[%4 : i32] : vector<4xf32>
    llvm.store %acc_282, %acc_277 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    %acc_283 = llvm.xor %acc_264, %acc_267 : i32
    %acc_284 = llvm.mul %acc_283, %23 : i32
    %acc_285 = llvm.getelementptr %a_25[%acc_284] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_286 = llvm.insertelement %acc_233, %acc_278[%a_1 : i32] : vector<4xf32>
    %acc_287 = llvm.insertelement %acc_234, %acc_286[%5 : i32] : vector<4xf32>
    %acc_288 = llvm.insertelement %acc_235, %acc_287[%6 : i32] : vector<4xf32>
    %acc_289 = llvm.insertelement %acc_236, %acc_288[%4 : i32] : vector<4xf32>
    llvm.store %acc_289, %acc_285 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    %acc_290 = llvm.xor %acc_264, %acc_271 : i32
    %acc_291 = llvm.mul %acc_290, %23 : i32
    %acc_292 = llvm.getelementptr %a_25[%acc_291] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_293 = llvm.insertelement %acc_237, %acc_278[%a_1 : i32] : vector<4xf32>
    %acc_294 = llvm.insertelement %acc_238, %acc_293[%5 : i32] : vector<4xf32>
    %acc_295 = llvm.insertelement %acc_239, %acc_294[%6 : i32] : vector<4xf32>
    %acc_296 = llvm.insertelement %acc_240, %acc_295[%4 : i32] : vector<4xf32>
    llvm.store %acc_296, %acc_292 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    %acc_297 = llvm.mlir.constant(780 : i32) : i32
    %acc_298 = llvm.xor %acc_264, %acc_297 : i32
    %acc_299 = llvm.mul %acc_298, %23 : i32
    %acc_300 = llvm.getelementptr %a_25[%acc_299] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_301 = llvm.insertelement %acc_241, %acc_278[%a_1 : i32] : vector<4xf32>
    %acc_302 = llvm.insertelement %acc_242, %acc_301[%5 : i32] : vector<4xf32>
    %acc_303 = llvm.insertelement %acc_243, %acc_302[%6 : i32] : vector<4xf32>
    %acc_304 = llvm.insertelement %acc_244, %acc_303[%4 : i32] : vector<4xf32>
    llvm.store %acc_304, %acc_300 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    %acc_305 = llvm.mlir.constant(128 : i32) : i32
    %acc_306 = llvm.xor %acc_264, %acc_305 : i32
    %acc_307 = llvm.mul %acc_306, %23 : i32
    %acc_308 = llvm.getelementptr %a_25[%acc_307] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_309 = llvm.insertelement %acc_245, %acc_278[%a_1 : i32] : vector<4xf32>
    %acc_310 = llvm.insertelement %acc_246, %acc_309[%5 : i32] : vector<4xf32>
    %acc_311 = llvm.insertelement %acc_247, %acc_310[%6 : i32] : vector<4xf32>
    %acc_312 = llvm.insertelement %acc_248, %acc_311[%4 : i32] : vector<4xf32>
    llvm.store %acc_312, %acc_308 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    %acc_313 = llvm.mlir.constant(388 : i32) : i32
    %acc_314 = llvm.xor %acc_264, %acc_313 : i32
    %acc_315 = llvm.mul %acc_314, %23 : i32
    %acc_316 = llvm.getelementptr %a_25[%acc_315] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_317 = llvm.insertelement %acc_249, %acc_278[%a_1 : i32] : vector<4xf32>
    %acc_318 = llvm.insertelement %acc_250, %acc_317[%5 : i32] : vector<4xf32>
    %acc_319 = llvm.insertelement %acc_251, %acc_318[%6 : i32] : vector<4xf32>
    %acc_320 = llvm.insertelement %acc_252, %acc_319[%4 : i32] : vector<4xf32>
    llvm.store %acc_320, %acc_316 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    %acc_321 = llvm.mlir.constant(648 : i32) : i32
    %acc_322 = llvm.xor %acc_264, %acc_321 : i32
    %acc_323 = llvm.mul %acc_322, %23 : i32
    %acc_324 = llvm.getelementptr %a_25[%acc_323] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_325 = llvm.insertelement %acc_253, %acc_278[%a_1 : i32] : vector<4xf32>
    %acc_326 = llvm.insertelement %acc_254, %acc_325[%5 : i32] : vector<4xf32>
    %acc_327 = llvm.insertelement %acc_255, %acc_326[%6 : i32] : vector<4xf32>
    %acc_328 = llvm.insertelement %acc_256, %acc_327[%4 : i32] : vector<4xf32>
    llvm.store %acc_328, %acc_324 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    %acc_329 = llvm.mlir.constant(908 : i32) : i32
    %acc_330 = llvm.xor %acc_264, %acc_329 : i32
    %acc_331 = llvm.mul %acc_330, %23 : i32
    %acc_332 = llvm.getelementptr %a_25[%acc_331] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_333 = llvm.insertelement %acc_257, %acc_278[%a_1 : i32] : vector<4xf32>
    %acc_334 = llvm.insertelement %acc_258, %acc_333[%5 : i32] : vector<4xf32>
    %acc_335 = llvm.insertelement %acc_259, %acc_334[%6 : i32] : vector<4xf32>
    %acc_336 = llvm.insertelement %acc_260, %acc_335[%4 : i32] : vector<4xf32>
    llvm.store %acc_336, %acc_332 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
    nvvm.barrier0
    %acc_337 = llvm.mul %acc_275, %23 : i32
    %acc_338 = llvm.getelementptr %a_25[%acc_337] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_339 = llvm.load %acc_338 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_340 = llvm.extractelement %acc_339[%a_1 : i32] : vector<4xf32>
    %acc_341 = llvm.extractelement %acc_339[%5 : i32] : vector<4xf32>
    %acc_342 = llvm.extractelement %acc_339[%6 : i32] : vector<4xf32>
    %acc_343 = llvm.extractelement %acc_339[%4 : i32] : vector<4xf32>
    %acc_344 = llvm.xor %acc_275, %23 : i32
    %acc_345 = llvm.mul %acc_344, %23 : i32
    %acc_346 = llvm.getelementptr %a_25[%acc_345] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_347 = llvm.load %acc_346 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_348 = llvm.extractelement %acc_347[%a_1 : i32] : vector<4xf32>
    %acc_349 = llvm.extractelement %acc_347[%5 : i32] : vector<4xf32>
    %acc_350 = llvm.extractelement %acc_347[%6 : i32] : vector<4xf32>
    %acc_351 = llvm.extractelement %acc_347[%4 : i32] : vector<4xf32>
    %acc_352 = llvm.xor %acc_275, %12 : i32
    %acc_353 = llvm.mul %acc_352, %23 : i32
    %acc_354 = llvm.getelementptr %a_25[%acc_353] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_355 = llvm.load %acc_354 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_356 = llvm.extractelement %acc_355[%a_1 : i32] : vector<4xf32>
    %acc_357 = llvm.extractelement %acc_355[%5 : i32] : vector<4xf32>
    %acc_358 = llvm.extractelement %acc_355[%6 : i32] : vector<4xf32>
    %acc_359 = llvm.extractelement %acc_355[%4 : i32] : vector<4xf32>
    %acc_360 = llvm.mlir.constant(12 : i32) : i32
    %acc_361 = llvm.xor %acc_275, %acc_360 : i32
    %acc_362 = llvm.mul %acc_361, %23 : i32
    %acc_363 = llvm.getelementptr %a_25[%acc_362] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_364 = llvm.load %acc_363 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_365 = llvm.extractelement %acc_364[%a_1 : i32] : vector<4xf32>
    %acc_366 = llvm.extractelement %acc_364[%5 : i32] : vector<4xf32>
    %acc_367 = llvm.extractelement %acc_364[%6 : i32] : vector<4xf32>
    %acc_368 = llvm.extractelement %acc_364[%4 : i32] : vector<4xf32>
    %acc_369 = llvm.xor %acc_275, %acc_305 : i32
    %acc_370 = llvm.mul %acc_369, %23 : i32
    %acc_371 = llvm.getelementptr %a_25[%acc_370] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_372 = llvm.load %acc_371 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_373 = llvm.extractelement %acc_372[%a_1 : i32] : vector<4xf32>
    %acc_374 = llvm.extractelement %acc_372[%5 : i32] : vector<4xf32>
    %acc_375 = llvm.extractelement %acc_372[%6 : i32] : vector<4xf32>
    %acc_376 = llvm.extractelement %acc_372[%4 : i32] : vector<4xf32>
    %acc_377 = llvm.mlir.constant(132 : i32) : i32
    %acc_378 = llvm.xor %acc_275, %acc_377 : i32
    %acc_379 = llvm.mul %acc_378, %23 : i32
    %acc_380 = llvm.getelementptr %a_25[%acc_379] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_381 = llvm.load %acc_380 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_382 = llvm.extractelement %acc_381[%a_1 : i32] : vector<4xf32>
    %acc_383 = llvm.extractelement %acc_381[%5 : i32] : vector<4xf32>
    %acc_384 = llvm.extractelement %acc_381[%6 : i32] : vector<4xf32>
    %acc_385 = llvm.extractelement %acc_381[%4 : i32] : vector<4xf32>
    %acc_386 = llvm.mlir.constant(136 : i32) : i32
    %acc_387 = llvm.xor %acc_275, %acc_386 : i32
    %acc_388 = llvm.mul %acc_387, %23 : i32
    %acc_389 = llvm.getelementptr %a_25[%acc_388] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_390 = llvm.load %acc_389 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_391 = llvm.extractelement %acc_390[%a_1 : i32] : vector<4xf32>
    %acc_392 = llvm.extractelement %acc_390[%5 : i32] : vector<4xf32>
    %acc_393 = llvm.extractelement %acc_390[%6 : i32] : vector<4xf32>
    %acc_394 = llvm.extractelement %acc_390[%4 : i32] : vector<4xf32>
    %acc_395 = llvm.mlir.constant(140 : i32) : i32
    %acc_396 = llvm.xor %acc_275, %acc_395 : i32
    %acc_397 = llvm.mul %acc_396, %23 : i32
    %acc_398 = llvm.getelementptr %a_25[%acc_397] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %acc_399 = llvm.load %acc_398 {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
    %acc_400 = llvm.extractelement %acc_399[%a_1 : i32] : vector<4xf32>
    %acc_401 = llvm.extractelement %acc_399[%5 : i32] : vector<4xf32>
    %acc_402 = llvm.extractelement %acc_399[%6 : i32] : vector<4xf32>
    %acc_403 = llvm.extractelement %acc_399[%4 : i32] : vector<4xf32>
    %106 = llvm.mul %rows, %stride_b : i32
    %107 = llvm.mul %rows_2, %stride_b : i32
    %108 = llvm.mul %rows_3, %stride_b : i32
    %109 = llvm.mul %rows_4, %stride_b : i32
    %110 = llvm.getelementptr %out_ptr[%106] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %111 = llvm.getelementptr %out_ptr[%107] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %112 = llvm.getelementptr %out_ptr[%108] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %113 = llvm.getelementptr %out_ptr[%109] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %114 = llvm.getelementptr %110[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %115 = llvm.getelementptr %110[%cols_8] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %116 = llvm.getelementptr %111[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %117 = llvm.getelementptr %111[%cols_8] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %118 = llvm.getelementptr %112[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %119 = llvm.getelementptr %112[%cols_8] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %120 = llvm.getelementptr %113[%cols] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %121 = llvm.getelementptr %113[%cols_8] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %122 = llvm.insertelement %acc_340, %acc_278[%a_1 : i32] : vector<4xf32>
    %123 = llvm.insertelement %acc_341, %122[%5 : i32] : vector<4xf32>
    %124 = llvm.insertelement %acc_348, %123[%6 : i32] : vector<4xf32>
    %125 = llvm.insertelement %acc_349, %124[%4 : i32] : vector<4xf32>
    llvm.store %125, %114 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    %126 = llvm.insertelement %acc_356, %acc_278[%a_1 : i32] : vector<4xf32>
    %127 = llvm.insertelement %acc_357, %126[%5 : i32] : vector<4xf32>
    %128 = llvm.insertelement %acc_365, %127[%6 : i32] : vector<4xf32>
    %129 = llvm.insertelement %acc_366, %128[%4 : i32] : vector<4xf32>
    llvm.store %129, %115 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    %130 = llvm.insertelement %acc_342, %acc_278[%a_1 : i32] : vector<4xf32>
    %131 = llvm.insertelement %acc_343, %130[%5 : i32] : vector<4xf32>
    %132 = llvm.insertelement %acc_350, %131[%6 : i32] : vector<4xf32>
    %133 = llvm.insertelement %acc_351, %132[%4 : i32] : vector<4xf32>
    llvm.store %133, %116 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    %134 = llvm.insertelement %acc_358, %acc_278[%a_1 : i32] : vector<4xf32>
    %135 = llvm.insertelement %acc_359, %134[%5 : i32] : vector<4xf32>
    %136 = llvm.insertelement %acc_367, %135[%6 : i32] : vector<4xf32>
    %137 = llvm.insertelement %acc_368, %136[%4 : i32] : vector<4xf32>
    llvm.store %137, %117 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    %138 = llvm.insertelement %acc_373, %acc_278[%a_1 : i32] : vector<4xf32>
    %139 = llvm.insertelement %acc_374, %138[%5 : i32] : vector<4xf32>
    %140 = llvm.insertelement %acc_382, %139[%6 : i32] : vector<4xf32>
    %141 = llvm.insertelement %acc_383, %140[%4 : i32] : vector<4xf32>
    llvm.store %141, %118 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    %142 = llvm.insertelement %acc_391, %acc_278[%a_1 : i32] : vector<4xf32>
    %143 = llvm.insertelement %acc_392, %142[%5 : i32] : vector<4xf32>
    %144 = llvm.insertelement %acc_400, %143[%6 : i32] : vector<4xf32>
    %145 = llvm.insertelement %acc_401, %144[%4 : i32] : vector<4xf32>
    llvm.store %145, %119 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    %146 = llvm.insertelement %acc_375, %acc_278[%a_1 : i32] : vector<4xf32>
    %147 = llvm.insertelement %acc_376, %146[%5 : i32] : vector<4xf32>
    %148 = llvm.insertelement %acc_384, %147[%6 : i32] : vector<4xf32>
    %149 = llvm.insertelement %acc_385, %148[%4 : i32] : vector<4xf32>
    llvm.store %149, %120 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    %150 = llvm.insertelement %acc_393, %acc_278[%a_1 : i32] : vector<4xf32>
    %151 = llvm.insertelement %acc_394, %150[%5 : i32] : vector<4xf32>
    %152 = llvm.insertelement %acc_402, %151[%6 : i32] : vector<4xf32>
    %153 = llvm.insertelement %acc_403, %152[%4 : i32] : vector<4xf32>
    llvm.store %153, %121 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    llvm.return
  }
}
